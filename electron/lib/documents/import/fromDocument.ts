/** A document of any format as an import source: its chapters, and the sections around them. */
import {
  PIECES,
  plainParagraph,
  SECTION_KINDS,
  type ImportProblem,
  type ImportSource,
  type Piece,
} from '../../../../shared/import/source.ts'
import { pictureTypeOf } from '../../../../shared/files/fileTypes.ts'
import { markTranscripts } from '../../../../shared/import/pieces.ts'
import { createSourceWriter } from '../../../../shared/import/sourceWriter.ts'
import { canonicalLanguage } from '../../../../shared/lib/languageTag.ts'
import {
  MAX_COVER_BYTES,
  MAX_DESCRIPTION,
  MAX_LABEL,
  MAX_SERIES_NUMBER,
  MAX_STORED_EMOTION,
} from '../../../../shared/story/limits.ts'
import type { DocumentPart, DocumentText } from '../formats/documentText.ts'
import { piecesOfArchive } from '../archiveText.ts'
import { findChapters } from '../chapterLines.ts'
import { joinTitle, repeats } from '../chapterTitles.ts'
import { isTitle, parseChapterLine } from '../chapterNumbers.ts'
import { foldTitle, isProse } from '../contentsLines.ts'
import { asPlay } from '../stagePlay.ts'
import { withLineNumbers } from './lineNumbers.ts'
import { kindOfTitle, withKinds, withoutBlankPages } from './sectionKinds.ts'
import { authorIn, namesAuthor, readTitlePage } from './titlePage.ts'

/** A document with more headings than this in its body marks its chapters itself. */
const HARDLY_ANY = 1
/** A list of contents is complete if it has at least this many of the headings, and this share of them. */
const FEWEST_LISTED = 3
const MOST_LISTED = 0.75
/** With fewer characters of text than this before the contents of an archive's book, they are its title page. */
const SHORTEST_PREFACE = 1500

/** The sections of a document or a text; `name` is its title if it states none. */
export function sourceFromDocument(document: DocumentText, name: string): ImportSource {
  const { lineBreaks, missing = [], pictures = [] } = document
  const isText = lineBreaks !== undefined
  const isMarked =
    lineBreaks === 'soft' && document.namesSpeakers !== true && headingsOf(document).length === 0
  const { title, author, ...found } = isMarked
    ? withChapters(document)
    : isText
      ? document
      : withChapters(withoutTitle(withoutArchive(document)))
  const play = isText ? null : playOf(found.parts)
  const parts = play ?? found.parts
  const namesSpeakers = play !== null || document.namesSpeakers === true || isSpoken(parts)
  const isOwn = ({ place }: DocumentPart) => place !== 'licence'
  const [first, last] = [parts.findIndex(isOwn), parts.findLastIndex(isOwn)]
  const writer = createSourceWriter()
  for (const [index, part] of parts.entries()) {
    const { place, speaker = '', manner = '' } = part
    const around = index < first ? 'frontMatter' : index > last ? 'backMatter' : 'body'
    const kind = part.section ?? SECTION_KINDS.find((each) => each === place) ?? around
    if (part.kind === 'heading' && (place === undefined || place === kind)) {
      writer.heading(part.text, { kind })
      continue
    }
    const { text, marks } = withOmitted(part)
    const told = { piece: pieceOf(part), marks, manner: manner.slice(0, MAX_STORED_EMOTION) }
    writer.line(speaker, text, told, kind)
  }
  for (const [index, page] of missing.entries()) writer.problem(problemOf('no-page', page, index + 1))
  for (const page of pictures) writer.problem(problemOf('picture-page', page, Number(page)))
  const told = { ...bookOf(document), author: author ?? '', lineBreaks: lineBreaks ?? 'meant', namesSpeakers }
  // A text whose front matter states that its names speak is a story, whatever its chapters are called.
  const isStory = namesSpeakers && lineBreaks === 'soft'
  const source = writer.finish(title ?? name, told, (sections) =>
    isStory ? sections : withoutBlankPages(withKinds(sections, isText ? undefined : title)),
  )
  return withLineNumbers(isStory ? source : { ...source, paragraphs: markTranscripts(source.paragraphs) })
}

