/** A job as the page sees it, in answers and in events alike. */
import * as z from 'zod'
import { wireErrorSchema } from '../ipc/result.ts'
import { projectIdSchema } from '../ipc/views.ts'
import { TEXT_MODELS } from '../speech-api/models.ts'
import { blockIdSchema } from '../story/records.ts'
import { jobIdSchema, jobSchema, jobStateSchema } from './job.ts'

/** The blocks of a render that makes single blocks. */
const queueViewSchema = z.strictObject({
  made: z.int(),
  /** All blocks of the render, without those that were taken out. */
  of: z.int(),
  isPaused: z.boolean(),
  /** How many blocks were made in a minute, pauses left out; null while there is not enough to go by. */
  perMinute: z.number().nullable(),
  /** The blocks that wait, in their order. */
  waiting: z.array(blockIdSchema).readonly(),
  /** The blocks that are being made. */
  underWay: z.array(blockIdSchema).readonly(),
  /** The blocks that failed, each with the reason. They can be tried again while the render goes on. */
  failed: z.array(z.strictObject({ blockId: blockIdSchema, error: wireErrorSchema })).readonly(),
})
export type QueueView = Readonly<z.infer<typeof queueViewSchema>>

/** A render of single blocks that broke off: how many are left, and what they cost by Fabula's own estimate. */
export const brokenOffSchema = z.strictObject({ blocks: z.int(), credits: z.int() })
export type BrokenOff = Readonly<z.infer<typeof brokenOffSchema>>

/** What a writer can do with a block of a render's queue: make it sooner or later, take it out, or try it again after it failed. */
export const QUEUE_ACTS = ['first', 'up', 'down', 'remove', 'retry'] as const
export type QueueAct = (typeof QUEUE_ACTS)[number]

/** What goes on with a job at this moment. */
const jobActivitySchema = z.strictObject({
  /** The service's status number; names are the renderer's. */
  status: z.int(),
  /** 0 to 100. */
  percentage: z.number(),
  /** Milliseconds left, once there is enough to go by. */
  remainingMs: z.number().nullable(),
  /** False once the writer has stopped the job, which may still wait for the answer to its request. */
  isFollowed: z.boolean(),
  /** Bytes of a document that have left; null for what is no upload. */
  sentBytes: z.number().nullable(),
  /** Where a render makes single blocks: its queue. */
  blocks: queueViewSchema.nullable(),
})
export type JobActivity = Readonly<z.infer<typeof jobActivitySchema>>

export const jobViewSchema = jobSchema.extend({
  /** Increases with each view that the app makes. Answers and events can arrive in any order: the view with the highest revision counts. */
  revision: z.number(),
  /** Its place among the jobs of its open project: it increases with each new job, whatever the clock says. 0 in a file that is not open. */
  order: z.number(),
  /** `preparing`: no request has been made so far. Such a job is in memory only. */
  state: z.enum([...jobStateSchema.options, 'preparing']),
  /** Null while nothing goes on with the job. */
  activity: jobActivitySchema.nullable(),
  /** When the service is asked again about a job of an open project, after it did not answer; null where that is not so. */
  nextTryMs: z.number().nullable(),
  /** The writer has seen why its audio could not be fetched. */
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
  /** Whether the file that the job belongs to is where it was. */
  isStoryThere: z.boolean(),
  /** Where its project is open just now: only then its audio can be heard. */
  projectId: projectIdSchema.nullable(),
  /** The length of its audio; null where there is no audio. */
  durationMs: z.number().nullable(),
  /** The voice that speaks it; null where there are several, and where the index does not know. */
  voiceId: z.string().nullable().default(null),
  /** The block that it speaks; null for a story and a document. */
  blockId: z.string().nullable(),
  /** The service offers the audio by an event, at a host that the writer has not allowed yet. */
  offeredHost: z.string().nullable(),
  /** What was sent, where that is a document. */
  document: z
    .object({
      name: z.string(),
      sizeBytes: z.number(),
      voiceId: z.string(),
      model: z.enum(TEXT_MODELS),
      speed: z.number(),
      /** Whether it was sent with a password, which is not kept. */
      isProtected: z.boolean(),
    })
    .nullable()
    .default(null),
})
export type JobView = Readonly<z.infer<typeof jobViewSchema>>

/** Jobs as they are now. */
export const jobUpdateSchema = z.strictObject({
  jobs: z.array(jobViewSchema),
  /** Jobs that are over and never had a request. No later view of them counts. */
  gone: z.array(jobIdSchema),
})
export type JobUpdate = Readonly<z.infer<typeof jobUpdateSchema>>

/** Newest first; for jobs of one open project. */
export function byOrder(a: Pick<JobView, 'order'>, b: Pick<JobView, 'order'>): number {
  return b.order - a.order
}

/** Where a job stands in a list: several may begin within one millisecond. */
export type JobPlace = Pick<JobView, 'createdAtMs' | 'id'>

/** Newest first; jobs of one millisecond in the order in which the app lists them. */
export function compareNewestFirst(a: JobPlace, b: JobPlace): number {
  return b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}
