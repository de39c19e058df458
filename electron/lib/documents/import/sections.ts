/** Sections of a source from the headings and paragraphs that a reader finds. */
import {
  plainParagraph,
  type ImportParagraph,
  type SectionKind,
  type SectionParts,
} from '../../../../shared/import/source.ts'
import { MAX_LABEL } from '../../../../shared/story/limits.ts'

/** Collects sections in their order. */
export interface SectionsWriter {
  /** Begins a section, with what stays when its title changes. A heading that is too long for a title is a paragraph. */
  heading(title: string, kind?: SectionKind, name?: string): void
  /** Adds to the section that is open; where the open section is of another kind, to a new section without a title. */
  paragraph(paragraph: ImportParagraph, kind?: SectionKind): void
  finish(): SectionParts[]
}

export function createSectionsWriter(): SectionsWriter {
  const sections: SectionParts[] = []
  function paragraph(added: ImportParagraph, kind: SectionKind = 'body'): void {
    const last = sections.at(-1)
    if (last?.kind === kind) last.paragraphs.push(added)
    else sections.push({ title: null, kind, paragraphs: [added] })
  }
  return {
    heading(title, kind = 'body', name = '') {
      if (title.length > MAX_LABEL) paragraph(plainParagraph(title), kind)
      else sections.push({ title, kind, ...(name !== '' && { name }), paragraphs: [] })
    },
    paragraph,
    finish: () => sections,
  }
}
