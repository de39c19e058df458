import { hasBrokenLines } from '../../../shared/import/lineBreaks.ts'
import type { Mark, Piece, SectionKind } from '../../../shared/import/source.ts'
import {
  hasPrintedLines,
  isArchiveMarker,
  labelOfNote,
  labelsInWords,
  marksOfArchive,
  marksOfPrintedLines,
  noteLabels,
  piecesOfArchive,
  withoutPrintedLines,
  type ArchivePieces,
} from './archiveText.ts'
import { headingOfAozora, isAozora, marksOfAozora, piecesOfAozora, withoutAozora } from './aozora.ts'
import { findChapters, type FoundChapters } from './chapterLines.ts'
import { kindOfTitle } from './import/sectionKinds.ts'
import { asPlay } from './stagePlay.ts'
import { readTitlePage } from './import/titlePage.ts'
import type { DocumentPart, DocumentText } from './formats/documentText.ts'

/** Longer lines are not lines of hard-wrapped prose. */
const LONGEST_WRAPPED = 100
/** Narrower lines were not broken by a program. */
const NARROWEST_WRAPPED = 30
/** The share of wrapped lines that are full; the others end a paragraph. */
const MOSTLY = 0.6
const LINE_END = /[.!?…:;,][\p{Pe}\p{Pf}"']*$/u
/** A title such as “Copyright” or “Table of contents”; “Copyright 2026 by …” is a sentence. */
const SHORT = /^[\p{L}\p{M}’' ]{4,24}[.:]?$/u

const MARKED_HEADING = /^#{1,6}\s+(.*?)\s*#*$/

/** A longer line is not a heading with the mark of a note. */
const LONGEST_MARKED = 160

/** The lines between two blank lines. */
interface Paragraph {
  /** Its lines, trimmed. */
  readonly text: string
  /** The same, with the indentation of its lines. */
  readonly indented: string
  /** The number of blank lines before it. */
  readonly gap: number
}

/**
 * Reads plain text: the lines between blank lines are a paragraph. Headings are lines that are marked as such (“Chapter 3: Home”, “#
 * Home”), and lines of a series (`findChapters`). The parts that an archive added around and inside a text are marked as such, as is
 * everything before the first chapter.
 */
export function readPlainText(text: string): DocumentText {
  const isMarked = isAozora(text)
  const paragraphs = splitParagraphs(isMarked ? text.replaceAll('\n', '\n\n') : text)
  const texts = paragraphs.map(({ indented }) => indented)
  const gaps = paragraphs.map(({ gap }) => gap)
  const archive = (isMarked ? piecesOfAozora(texts, gaps) : null) ?? piecesOfArchive(texts, gaps)
  const words = wordsOf(paragraphs)
  const labels = noteLabels(words)
  const found = findChapters(
    paragraphs.map((paragraph, index) => ({
      ...paragraph,
      text: withoutNoteMarks(words[index] ?? '', labels),
      isOut: archive.pieces[index] !== null,
    })),
  )
  const read = partsOf({ paragraphs, words, labels }, archive, found)
  const play = asPlay(read.parts)
  return { ...read, ...(play !== null && { parts: play, namesSpeakers: true }), lineBreaks: 'wrapped' }
}

/** The texts of paragraphs without the printed numbers of their lines. */
function wordsOf(paragraphs: readonly Paragraph[]): readonly string[] {
  const texts = paragraphs.map(({ text }) => text)
  return hasPrintedLines(texts) ? texts.map(withoutPrintedLines) : texts
}

function splitParagraphs(text: string): Paragraph[] {
  const lines = text
    .replaceAll('\f', '\n\n')
    .split('\n')
    .map((line) => line.trimEnd())
  const trimmed = lines.map((line) => line.trim())
  const whole = trimmed.join('\n').trim()
  // Some editors write each paragraph as one long line without blank lines between them. Lyrics and chats have no blank lines at all.
  const isOnePerLine =
    !whole.includes('\n\n') &&
    (trimmed.some((line) => line.length > LONGEST_WRAPPED) || !isWrapped(whole.split('\n')))
  const paragraphs: Paragraph[] = []
  let gap = 0
  let start = 0
  for (let index = 0; index <= lines.length; index++) {
    const isBlank = (trimmed[index] ?? '') === ''
    const isApart = isOnePerLine || isCutAt(trimmed, index)
    if (start < index && (isBlank || isApart)) {
      const [text, indented] = [trimmed.slice(start, index).join('\n'), lines.slice(start, index).join('\n')]
      paragraphs.push({ text, indented: indented.replaceAll('\t', '    '), gap })
      gap = 0
      start = index
    }
    if (isBlank) {
      gap++
      start = index + 1
    }
  }
  return withHyphensJoined(paragraphs)
}

/** Whether a paragraph ends before a line without a blank line in between: at an archive's marker, which may have two lines. */
function isCutAt(lines: readonly string[], index: number): boolean {
  const [before = '', line = ''] = [lines[index - 1], lines[index]]
  if (isArchiveMarker(line)) return true
  return isArchiveMarker(before) && (/\*$/.test(before) || !/\*{2}$/.test(line))
}

/** Whether a program broke the lines of a text: most have no room for the first word of the next, and not all end a sentence. */
function isWrapped(lines: readonly string[]): boolean {
  const width = lines.reduce((most, { length }) => Math.max(most, length), 0)
  const broken = lines.slice(0, -1)
  const isMostlyFull = countFull(lines, width) >= broken.length * MOSTLY
  return width >= NARROWEST_WRAPPED && isMostlyFull && !broken.every((line) => LINE_END.test(line.slice(-4)))
}

/** How many lines, except the last, have no room for the first word of the next one. */
function countFull(lines: readonly string[], width: number): number {
  return lines.slice(0, -1).filter((line, index) => {
    const [word = ''] = (lines[index + 1] ?? '').split(' ', 1)
    return line.length + 1 + word.length > width
  }).length
}

const HYPHEN_AT_END = /(\p{L}+)[-\u2010]\n([\p{Ll}][\p{L}\p{M}]*)([^\s]*)[ \n]?/gu

/**
 * Joins words that are hyphenated at the end of a line, on the upper line: without the hyphen if the word occurs in the text without it,
 * otherwise with it.
 */
function withHyphensJoined(paragraphs: readonly Paragraph[]): Paragraph[] {
  if (!paragraphs.some(({ text }) => /[-\u2010]\n/.test(text))) return [...paragraphs]
  const words = new Set(
    paragraphs.flatMap(
      ({ text }) => text.toLowerCase().match(/[\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)*/gu) ?? [],
    ),
  )
  return paragraphs.map((paragraph) => ({
    ...paragraph,
    text: paragraph.text
      .replaceAll(HYPHEN_AT_END, (_, before: string, after: string, rest: string) => {
        const [whole, hyphenated] = [before + after, `${before}-${after}`]
        const isOneWord = !words.has(hyphenated.toLowerCase()) && words.has(whole.toLowerCase())
        return `${isOneWord ? whole : hyphenated}${rest}\n`
      })
      .trimEnd(),
  }))
}

/** The width at which the lines of a text are broken: nine of ten lines are no longer. */
function wrappedWidth(paragraphs: readonly Paragraph[]): number {
  const lengths = paragraphs.flatMap(({ text }) =>
    text
      .split('\n')
      .slice(0, -1)
      .map(({ length }) => length),
  )
  return lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length * 0.9)] ?? 0
}

