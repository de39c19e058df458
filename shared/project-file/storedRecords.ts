/**
 * From what a file holds to records of today. Records are JSON; a change of their shape raises FORMAT_VERSION and adds one
 * step here, so that a file of any age goes through the same steps. Frozen files of every version keep this honest.
 */
import * as z from 'zod'
import { endpointSchema, jobIdSchema, jobSchema } from '../jobs/job.ts'
import { storyRecordSchema } from '../story/records.ts'
import type { StoryRecord } from '../story/records.ts'
import { FORMAT_VERSION, OLDEST_FORMAT_VERSION } from './format.ts'

/** Turns the JSON records of one format version into those of the next. */
export type UpgradeStep = (records: readonly unknown[]) => readonly unknown[]

/** The first step goes from OLDEST_FORMAT_VERSION to the one after it, and so on up to FORMAT_VERSION. */
const STEPS: readonly UpgradeStep[] = []

/** Takes JSON records of version `from` through all steps from there on. Throws for a version without steps. */
export function upgradeRecords(
  records: readonly unknown[],
  from: number,
  steps: readonly UpgradeStep[] = STEPS,
): readonly unknown[] {
  const first = from - OLDEST_FORMAT_VERSION
  if (first < 0 || first > steps.length) throw new Error(`No way from format version ${from}`)
  return steps.slice(first).reduce((current, step) => step(current), records)
}

/** Records of a file of any known version, checked. Throws where one is not what its version allows. */
export function parseStoredRecords(values: readonly unknown[], from: number = FORMAT_VERSION): StoryRecord[] {
  return upgradeRecords(values, from).map((value) => storyRecordSchema.parse(value))
}

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

export const storedAudioSchema = z.strictObject({
  audioId: jobIdSchema,
  type: z.enum(['audio/mpeg', 'audio/wav']),
  byteLength: z.int().min(0),
  durationMs: z.int().min(0),
})
