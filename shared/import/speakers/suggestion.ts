import type { Gender } from '../../story/records.ts'

/** A guess at the speaker of some words in a source. */
export interface Suggestion {
  readonly paragraph: number
  /** The words: from `start` to `end` in the paragraph, exclusive. */
  readonly start: number
  readonly end: number
  /** The name before the words, which is not spoken if the suggestion is accepted; null if there is none. */
  readonly cue: {
    readonly paragraph: number
    readonly start: number
    readonly end: number
    /** The parts of it that are neither name nor manner: “(CONT'D)”. */
    readonly extensions?: readonly { readonly start: number; readonly end: number }[]
  } | null
  /** The speaker's key; null for speech by an unknown speaker. */
  readonly speaker: string | null
  readonly manner: string
  /** The manner described in the narration around it (“whispering”): it is only offered, and the plan omits it. */
  readonly suggestedManner?: string | undefined
  /** 0 to 1. */
  readonly confidence: number
}

export interface Suggestions {
  /** In text order, without overlaps. */
  readonly lines: readonly Suggestion[]
  /** The names by key, in their first spelling in the text. */
  readonly names: ReadonlyMap<string, string>
  /** By key, without speakers whose gender the text does not indicate. */
  readonly genders?: ReadonlyMap<string, Gender>
}

/** A line with a confidence above this is accepted in advance. */
export const SURE = 0.8
/** A line with a confidence below this is rejected in advance; between the two, the writer is asked. */
export const UNSURE = 0.5
