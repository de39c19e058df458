/**
 * What a project file stores, and how a value of an older format becomes one of today. A change of any stored shape raises
 * FORMAT_VERSION and adds one step to STEPS, so that a file of any age goes through the same steps. A test compares the
 * schemas with a stored fingerprint, and frozen files of every version are opened by the tests.
 */
import * as z from 'zod'
import { AUDIO_TYPES } from '../files/fileTypes.ts'
import { endpointSchema, jobIdSchema, jobSchema } from '../jobs/job.ts'
import { NO_SILENCES, storyRecordSchema } from '../story/records.ts'
import type { StoryRecord } from '../story/records.ts'
import { storyRenderSchema, takeSchema } from '../story/takes.ts'
import type { StoryRender, Take } from '../story/takes.ts'
import { FORMAT_VERSION, OLDEST_FORMAT_VERSION } from './format.ts'

/**
 * A job as it is stored, but for the request's body, which has a column of its own. `kind` is the endpoint; `purpose` and `error`
 * are JSON texts, of the payload and of the error.
 */
export const storedJobSchema = z.strictObject({
  ...jobSchema.omit({ endpoint: true, error: true }).shape,
  kind: endpointSchema,
  requestHash: z.string().max(200),
  purpose: z.string(),
  error: z.string().nullable(),
})
export type StoredJob = z.infer<typeof storedJobSchema>

/** The tables whose rows are JSON, and what one row holds. */
export interface StoredValues {
  readonly records: StoryRecord
  readonly takes: Take
  readonly renders: StoryRender
  readonly conversions: StoredJob
}
export type StoredTable = keyof StoredValues
export const STORED_TABLES = ['records', 'takes', 'renders', 'conversions'] as const

export const STORED_SCHEMAS: { readonly [Table in StoredTable]: z.ZodType<StoredValues[Table]> } = {
  records: storyRecordSchema,
  takes: takeSchema,
  renders: storyRenderSchema,
  conversions: storedJobSchema,
}

export const storedAudioSchema = z.strictObject({
  audioId: jobIdSchema,
  type: z.enum([AUDIO_TYPES.mp3, AUDIO_TYPES.wav]),
  byteLength: z.int().min(0),
  durationMs: z.int().min(0),
})

/** Turns the JSON values of one format version into those of the next; a table without a function keeps its values. */
export type FormatStep = Readonly<Partial<Record<StoredTable, (value: unknown) => unknown>>>

/** The first step goes from OLDEST_FORMAT_VERSION to the version after it, and so on up to FORMAT_VERSION. */
const STEPS: readonly FormatStep[] = [
  // Version 1 was written without and, later, with these fields.
  {
    records(value) {
      if (!isObject(value)) return value
      const { type, defaults, settings } = value
      if (type === 'story') return { ...value, defaults: withExpression(defaults, '') }
      if (type === 'character') return { ...value, settings: withExpression(settings, '') }
      return type === 'block' ? withExpression(value, null) : value
    },
    conversions: (value) => (isObject(value) ? { source: null, audioId: null, ...value } : value),
  },
  // Version 3 adds rules for silences, notes on characters, locks, and entries of the lexicon. No silence follows the rules now.
  {
    records(value) {
      if (!isObject(value)) return value
      const { type } = value
      if (type === 'story') return { ...value, silenceRules: NO_SILENCES }
      if (type === 'character') return { ...value, notes: '' }
      if (type !== 'block') return value
      const silenceBeforeMs = value.silenceBeforeMs === 0 ? null : value.silenceBeforeMs
      return { ...value, silenceBeforeMs, breakBefore: 'paragraph', lockedKey: null }
    },
  },
  // Version 4 adds the take that is picked for a block, names and kinds of takes, and the way a story is rendered.
  {
    records(value) {
      if (!isObject(value)) return value
      if (value.type === 'story') return { ...value, renderWay: null }
      return value.type === 'block' ? { ...value, pick: null } : value
    },
    takes: (value) => (isObject(value) ? { ...value, kind: 'speech', name: '' } : value),
  },
  // Version 5 adds records of music. Those of version 4 stay as they are.
  {},
  // Version 6 adds the times of words to takes. Those of version 5 have none.
  {},
]

/** Adds vibe and prompt, where version 1 has none. */
function withExpression(value: unknown, customPrompt: '' | null): unknown {
  if (!isObject(value)) return value
  const { vibe = null } = value
  return { customPrompt, ...value, vibe: isObject(vibe) ? { prompt: '', ...vibe } : vibe }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Takes a table's JSON value from format version `from` to FORMAT_VERSION. Throws for a version without steps. */
export function upgradeStored(
  table: StoredTable,
  value: unknown,
  from: number,
  steps: readonly FormatStep[] = STEPS,
): unknown {
  const first = from - OLDEST_FORMAT_VERSION
  if (first < 0 || first > steps.length) throw new Error(`There is no step from format version ${from}`)
  return steps.slice(first).reduce((current, step) => step[table]?.(current) ?? current, value)
}

/** A table's JSON value of format version `from` as a checked value of today. Throws where the value is not valid. */
export function parseStored<T extends StoredTable>(
  table: T,
  value: unknown,
  from: number = FORMAT_VERSION,
): StoredValues[T] {
  return STORED_SCHEMAS[table].parse(upgradeStored(table, value, from))
}
