import type { Gender } from '../../story/records.ts'

/** A guess at who speaks some words of a source. */
export interface Suggestion {
  readonly paragraph: number
  /** The words: from `start` to before `end` of the paragraph. */
  readonly start: number
  readonly end: number
  /** The name before the words, which is not spoken if the suggestion is accepted; null if none is written. */
  readonly cue: {
    readonly paragraph: number
    readonly start: number
    readonly end: number
    /** What of it is neither name nor manner: “(CONT'D)”. */
    readonly extensions?: readonly { readonly start: number; readonly end: number }[]
  } | null
  /** The speaker's key; null if somebody speaks and nothing tells who. */
  readonly speaker: string | null
  readonly manner: string
  /** How the words around it say that it is spoken (“whispering”): it is only offered, and the plan leaves it out. */
  readonly suggestedManner?: string | undefined
  /** 0 to 1. */
  readonly confidence: number
}

export interface Suggestions {
  /** In the order of the text; they do not overlap. */
  readonly lines: readonly Suggestion[]
  /** The names by key, as the text first writes them. */
  readonly names: ReadonlyMap<string, string>
  /** By key; without those whose gender the text does not tell. */
  readonly genders?: ReadonlyMap<string, Gender>
}

/** A line whose confidence is above this is accepted beforehand. */
export const SURE = 0.8
/** A line whose confidence is below this is rejected beforehand; between the two, the writer is asked. */
export const UNSURE = 0.5
