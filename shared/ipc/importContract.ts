/** Calls about importing a file or a text as a story. */
import * as z from 'zod'
import { MAX_STORY_FILE_BYTES } from '../files/fileTypes.ts'
import { MAX_TOLD_TITLES, TEXT_READINGS } from '../import/reading.ts'
import {
  choicesSchema,
  mappingSchema,
  planViewSchema,
  reviewSchema,
  rowsViewSchema,
  windowSchema,
} from '../import/reviewView.ts'
import { importSourceSchema } from '../import/source.ts'
import { MAX_LABEL_LINES, MAX_LABEL_SPEAKERS, MAX_PASSAGE_CHARACTERS } from '../import/speakers/labelling.ts'
import { importTableSchema } from '../import/tableLayout.ts'
import { SERVER_KINDS } from '../servers/kinds.ts'
import { MAX_PASSWORD_CHARACTERS } from '../speech-api/limits.ts'
import { MAX_LABEL } from '../story/limits.ts'
import { storyUpdateSchema } from '../import/updateStory.ts'
import { changeSchema } from '../story/changes.ts'
import { projectViewSchema } from './projectView.ts'
import { encodingSamplesSchema, fileRefSchema, projectIdSchema, textEncodingSchema } from './views.ts'

const textReadingSchema = z.enum(TEXT_READINGS)

/** A file that was read, before anything is made from it. */
export const importReadingSchema = z.strictObject({
  name: z.string(),
  sizeBytes: z.int().min(0),
  source: importSourceSchema,
  /** Set for a table, whose columns can be remapped; `source` maps them by name. */
  table: importTableSchema.nullable(),
  /** The sheets with lines, if a workbook has several; `table` joins them all. */
  sheets: z.array(importTableSchema).optional(),
  /** Set for a text. */
  encoding: z
    .strictObject({ name: textEncodingSchema, isSure: z.boolean(), samples: encodingSamplesSchema })
    .nullable(),
  /** How a text was read, if it can be read in another way too; null for any other file. */
  readAs: textReadingSchema.nullable(),
})
export type ImportReading = z.infer<typeof importReadingSchema>

/** A review held by the app: the parsed file stays in a thread, and only rows of the preview are sent to the page. */
const reviewIdSchema = z.string().min(1).max(100).brand<'ReviewId'>()
export type ReviewId = z.infer<typeof reviewIdSchema>

const openReviewSchema = z.strictObject({
  ...importReadingSchema.pick({ name: true, sizeBytes: true, encoding: true, readAs: true }).shape,
  ...reviewSchema.shape,
  review: reviewIdSchema,
})
export type OpenReview = z.infer<typeof openReviewSchema>

/** A request about a review, with all decisions made in it. */
const decidedSchema = z.strictObject({ review: reviewIdSchema, choices: choicesSchema })
const windowedSchema = decidedSchema.extend({ window: windowSchema })
/** The name of a narrator, in the writer’s language. */
const narrator = z.string().min(1).max(MAX_LABEL)

const pastedTextSchema = z.strictObject({
  title: z.string().max(MAX_LABEL),
  text: z.string().min(1).max(MAX_STORY_FILE_BYTES),
  readAs: textReadingSchema.optional(),
})

const readingProgressSchema = z.strictObject({
  /** The number of portions read so far, such as the pages of a PDF. */
  done: z.int().min(0),
  total: z.int().min(1),
  /** The first known headings of these portions. */
  titles: z.array(z.string().max(MAX_LABEL)).max(MAX_TOLD_TITLES),
})
/** The progress of reading a file in portions. */
export type ReadingProgress = z.infer<typeof readingProgressSchema>

const labelPassageSchema = z.strictObject({
  text: z.string().max(MAX_PASSAGE_CHARACTERS),
  lines: z.array(z.int().min(0)).min(1).max(MAX_LABEL_LINES),
})

const password = z.string().max(MAX_PASSWORD_CHARACTERS).nullable()

