/** Calls and events about jobs of all stories and documents. */
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
import { wireErrorSchema } from './result.ts'
import { fileRefSchema, projectIdSchema, textEncodingSchema, encodingSamplesSchema } from './views.ts'

const nothing = z.strictObject({})
const ofJob = z.strictObject({ id: jobIdSchema })

/** The groups by which the list can be filtered. */
export const JOB_GROUPS = ['waiting', 'unknown', 'completed', 'failed'] as const
export type JobGroup = (typeof JOB_GROUPS)[number]
const jobFilterSchema = z.strictObject({
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
  /** Stops a job and dismisses it, even if its request is being sent. If the service is known to support it, the conversion is cancelled there too. */
  'jobs:cancel': { input: ofJob, output: nothing },
  /** Pauses a render of single blocks, or resumes it: blocks that have started are finished. Does nothing if it is over. */
  'jobs:pause': { input: ofJob.extend({ isPaused: z.boolean() }), output: nothing },
  /** Changes the queue of a render of single blocks. Does nothing if the block has been rendered meanwhile. */
  'jobs:changeQueue': {
    input: ofJob.extend({ blockId: blockIdSchema, act: z.enum(QUEUE_ACTS) }),
    output: nothing,
  },
  /** How fast a service has rendered blocks so far. */
  'jobs:paces': { input: z.strictObject({ connectionId: jobIdSchema }), output: pacesSchema },
  /** Polls the service again, and fetches the audio if it is available. Resolves when that has started. */
  'jobs:resume': { input: ofJob, output: nothing },
  /** Dismisses a job that failed, has no known outcome or is not followed: the same may then be sent again. */
  'jobs:dismiss': { input: ofJob, output: nothing },
  /** Stores audio from a file or an https address for a waiting job. Resolves when it is stored. */
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
  /** The number of listed jobs in each group that match the filter, ignoring the filter's own group. */
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
  /** Called when the audio of a job no longer plays. */
  'jobs:stopListening': { input: ofJob, output: nothing },
} as const

export const jobsEvents = {
  'jobs:changed': jobUpdateSchema,
} as const

const password = z.string().max(MAX_PASSWORD_CHARACTERS).nullable()

/** Calls about documents that were turned into speech, in addition to the calls about their jobs. */
export const documentsContract = {
  /**
   * Opens the library of documents and returns its jobs, except dismissed ones. Throws `documents-damaged`, `-newer` or
   * `-unavailable` if it cannot be read.
   */
  'documents:open': {
    input: nothing,
    output: z.strictObject({
      jobs: z.array(jobViewSchema),
      /** Whether another program has a file with more documents open. */
      isHeldElsewhere: z.boolean(),
    }),
  },
  /** Words from throughout a document: enough to recognise its script. Rejects with the reader's `document-…` errors. */
  'documents:sample': {
    input: z.strictObject({ ref: fileRefSchema, password, encoding: textEncodingSchema.optional() }),
    output: z.strictObject({ text: z.string() }),
  },
  /** Empty for a document that is not plain text, or whose encoding is certain. */
  'documents:encodings': { input: z.strictObject({ ref: fileRefSchema }), output: encodingSamplesSchema },
  /** Sends a document that failed again, from its file and with the same settings; the failure is then dismissed. */
  'documents:sendAgain': { input: ofJob, output: z.strictObject({ job: jobViewSchema }) },
  /** Removes a finished document from the list and its audio from the disk. Stories and files made from it stay. */
  'documents:remove': { input: ofJob, output: nothing },
  /**
   * Renames a library of documents that cannot be read, and creates a new one. Returns the new location of the old one, or null if nothing
   * is wrong with it.
   */
  'documents:setAside': { input: nothing, output: z.strictObject({ location: z.string().nullable() }) },
  /** Writes the audio to a file; progress is sent as `export:progress`. */
  'documents:export': {
    input: ofJob.extend({ format: z.enum(AUDIO_FORMATS), ref: fileRefSchema }),
    output: z.strictObject({ exportId: z.string() }),
  },
  /** Opens a new draft from the document's words, with its audio as the take of its one block. */
  'documents:toStory': { input: ofJob.extend({ password }), output: projectViewSchema },
} as const

// Calls and events about the costs of speech and the events of services.

/** Lines of one list of the ledger, most recent first. */
export const MAX_LEDGER_LINES = 400
/** The number of days for which the ledger lists the stories. */
export const DAYS_WITH_STORIES = 16
const ledgerSumsSchema = z.object({
  conversions: z.number(),
  estimated: z.number(),
  /** Credits used as reported by services; conversions without a report count by their estimate. */
  charged: z.number(),
  /** Credits as the caps count them: for each conversion the higher of Fabula's own estimate and the service's report. */
  counted: z.number(),
})
const ledgerLineSchema = ledgerSumsSchema.extend({
  /** A story's id, a connection's id, or a day as YYYY-MM-DD in the writer's time zone. */
  key: z.string(),
  /** The story's title; null if the key needs no name. */
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
  /** The totals of everything, including what is too old to be listed. */
  total: ledgerSumsSchema,
})
export type Ledger = z.infer<typeof ledgerSchema>

const webhookStateSchema = z.object({
  /** The address that a tunnel must lead to; null while nothing listens. */
  localUrl: z.string().nullable(),
  /** The address to register at a service: the tunnel's public one, with the path for events. */
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
  /**
   * Confirms one request that a cap stopped; `request` is the one named by the error. The confirmation lapses after the next attempt,
   * whether sent or not.
   */
  'ledger:allow': { input: z.strictObject({ request: z.string().max(200) }), output: nothing },
  'webhooks:state': { input: nothing, output: webhookStateSchema },
  'webhooks:test': { input: nothing, output: z.object({ address: z.string() }) },
  /** Allows a host from which audio of conversions is fetched. */
  'webhooks:allowHost': { input: z.strictObject({ host: z.string().min(1).max(255) }), output: nothing },
} as const

export const ledgerEvents = {
  'webhooks:changed': webhookStateSchema,
} as const