/** The text of a paragraph: lines of verse that would be joined keep their line breaks. */
function withMeantLines(text: string, width: number): string {
  if (!hasBrokenLines(text, 'wrapped')) return text
  const lines = text.split('\n')
  const isVerse =
    lines.length > 2 &&
    countFull(lines, width) < (lines.length - 1) / 3 &&
    lines.every((line) => /^[^\p{L}\p{N}]*[\p{Lu}\p{Lo}\p{N}]/u.test(line))
  return isVerse ? lines.join('\u2028') : text
}

function partsOf(
  {
    paragraphs,
    words,
    labels,
  }: {
    readonly paragraphs: readonly Paragraph[]
    readonly words: readonly string[]
    readonly labels: ReadonlySet<string>
  },
  archive: ArchivePieces,
  { headings, contents, repeated, pageNumbers }: FoundChapters,
): Omit<DocumentText, 'lineBreaks'> {
  const texts = paragraphs.map(({ text }) => text)
  const referenced = labelsInWords(words)
  const width = wrappedWidth(paragraphs)
  const first = Math.min(...headings.keys(), ...contents.map(({ start }) => start), Infinity)
  const page = readTitlePage(
    paragraphs.map(({ text }, index) => (archive.pieces[index] === null ? text : null)),
    {
      first,
      isOfArchive: archive.start > 0,
      isBeforeContents: contents.some(({ start }) => start === first),
    },
  )
  const lists = new Map(contents.map((list) => [list.start, list]))
  const parts: DocumentPart[] = []
  let section: SectionKind = 'body'
  /** The kind of section that the last heading announces. */
  let titled: SectionKind = 'body'
  /** The first paragraph after a list or a heading. */
  let listEnd = 0
  for (let index = 0; index < paragraphs.length;) {
    const text = texts[index] ?? ''
    const piece: Piece | null =
      archive.pieces[index] ??
      (repeated.has(index) ? 'repeated' : pageNumbers.has(index) ? 'pageNumber' : null)
    const list = lists.get(index)
    const heading = headings.get(index)
    if (list !== undefined) {
      const [title = '', ...rest] = text.split('\n')
      parts.push({ kind: 'heading', text: title, place: 'contents' })
      titled = kindOfTitle(title)
      section = 'contents'
      listEnd = list.end
      if (rest.length > 0) parts.push({ kind: 'paragraph', text: rest.join('\n'), place: 'contents' })
      index++
      continue
    }
    if (index >= listEnd && section === 'contents') section = 'body'
    if (index < archive.start) section = 'frontMatter'
    else if (index >= archive.end) section = 'backMatter'
    else if (section === 'frontMatter' || page.parts.has(index))
      section = page.parts.has(index) || (index < first && piece !== null) ? 'frontMatter' : 'body'
    if (heading !== undefined) {
      const title = withoutAozora(withoutSigns(withoutMark(heading.title)))
      parts.push({ kind: 'heading', text: title })
      titled = kindOfTitle(title)
      section = 'body'
      const taken = texts.slice(index, index + heading.takes)
      for (const mark of taken.flatMap((each) => noteMarksIn(each, labels)))
        parts.push({ kind: 'paragraph', text: mark, place: 'footnote' })
      if (heading.below !== '') parts.push(paragraphPart(heading.below, { piece: null, labels, width }))
      index += heading.takes
      continue
    }
    const part = piece === null && index >= listEnd ? headingOf(text) : null
    if (part !== null) {
      parts.push(part)
      titled = kindOfTitle(part.text)
      section = 'body'
    } else {
      const label = piece === null ? labelOfNote(words[index] ?? '') : null
      const isNote = label !== null && (titled === 'notes' || referenced.has(label))
      const lineNumbers = text === words[index] ? [] : marksOfPrintedLines(text)
      const told = paragraphPart(text, { piece: isNote ? 'footnote' : piece, labels, width, lineNumbers })
      parts.push(
        section === 'body' ? told : { ...told, [told.place === undefined ? 'place' : 'section']: section },
      )
    }
    index++
  }
  return {
    title: archive.title ?? page.title,
    author: archive.author ?? page.author,
    parts,
  }
}

