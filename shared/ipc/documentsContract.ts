/** What the page asks and is told about documents that are turned into speech. */
import * as z from 'zod'
import { AUDIO_FORMATS } from '../files/fileTypes.ts'
import { TEXT_MODELS } from '../speech-api/models.ts'
import {
  MAX_PASSWORD_CHARACTERS,
  MAX_SPEED,
  MAX_VOICE_ID_CHARACTERS,
  MIN_SPEED,
} from '../speech-api/limits.ts'
import { wireErrorSchema } from './result.ts'
import {
  encodingSamplesSchema,
  fileRefSchema,
  projectIdSchema,
  projectViewSchema,
  textEncodingSchema,
} from './views.ts'

const nothing = z.strictObject({})
const documentId = z.string().min(1).max(64)
const ofDocument = z.strictObject({ documentId })
const password = z.string().max(MAX_PASSWORD_CHARACTERS).nullable()

export const documentStateSchema = z.discriminatedUnion('phase', [
  z.strictObject({ phase: z.literal('uploading'), sentBytes: z.number() }),
  z.strictObject({
    phase: z.literal('converting'),
    /** The service's status number; names are the renderer's. */
    status: z.int(),
    percentage: z.number(),
    remainingMs: z.number().nullable(),
    isFollowed: z.boolean(),
    /** Why its result could not be fetched, where that was tried. */
    error: wireErrorSchema.nullable(),
  }),
  /** The audio plays from `media/<projectId>/<audioId>`. */
  z.strictObject({
    phase: z.literal('completed'),
    projectId: projectIdSchema,
    audioId: z.string(),
    durationMs: z.number(),
  }),
  z.strictObject({ phase: z.literal('failed'), error: wireErrorSchema }),
  /** The request left and no answer came: it may have been charged, so it is not sent again by itself. */
  z.strictObject({ phase: z.literal('unknown'), error: wireErrorSchema }),
  /** Put aside by the writer: not shown any more. */
  z.strictObject({ phase: z.literal('dismissed') }),
])
export type DocumentState = z.infer<typeof documentStateSchema>

export const documentViewSchema = z.strictObject({
  id: documentId,
  name: z.string(),
  sizeBytes: z.number(),
  voiceId: z.string(),
  model: z.enum(TEXT_MODELS),
  speed: z.number(),
  connectionId: z.string(),
  /** Whether it was sent with a password, which is not kept. */
  isProtected: z.boolean(),
  estimatedCredits: z.number().nullable(),
  usedCredits: z.number().nullable(),
  createdAtMs: z.number(),
  /** Grows with each telling: answers and events may overtake one another. */
  revision: z.number(),
  state: documentStateSchema,
})
export type DocumentView = z.infer<typeof documentViewSchema>

export const documentsContract = {
  /** Newest first. Throws `documents-damaged`, `-newer` or `-unavailable` where what is kept of them cannot be read. */
  'documents:list': {
    input: nothing,
    output: z.strictObject({
      documents: z.array(documentViewSchema),
      /** Whether there are others, in a file that another program has open. */
      isHeldElsewhere: z.boolean(),
    }),
  },
  /**
   * Sends a document, once, and answers when it is on its way. One that was made before with the same voice, model and
   * speed, or is being made, is not sent again: `isNew` is false. The password is sent along and kept nowhere.
   */
  'documents:start': {
    input: z.strictObject({
      ref: fileRefSchema,
      connectionId: z.string().min(1).max(64),
      voiceId: z.string().min(1).max(MAX_VOICE_ID_CHARACTERS),
      model: z.enum(TEXT_MODELS),
      speed: z.number().min(MIN_SPEED).max(MAX_SPEED),
      password,
      /** In which encoding a text was written, where the writer chose it. */
      encoding: textEncodingSchema.optional(),
    }),
    output: z.strictObject({ document: documentViewSchema, isNew: z.boolean() }),
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
  /** Stops an upload, or asking the service how far it is. */
  'documents:stop': { input: ofDocument, output: nothing },
  'documents:follow': { input: ofDocument, output: nothing },
  /** Puts aside what failed, has no known outcome, or is not followed. */
  'documents:cancel': { input: ofDocument, output: nothing },
  'documents:dismiss': { input: ofDocument, output: nothing },
  /** Takes a finished document off the list and its audio off the disk. What was made of it elsewhere stays. */
  'documents:remove': { input: ofDocument, output: nothing },
  /**
   * Keeps a library of documents that cannot be read under another name and begins a new one. Gives where it is now, or null
   * where there is nothing wrong with it.
   */
  'documents:setAside': { input: nothing, output: z.strictObject({ location: z.string().nullable() }) },
  /** Writes the audio to a file; `export:progress` tells of it. */
  'documents:export': {
    input: ofDocument.extend({ format: z.enum(AUDIO_FORMATS), ref: fileRefSchema }),
    output: z.strictObject({ exportId: z.string() }),
  },
  /** Opens a new draft of the document's words, with its audio as the take of its one block. */
  'documents:toStory': { input: ofDocument.extend({ password }), output: projectViewSchema },
} as const

export const documentsEvents = {
  'documents:changed': z.strictObject({ document: documentViewSchema }),
} as const
