/** A document in one of the thirteen formats as something to import: its chapters, and what is around them. */
import type {
  ImportParagraph,
  ImportSource,
  Mark,
  SectionKind,
  SectionParts,
} from '../../../../shared/import/source.ts'
import { plainParagraph, sourceOf } from '../../../../shared/import/source.ts'
import { isContentsTitle } from '../formats/contentsList.ts'
import type { DocumentPart, DocumentText, PartPlace } from '../formats/documentText.ts'
import { createSectionsWriter } from './sections.ts'

const FRONT =
  /^(?:cover|half[ -]?title(?: page)?|title page|copyright(?: page)?|imprint|colophon|dedication|epigraph|also by\b.*|praise for\b.*|titelseite|impressum|widmung|copyright.*|couverture|page de titre|dédicace|mentions légales|portada|dedicatoria|créditos|derechos de autor)$/iu
const NOTES =
  /^(?:notes|end ?notes|footnotes|anmerkungen|fußnoten|endnoten|notes de bas de page|notas(?: al pie)?)$/iu
const BACK =
  /^(?:about the authors?|acknowledge?ments|bibliography|index|works cited|über (?:den autor|die autorin)|danksagung|literaturverzeichnis|à propos de l[’']aut(?:eur|rice)|remerciements|bibliographie|sobre (?:el autor|la autora)|agradecimientos|bibliografía)$/iu

const PLACE_KINDS: Readonly<Partial<Record<PartPlace, SectionKind>>> = {
  contents: 'contents',
  frontMatter: 'frontMatter',
}

/** The sections of a document; `name` is its title where it says none itself. */
export function sourceFromDocument({ title, parts }: DocumentText, name: string): ImportSource {
  const writer = createSectionsWriter()
  for (const part of parts) {
    const kind = part.place === undefined ? 'body' : PLACE_KINDS[part.place]
    if (part.kind === 'heading' && kind !== undefined) writer.heading(part.text, kind)
    else writer.paragraph(toParagraph(part), kind ?? 'body')
  }
  return sourceOf(title ?? name, withKinds(writer.finish(), title))
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

function kindOfTitle(title: string): SectionKind {
  if (isContentsTitle(title)) return 'contents'
  if (FRONT.test(title)) return 'frontMatter'
  if (NOTES.test(title)) return 'notes'
  return BACK.test(title) ? 'backMatter' : 'body'
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
      return 'speakerNotes'
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
    marks.push({ piece, start: whole.length, end: whole.length + words.length })
    whole += words
  }
  return { text: whole + text.slice(from), marks }
}
