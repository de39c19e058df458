/** A job as the page sees it, in both answers and events. */
import * as z from 'zod'
import { wireErrorSchema } from '../ipc/result.ts'
import { projectIdSchema } from '../ipc/views.ts'
import { TEXT_MODELS } from '../speech-api/models.ts'
import { blockIdSchema } from '../story/records.ts'
import { jobIdSchema, jobSchema, jobStateSchema } from './job.ts'

/** The blocks of a render that makes single blocks. */
const queueViewSchema = z.strictObject({
  made: z.int(),
  /** The number of blocks of the render, without those that were removed. */
  of: z.int(),
  isPaused: z.boolean(),
  /** The number of blocks made per minute, excluding pauses; null while there is too little data. */
  perMinute: z.number().nullable(),
  /** The waiting blocks, in order. */
  waiting: z.array(blockIdSchema).readonly(),
  /** The blocks that are being made. */
  underWay: z.array(blockIdSchema).readonly(),
  /** The blocks that failed, each with the reason. They can be retried while the render continues. */
  failed: z.array(z.strictObject({ blockId: blockIdSchema, error: wireErrorSchema })).readonly(),
})
export type QueueView = Readonly<z.infer<typeof queueViewSchema>>

/** An interrupted render of single blocks: how many are left, and Fabula's estimate of their cost. */
export const brokenOffSchema = z.strictObject({ blocks: z.int(), credits: z.int() })
export type BrokenOff = Readonly<z.infer<typeof brokenOffSchema>>

/** What a writer can do with a block in a render's queue: move it up or down, remove it, or retry it after it failed. */
export const QUEUE_ACTS = ['first', 'up', 'down', 'remove', 'retry'] as const
export type QueueAct = (typeof QUEUE_ACTS)[number]

/** The current activity of a job. */
const jobActivitySchema = z.strictObject({
  /** The service's status number; the page has names for them. */
  status: z.int(),
  /** 0 to 100. */
  percentage: z.number(),
  /** Milliseconds left, once there is enough data. */
  remainingMs: z.number().nullable(),
  /** Why the service waits for a voice server, and until when, in the service's words. */
  waitsBecause: z.string().optional(),
  /** False once the writer has stopped the job, which may still wait for the response to its request. */
  isFollowed: z.boolean(),
  /** Bytes of a document sent so far; null unless it is an upload. */
  sentBytes: z.number().nullable(),
  /** The queue of a render of single blocks. */
  blocks: queueViewSchema.nullable(),
})
export type JobActivity = Readonly<z.infer<typeof jobActivitySchema>>

export const jobViewSchema = jobSchema.extend({
  /** Increases with each view that the app makes. Answers and events can arrive in any order: the view with the highest revision counts. */
  revision: z.number(),
  /** Its place among the jobs of its open project: it increases with each new job, regardless of the clock. 0 in a file that is not open. */
  order: z.number(),
  /** `preparing`: no request has been made yet. Such a job is in memory only. */
  state: z.enum([...jobStateSchema.options, 'preparing']),
  /** Null while the job is idle. */
  activity: jobActivitySchema.nullable(),
  /** When the service is polled again about a job of an open project, after it did not respond; otherwise null. */
  nextTryMs: z.number().nullable(),
  /** Whether the writer has seen why its audio could not be fetched. */
  isErrorSeen: z.boolean(),
  /** False for a job without a request, and for a job that the writer removed from the list of conversions. */
  isListed: z.boolean(),
  /** The service's estimate, or Fabula's own of one credit per character if that is higher. */
  estimatedCredits: z.number(),
  /** Null for the built-in voice, and for a connection that was removed. */
  connectionName: z.string().nullable(),
  /** The start of the text, the story's title or the document's name. */
  input: z.string(),
  storyTitle: z.string(),
  /** Whether the job's file is still in its place. */
  isStoryThere: z.boolean(),
  /** The project if it is open: only then can the audio be played. */
  projectId: projectIdSchema.nullable(),
  /** The length of its audio; null if there is no audio. */
  durationMs: z.number().nullable(),
  /** The voice that speaks it; null if there are several, or if the index does not know it. */
  voiceId: z.string().nullable().default(null),
  /** The block that it speaks; null for a story and a document. */
  blockId: z.string().nullable(),
  /** The host of audio that the service offers by an event, if the writer has not allowed that host yet. */
  offeredHost: z.string().nullable(),
  /** The document that was sent, if any. */
  document: z
    .object({
      name: z.string(),
      sizeBytes: z.number(),
      voiceId: z.string(),
      model: z.enum(TEXT_MODELS),
      speed: z.number(),
      /** Whether it was sent with a password, which is not stored. */
      isProtected: z.boolean(),
    })
    .nullable()
    .default(null),
})
export type JobView = Readonly<z.infer<typeof jobViewSchema>>

/** The current views of jobs. */
export const jobUpdateSchema = z.strictObject({
  jobs: z.array(jobViewSchema),
  /** Jobs that ended without ever having a request. Later views of them are ignored. */
  gone: z.array(jobIdSchema),
})
export type JobUpdate = Readonly<z.infer<typeof jobUpdateSchema>>

/** Newest first; for jobs of one open project. */
export function byOrder(a: Pick<JobView, 'order'>, b: Pick<JobView, 'order'>): number {
  return b.order - a.order
}

/** The position of a job in a list, since several may begin within one millisecond. */
export type JobPlace = Pick<JobView, 'createdAtMs' | 'id'>

/** Newest first; jobs of the same millisecond in the order in which the app lists them. */
export function compareNewestFirst(a: JobPlace, b: JobPlace): number {
  return b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}
