/** What the page asks about jobs of all stories and documents, and what it is told of them. */
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

/** What the list is narrowed to. */
export const JOB_GROUPS = ['waiting', 'unknown', 'completed', 'failed'] as const
export type JobGroup = (typeof JOB_GROUPS)[number]
export const jobFilterSchema = z.strictObject({
  /** Found in the text, the story's title, or the service's id. */
  text: z.string().max(200).optional(),
  group: z.enum(JOB_GROUPS).optional(),
  connectionId: jobIdSchema.optional(),
  endpoint: endpointSchema.optional(),
  /** A day as YYYY-MM-DD in the writer's own time. */
  day: z.iso.date().optional(),
})
export type JobFilter = z.infer<typeof jobFilterSchema>

/** The last job of the page before. */
const jobPlaceSchema = z.strictObject({ createdAtMs: z.number(), id: jobIdSchema })

/** A conversion that the service has and Fabula has not, for the writer to recognise. */
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
   * Starts what the writer asks for, once. A story: `job` is null where nothing is missing. A document that was made before with the
   * same voice, model and speed, or is being made, is not sent again: `isNew` is false. Its password is sent along and kept nowhere.
   */
  'jobs:start': {
    input: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('story'),
        projectId: projectIdSchema,
        /** The blocks to make; all of the story where they are not given. */
        only: z.array(blockIdSchema).optional(),
        /** As the story is wished to be made; as is best where it is not given. */
        way: renderWaySchema.optional(),
        /** The credits that the writer confirmed for this render, whatever the caps are. What is left of them ends with it. */
        pastCaps: z.int().min(0).optional(),
        despite: despiteSchema.optional(),
        /** The credits that are made with the whole story. */
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
        /** In which encoding a text was written, where the writer chose it. */
        encoding: textEncodingSchema.optional(),
      }),
    ]),
    output: z.strictObject({ job: jobViewSchema.nullable(), isNew: z.boolean() }),
  },
  /** Goes on with the render that broke off (`ProjectView.brokenOff`), or forgets it. Does nothing if it goes on already. */
  'jobs:goOn': {
    input: z.strictObject({ projectId: projectIdSchema, isWanted: z.boolean() }),
    output: nothing,
  },
  /** Ends an upload, or asking the service about a job. An accepted job stays accepted. */
  'jobs:stop': { input: ofJob, output: nothing },
  /** Stops a job and dismisses it, also where its request is on its way. A service that is known to offer that ends it, too. */
  'jobs:cancel': { input: ofJob, output: nothing },
  /** Pauses a render that makes blocks, or lets it go on: blocks that were begun are made. Does nothing where it is over. */
  'jobs:pause': { input: ofJob.extend({ isPaused: z.boolean() }), output: nothing },
  /** Changes the queue of a render that makes blocks. Does nothing where the block is made by now. */
  'jobs:changeQueue': {
    input: ofJob.extend({ blockId: blockIdSchema, act: z.enum(QUEUE_ACTS) }),
    output: nothing,
  },
  /** How fast a service made blocks before. */
  'jobs:paces': { input: z.strictObject({ connectionId: jobIdSchema }), output: pacesSchema },
  /** Asks the service again, and fetches the audio where there is some. Answers when that is begun. */
  'jobs:resume': { input: ofJob, output: nothing },
  /** Puts an end to a job that failed, has no known outcome or is not followed: the same may be sent again. */
  'jobs:dismiss': { input: ofJob, output: nothing },
  /** Takes audio from a file or an https address for a job that waits. Answers when it is stored. */
  'jobs:attach': {
    input: ofJob.extend({
      from: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('address'), url: z.string().max(4096) }),
        z.strictObject({ kind: z.literal('file'), ref: fileRefSchema }),
      ]),
    }),
    output: nothing,
  },
  /** What in the service's history may be the outcome of this job, which is unknown. Null where the service has no list. */
  'jobs:claimable': { input: ofJob, output: z.array(claimableSchema).nullable() },
  /** Makes a conversion of the service the job's outcome, and fetches it. */
  'jobs:claim': { input: ofJob.extend({ uuid: z.string().trim().min(1).max(200) }), output: nothing },
  /** The listed jobs after this one, newest first; the newest ones where it is null. */
  'jobs:list': {
    input: z.strictObject({ after: jobPlaceSchema.nullable(), filter: jobFilterSchema }),
    output: z.object({ jobs: z.array(jobViewSchema), hasMore: z.boolean() }),
  },
  /** How many listed jobs pass the filter in each group, whatever group the filter names. */
  'jobs:count': {
    input: z.strictObject({ filter: jobFilterSchema }),
    output: z.record(z.enum(JOB_GROUPS), z.int()),
  },
  /** Writes a table as CSV to a file that was chosen for `export-csv`. Throws `export-not-writable`. */
  'jobs:writeTable': {
    input: z.strictObject({ ref: fileRefSchema, csv: z.string() }),
    output: z.strictObject({ fileName: z.string() }),
  },
  /** Removes a job from the list. What it cost stays in the ledger, its audio in the story. */
  'jobs:removeFromList': { input: ofJob, output: nothing },
  /** Puts a job back on the list. */
  'jobs:restoreToList': { input: ofJob, output: nothing },
  /** Opens the story that a job belongs to. */
  'jobs:openStory': { input: ofJob, output: projectViewSchema },
  /** Keeps a job's story open while its audio is heard, and says under which id that plays. */
  'jobs:listen': { input: ofJob, output: z.object({ projectId: projectIdSchema }) },
  /** The audio of a job is not heard any more. */
  'jobs:stopListening': { input: ofJob, output: nothing },
} as const

export const jobsEvents = {
  'jobs:changed': jobUpdateSchema,
} as const