/** The share of paragraphs with a speaker that makes a document a play. */
const MOSTLY_SPOKEN = 0.4

/** Whether a document itself names the speakers of most of its text. */
function isSpoken(parts: readonly DocumentPart[]): boolean {
  const text = parts.filter(({ kind, place }) => kind !== 'heading' && place === undefined)
  const spoken = text.filter(({ speaker }) => speaker !== undefined)
  return spoken.length > 1 && spoken.length >= text.length * MOSTLY_SPOKEN
}

/** The parts of a play; null for any other document, and if they contain more than words. */
function playOf(parts: readonly DocumentPart[]): DocumentPart[] | null {
  const isPlain = ({ marks = [], omitted = [], speaker, row }: DocumentPart) =>
    marks.length + omitted.length === 0 && speaker === undefined && row === undefined
  return parts.every((part) => part.place !== undefined || isPlain(part)) ? asPlay(parts) : null
}

/** A script with other parts of its document's pages, such as page numbers, after its last words. */
export function withPartsAround(script: ImportSource, { parts }: DocumentText): ImportSource {
  const added = parts.flatMap((part) => {
    const piece = pieceOf(part)
    const { text, marks } = withOmitted(part)
    return piece === null ? [] : [plainParagraph(text, { piece, marks })]
  })
  const paragraphs = [...script.paragraphs, ...added]
  const last = script.sections.length - 1
  return {
    ...script,
    paragraphs,
    sections: script.sections.map((section, index) =>
      index === last ? { ...section, end: paragraphs.length } : section,
    ),
  }
}

function problemOf(problem: ImportProblem['problem'], page: string, line: number): ImportProblem {
  return { line, problem, name: page.slice(0, MAX_LABEL) }
}

/** The book metadata that a document states, within the limits of a story. A cover that is not a picture, or is too large, is ignored. */
function bookOf({
  language,
  series,
  description,
  cover,
}: DocumentText): Pick<ImportSource, 'language' | 'series' | 'description' | 'cover'> {
  const name = (series?.name.trim() ?? '').slice(0, MAX_LABEL)
  const mimeType = cover === null || cover === undefined ? null : pictureTypeOf(cover.bytes)
  const isCover = mimeType !== null && (cover?.bytes.length ?? 0) <= MAX_COVER_BYTES
  return {
    language: canonicalLanguage(language ?? ''),
    series: name === '' ? null : { name, number: (series?.number?.trim() ?? '').slice(0, MAX_SERIES_NUMBER) },
    description: (description?.trim() ?? '').slice(0, MAX_DESCRIPTION),
    cover: isCover ? { mimeType, base64: Buffer.from(cover?.bytes ?? []).toString('base64') } : null,
  }
}

/** A title in the form that archives use: “The Archive eBook of The Ferry, by A. Fox”, “The Ferry, by A. Fox—An Archive eBook”. */
const ARCHIVE_TITLE =
  /^(?:.{0,60}\be-?(?:book|text)(?: of|,|:)? )?(.{1,200}?)(?:,? by (\p{Lu}.{1,100}?))?(?:\s*[—–]\s*an? .{0,60}\be-?(?:book|text))?\.?$/iu

/** A document in which the parts that an archive added are marked as such. */
function withoutArchive(document: DocumentText): DocumentText {
  const texts = document.parts.map(({ text }) => text)
  const archive = piecesOfArchive(
    texts,
    texts.map(() => 1),
  )
  if (archive.pieces.every((piece) => piece === null)) return document
  const parts = document.parts.map((part, index): DocumentPart => {
    const piece = archive.pieces[index] ?? null
    return piece === null || (part.place !== undefined && piece !== 'licence')
      ? part
      : { ...part, place: piece, ...sectionOf(part) }
  })
  if (archive.start === 0) return { ...document, parts }
  const [, title = null, author = null] = ARCHIVE_TITLE.exec(document.title ?? '') ?? []
  return {
    ...document,
    // Where its lines run on, the archive's title has the subtitle behind it.
    title: isBeginning(title, archive.title) ? title : (archive.title ?? title),
    author: archive.author ?? document.author ?? author,
    parts: withListedHeadings(withTitlePageOfArchive(parts, archive.start)),
  }
}

