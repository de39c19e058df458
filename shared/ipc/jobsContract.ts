/** What the page asks about jobs of all stories and documents, and what it is told of them. */
import * as z from 'zod'
import { AUDIO_FORMATS } from '../files/fileTypes.ts'
import { despiteSchema, endpointSchema, jobIdSchema } from '../jobs/job.ts'
import { jobUpdateSchema, jobViewSchema, QUEUE_ACTS } from '../jobs/jobView.ts'
import { pacesSchema } from '../jobs/pace.ts'
import {
  MAX_PASSWORD_CHARACTERS,
  MAX_SPEED,
  MAX_VOICE_ID_CHARACTERS,
  MIN_SPEED,
} from '../speech-api/limits.ts'
import { TEXT_MODELS } from '../speech-api/models.ts'
import { blockIdSchema, renderWaySchema } from '../story/records.ts'
import { creditsSchema } from '../story/story.ts'
import { projectViewSchema } from './projectView.ts'
import { fileRefSchema, projectIdSchema, textEncodingSchema, encodingSamplesSchema } from './views.ts'
import { wireErrorSchema } from './result.ts'

const nothing = z.strictObject({})
const ofJob = z.strictObject({ id: jobIdSchema })

/** What the list is narrowed to. */
export const JOB_GROUPS = ['waiting', 'unknown', 'completed', 'failed'] as const
export type JobGroup = (typeof JOB_GROUPS)[number]
const jobFilterSchema = z.strictObject({
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
const claimableSchema = z.object({
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

/** What the page asks about documents that were turned into speech, beside the jobs that they are. */
const password = z.string().max(MAX_PASSWORD_CHARACTERS).nullable()

export const documentsContract = {
  /**
   * Opens the library of documents and gives its jobs, but for those that were dismissed. Throws `documents-damaged`, `-newer` or
   * `-unavailable` where it cannot be read.
   */
  'documents:open': {
    input: nothing,
    output: z.strictObject({
      jobs: z.array(jobViewSchema),
      /** Whether there are others, in a file that another program has open. */
      isHeldElsewhere: z.boolean(),
    }),
  },
  /**
   * Some of a document's words, from all over it: enough to tell its letters. Rejects with the reader's `document-…` errors.
   */
  'documents:sample': {
    input: z.strictObject({ ref: fileRefSchema, password, encoding: textEncodingSchema.optional() }),
    output: z.strictObject({ text: z.string() }),
  },
  /** None for a document that is no text, or whose encoding is certain. */
  'documents:encodings': { input: z.strictObject({ ref: fileRefSchema }), output: encodingSamplesSchema },
  /** Sends a document that failed once more, from its file and with the same settings; the failure is then dismissed. */
  'documents:sendAgain': { input: ofJob, output: z.strictObject({ job: jobViewSchema }) },
  /** Takes a finished document off the list and its audio off the disk. What was made of it elsewhere stays. */
  'documents:remove': { input: ofJob, output: nothing },
  /**
   * Keeps a library of documents that cannot be read under another name and begins a new one. Gives where it is now, or null
   * where there is nothing wrong with it.
   */
  'documents:setAside': { input: nothing, output: z.strictObject({ location: z.string().nullable() }) },
  /** Writes the audio to a file; `export:progress` tells of it. */
  'documents:export': {
    input: ofJob.extend({ format: z.enum(AUDIO_FORMATS), ref: fileRefSchema }),
    output: z.strictObject({ exportId: z.string() }),
  },
  /** Opens a new draft of the document's words, with its audio as the take of its one block. */
  'documents:toStory': { input: ofJob.extend({ password }), output: projectViewSchema },
} as const

// What the page asks and is told about what speech costs, and about the events of services.

/** Lines of one list of the ledger, most recent first. */
export const MAX_LEDGER_LINES = 400
/** For how many days the ledger tells which stories they went to. */
export const DAYS_WITH_STORIES = 16
const ledgerSumsSchema = z.object({
  conversions: z.number(),
  estimated: z.number(),
  /** What services said was used; conversions that they have not said it of count by their estimate. */
  charged: z.number(),
  /** As the caps count: for each conversion the higher of Fabula's own estimate and what its service says. */
  counted: z.number(),
})
const ledgerLineSchema = ledgerSumsSchema.extend({
  /** A story's id, a connection's id, or a day as YYYY-MM-DD in the writer's own time. */
  key: z.string(),
  /** The story's title; null where the key says it all. */
  name: z.string().nullable(),
})
export type LedgerSums = z.infer<typeof ledgerSumsSchema>
export type LedgerLine = z.infer<typeof ledgerLineSchema>
const ledgerSchema = z.object({
  stories: z.array(ledgerLineSchema),
  connections: z.array(ledgerLineSchema),
  days: z.array(ledgerLineSchema),
  /** The credits of each story on each of the last days, most recent day first. */
  storiesByDay: z.array(z.object({ day: z.string(), title: z.string(), charged: z.number() })),
  /** Of everything, also of what is too old to have a line. */
  total: ledgerSumsSchema,
})
export type Ledger = z.infer<typeof ledgerSchema>

const webhookStateSchema = z.object({
  /** The address that a tunnel has to lead to; null while nothing listens. */
  localUrl: z.string().nullable(),
  /** The address to register at a service: the tunnel's public one, with the path that events come to. */
  registeredUrl: z.string().nullable(),
  error: wireErrorSchema.nullable(),
  lastEvent: z
    .object({
      atMs: z.number(),
      name: z.string(),
      verdict: z.enum(['accepted', 'repeated', 'unknown-conversion', 'refused', 'test']),
    })
    .nullable(),
  /** Connections that have a public key: only theirs can be verified. */
  verifiable: z.number(),
})
export type WebhookState = z.infer<typeof webhookStateSchema>

export const ledgerContract = {
  'ledger:get': { input: nothing, output: ledgerSchema },
  /** Confirms one request that a cap kept back; `request` is what the error named. It ends with the next try, sent or not. */
  'ledger:allow': { input: z.strictObject({ request: z.string().max(200) }), output: nothing },
  'webhooks:state': { input: nothing, output: webhookStateSchema },
  'webhooks:test': { input: nothing, output: z.object({ address: z.string() }) },
  /** The writer trusts a host to give out the audio of conversions. */
  'webhooks:allowHost': { input: z.strictObject({ host: z.string().min(1).max(255) }), output: nothing },
} as const

export const ledgerEvents = {
  'webhooks:changed': webhookStateSchema,
} as const
