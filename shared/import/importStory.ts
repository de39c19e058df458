/** An import without a review, by the default decisions. */
import type { StoryRecord } from '../story/records.ts'
import { kindOf } from './coverage.ts'
import { defaultOptions, type ImportOptions } from './options.ts'
import { planSource } from './plan.ts'
import type { ImportSource, SectionKind } from './source.ts'
import { suggestSpeakers, type SuggestOptions } from './speakers/suggestSpeakers.ts'
import { storyRecordsOf } from './storyFromPlan.ts'
import type { Planned } from './planned.ts'

export interface DirectOptions extends SuggestOptions {
  /** The name of a narrator, in the writer’s language; English by default. */
  readonly narrator?: string | undefined
  /** The language that the writer chose, as a canonical tag. */
  readonly language?: string | undefined
  /** The voices that characters get; the built-in voices by default. */
  readonly voices?: Planned['voices']
  /** Options that differ from the default. */
  readonly decided?: Partial<Omit<ImportOptions, 'chapters' | 'speakers' | 'lines'>>
  /** The kinds of chapters that are read in addition to the body. */
  readonly kinds?: readonly SectionKind[]
}

/** The plan of a source with the default options, except those that are given. */
export function planDirectly(
  source: ImportSource,
  { decided = {}, kinds = [], narrator, language, voices, ...suggest }: DirectOptions,
): Planned {
  const suggestions = suggestSpeakers(source, suggest)
  const usual = defaultOptions(source)
  const chapters = usual.chapters.map((chapter) => ({
    ...chapter,
    isIncluded: chapter.isIncluded || kinds.includes(kindOf(source, chapter)),
  }))
  const options = { ...usual, chapters, ...decided }
  return planSource(source, suggestions, options, { narrator, language, voices })
}

/** The records of a new story. Throws like `storyRecordsOf`. */
export function importStory(
  source: ImportSource,
  options: DirectOptions,
  newId: () => string,
): StoryRecord[] {
  return storyRecordsOf(planDirectly(source, options), newId)
}
