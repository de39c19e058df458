/** What the page asks about documents that were turned into speech, beside the jobs that they are. */
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
