/** Builds a source from the content of a file, which each reader writes in order: headings, paragraphs, lines of speakers, and problems. */
import { MAX_LABEL } from '../story/limits.ts'
import {
  isSpeakerName,
  plainParagraph,
  sourceOf,
  speakerKey,
  type CastMember,
  type ImportParagraph,
  type ImportProblem,
  type ImportSource,
  type SectionKind,
  type SectionParts,
} from './source.ts'

type SourceFields = Omit<ImportSource, 'title' | 'sections' | 'paragraphs' | 'problems'>
type Heading = Partial<Omit<SectionParts, 'title' | 'paragraphs'>>

export interface SourceWriter {
  /** Begins a section, of the body unless `fields` states another kind. A title that is too long becomes a paragraph. */
  heading(title: string | null, fields?: Heading): void
  /**
   * Adds words to the open section, or to a new section without a title if the open one has another kind. `piece` is the kind of words that are
   * usually left out.
   */
  paragraph(words: string, fields?: Partial<ImportParagraph>, kind?: SectionKind): void
  /** Adds the words of a speaker; the name is '' for none. A name that is too long is put before the words. */
  line(name: string, words: string, fields?: Partial<ImportParagraph>, kind?: SectionKind): void
  /** Adds a speaker to the cast. Returns the key, or null if the name is too long. */
  speaker(name: string): string | null
  /** Adds a problem with a place of the file. */
  problem(problem: ImportProblem): void
  /** Returns the source. `arrange` changes the sections, such as their kinds; by default they stay as they were written. */
  finish(
    title: string,
    fields?: Partial<SourceFields>,
    arrange?: (sections: readonly SectionParts[]) => readonly SectionParts[],
  ): ImportSource
}

export function createSourceWriter(): SourceWriter {
  const sections: SectionParts[] = []
  const cast = new Map<string, CastMember>()
  const problems: ImportProblem[] = []

  function paragraph(words: string, fields: Partial<ImportParagraph> = {}, kind: SectionKind = 'body'): void {
    const last = sections.at(-1)
    const added = plainParagraph(words, fields)
    if (last?.kind === kind) last.paragraphs.push(added)
    else sections.push({ title: null, kind, paragraphs: [added] })
  }

  function speaker(name: string): string | null {
    if (!isSpeakerName(name)) return null
    const key = speakerKey(name)
    if (!cast.has(key)) cast.set(key, { key, name, character: null })
    return key
  }

  return {
    heading(title, fields = {}) {
      if (title !== null && title.length > MAX_LABEL) paragraph(title, {}, fields.kind)
      else sections.push({ kind: 'body', ...fields, title, paragraphs: [] })
    },
    paragraph,
    line(name, words, fields = {}, kind = 'body') {
      const key = name === '' ? null : speaker(name)
      const lead = name === '' || key !== null ? '' : `${name}: `
      const moved = (fields.marks ?? []).map(({ piece, start, end }) => ({
        piece,
        start: start + lead.length,
        end: end + lead.length,
      }))
      paragraph(lead + words, { ...fields, marks: moved, speaker: key }, kind)
    },
    speaker,
    problem: (problem) => void problems.push(problem),
    finish(title, { author = '', ...fields } = {}, arrange = (written) => written) {
      return sourceOf(title, arrange(sections), {
        cast: [...cast.values()],
        problems,
        ...fields,
        author: author.slice(0, MAX_LABEL),
      })
    },
  }
}