export const importContract = {
  /**
   * Reads a file for a review without making anything of it, with the encoding, kind of text and password if given; null for a
   * story’s own file, which is opened, unless it `isAdded` to the open story.
   */
  'import:readFile': {
    input: z.strictObject({
      ref: fileRefSchema,
      encoding: textEncodingSchema.optional(),
      readAs: textReadingSchema.optional(),
      password,
      isAdded: z.boolean().optional(),
    }),
    output: openReviewSchema.nullable(),
  },
  /** Stops reading a file, which then fails with `request-cancelled`. */
  /** Somebody is choosing or dragging a file: the host prepares to read it. */
  'import:expect': { input: z.strictObject({}), output: z.object({}) },
  'import:stop': { input: z.strictObject({ ref: fileRefSchema }), output: z.object({}) },
  /** Reads a short pasted text like a text file; `title` is the story's title if the text has none. */
  'import:readText': { input: pastedTextSchema, output: importReadingSchema },
  /** Reads a text that was pasted for a review. */
  'import:reviewText': { input: pastedTextSchema, output: openReviewSchema },
  /** Reads a table again with another sheet, other names or other columns. */
  'import:map': {
    input: z.strictObject({ review: reviewIdSchema, mapping: mappingSchema }),
    output: reviewSchema,
  },
  /** The story that the decisions would produce, with rows of the preview. The file is read again if its thread is gone. Throws `import-file-changed` if the file has changed since, and `import-review-over` if the review has ended. */
  'import:plan': { input: windowedSchema, output: planViewSchema },
  /** Other rows of the preview. */
  'import:rows': { input: windowedSchema, output: rowsViewSchema },
  /** The request to a language model about unclear lines: passages, and the names of the speakers to choose from. */
  'import:passages': {
    input: decidedSchema,
    output: z.strictObject({
      speakers: z.array(z.tuple([z.string(), z.string()])).max(MAX_LABEL_SPEAKERS),
      passages: z.array(labelPassageSchema),
    }),
  },
  /** The records of a new story that the decisions make. Nothing is saved yet: `import:makeStory` saves them. */
  'import:storyRecords': {
    input: decidedSchema.extend({ narrator }),
    output: z.strictObject({ records: projectViewSchema.shape.records }),
  },
  /** Saves the records of the latest `import:storyRecords` of a review as a new draft. Throws `import-review-over` if there are none. */
  'import:makeStory': {
    input: z.strictObject({ review: reviewIdSchema }),
    output: projectViewSchema.omit({ records: true }),
  },
  /** The change that adds the decided story to the end of an open story, whose edits are all saved. */
  'import:addition': {
    input: decidedSchema.extend({ narrator, projectId: projectIdSchema }),
    output: changeSchema,
  },
  /**
   * Compares an open story, whose edits are all saved, with a file: with the decisions, or with those of the last import of the file if null. `isKnown`: whether
   * the content of the file at that time is known.
   */
  'import:compare': {
    input: z.strictObject({
      review: reviewIdSchema,
      choices: choicesSchema.nullable(),
      projectId: projectIdSchema,
      narrator,
    }),
    output: z.strictObject({ update: storyUpdateSchema, choices: choicesSchema, isKnown: z.boolean() }),
  },
  /** Records the writer's decision on the result of the latest `import:compare`: the story now matches this version of the file. */
  'import:updated': {
    input: z.strictObject({ review: reviewIdSchema, projectId: projectIdSchema }),
    output: z.object({}),
  },
  /** A source file of the story that was changed since its import, at `modifiedMs`, for `import:readFile`; null if there is none. */
  'import:newerFile': {
    input: z.strictObject({ projectId: projectIdSchema }),
    output: z.strictObject({ ref: fileRefSchema, name: z.string(), modifiedMs: z.number() }).nullable(),
  },
  /** Ends a review that is no longer needed. */
  'import:end': { input: z.strictObject({ review: reviewIdSchema }), output: z.object({}) },
  /**
   * Asks a language model who speaks the lines of a passage. `run` names the import, to which the server’s token limit applies. The result
   * contains only requested lines and listed speakers; null for an unusable answer.
   */
  'labels:ask': {
    input: z.strictObject({
      serverId: SERVER_KINDS.languageModel.id,
      run: z.string().min(1).max(100),
      speakers: z.array(z.string().min(1).max(MAX_LABEL)).max(MAX_LABEL_SPEAKERS),
      passage: labelPassageSchema,
    }),
    output: z.strictObject({
      labels: z.array(z.strictObject({ line: z.int().min(0), speaker: z.string() })).nullable(),
      /** Tokens in and out for this passage. */
      tokens: z.int().min(0),
    }),
  },
  /** Stops the current request of a run, which then fails with `request-cancelled`. */
  'labels:stop': { input: z.strictObject({ run: z.string().min(1).max(100) }), output: z.object({}) },
} as const

export const importEvents = {
  /** The progress of `import:readFile`. Short files have none. */
  'import:progress': readingProgressSchema.extend({ ref: fileRefSchema }),
} as const
