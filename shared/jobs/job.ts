/**
 * A job: one paid request to a speech service, from before its first byte leaves until its audio is stored. This is the only
 * list of a job's states and fields; the stored record, the index across projects and the page's view extend it.
 */
import * as z from 'zod'
import { wireErrorSchema } from '../ipc/result.ts'
import type { MessageParams } from '../lib/userFacingError.ts'

/** The endpoint that a job's request goes to. */
export const endpointSchema = z.enum(['speech', 'emotion', 'story', 'document'])
export type JobEndpoint = z.infer<typeof endpointSchema>

/**
 * The state of a job. `sending` is on disk before the first byte leaves. A job found in `sending` after a restart becomes
 * `unknown`: it may have been charged, and it is never sent again by itself. `dismissed`: ended by the writer.
 */
export const jobStateSchema = z.enum(['sending', 'accepted', 'completed', 'failed', 'unknown', 'dismissed'])
export type JobState = z.infer<typeof jobStateSchema>

/** The ways in which a job's audio can arrive. */
export const resultSourceSchema = z.enum(['response', 'history', 'webhook', 'by-hand'])
export type ResultSource = z.infer<typeof resultSourceSchema>

export const jobIdSchema = z.string().min(1).max(64)

/** Ids of jobs as the value `jobs` of an error. */
export function formatJobIds(ids: Iterable<string>): string {
  return [...ids].join(' ')
}

/** Confirmation that words already requested by these jobs may be bought again. */
export const despiteSchema = z.array(jobIdSchema).max(10_000).readonly()

/** The ids of jobs that an error names; empty if it names none. */
export function parseJobIds({ jobs }: MessageParams): string[] {
  return typeof jobs === 'string' ? jobs.split(' ') : []
}

export const jobSchema = z.object({
  id: jobIdSchema,
  endpoint: endpointSchema,
  connectionId: z.string().min(1).max(64),
  state: jobStateSchema,
  /** The service's id of the conversion; null before its response. */
  uuid: z.string().max(200).nullable(),
  /** The service's last status number and percentage (0 to 100). */
  status: z.int().nullable(),
  percentage: z.number(),
  estimatedCredits: z.number().nullable(),
  usedCredits: z.number().nullable(),
  /** Why it failed, or why its audio could not be fetched. */
  error: wireErrorSchema.nullable(),
  /** How the audio arrived; null before that, and in files from before this field existed. */
  source: resultSourceSchema.nullable().default(null),
  /** The stored audio; null until it is stored. */
  audioId: jobIdSchema.nullable().default(null),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
})
export type Job = Readonly<z.infer<typeof jobSchema>>

/** The fields of a job that come from its service's responses, before the first response. */
export const UNANSWERED = {
  uuid: null,
  status: null,
  percentage: 0,
  estimatedCredits: null,
  usedCredits: null,
  error: null,
  source: null,
  audioId: null,
} as const satisfies Partial<Job>

/** The fields of a job that show whether something is left to do about it; a `preparing` job has no request yet. */
interface Standing {
  readonly state: JobState | 'preparing'
  readonly error: Job['error']
}

/** Whether a request may have been charged without an answer confirming it. */
export function isUnsettled({ state }: Pick<Standing, 'state'>): boolean {
  return state === 'sending' || state === 'unknown'
}

/** Whether the service no longer knows an accepted job: the same request may be sent again. */
export function isForgotten({ state, error }: Standing): boolean {
  return state === 'accepted' && error?.code === 'conversion-forgotten'
}

/** Whether something remains to be done about a job: its service works on it, or its outcome is unknown. */
export function isOpenEnded(job: Standing): boolean {
  return (job.state === 'accepted' && !isForgotten(job)) || isUnsettled(job)
}
