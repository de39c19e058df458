/** The entries of the lexicon for all stories, which the app keeps beside its settings. */
import * as z from 'zod'
import { MAX_COMMON_ENTRIES } from '../story/limits.ts'
import { lexiconEntryIdSchema, lexiconEntrySchema } from '../story/records.ts'

/** An entry for all stories: without a character, because characters belong to one story. */
export const commonEntrySchema = lexiconEntrySchema.extend({ characterId: z.null() })

const entries = z.array(commonEntrySchema).max(MAX_COMMON_ENTRIES)

export const lexiconContract = {
  'lexicon:list': { input: z.strictObject({}), output: entries },
  /** Puts and removes entries, and returns all of them. They are on disk when it answers. Throws `lexicon-not-saved` or `lexicon-full`. */
  'lexicon:change': {
    input: z.strictObject({ put: entries, remove: z.array(lexiconEntryIdSchema).max(MAX_COMMON_ENTRIES) }),
    output: entries,
  },
} as const

export const lexiconEvents = {
  /** The entries for all stories, after a change by any page. */
  'lexicon:changed': z.strictObject({ entries }),
} as const
