/** Sections that are around the body of a book, by their titles. */
import type { SectionKind, SectionParts } from '../../../../shared/import/source.ts'
import { isContentsTitle } from '../formats/contentsList.ts'

const FRONT =
  /^(?:cover|half[ -]?title(?: page)?|title page|copyright(?: page)?|imprint|colophon|dedication|epigraph|also by\b.*|praise for\b.*|titelseite|impressum|widmung|copyright.*|couverture|page de titre|dédicace|mentions légales|portada|dedicatoria|créditos|derechos de autor)$/iu
const NOTES =
  /^(?:notes|end ?notes|foot-?notes|przypisy|примечания|сноски|note(?: al testo)?|anmerkungen|fußnoten|endnoten|notes de bas de page|notas(?: al pie)?)$/iu
const BACK =
  /^(?:about the authors?|acknowledge?ments|bibliography|index|works cited|über (?:den autor|die autorin)|danksagung|literaturverzeichnis|à propos de l[’']aut(?:eur|rice)|remerciements|bibliographie|sobre (?:el autor|la autora)|agradecimientos|bibliografía)$/iu

/** Signs around a title: emphasis, and the colon or the full stop after it. */
const SIGNS = /^[\s_*=~[]+|[\s_*=~\].:]+$/g

/** What a section is, by its title: “Copyright”, “Inhalt”, “Notas:”. */
export function kindOfTitle(written: string): SectionKind {
  const title = written.replaceAll(SIGNS, '')
  if (isContentsTitle(title)) return 'contents'
  if (FRONT.test(title)) return 'frontMatter'
  if (NOTES.test(title)) return 'notes'
  return BACK.test(title) ? 'backMatter' : 'body'
}

/** The sections of a text by their titles. A text of which nothing would be left is all body. */
export function withTitleKinds(sections: readonly SectionParts[]): readonly SectionParts[] {
  const told = sections.map((section) =>
    section.title === null || section.kind !== 'body'
      ? section
      : { ...section, kind: kindOfTitle(section.title.trim()) },
  )
  return told.some(({ kind, paragraphs }) => kind === 'body' && paragraphs.length > 0) ? told : sections
}
