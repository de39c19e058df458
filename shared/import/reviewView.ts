/** The review of an import as sent to the page, and the writer’s decisions as sent back. The words of the file are sent as rows of the preview. */
import * as z from 'zod'
import { MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import { MAX_LABEL, MAX_STORY_PARAGRAPHS } from '../story/limits.ts'
import { LEFT_OUT_REASONS } from './coverage.ts'
import { MIN_BLOCK_CHARACTERS, type ImportOptions } from './options.ts'
import { LINE_BREAKS, PIECES, problemSchema, SECTION_KINDS } from './source.ts'
import { columnsSchema } from './tableLayout.ts'

const number = z.int().min(0)
const label = z.string().max(MAX_LABEL)
const pieceSchema = z.enum(PIECES)
const placeKeySchema = z.string().max(40)
const linesSchema = z.array(number)

const reasonSchema = z.enum(LEFT_OUT_REASONS)

/** `ImportOptions` without maps and sets. */
export const decidedSchema = z.strictObject({
  chapters: z
    .array(z.strictObject({ sections: z.array(number), title: label.nullable(), isIncluded: z.boolean() }))
    .max(MAX_STORY_PARAGRAPHS),
  pieces: z.array(pieceSchema),
  putBack: z.array(placeKeySchema),
  joinsLines: z.boolean(),
  speaksTitles: z.boolean(),
  keepsTimes: z.boolean(),
  blockSize: z.union([
    z.enum(['sentence', 'paragraph']),
    z.int().min(MIN_BLOCK_CHARACTERS).max(MAX_INPUT_CHARACTERS),
  ]),
  hasPauses: z.boolean(),
  isExpressive: z.boolean(),
  speakers: z.array(
    z.tuple([
      z.string(),
      z.strictObject({ isAccepted: z.boolean().exactOptional(), name: label.exactOptional() }),
    ]),
  ),
  lines: z.array(
    z.tuple([
      number,
      z.union([z.strictObject({ isAccepted: z.boolean() }), z.strictObject({ speaker: z.string() })]),
    ]),
  ),
  manners: linesSchema,
})
type Decided = z.infer<typeof decidedSchema>

/** The sheet of a table to read (null for all), the line of its header (null for none; absent for the one that was found), and its columns (absent for a guess). */
export const mappingSchema = z.strictObject({
  sheet: number.nullable(),
  headerLine: z.int().min(1).nullable().exactOptional(),
  columns: columnsSchema.exactOptional(),
})
export type TableMapping = z.infer<typeof mappingSchema>

/** The mapping of a table as its reader found it. */
export const AS_FOUND: TableMapping = { sheet: null }

/** All decisions of the writer in a review. */
export const choicesSchema = z.strictObject({ mapping: mappingSchema, options: decidedSchema })
export type ReviewChoices = z.infer<typeof choicesSchema>

/** The options in the form in which they are sent to the host. */
export function packOptions(options: ImportOptions): Decided {
  const { chapters, pieces, putBack, speakers, lines, manners, ...others } = options
  return {
    ...others,
    chapters: chapters.map((chapter) => ({ ...chapter, sections: [...chapter.sections] })),
    pieces: [...pieces],
    putBack: [...putBack],
    speakers: [...speakers],
    lines: [...lines],
    manners: [...manners],
  }
}

/** The inverse of `packOptions`. */
export function unpackOptions(decided: Decided): ImportOptions {
  const { pieces, putBack, speakers, lines, manners } = decided
  return {
    ...decided,
    pieces: new Set(pieces),
    putBack: new Set(putBack),
    speakers: new Map(speakers),
    lines: new Map(lines),
    manners: new Set(manners),
  }
}

/** The content of the preview: a chapter by its index, or lines of all chapters, or the words left out for a reason, each with the neighbouring rows. */
const shownSchema = z.union([
  z.strictObject({ kind: z.literal('chapter'), chapter: number }),
  z.strictObject({ kind: z.enum(['unclear', 'labels', 'manners']), lines: linesSchema }),
  z.strictObject({ kind: z.literal('leftOut'), reason: reasonSchema }),
])
export type Shown = z.infer<typeof shownSchema>

/** The most rows per request. */
export const MOST_ROWS = 400
/** A range of the rows shown: `count` rows from `from` on. */
export const windowSchema = z.strictObject({ shown: shownSchema, from: number, count: number.max(MOST_ROWS) })
export type RowWindow = z.infer<typeof windowSchema>

const placeSchema = z.strictObject({ at: number, key: placeKeySchema })
const leftOutSchema = z.strictObject({
  kind: z.literal('leftOut'),
  piece: pieceSchema,
  text: z.string(),
  key: placeKeySchema,
})
const shownBlockSchema = z.strictObject({
  kind: z.literal('block'),
  text: z.string(),
  line: number.nullable(),
  speaker: z.string().nullable(),
  cuts: z.array(placeSchema.extend({ piece: pieceSchema, text: z.string() })),
  unclear: z.array(z.strictObject({ at: number, line: number })),
  putBack: z.array(placeSchema),
  /** The notes on it in the source, which the block keeps. */
  notes: z.string(),
  /** The suggestions for its own line, and for the unclear lines in it. */
  said: z.array(
    z.strictObject({
      line: number,
      /** The beginning of the words. */
      words: z.string(),
      speaker: z.string().nullable(),
      confidence: z.number().min(0).max(1),
      suggestedManner: z.string().exactOptional(),
    }),
  ),
})
export type ShownBlock = Readonly<z.infer<typeof shownBlockSchema>>
export type SaidLine = ShownBlock['said'][number]

const rowSchema = z.strictObject({
  /** Stays the same when its line is assigned to a speaker and its block is divided, so that the row keeps the focus. */
  key: z.string(),
  entry: z.union([
    shownBlockSchema,
    leftOutSchema,
    z.strictObject({ kind: z.literal('chapter'), title: z.string().nullable(), index: number }),
  ]),
  /** The number of the block within its chapter, or of the last one before it. */
  number,
  /** Whether it is only shown as a neighbour of another row. */
  isAround: z.boolean(),
})
export type PreviewRow = Readonly<z.infer<typeof rowSchema>>

export const rowsViewSchema = z.strictObject({
  from: number,
  rows: z.array(rowSchema).max(MOST_ROWS),
  /** The number of all rows shown, and of the blocks among them. */
  total: number,
  blocks: number,
})
export type RowsView = z.infer<typeof rowsViewSchema>

export const planViewSchema = z.strictObject({
  /** In the order of the choices; `first` is the index of the first section. */
  chapters: z.array(z.strictObject({ first: number.nullable(), words: number, lengthMs: number })),
  /** The number of blocks that the import makes. */
  blocks: number,
  /** The names of its blocks, such as line ids. */
  names: z.array(z.string()),
  /** The number of words in the chapters that are read, and their approximate length with the silences. */
  words: number,
  lengthMs: number,
  /** The number of words in the file, and of those in the script. */
  coverage: z.strictObject({ words: number, scriptWords: number }),
  reasons: z.array(
    z.strictObject({
      reason: reasonSchema,
      words: number,
      places: number,
      isSwitch: z.boolean(),
    }),
  ),
  /** The lines whose speaker is unclear: the narrator reads them. */
  unclear: linesSchema,
  /** The lines with a manner suggested by the words around them. */
  manners: linesSchema,
  /** The number of blocks with an emotion. */
  emotions: number,
  /** The number of characters of each known gender. */
  genders: z.strictObject({ woman: number, man: number }),
  /** The colour of each speaker; null is the narrator. */
  colors: z.array(z.tuple([z.string().nullable(), number])),
  /** The size of the requests to ask a language model about all unclear lines. */
  asking: z.strictObject({ passages: number, tokens: number }),
  rows: rowsViewSchema,
})
export type PlanView = z.infer<typeof planViewSchema>

const tableViewSchema = z.strictObject({
  sheets: z.array(z.string()),
  /** Null for all sheets, and for a table that is not a sheet. */
  sheet: number.nullable(),
  header: z.array(z.string()).nullable(),
  headerLine: z.int().min(1).nullable(),
  /** The rows that may be the header; none for a table whose sheets have separate headers. */
  headers: z.array(z.strictObject({ line: z.int().min(1), names: z.string() })),
  /** The number of columns. */
  width: number,
  columns: columnsSchema,
  /** Whether a line without a speaker follows one with a speaker. */
  hasBlankSpeakers: z.boolean(),
})
export type TableView = z.infer<typeof tableViewSchema>

/** The most problems that are listed. */
export const MOST_PROBLEMS = 200

export const sourceViewSchema = z.strictObject({
  title: z.string(),
  author: z.string(),
  lineBreaks: z.enum(LINE_BREAKS),
  hasTimes: z.boolean(),
  /** A BCP 47 tag; null if it is unknown. */
  language: z.string().nullable(),
  /** Whether it is a story, which has its own silences. */
  isStory: z.boolean(),
  sections: z.array(z.strictObject({ title: z.string().nullable(), kind: z.enum(SECTION_KINDS) })),
  problems: z.array(problemSchema).max(MOST_PROBLEMS),
  problemCount: number,
  /** The names of speakers by key, as the text first writes them. */
  names: z.array(z.tuple([z.string(), z.string()])),
  /** The number of lines of each speaker, and the sum of their confidences. */
  counts: z.array(z.tuple([z.string(), z.strictObject({ lines: number, sum: z.number().min(0) })])),
  /** Set for a table. */
  table: tableViewSchema.nullable(),
  /** The default decisions. */
  usual: decidedSchema,
})
export type SourceView = z.infer<typeof sourceViewSchema>

/** A new review: the source, and the plan with the default options, which shows the first chapter that is read. */
export const reviewSchema = z.strictObject({ source: sourceViewSchema, plan: planViewSchema })
export type ReviewView = z.infer<typeof reviewSchema>
