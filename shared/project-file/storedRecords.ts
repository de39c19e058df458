/**
 * The schemas of a project file. A change of any stored shape adds a step to FORMAT_STEPS, which converts values of older formats. A test
 * compares the schemas with a stored fingerprint, and frozen files of every version are opened by the tests.
 */
import * as z from 'zod'
import { AUDIO_TYPES } from '../files/fileTypes.ts'
import { endpointSchema, jobIdSchema, jobSchema } from '../jobs/job.ts'
import { storyRecordSchema, type StoryRecord } from '../story/records.ts'
import { storyRenderSchema, takeSchema, type StoryRender, type Take } from '../story/takes.ts'
import {
  FORMAT_STEPS,
  FORMAT_VERSION,
  OLDEST_FORMAT_VERSION,
  type FormatStep,
  type StoredTable,
} from './format.ts'

/**
 * A job as it is stored, without the request's body, which has its own column. `kind` is the endpoint; `purpose` and `error`
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

/** The tables whose rows are JSON, and the value of a row. */
export interface StoredValues extends Readonly<Record<StoredTable, unknown>> {
  readonly records: StoryRecord
  readonly takes: Take
  readonly renders: StoryRender
  readonly conversions: StoredJob
}

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

/** Converts a table's JSON value from format version `from` to FORMAT_VERSION. Throws for a version without steps. */
export function upgradeStored(
  table: StoredTable,
  value: unknown,
  from: number,
  steps: readonly FormatStep[] = FORMAT_STEPS,
): unknown {
  const first = from - OLDEST_FORMAT_VERSION
  if (first < 0 || first > steps.length) throw new Error(`There is no step from format version ${from}`)
  return steps.slice(first).reduce((current, step) => step[table]?.(current) ?? current, value)
}

/** Parses a table's JSON value of format version `from` into a checked current value. Throws if the value is not valid. */
export function parseStored<T extends StoredTable>(
  table: T,
  value: unknown,
  from: number = FORMAT_VERSION,
): StoredValues[T] {
  return STORED_SCHEMAS[table].parse(upgradeStored(table, value, from))
}