function isBeginning(title: string | null, whole: string | null): boolean {
  return title !== null && whole?.toLowerCase().startsWith(`${title.toLowerCase()} `) === true
}

/** The section of a part that its place states; it has another place now. */
function sectionOf({ place }: DocumentPart): Pick<DocumentPart, 'section'> {
  return place === 'frontMatter' || place === 'backMatter' ? { section: place } : {}
}

/** The parts of an archive's book, with those before its contents or its first chapter marked as its title page. */
function withTitlePageOfArchive(parts: readonly DocumentPart[], start: number): DocumentPart[] {
  const contents = parts.findIndex(({ place }) => place === 'contents')
  const chapter = parts.findIndex(
    ({ kind, place, text }) => kind === 'heading' && place === undefined && parseChapterLine(text) !== null,
  )
  const end = [contents, chapter].filter((index) => index >= start).toSorted((a, b) => a - b)[0] ?? start
  const before = parts.slice(start, end).filter(({ place }) => place === undefined)
  const prose = before.reduce((sum, { text }) => sum + (isProse(text) ? text.length : 0), 0)
  if (prose >= SHORTEST_PREFACE) return [...parts]
  return parts.map((part) => (before.includes(part) ? { ...part, place: 'frontMatter' } : part))
}

/**
 * The parts of an archive's book whose contents list almost all of its headings, with the others, such as lines below a title, as
 * paragraphs.
 */
function withListedHeadings(parts: readonly DocumentPart[]): DocumentPart[] {
  const listed = new Set(
    parts.flatMap(({ place, text }) =>
      place === 'contents' ? text.split('\n').map((line) => foldTitle(line)) : [],
    ),
  )
  const isChapter = ({ text }: DocumentPart) =>
    listed.has(foldTitle(text)) || parseChapterLine(text) !== null || kindOfTitle(text) !== 'body'
  const headings = headingsOf({ title: null, parts })
  const found = headings.filter(({ text }) => listed.has(foldTitle(text)))
  if (found.length < FEWEST_LISTED || found.length < headings.length * MOST_LISTED) return [...parts]
  const others = new Set(headings.filter((heading) => !isChapter(heading)))
  return parts.map((part) => (others.has(part) ? { kind: 'paragraph', text: part.text } : part))
}

/** The title, the author and the parts of a document. */
type Titled = Pick<DocumentText, 'title' | 'author' | 'parts'>

function headingsOf({ parts }: Titled): readonly DocumentPart[] {
  return parts.filter(({ kind, place }) => kind === 'heading' && place === undefined)
}

/**
 * A document with its chapters: those of its headings, with a number and the title below it joined; if it has hardly any headings, those
 * that its lines mark.
 */
function withChapters(document: Titled): Titled {
  if (headingsOf(document).length > HARDLY_ANY) {
    const titled = withTitlePage(document)
    return { ...titled, parts: withWholeHeadings(titled.parts) }
  }
  const { parts } = document
  const found = findChapters(
    parts.map(({ text, place, look, kind }) => ({
      text: text.replaceAll('\u2028', '\n'),
      gap: 1,
      look,
      isOut: place !== undefined || kind === 'tableRow',
    })),
  )
  if (found.headings.size === 0 && found.contents.length === 0) return document
  const chapters = withoutTitleLine(parts, found.headings)
  const first = Math.min(...chapters.keys(), ...found.contents.map(({ start }) => start), parts.length)
  const page = readTitlePage(
    parts.map(({ text, place }) => (place === undefined ? text : null)),
    { first, isOfArchive: false, isBeforeContents: found.contents.some(({ start }) => start === first) },
  )
  const inList = new Set(
    found.contents.flatMap(({ start, end }) =>
      Array.from({ length: end - start }, (_, index) => start + index),
    ),
  )
  let taken = 0
  return {
    title: document.title ?? page.title,
    author: document.author ?? page.author,
    parts: parts.flatMap((part, index): DocumentPart[] => {
      if (index < taken) return []
      const heading = chapters.get(index)
      if (heading !== undefined) {
        taken = index + heading.takes
        const below: DocumentPart[] = heading.below === '' ? [] : [{ kind: 'paragraph', text: heading.below }]
        return [{ kind: 'heading', text: heading.title }, ...below]
      }
      if (inList.has(index)) return [{ ...part, place: 'contents' }]
      if (found.repeated.has(index)) return [{ ...part, place: 'repeated' }]
      if (found.pageNumbers.has(index)) return [{ ...part, place: 'pageNumber' }]
      return [page.parts.has(index) ? { ...part, place: 'frontMatter' } : part]
    }),
  }
}

