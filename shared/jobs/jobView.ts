/** A job as the page sees it, in answers and in events alike. */
import * as z from 'zod'
import { projectIdSchema } from '../ipc/views.ts'
import { TEXT_MODELS } from '../speech-api/models.ts'
import { blockIdSchema } from '../story/records.ts'
import { jobIdSchema, jobSchema, jobStateSchema } from './job.ts'

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
  /** Where a render makes single blocks: how many are made, have failed, and are made in all, and those that wait, in their order. */
  blocks: z
    .strictObject({
      made: z.int(),
      failed: z.int(),
      of: z.int(),
      isPaused: z.boolean(),
      waiting: z.array(blockIdSchema).readonly(),
    })
    .nullable(),
})
export type JobActivity = Readonly<z.infer<typeof jobActivitySchema>>

export const jobViewSchema = jobSchema.extend({
  /** Increases with each view that the app makes. Answers and events can arrive in any order: the view with the highest revision counts. */
  revision: z.number(),
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
  /** The service's figure, or Fabula's own estimate of one credit per character. */
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

/** Where a job stands in a list: several may begin within one millisecond. */
export type JobPlace = Pick<JobView, 'createdAtMs' | 'id'>

/** Newest first; jobs of one millisecond in the order in which the app lists them. */
export function compareNewestFirst(a: JobPlace, b: JobPlace): number {
  return b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}
