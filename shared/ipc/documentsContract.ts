/** Calls about documents that were turned into speech, in addition to the calls about their jobs. */
import * as z from 'zod'
import { AUDIO_FORMATS } from '../files/fileTypes.ts'
import { jobViewSchema } from '../jobs/jobView.ts'
import { MAX_PASSWORD_CHARACTERS } from '../speech-api/limits.ts'
import { ofJob } from './jobsContract.ts'
import { projectViewSchema } from './projectView.ts'
import { encodingSamplesSchema, fileRefSchema, textEncodingSchema } from './views.ts'

const nothing = z.strictObject({})
const password = z.string().max(MAX_PASSWORD_CHARACTERS).nullable()

export const documentsContract = {
  /**
   * Opens the library of documents and returns its jobs, except dismissed ones. Throws `documents-damaged`, `-newer` or
   * `-unavailable` if it cannot be read.
   */
  'documents:open': {
    input: nothing,
    output: z.strictObject({
      jobs: z.array(jobViewSchema),
      /** Whether there are more in a file that another program has open. */
      isHeldElsewhere: z.boolean(),
    }),
  },
  /**
   * Some words from throughout a document: enough to recognise its script. Rejects with the reader's `document-…` errors.
   */
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
   * Keeps a library of documents that cannot be read under another name and begins a new one. Returns its new location, or null
   * if nothing is wrong with it.
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
