/** The library of vibes at a story's connection, and auditions of a line with several of them. */
import * as z from 'zod'
import { despiteSchema } from '../jobs/job.ts'
import { connectionIdSchema } from '../servers/contract.ts'
import { MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import { MAX_COMMON_ENTRIES } from '../story/limits.ts'
import { blockIdSchema, lexiconEntryIdSchema, lexiconEntrySchema } from '../story/records.ts'
import { speechSettingsSchema } from '../story/speechSettings.ts'
import { takeSchema } from '../story/takes.ts'
import { MAX_VIBES_IN_FILE, vibeWordsSchema } from '../story/vibes.ts'
import { fileRefSchema, projectIdSchema, recentIdSchema } from './views.ts'

const vibeViewSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  prompt: z.string(),
  /** Whether it belongs to the platform: such vibes can be used but not changed. */
  isMaster: z.boolean(),
})
export type VibeView = z.infer<typeof vibeViewSchema>

/** The longest line of an audition: more than a service accepts, so that a long text can be pasted and cut. */
export const MAX_LINE_CHARACTERS = 2 * MAX_INPUT_CHARACTERS

const ofConnection = z.strictObject({ connectionId: connectionIdSchema })
const vibeId = z.int()

export const vibesContract = {
  /** Both lists of a library, each null if the service has none of the kind. Throws `vibes-not-offered` if it has neither. */
  'vibes:list': {
    input: ofConnection,
    output: z.strictObject({
      custom: z.array(vibeViewSchema).nullable(),
      master: z.array(vibeViewSchema).nullable(),
    }),
  },
  /** The writer's own vibes that contain a text, as found by the service. */
  'vibes:search': {
    input: ofConnection.extend({ text: z.string().max(500) }),
    output: z.array(vibeViewSchema),
  },
  'vibes:create': { input: ofConnection.extend({ vibe: vibeWordsSchema }), output: vibeViewSchema },
  'vibes:update': {
    input: ofConnection.extend({ id: vibeId, vibe: vibeWordsSchema }),
    output: vibeViewSchema,
  },
  /** The other stories in the list that use a vibe, except `recentId`. Stories that cannot be read are left out. */
  'vibes:usedIn': {
    input: ofConnection.extend({ id: vibeId, recentId: recentIdSchema.nullable() }),
    output: z.strictObject({ titles: z.array(z.string()) }),
  },
  'vibes:remove': {
    input: ofConnection.extend({ id: vibeId }),
    /** False if it was already gone. */
    output: z.strictObject({ wasThere: z.boolean() }),
  },
  /** Writes vibes to a file chosen for `export-vibes`. */
  'vibes:writeFile': {
    input: z.strictObject({ ref: fileRefSchema, vibes: z.array(vibeWordsSchema).max(MAX_VIBES_IN_FILE) }),
    output: z.strictObject({ fileName: z.string(), download: z.string().nullable() }),
  },
  /** The audio of a line as a block would say it with these settings: a take that fits, or a new one, which may cost credits. */
  'vibes:audition': {
    input: z.strictObject({
      projectId: projectIdSchema,
      blockId: blockIdSchema,
      text: z.string().min(1).max(MAX_LINE_CHARACTERS),
      settings: speechSettingsSchema,
      /** Whether the text is sent as it is, without the lexicon. */
      isSpoken: z.boolean().optional(),
      despite: despiteSchema.optional(),
    }),
    output: takeSchema,
  },
} as const

// The entries of the lexicon for all stories, which the app keeps beside its settings.

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
