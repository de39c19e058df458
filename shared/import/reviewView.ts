/** The review of an import as it crosses to the page, and what the writer decides there as it crosses back. The words of the file cross as rows of the preview. */
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

/** Which sheet of a table is read (null for all of them), in which line its columns are named (absent as it was found), and what each column says (absent for a guess). */
export const mappingSchema = z.strictObject({
  sheet: number.nullable(),
  headerLine: z.int().min(1).nullable().exactOptional(),
  columns: columnsSchema.exactOptional(),
})
export type TableMapping = z.infer<typeof mappingSchema>

/** The sheet of a table as its reader chose it. */
export const AS_FOUND: TableMapping = { sheet: null }

/** All that a writer decided in a review. */
export const choicesSchema = z.strictObject({ mapping: mappingSchema, options: decidedSchema })
export type ReviewChoices = z.infer<typeof choicesSchema>

/** The options as they cross to the host. */
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

/** The options of what `packOptions` returns. */
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

/** What the preview shows: a chapter by its place, or of all chapters lines, or what is left out for a reason, each between the rows around it. */
const shownSchema = z.union([
  z.strictObject({ kind: z.literal('chapter'), chapter: number }),
  z.strictObject({ kind: z.enum(['unclear', 'labels', 'manners']), lines: linesSchema }),
  z.strictObject({ kind: z.literal('leftOut'), reason: reasonSchema }),
])
export type Shown = z.infer<typeof shownSchema>

/** The most rows that are asked for at once. */
export const MOST_ROWS = 400
/** Rows of what is shown: `count` of them from `from` on. */
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
  /** What the source remarks on it, which the block keeps. */
  notes: z.string(),
  /** The suggestions about the lines that it is, or that the narrator reads in it. */
  said: z.array(
    z.strictObject({
      line: number,
      /** How the words begin. */
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
  /** A row keeps its key, and so its focus, while its line is given to somebody and its block is divided for that. */
  key: z.string(),
  entry: z.union([
    shownBlockSchema,
    leftOutSchema,
    z.strictObject({ kind: z.literal('chapter'), title: z.string().nullable(), index: number }),
  ]),
  /** The number of the block within its chapter, or of the last one before it. */
  number,
  /** Whether it only shows where another row stands. */
  isAround: z.boolean(),
})
export type PreviewRow = Readonly<z.infer<typeof rowSchema>>

export const rowsViewSchema = z.strictObject({
  from: number,
  rows: z.array(rowSchema).max(MOST_ROWS),
  /** How many rows are shown in all, and how many of these are blocks. */
  total: number,
  blocks: number,
})
export type RowsView = z.infer<typeof rowsViewSchema>

export const planViewSchema = z.strictObject({
  /** In the order of the choices; `first` is the first of its sections. */
  chapters: z.array(z.strictObject({ first: number.nullable(), words: number, lengthMs: number })),
  /** How many blocks the import makes. */
  blocks: number,
  /** The names that its blocks have, such as the ids of lines. */
  names: z.array(z.string()),
  /** The words of the chapters that are read, and how long they will roughly take with the silences. */
  words: number,
  lengthMs: number,
  /** How many words the file has, and how many of them are in the script. */
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
  /** The lines whose manner the words around them tell. */
  manners: linesSchema,
  /** How many blocks have an emotion. */
  emotions: number,
  /** Of each speaker; the narrator’s is that of null. */
  colors: z.array(z.tuple([z.string().nullable(), number])),
  /** What it would take to ask a language model about all unclear lines. */
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
  /** The rows that can name the columns; none for a table whose sheets have rows of their own. */
  headers: z.array(z.strictObject({ line: z.int().min(1), names: z.string() })),
  /** How many columns it has. */
  width: number,
  columns: columnsSchema,
  /** Whether lines without a speaker stand below one with a speaker. */
  hasBlankSpeakers: z.boolean(),
})
export type TableView = z.infer<typeof tableViewSchema>

/** How many problems are listed. */
export const MOST_PROBLEMS = 200

export const sourceViewSchema = z.strictObject({
  title: z.string(),
  author: z.string(),
  lineBreaks: z.enum(LINE_BREAKS),
  hasTimes: z.boolean(),
  /** Whether it is a story, which says its pauses itself. */
  isStory: z.boolean(),
  sections: z.array(z.strictObject({ title: z.string().nullable(), kind: z.enum(SECTION_KINDS) })),
  problems: z.array(problemSchema).max(MOST_PROBLEMS),
  problemCount: number,
  /** The names of speakers by key, as the text first writes them. */
  names: z.array(z.tuple([z.string(), z.string()])),
  /** How many lines each speaker has, and the sum of how sure they are. */
  counts: z.array(z.tuple([z.string(), z.strictObject({ lines: number, sum: z.number().min(0) })])),
  /** Set for a table. */
  table: tableViewSchema.nullable(),
  /** What is decided beforehand. */
  usual: decidedSchema,
})
export type SourceView = z.infer<typeof sourceViewSchema>

/** What the plan of the usual options shows first: the first chapter that is read. */
export const reviewSchema = z.strictObject({ source: sourceViewSchema, plan: planViewSchema })
export type ReviewView = z.infer<typeof reviewSchema>
