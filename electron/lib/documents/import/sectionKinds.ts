/** Sections around the body of a book, by their titles. */
import type { ImportParagraph, Piece, SectionKind, SectionParts } from '../../../../shared/import/source.ts'
import { countWords } from '../../../../shared/story/words.ts'
import { parseChapterLine } from '../chapterNumbers.ts'
import { isContentsTitle } from '../formats/contentsList.ts'

const FRONT =
  /^(?:cover|half[ -]?title(?: page)?|title page|copyright(?: page)?|imprint|colophon|dedication|epigraph|also by\b.*|praise for\b.*|titelseite|impressum|widmung|copyright.*|couverture|page de titre|dédicace|mentions légales|portada|dedicatoria|créditos|derechos de autor)$/iu
const NOTES =
  /^(?:notes|end ?notes|foot-?notes|przypisy|примечания|сноски|note(?: al testo)?|anmerkungen|fußnoten|endnoten|notes de bas de page|notas(?: al pie)?)$/iu
const BACK =
  /^(?:about the authors?|acknowledge?ments|bibliography|index|works cited|über (?:den autor|die autorin)|danksagung|literaturverzeichnis|à propos de l[’']aut(?:eur|rice)|remerciements|bibliographie|sobre (?:el autor|la autora)|agradecimientos|bibliografía)$/iu

/** A title of a remark in the text as well as of notes, in Italian and German. */
const REMARK = /^note$/i
/** The beginning of a note: its number, or a sign. */
const NOTE_START = /^\s*(?:[[({]?(?:\d{1,4}|[a-z])[\])}.:]|\d{1,4}\s|[*†‡§])/i

/** Characters around a title: emphasis, and the colon or full stop after it. */
const SIGNS = /^[\s_*=~[]+|[\s_*=~\].:]+$/g

/** The kind of a section by its title: “Copyright”, “Inhalt”, “Notas:”. */
export function kindOfTitle(written: string): SectionKind {
  const title = written.replaceAll(SIGNS, '')
  if (isContentsTitle(title)) return 'contents'
  if (FRONT.test(title)) return 'frontMatter'
  if (NOTES.test(title)) return 'notes'
  return BACK.test(title) ? 'backMatter' : 'body'
}

/** Whether most paragraphs of a section are notes: left out as such, or numbered. */
function hasNotes({ paragraphs }: SectionParts): boolean {
  const isNote = ({ text, piece, marks }: SectionParts['paragraphs'][number]) =>
    piece === 'footnote' ||
    marks.some((mark) => mark.start === 0 && mark.piece === 'footnote') ||
    NOTE_START.test(text)
  return paragraphs.filter(isNote).length * 2 >= paragraphs.length
}

/**
 * The sections of a text with their kinds by their titles, before its first chapter and after it. `title` is that of the whole document, if a
 * section that consists only of this title is its title page. If no body would be left, the kinds stay as they are.
 */
export function withKinds(sections: readonly SectionParts[], title?: string | null): readonly SectionParts[] {
  const kinds = sections.map((section, index) => {
    if (section.title === null) return section.kind
    // A preface, an introduction or a prologue is read, even if the book counts it as front matter.
    if (section.kind === 'frontMatter' && parseChapterLine(section.title)?.kind === 'named') return 'body'
    if (section.kind !== 'body') return section.kind
    const isAlone = title !== undefined && sections.length > 1 && section.paragraphs.length === 0
    const isFirst = index === 0 && parseChapterLine(section.title) === null
    if (isAlone && (isFirst || section.title === title)) return 'frontMatter'
    const isRemark = REMARK.test(section.title.replaceAll(SIGNS, '')) && !hasNotes(section)
    return isRemark ? 'body' : kindOfTitle(section.title.trim())
  })
  const isLeft = sections.some(({ paragraphs }, index) => kinds[index] === 'body' && paragraphs.length > 0)
  return isLeft
    ? sections.map((section, index) => ({ ...section, kind: kinds[index] ?? section.kind }))
    : sections
}

/** Pieces that a page without words of its own can have. */
const PAGE_PIECES: ReadonlySet<Piece> = new Set(['picture', 'pageNumber', 'runningHeader'])

/** The sections without those that are a page without words and without a title, such as a picture: their paragraphs belong to a neighbour. */
export function withoutBlankPages(sections: readonly SectionParts[]): SectionParts[] {
  const isBlank = ({ title, paragraphs }: SectionParts) =>
    title === null &&
    paragraphs.every(
      ({ piece, text }) => (piece !== null && PAGE_PIECES.has(piece)) || countWords(text) === 0,
    )
  const kept: SectionParts[] = []
  let waiting: ImportParagraph[] = []
  for (const section of sections) {
    if (isBlank(section)) waiting.push(...section.paragraphs)
    else {
      kept.push({ ...section, paragraphs: [...waiting, ...section.paragraphs] })
      waiting = []
    }
  }
  const last = kept.pop()
  if (last === undefined) return [...sections]
  return [...kept, { ...last, paragraphs: [...last.paragraphs, ...waiting] }]
}
