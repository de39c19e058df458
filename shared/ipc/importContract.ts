/** What the page asks about a file or a text that is to become a story. */
import * as z from 'zod'
import { MAX_STORY_FILE_BYTES } from '../files/fileLimits.ts'
import { importSourceSchema } from '../import/source.ts'
import { importTableSchema } from '../import/table.ts'
import { MAX_PASSWORD_CHARACTERS } from '../speech-api/limits.ts'
import { storyRecordSchema } from '../story/records.ts'
import { projectViewSchema } from './projectView.ts'
import { encodingSamplesSchema, fileRefSchema, textEncodingSchema } from './views.ts'

/** A file that was read, before anything is made of it. */
export const importReadingSchema = z.strictObject({
  name: z.string(),
  sizeBytes: z.int().min(0),
  source: importSourceSchema,
  /** Set for a table, whose columns can be mapped in another way; `source` is by their names. */
  table: importTableSchema.nullable(),
  /** Set for a text. */
  encoding: z
    .strictObject({ name: textEncodingSchema, isSure: z.boolean(), samples: encodingSamplesSchema })
    .nullable(),
})
export type ImportReading = z.infer<typeof importReadingSchema>

const password = z.string().max(MAX_PASSWORD_CHARACTERS).nullable()

export const importContract = {
  /**
   * Reads a file without making anything of it, in the encoding and with the password where they are given; null for a story’s own
   * file, which is opened, unless it `isAdded` to the open story.
   */
  'import:readFile': {
    input: z.strictObject({
      ref: fileRefSchema,
      encoding: textEncodingSchema.optional(),
      password,
      isAdded: z.boolean().optional(),
    }),
    output: importReadingSchema.nullable(),
  },
  /** Stops reading a file, which is then refused as `request-cancelled`. */
  'import:stop': { input: z.strictObject({ ref: fileRefSchema }), output: z.object({}) },
  /** Reads a text that was pasted, as a text file is read. */
  'import:readText': {
    input: z.strictObject({ text: z.string().min(1).max(MAX_STORY_FILE_BYTES) }),
    output: importReadingSchema,
  },
  /** Makes a new draft of the records of a reviewed import. */
  'import:makeStory': {
    input: z.strictObject({ records: z.array(storyRecordSchema) }),
    output: projectViewSchema,
  },
} as const
