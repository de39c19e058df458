/** A guess at who speaks some words of a source. */
import * as z from 'zod'
import { GENDERS } from '../../story/records.ts'
import type { Gender } from '../../story/records.ts'

const offset = z.int().min(0)

const suggestionSchema = z.strictObject({
  paragraph: offset,
  /** The words: from `start` to before `end` of the paragraph. */
  start: offset,
  end: offset,
  /** The name before the words, which is not spoken where the suggestion is accepted; null where none is written. */
  cue: z.strictObject({ paragraph: offset, start: offset, end: offset }).nullable(),
  /** The speaker's key; null where somebody speaks and nothing tells who. */
  speaker: z.string().nullable(),
  manner: z.string(),
  /** How the words around it say that it is spoken (“whispering”): it is only offered, and the plan leaves it out. */
  suggestedManner: z.string().optional(),
  /** 0 to 1. */
  confidence: z.number().min(0).max(1),
})
export type Suggestion = Readonly<z.infer<typeof suggestionSchema>>

export interface Suggestions {
  /** In the order of the text; they do not overlap. */
  readonly lines: readonly Suggestion[]
  /** The names by key, as the text first writes them. */
  readonly names: ReadonlyMap<string, string>
  /** By key; without those whose gender the text does not tell. */
  readonly genders?: ReadonlyMap<string, Gender>
}

/** Suggestions as they cross to the page. */
export const suggestionsSchema = z.strictObject({
  lines: z.array(suggestionSchema),
  names: z.array(z.tuple([z.string(), z.string()])),
  genders: z.array(z.tuple([z.string(), z.enum(GENDERS)])),
})

/** A line whose confidence is above this is accepted beforehand. */
export const SURE = 0.8
/** A line whose confidence is below this is rejected beforehand; between the two, the writer is asked. */
export const UNSURE = 0.5
