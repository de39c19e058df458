/** What every reader writes what it finds in a file to, in its order: headings, paragraphs, lines of speakers, and what is left out. */
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

type Told = Omit<ImportSource, 'title' | 'sections' | 'paragraphs' | 'problems'>
type Heading = Partial<Omit<SectionParts, 'title' | 'paragraphs'>>

export interface SourceWriter {
  /** Begins a section of the body, or of the kind that `told` says. A title that is too long for one is a paragraph. */
  heading(title: string | null, told?: Heading): void
  /**
   * Adds words to the section that is open; if that is of another kind, to a new section without a title. A `piece` is what the words are if they
   * are usually left out.
   */
  paragraph(words: string, told?: Partial<ImportParagraph>, kind?: SectionKind): void
  /** Adds words that somebody speaks; '' for nobody. A name that is too long to be one stays before the words. */
  line(name: string, words: string, told?: Partial<ImportParagraph>, kind?: SectionKind): void
  /** Adds somebody to the cast. Returns the key for their words, or null if the name is too long to be one. */
  speaker(name: string): string | null
  /** Tells what is wrong with a place of the file. */
  problem(problem: ImportProblem): void
  /** All that was written. `kindsOf` returns the kinds of all sections if they are other than they were begun with. */
  finish(
    title: string,
    told?: Partial<Told>,
    kindsOf?: (sections: readonly SectionParts[]) => readonly SectionKind[],
  ): ImportSource
}

export function createSourceWriter(): SourceWriter {
  const sections: SectionParts[] = []
  const cast = new Map<string, CastMember>()
  const problems: ImportProblem[] = []

  function paragraph(words: string, told: Partial<ImportParagraph> = {}, kind: SectionKind = 'body'): void {
    const last = sections.at(-1)
    const added = plainParagraph(words, told)
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
    heading(title, told = {}) {
      if (title !== null && title.length > MAX_LABEL) paragraph(title, {}, told.kind)
      else sections.push({ kind: 'body', ...told, title, paragraphs: [] })
    },
    paragraph,
    line(name, words, told = {}, kind = 'body') {
      const key = name === '' ? null : speaker(name)
      const lead = name === '' || key !== null ? '' : `${name}: `
      const moved = (told.marks ?? []).map(({ piece, start, end }) => ({
        piece,
        start: start + lead.length,
        end: end + lead.length,
      }))
      paragraph(lead + words, { ...told, marks: moved, speaker: key }, kind)
    },
    speaker,
    problem: (problem) => void problems.push(problem),
    finish(title, { author = '', ...told } = {}, kindsOf = (written) => written.map(({ kind }) => kind)) {
      const kinds = kindsOf(sections)
      const kept = sections.map((section, index) => ({ ...section, kind: kinds[index] ?? section.kind }))
      return sourceOf(title, kept, {
        cast: [...cast.values()],
        problems,
        ...told,
        author: author.slice(0, MAX_LABEL),
      })
    },
  }
}