/** The most lines below a title, up to the first chapter. */
const MOST_TITLE_LINES = 4

/** Wordings of the imprint of a printed or published book. */
const IMPRINT =
  /©|\bcopyright (?:\(c\) )?\d{4}|\ball rights reserved\b|\balle rechte vorbehalten\b|\bISBN[ :-]|\btous droits réservés\b|\btodos los derechos\b/iu
const LONGEST_IMPRINT = 4000

/** A document with what stands before its first heading marked as its title page, if it names the title, the author or the publisher. */
function withTitlePage(document: Titled): Titled {
  const { title, author = null, parts } = document
  const first = parts.findIndex(({ kind, place }) => kind === 'heading' && place === undefined)
  const before = parts.slice(0, first)
  const own = before.filter(({ place }) => place === undefined)
  if (own.length === 0) return document
  const page = readTitlePage(
    before.map(({ text, place, kind }) => (place === undefined && kind !== 'tableRow' ? text : null)),
    { first, isOfArchive: false, isBeforeContents: before.some(({ place }) => place === 'contents') },
  )
  const names = [title, author].map((name) => name?.toLocaleLowerCase())
  const saysName = own.some(({ text }) => names.includes(text.toLocaleLowerCase()))
  const imprint = own.filter(({ text }) => IMPRINT.test(text) && text.length < LONGEST_IMPRINT)
  const isPage = page.author !== null || saysName || imprint.length > 0
  if (!isPage) return document
  return {
    title: title ?? page.title,
    author: author ?? page.author,
    parts: parts.map((part, index) =>
      index < first && (page.parts.has(index) || imprint.includes(part))
        ? { ...part, place: 'frontMatter' }
        : part,
    ),
  }
}

/** The most lines above a title, such as the name and the address of the author on a manuscript. */
const MOST_LINES_ABOVE = 10

/**
 * The headings without the title of the whole, which only looks like one of them: it is the first line, or below an address, and only an
 * author's name and the like come before the next heading.
 */
function withoutTitleLine<Found extends { readonly title: string }>(
  parts: readonly DocumentPart[],
  headings: ReadonlyMap<number, Found>,
): ReadonlyMap<number, Found> {
  const [at, second, third] = [...headings.keys()].toSorted((a, b) => a - b)
  if (at === undefined || second === undefined || third === undefined) return headings
  const above = parts.slice(0, at).filter(({ place }) => place === undefined)
  if (above.length > MOST_LINES_ABOVE || above.some(({ text }) => isProse(text))) return headings
  const title = headings.get(at)?.title ?? ''
  if (parseChapterLine(title) !== null || kindOfTitle(title) !== 'body') return headings
  const below = parts.slice(at + 1, second).filter(({ place }) => place === undefined)
  const areTitles = below.every(({ text }) => isTitle(text) || namesAuthor(text))
  if (below.length === 0 || below.length > MOST_TITLE_LINES || !areTitles) return headings
  const isNamed = below.some(({ text }) => namesAuthor(text))
  if (above.length > 0 && !isNamed) return headings
  // The parts of a verse collection are short as well.
  if (!isNamed && !parts.slice(second).some(({ text }) => isProse(text))) return headings
  return new Map([...headings].filter(([index]) => index !== at))
}

