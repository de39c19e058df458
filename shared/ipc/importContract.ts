/** What the page asks about a file or a text that is to become a story. */
import * as z from 'zod'
import { MAX_STORY_FILE_BYTES } from '../files/fileLimits.ts'
import { MAX_TOLD_TITLES, TEXT_READINGS } from '../import/reading.ts'
import { importSourceSchema } from '../import/source.ts'
import { MAX_LABEL_LINES, MAX_LABEL_SPEAKERS, MAX_PASSAGE_CHARACTERS } from '../import/speakers/labelling.ts'
import { suggestionsSchema } from '../import/speakers/suggestion.ts'
import { importTableSchema } from '../import/tableLayout.ts'
import { SERVER_KINDS } from '../servers/kinds.ts'
import { MAX_PASSWORD_CHARACTERS } from '../speech-api/limits.ts'
import { MAX_LABEL } from '../story/limits.ts'
import { storyRecordSchema } from '../story/records.ts'
import { projectViewSchema } from './projectView.ts'
import { encodingSamplesSchema, fileRefSchema, textEncodingSchema } from './views.ts'

const textReadingSchema = z.enum(TEXT_READINGS)

/** A file that was read, before anything is made of it. */
export const importReadingSchema = z.strictObject({
  name: z.string(),
  sizeBytes: z.int().min(0),
  source: importSourceSchema,
  /** Who speaks in it, as it is read; absent if nobody asked for that. */
  suggestions: suggestionsSchema.optional(),
  /** Set for a table, whose columns can be mapped in another way; `source` is by their names. */
  table: importTableSchema.nullable(),
  /** The sheets with lines of a workbook of several sheets, which `table` has all of. */
  sheets: z.array(importTableSchema).optional(),
  /** Set for a text. */
  encoding: z
    .strictObject({ name: textEncodingSchema, isSure: z.boolean(), samples: encodingSamplesSchema })
    .nullable(),
  /** What a text was read as that can be read as something else too; null for any other file. */
  readAs: textReadingSchema.nullable(),
})
export type ImportReading = z.infer<typeof importReadingSchema>

const readingProgressSchema = z.strictObject({
  /** Portions, such as the pages of a PDF, that are read. */
  done: z.int().min(0),
  total: z.int().min(1),
  /** The headings of these portions, as far as they are known and not too many. */
  titles: z.array(z.string().max(MAX_LABEL)).max(MAX_TOLD_TITLES),
})
/** How far a file is read that comes in portions. */
export type ReadingProgress = z.infer<typeof readingProgressSchema>

const password = z.string().max(MAX_PASSWORD_CHARACTERS).nullable()

export const importContract = {
  /**
   * Reads a file without making anything of it, in the encoding, as the kind of text, and with the password where they are given; null for a story’s own
   * file, which is opened, unless it `isAdded` to the open story.
   */
  'import:readFile': {
    input: z.strictObject({
      ref: fileRefSchema,
      encoding: textEncodingSchema.optional(),
      readAs: textReadingSchema.optional(),
      password,
      isAdded: z.boolean().optional(),
    }),
    output: importReadingSchema.nullable(),
  },
  /** Stops reading a file, which is then refused as `request-cancelled`. */
  'import:stop': { input: z.strictObject({ ref: fileRefSchema }), output: z.object({}) },
  /** Reads a text that was pasted, as a text file is read; `title` is the story's where the text itself says none. */
  'import:readText': {
    input: z.strictObject({
      title: z.string().max(MAX_LABEL),
      text: z.string().min(1).max(MAX_STORY_FILE_BYTES),
      readAs: textReadingSchema.optional(),
    }),
    output: importReadingSchema,
  },
  /**
   * Asks a language model who speaks the lines of a passage. `run` names the import that the server’s limit of tokens holds for. The labels are of lines that
   * were asked about and speakers of the list; null for an answer that is none.
   */
  'labels:ask': {
    input: z.strictObject({
      serverId: SERVER_KINDS.languageModel.id,
      run: z.string().min(1).max(100),
      speakers: z.array(z.string().min(1).max(MAX_LABEL)).max(MAX_LABEL_SPEAKERS),
      passage: z.strictObject({
        text: z.string().max(MAX_PASSAGE_CHARACTERS),
        lines: z.array(z.int().min(0)).min(1).max(MAX_LABEL_LINES),
      }),
    }),
    output: z.strictObject({
      labels: z.array(z.strictObject({ line: z.int().min(0), speaker: z.string() })).nullable(),
      /** Read and written for this passage. */
      tokens: z.int().min(0),
    }),
  },
  /** Stops the request of a run that is under way, which is then refused as `request-cancelled`. */
  'labels:stop': { input: z.strictObject({ run: z.string().min(1).max(100) }), output: z.object({}) },
  /** Makes a new draft of the records of a reviewed import. */
  'import:makeStory': {
    input: z.strictObject({ records: z.array(storyRecordSchema) }),
    output: projectViewSchema,
  },
} as const

export const importEvents = {
  /** How far a file is that `import:readFile` reads. A short file is read without it. */
  'import:progress': readingProgressSchema.extend({ ref: fileRefSchema }),
} as const
