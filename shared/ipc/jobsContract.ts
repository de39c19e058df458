/** Calls and events about jobs of all stories and documents. */
import * as z from 'zod'
import { despiteSchema, endpointSchema, jobIdSchema } from '../jobs/job.ts'
import { jobUpdateSchema, jobViewSchema, QUEUE_ACTS } from '../jobs/jobView.ts'
import { pacesSchema } from '../jobs/pace.ts'
import {
  MAX_PASSWORD_CHARACTERS,
  MAX_SPEED,
  MAX_VOICE_ID_CHARACTERS,
  MIN_SPEED,
} from '../speech-api/limits.ts'
import { blockIdSchema, renderWaySchema } from '../story/records.ts'
import { TEXT_MODELS } from '../speech-api/models.ts'
import { creditsSchema } from '../story/story.ts'
import { projectViewSchema } from './projectView.ts'
import { fileRefSchema, projectIdSchema, textEncodingSchema } from './views.ts'

const nothing = z.strictObject({})
export const ofJob = z.strictObject({ id: jobIdSchema })

/** The groups by which the list can be filtered. */
export const JOB_GROUPS = ['waiting', 'unknown', 'completed', 'failed'] as const
export type JobGroup = (typeof JOB_GROUPS)[number]
export const jobFilterSchema = z.strictObject({
  /** Searched in the text, the story's title, or the service's id. */
  text: z.string().max(200).optional(),
  group: z.enum(JOB_GROUPS).optional(),
  connectionId: jobIdSchema.optional(),
  endpoint: endpointSchema.optional(),
  /** A day as YYYY-MM-DD in the writer's time zone. */
  day: z.iso.date().optional(),
})
export type JobFilter = z.infer<typeof jobFilterSchema>

/** The last job of the previous page. */
const jobPlaceSchema = z.strictObject({ createdAtMs: z.number(), id: jobIdSchema })

/** A conversion that only the service knows, for the writer to recognise. */
export const claimableSchema = z.object({
  uuid: z.string(),
  input: z.string(),
  status: z.int(),
  voiceId: z.string(),
  usedCredits: z.number().nullable(),
  createdAtMs: z.number().nullable(),
})
export type Claimable = z.infer<typeof claimableSchema>

export const jobsContract = {
  /**
   * Starts a render or a document, once. For a story, `job` is null if nothing is missing. A document that was made before with the
   * same voice, model and speed, or is being made, is not sent again: `isNew` is false. Its password is sent and not stored.
   */
  'jobs:start': {
    input: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('story'),
        projectId: projectIdSchema,
        /** The blocks to render; the whole story by default. */
        only: z.array(blockIdSchema).optional(),
        /** How to render the story; chosen by Fabula by default. */
        way: renderWaySchema.optional(),
        /** The credits that the writer confirmed for this render beyond the caps. Unused ones lapse when it ends. */
        pastCaps: z.int().min(0).optional(),
        despite: despiteSchema.optional(),
        /** The credits that are rendered with the whole story. */
        spokenCredits: creditsSchema.optional(),
      }),
      z.strictObject({
        kind: z.literal('document'),
        ref: fileRefSchema,
        connectionId: z.string().min(1).max(64),
        voiceId: z.string().min(1).max(MAX_VOICE_ID_CHARACTERS),
        model: z.enum(TEXT_MODELS),
        speed: z.number().min(MIN_SPEED).max(MAX_SPEED),
        password: z.string().max(MAX_PASSWORD_CHARACTERS).nullable(),
        /** The encoding of a text, if the writer chose it. */
        encoding: textEncodingSchema.optional(),
      }),
    ]),
    output: z.strictObject({ job: jobViewSchema.nullable(), isNew: z.boolean() }),
  },
  /** Resumes the interrupted render (`ProjectView.brokenOff`), or forgets it. Does nothing if it is already running. */
  'jobs:goOn': {
    input: z.strictObject({ projectId: projectIdSchema, isWanted: z.boolean() }),
    output: nothing,
  },
  /** Stops an upload, or polling the service about a job. An accepted job stays accepted. */
  'jobs:stop': { input: ofJob, output: nothing },
  /** Stops a job and dismisses it, even if its request is on its way. If the service is known to support it, the conversion is cancelled there too. */
  'jobs:cancel': { input: ofJob, output: nothing },
  /** Pauses a render that makes blocks, or continues it: blocks that have begun are finished. Does nothing if it is over. */
  'jobs:pause': { input: ofJob.extend({ isPaused: z.boolean() }), output: nothing },
  /** Changes the queue of a render that makes blocks. Does nothing if the block has been rendered meanwhile. */
  'jobs:changeQueue': {
    input: ofJob.extend({ blockId: blockIdSchema, act: z.enum(QUEUE_ACTS) }),
    output: nothing,
  },
  /** How fast a service has rendered blocks so far. */
  'jobs:paces': { input: z.strictObject({ connectionId: jobIdSchema }), output: pacesSchema },
  /** Asks the service again, and fetches the audio if there is any. Answers once that has begun. */
  'jobs:resume': { input: ofJob, output: nothing },
  /** Dismisses a job that failed, has no known outcome or is not followed: the same may then be sent again. */
  'jobs:dismiss': { input: ofJob, output: nothing },
  /** Takes audio from a file or an https address for a waiting job. Answers when it is stored. */
  'jobs:attach': {
    input: ofJob.extend({
      from: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('address'), url: z.string().max(4096) }),
        z.strictObject({ kind: z.literal('file'), ref: fileRefSchema }),
      ]),
    }),
    output: nothing,
  },
  /** Conversions in the service's history that may be the unknown outcome of this job. Null if the service has no list. */
  'jobs:claimable': { input: ofJob, output: z.array(claimableSchema).nullable() },
  /** Makes a conversion of the service the job's outcome, and fetches it. */
  'jobs:claim': { input: ofJob.extend({ uuid: z.string().trim().min(1).max(200) }), output: nothing },
  /** The listed jobs after this one, newest first; the newest ones if it is null. */
  'jobs:list': {
    input: z.strictObject({ after: jobPlaceSchema.nullable(), filter: jobFilterSchema }),
    output: z.object({ jobs: z.array(jobViewSchema), hasMore: z.boolean() }),
  },
  /** How many listed jobs pass the filter in each group, regardless of the filter's own group. */
  'jobs:count': {
    input: z.strictObject({ filter: jobFilterSchema }),
    output: z.record(z.enum(JOB_GROUPS), z.int()),
  },
  /** Writes a table as CSV to a file chosen for `export-csv`. Throws `export-not-writable`. */
  'jobs:writeTable': {
    input: z.strictObject({ ref: fileRefSchema, csv: z.string() }),
    output: z.strictObject({ fileName: z.string() }),
  },
  /** Removes a job from the list. Its cost stays in the ledger and its audio in the story. */
  'jobs:removeFromList': { input: ofJob, output: nothing },
  /** Puts a job back on the list. */
  'jobs:restoreToList': { input: ofJob, output: nothing },
  /** Opens the story that a job belongs to. */
  'jobs:openStory': { input: ofJob, output: projectViewSchema },
  /** Keeps a job's story open while its audio plays, and returns the project id for playing it. */
  'jobs:listen': { input: ofJob, output: z.object({ projectId: projectIdSchema }) },
  /** The audio of a job no longer plays. */
  'jobs:stopListening': { input: ofJob, output: nothing },
} as const

export const jobsEvents = {
  'jobs:changed': jobUpdateSchema,
} as const