/** Joins a number and the title below it into one heading, and marks paragraphs that repeat the heading above them. */
function withWholeHeadings(parts: readonly DocumentPart[]): DocumentPart[] {
  const whole: DocumentPart[] = []
  const joinsNumbers = haveTitlesBelow(parts)
  for (const part of parts) {
    const last = whole.at(-1)
    const isBelow = last?.kind === 'heading' && last.place === undefined && part.place === undefined
    const line = isBelow ? parseChapterLine(last.text) : null
    const isBare = line?.title === '' && (line.kind === 'chapter' || (line.kind === 'number' && joinsNumbers))
    if (isBelow && part.kind === 'heading' && isBare && parseChapterLine(part.text) === null)
      whole.splice(-1, 1, { ...last, text: joinTitle(last.text, part.text) })
    else if (isBelow && part.kind === 'paragraph' && repeats(last.text, line, part.text))
      whole.push({ ...part, place: 'repeated' })
    else whole.push(part)
  }
  return whole
}

/** Whether headings that are only a number have their titles in the headings below them: few headings are anywhere else. */
function haveTitlesBelow(parts: readonly DocumentPart[]): boolean {
  const own = parts.filter(({ place }) => place === undefined)
  let [numbers, titles, others] = [0, 0, 0]
  for (const [index, { kind, text }] of own.entries()) {
    if (kind !== 'heading') continue
    const line = parseChapterLine(text)
    const [before, after] = [own[index - 1], own[index + 1]]
    const isNumber = line?.kind === 'number' && line.title === ''
    if (isNumber) {
      numbers++
      if (after?.kind === 'heading' && parseChapterLine(after.text) === null) titles++
    } else if (line === null && (before?.kind !== 'heading' || parseChapterLine(before.text) === null))
      others++
  }
  return titles > 1 && titles >= numbers * MOST_LISTED && others < numbers / 2
}

/**
 * A document with the title and the author that its first lines state. If several paragraphs have the style of a title, they are ordinary
 * headings.
 */
function withoutTitle({ title, author = null, parts }: DocumentText): Titled {
  if (parts.filter(({ place }) => place === 'title').length > 1)
    return { title, author, parts: parts.map(asHeading) }
  const first = parts.findIndex(({ place }) => place !== 'title' && place !== 'subtitle')
  const opening = parts.slice(0, first < 0 ? parts.length : first)
  if (opening.length === 0) return { title, author, parts: parts.map(asHeading) }
  const [next] = parts.slice(opening.length)
  const lines = next?.kind === 'paragraph' && next.place === undefined ? [...opening, next] : opening
  const by = lines.find(({ place, text }) => place !== 'title' && authorIn(text) !== null)
  return {
    title: opening.find(({ place }) => place === 'title')?.text ?? title,
    author: by === undefined ? author : authorIn(by.text),
    parts: parts
      .filter((part) => part.place !== 'title' && part !== by)
      .map((part) => (opening.includes(part) ? { ...part, place: 'frontMatter' as const } : asHeading(part))),
  }
}

/** A title or a subtitle within the text is an ordinary heading. */
function asHeading({ place, ...part }: DocumentPart): DocumentPart {
  return place === undefined || place === 'title' || place === 'subtitle' ? part : { ...part, place }
}

function pieceOf({ place, text }: DocumentPart): Piece | null {
  if (place === 'margin') return /\p{L}{2}/u.test(text) ? 'runningHeader' : 'pageNumber'
  return PIECES.find((piece) => piece === place) ?? null
}

/** The text including what its reader omitted, with marks for what is not the text itself. */
function withOmitted({ text, marks: own = [], omitted = [] }: DocumentPart) {
  const marks = [...own]
  let whole = ''
  let from = 0
  for (const { at, piece, text: words } of omitted) {
    whole += text.slice(from, at)
    from = at
    const start = whole.length
    // If they are put back, they must be separate words; the space belongs to the mark. A hidden part or the mark of a note may belong to a word.
    const isInWord = /^[\p{L}\p{N}]/u.test(text.slice(at, at + 2))
    const touches =
      (piece === 'picture' || piece === 'pageNumber') &&
      /[\p{L}\p{N}]$/u.test(whole.slice(-2)) &&
      /^[\p{L}\p{N}]/u.test(words)
    whole += touches && !isInWord ? ` ${words}` : words
    const isApart = /^\s?$/.test(whole.slice(Math.max(0, start - 1), start))
    const space = isApart && isInWord ? ' ' : ''
    marks.push({ piece, start, end: whole.length + (start === 0 ? space.length : 0) })
    whole += space
  }
  return { text: whole + text.slice(from), marks }
}
