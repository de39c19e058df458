/** A document of any format as something to import: its chapters, and what is around them. */
import type {
  ImportParagraph,
  ImportProblem,
  ImportSource,
  Mark,
  SectionKind,
  SectionParts,
} from '../../../../shared/import/source.ts'
import { plainParagraph, sourceOf } from '../../../../shared/import/source.ts'
import { pictureTypeOf } from '../../../../shared/files/pictures.ts'
import { canonicalLanguage } from '../../../../shared/lib/languageTag.ts'
import {
  MAX_COVER_BYTES,
  MAX_DESCRIPTION,
  MAX_LABEL,
  MAX_SERIES_NUMBER,
} from '../../../../shared/story/limits.ts'
import type { DocumentPart, DocumentText, PartPlace } from '../formats/documentText.ts'
import { kindOfTitle } from './sectionKinds.ts'
import { createSectionsWriter } from './sections.ts'
import { authorIn } from './titlePage.ts'

const PLACE_KINDS: Readonly<Partial<Record<PartPlace, SectionKind>>> = {
  contents: 'contents',
  frontMatter: 'frontMatter',
}

/** The sections of a document; `name` is its title if it says none itself. */
export function sourceFromDocument(document: DocumentText, name: string): ImportSource {
  const { title, author, parts } = withoutTitle(document)
  const writer = createSectionsWriter()
  for (const part of parts) {
    const kind = part.place === undefined ? 'body' : PLACE_KINDS[part.place]
    if (part.kind === 'heading' && kind !== undefined) writer.heading(part.text, kind)
    else writer.paragraph(toParagraph(part), kind ?? 'body')
  }
  return sourceOf(title ?? name, withKinds(writer.finish(), title), {
    ...bookOf(document),
    author: (author ?? '').slice(0, MAX_LABEL),
    problems: [
      ...(document.missing ?? []).map((page, index) => problemOf('no-page', page, index + 1)),
      ...(document.pictures ?? []).map((page) => problemOf('picture-page', page, Number(page))),
    ],
  })
}

function problemOf(problem: ImportProblem['problem'], page: string, line: number): ImportProblem {
  return { line, problem, name: page.slice(0, MAX_LABEL) }
}

/** What a document says of itself as a book, within the limits of a story. A cover that is not the picture that it says it is, or too large, is none. */
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

/**
 * A document with the title and the author that its first lines say. Where several paragraphs have the style of a title, they are
 * headings like others.
 */
function withoutTitle({ title, author = null, parts }: DocumentText) {
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

/** A title or a subtitle that stands somewhere in the text is a heading like others. */
function asHeading({ place, ...part }: DocumentPart): DocumentPart {
  return place === undefined || place === 'title' || place === 'subtitle' ? part : { ...part, place }
}

/** Tells from their titles which sections are not the body: before its first chapter, and after it. */
function withKinds(sections: readonly SectionParts[], title: string | null): SectionParts[] {
  return sections.map((section, index) => {
    if (section.kind !== 'body' || section.title === null) return section
    const isTitle = section.paragraphs.length === 0 && (index === 0 || section.title === title)
    const kind = isTitle && sections.length > 1 ? 'frontMatter' : kindOfTitle(section.title.trim())
    return kind === 'body' ? section : { ...section, kind }
  })
}

function toParagraph(part: DocumentPart): ImportParagraph {
  const { text, marks } = withOmitted(part)
  return plainParagraph(text, { piece: pieceOf(part), marks })
}

function pieceOf({ place, text }: DocumentPart): ImportParagraph['piece'] {
  switch (place) {
    case 'notes':
      return 'footnote'
    case 'margin':
      return /\p{L}{2}/u.test(text) ? 'runningHeader' : 'pageNumber'
    case 'speakerNotes':
    case 'licence':
    case 'hidden':
    case 'repeated':
      return place
    case 'pictures':
      return 'picture'
    default:
      return null
  }
}

/** The text with what its reader omitted, which is marked. */
function withOmitted({ text, omitted = [] }: DocumentPart): {
  readonly text: string
  readonly marks: Mark[]
} {
  const marks: Mark[] = []
  let whole = ''
  let from = 0
  for (const { at, piece, text: words } of omitted) {
    whole += text.slice(from, at)
    from = at
    const start = whole.length
    whole += words
    // Put back, its words are words of their own. Before the text, the space goes with them.
    const isApart = /^\s?$/.test(whole.slice(Math.max(0, start - 1), start))
    const space = isApart && /^[\p{L}\p{N}]/u.test(text.slice(at, at + 2)) ? ' ' : ''
    marks.push({ piece, start, end: whole.length + (start === 0 ? space.length : 0) })
    whole += space
  }
  return { text: whole + text.slice(from), marks }
}