function paragraphPart(
  text: string,
  {
    piece,
    labels,
    width,
    lineNumbers = [],
  }: {
    readonly piece: Piece | null
    readonly labels: ReadonlySet<string>
    readonly width: number
    readonly lineNumbers?: readonly Mark[]
  },
): DocumentPart {
  const inWords = piece === null ? marksOfArchive(text, labels) : []
  const own = [...lineNumbers, ...inWords].toSorted((a, b) => a.start - b.start)
  const marks: readonly Mark[] = isAozora(text) ? marksOfAozora(text) : own
  return {
    kind: 'paragraph',
    text: withMeantLines(text, width),
    ...(piece !== null && { place: piece }),
    ...(marks.length > 0 && { marks }),
  }
}

/** The marks of notes in a line that can be a heading: “CHAPTER II[1]”. */
function noteMarksIn(line: string, labels: ReadonlySet<string>): string[] {
  if (labels.size === 0 || line.includes('\n') || line.length > LONGEST_MARKED) return []
  const marks = line.matchAll(/(?<=\S\s?)[[{]([\dA-Z]{1,3}|\*{1,3})[\]}]/g)
  return Array.from(marks).flatMap(([mark, label = '']) => (labels.has(label) ? [mark] : []))
}

function withoutNoteMarks(line: string, labels: ReadonlySet<string>): string {
  return noteMarksIn(line, labels).reduce((words, mark) => words.replace(mark, ''), line)
}

/** A title without the signs of emphasis in it. */
function withoutSigns(title: string): string {
  const signs = marksOfArchive(title, new Set()).filter(({ piece }) => piece === 'markup')
  return signs.reduceRight((words, { start, end }) => words.slice(0, start) + words.slice(end), title)
}

/** A line without heading characters around it, as in “# Home”. */
function withoutMark(line: string): string {
  const marked = MARKED_HEADING.exec(line)?.[1] ?? ''
  return marked === '' ? line : marked
}

/** A heading marked as such by its line, with “#” or by a title such as “Copyright”. */
function headingOf(text: string): DocumentPart | null {
  if (text.includes('\n')) return null
  const noted = headingOfAozora(text)
  if (noted !== null && noted !== '') return { kind: 'heading', text: noted }
  if (withoutMark(text) !== text) return { kind: 'heading', text: withoutMark(text) }
  return SHORT.test(text) && kindOfTitle(text) !== 'body' ? { kind: 'heading', text } : null
}
