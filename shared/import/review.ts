/**
 * The review of a file if it was read: what is shown of it, for each of the writer's decisions, and the story that is made of them. Nothing is
 * decided here: each question comes with all that is decided, so that the same file answers the same wherever it is read again.
 */
import type { ImportReading } from '../ipc/importContract.ts'
import { UserFacingError } from '../lib/userFacingError.ts'
import type { Change } from '../story/changes.ts'
import type { StoryRecord } from '../story/records.ts'
import type { Story } from '../story/story.ts'
import { languageOf } from './castFromPlan.ts'
import { coverageOf, reasonsOf } from './coverage.ts'
import { defaultOptions, type ImportOptions } from './options.ts'
import { importedFrom, incomingOf, type Imported, type MarkedEntry } from './incoming.ts'
import { decidedLike, wayOf, type ImportWay } from './origin.ts'
import { markPieces } from './pieces.ts'
import { mannerLines, planSource, unclearLines } from './plan.ts'
import type { Planned } from './planned.ts'
import { filteredRows, linesOf, rowsOf, type PlannedRow } from './previewRows.ts'
import {
  AS_FOUND,
  MOST_PROBLEMS,
  packOptions,
  unpackOptions,
  type PlanView,
  type PreviewRow,
  type ReviewChoices,
  type ReviewView,
  type RowsView,
  type RowWindow,
  type Shown,
  type SourceView,
  type TableMapping,
  type TableView,
} from './reviewView.ts'
import type { ImportSource } from './source.ts'
import { estimatedTokens, labelPassages, labelSpeakers, type LabelPassage } from './speakers/labelling.ts'
import { tallyOf } from './speakers/speakers.ts'
import { suggestSpeakers } from './speakers/suggestSpeakers.ts'
import type { Suggestions } from './speakers/suggestion.ts'
import {
  additionTo,
  countBlocks,
  countEmotions,
  countGenders,
  namesOfBlocks,
  speakerColors,
  storyRecordsOf,
} from './storyFromPlan.ts'
import { compareWithFile, type Comparison, type UpdateOrigin } from './updateStory.ts'
import { guessColumns, sourceFromTable, unreadCells, type Columns, type ImportTable } from './table.ts'
import { hasBlankSpeakers, withHeader } from './tableLayout.ts'

/** So many rows of the preview come with the first plan. */
const FIRST_ROWS = 100
/** The names of columns stand above the lines: they are looked for in so many rows. */
const HEADER_ROWS = 50
/** How wide a table is, is told by so many rows. */
const WIDTH_ROWS = 100
/** The most letters of a line that a label has room for. */
const LABEL_LETTERS = 60

export interface ImportReview {
  /** The source by the mapping of a table, with the plan of what is usually decided. */
  map(mapping: TableMapping): ReviewView
  plan(choices: ReviewChoices, window: RowWindow): PlanView
  rows(choices: ReviewChoices, window: RowWindow): RowsView
  /** What a language model is asked about the lines that are unclear, and who can speak them: names with keys. */
  passages(choices: ReviewChoices): {
    readonly speakers: [string, string][]
    readonly passages: LabelPassage[]
  }
  /** The records of a new story. Throws like `storyRecordsOf`. */
  records(choices: ReviewChoices, by: MadeBy): StoryRecord[]
  /** The change that adds the import to the end of a story. Throws like `additionTo`. */
  addition(choices: ReviewChoices, story: Story, by: MadeBy): Change
  /** The record of the headings and blocks that were made from the file, in their order. */
  remember(choices: ReviewChoices, made: readonly MarkedEntry[]): RememberedImport
  /** The default choices: those of an earlier import of the file, if there was one. */
  usual(way: ImportWay | null): ReviewChoices
  /** Compares a story with the file. Throws like `additionTo`. */
  compare(
    choices: ReviewChoices,
    story: Story,
    by: MadeBy & UpdateOrigin,
  ): Comparison & Pick<RememberedImport, 'way'>
}

/** What is remembered of an import. */
export interface RememberedImport {
  readonly way: ImportWay
  readonly imported: Imported
}

export interface MadeBy {
  /** The name of a narrator, in the writer’s language. */
  readonly narrator: string
  /** The voices that characters get; the built-in voices by default. */
  readonly voices?: Planned['voices']
  readonly newId: () => string
}

/** A source by a mapping. */
interface Mapped {
  readonly mapping: TableMapping
  readonly source: ImportSource
  readonly suggestions: Suggestions
  readonly table: { readonly read: ImportTable; readonly columns: Columns } | null
  readonly unread: readonly string[]
}

/** The review of what was read. All of its functions throw `bad-request` for decisions about what the file does not have. */
export function createReview(reading: ImportReading): ImportReview {
  /** What was asked about last, which is asked about again as the writer scrolls and decides. */
  let mapped = mapSource(reading, AS_FOUND)
  let last: { readonly asked: string; readonly planned: Planned } | null = null
  let lastRows: { readonly planned: Planned; readonly shown: string; readonly rows: PlannedRow[] } | null =
    null

  function sourceBy(mapping: TableMapping): Mapped {
    if (JSON.stringify(mapping) !== JSON.stringify(mapped.mapping)) mapped = mapSource(reading, mapping)
    return mapped
  }

  function planBy(choices: ReviewChoices): Planned {
    const asked = JSON.stringify(choices)
    if (last?.asked === asked) return last.planned
    const { source, suggestions, unread } = sourceBy(choices.mapping)
    const options = unpackOptions(choices.options)
    assertOf(source, suggestions, options)
    const planned = planSource(source, suggestions, options, { unread })
    last = { asked, planned }
    return planned
  }

  function rowsBy(planned: Planned, { shown, from, count }: RowWindow): RowsView {
    const key = JSON.stringify(shown)
    if (lastRows?.planned !== planned || lastRows.shown !== key)
      lastRows = { planned, shown: key, rows: rowsShown(planned, shown) }
    const { rows } = lastRows
    return {
      from,
      rows: rows.slice(from, from + count).map((row) => viewRow(planned, row)),
      total: rows.length,
      blocks: rows.filter(({ entry }) => entry.kind === 'block').length,
    }
  }

  function wayBy(choices: ReviewChoices): ImportWay {
    const { source, table } = sourceBy(choices.mapping)
    return wayOf(choices, packOptions(defaultOptions(source)), table?.read.header ?? null)
  }

  /** The mapping of an earlier import, as long as the file has the same columns. */
  function mappingLike(way: ImportWay | null): TableMapping {
    const sheets = reading.sheets?.length ?? 0
    if (way === null || reading.table === null || (way.mapping.sheet ?? 0) >= Math.max(1, sheets))
      return AS_FOUND
    const header = sourceBy(way.mapping).table?.read.header ?? null
    return JSON.stringify(header) === JSON.stringify(way.header) ? way.mapping : AS_FOUND
  }

  const viewPlan = (choices: ReviewChoices, window: RowWindow) => {
    const planned = planBy(choices)
    return planView(planned, rowsBy(planned, window))
  }

  return {
    map(mapping) {
      const source = viewSource(reading, sourceBy(mapping))
      const choices = { mapping, options: source.usual }
      const shown = { kind: 'chapter' as const, chapter: firstChapter(planBy(choices)) }
      return { source, plan: viewPlan(choices, { shown, from: 0, count: FIRST_ROWS }) }
    },
    plan: viewPlan,
    rows: (choices, window) => rowsBy(planBy(choices), window),
    passages(choices) {
      const { source, suggestions, options } = planBy(choices)
      return {
        speakers: [...labelSpeakers(suggestions, options)],
        passages: labelPassages(source, suggestions, options),
      }
    },
    records: (choices, { newId, ...by }) => storyRecordsOf({ ...planBy(choices), ...by }, newId),
    addition: (choices, story, { newId, ...by }) => additionTo(story, { ...planBy(choices), ...by }, newId),
    remember: (choices, made) => ({
      way: wayBy(choices),
      imported: importedFrom(planBy(choices), made),
    }),
    usual(way) {
      const mapping = mappingLike(way)
      const usual = packOptions(defaultOptions(sourceBy(mapping).source))
      return { mapping, options: way === null ? usual : decidedLike(usual, way) }
    },
    compare(choices, story, { newId, imported, others, ...by }) {
      const planned = planBy(choices)
      if (countBlocks(planned) === 0) throw new UserFacingError('document-empty')
      const incoming = incomingOf({ ...planned, ...by }, story, newId)
      const compared = compareWithFile(story, incoming, { imported, ...(others !== undefined && { others }) })
      return { ...compared, way: wayBy(choices) }
    },
  }
}

/** The place of the chapter that the preview shows first. */
function firstChapter({ chapters }: Planned): number {
  return Math.max(
    0,
    chapters.findIndex(({ isIncluded, words }) => isIncluded && words > 0),
  )
}

function mapSource(reading: ImportReading, mapping: TableMapping): Mapped {
  const { source: read, table, sheets = [] } = reading
  if (table === null)
    return { mapping, source: read, suggestions: suggestionsOf(read), table: null, unread: [] }
  const sheet = mapping.sheet === null ? table : sheets[mapping.sheet]
  if (sheet === undefined) throw outOfFile('sheet')
  const lines = mapping.headerLine === undefined ? sheet : withHeader(sheet, mapping.headerLine)
  const columns = mapping.columns ?? guessColumns(lines)
  const mapped = sourceFromTable(lines, columns)
  const source = { ...mapped, paragraphs: markPieces(mapped.paragraphs) }
  return {
    mapping,
    source,
    suggestions: suggestionsOf(source),
    table: { read: lines, columns },
    unread: unreadCells(lines, columns).map(({ text }) => text),
  }
}

function suggestionsOf(source: ImportSource): Suggestions {
  return suggestSpeakers(source, { readsQuotations: true })
}

/** Throws `bad-request` if options are about chapters, lines or speakers that a source does not have. */
function assertOf({ sections }: ImportSource, { lines, names }: Suggestions, options: ImportOptions): void {
  const chosen = options.chapters.flatMap((chapter) => chapter.sections)
  if (new Set(chosen).size < chosen.length || chosen.some((section) => section >= sections.length))
    throw outOfFile('chapters')
  if (options.lines.keys().some((line) => line >= lines.length)) throw outOfFile('lines')
  if (options.lines.values().some((choice) => 'speaker' in choice && !names.has(choice.speaker)))
    throw outOfFile('speaker')
}

function outOfFile(field: string): UserFacingError {
  return new UserFacingError('bad-request', { channel: 'import', field })
}

function viewSource(
  { sheets = [] }: ImportReading,
  { source, suggestions, table, mapping }: Mapped,
): SourceView {
  const { title, author, lineBreaks, info, sections, problems, paragraphs } = source
  const { names, counts } = tallyOf(suggestions)
  return {
    title,
    author,
    lineBreaks,
    hasTimes: paragraphs.some(({ times, lengths }) => times !== null || lengths !== null),
    language: languageOf({ source }),
    isStory: info !== null,
    sections: sections.map(({ title: heading, kind }) => ({ title: heading, kind })),
    problems: problems.slice(0, MOST_PROBLEMS),
    problemCount: problems.length,
    names: [...names],
    counts: [...counts],
    table: table === null ? null : viewTable(table.read, table.columns, sheets, mapping),
    usual: packOptions(defaultOptions(source)),
  }
}

function viewTable(
  table: ImportTable,
  columns: Columns,
  sheets: readonly ImportTable[],
  { sheet }: TableMapping,
): TableView {
  const { header, headerLine } = table
  const first = table.rows.slice(0, WIDTH_ROWS).map(({ cells }) => cells)
  return {
    sheets: sheets.map(({ sheet: name = '' }) => name),
    sheet,
    header,
    headerLine: header === null ? null : (headerLine ?? 1),
    headers: headersOf(table),
    width: Math.max(0, ...[header ?? [], ...first].map(({ length }) => length)),
    columns,
    hasBlankSpeakers: hasBlankSpeakers(table, columns),
  }
}

/** The rows that can name the columns, each with its line; none for a table whose sheets have rows of their own. */
function headersOf(table: ImportTable): TableView['headers'] {
  if (table.header !== null && table.headerLine === undefined) return []
  const { rows } = withHeader(table, null)
  return rows.slice(0, HEADER_ROWS).map(({ line, cells }) => ({
    line,
    names: cells
      .filter((cell) => cell.trim() !== '')
      .join(', ')
      .slice(0, 60),
  }))
}

function planView(planned: Planned, rows: RowsView): PlanView {
  const { source, suggestions, options, chapters } = planned
  const coverage = coverageOf(planned)
  const speakers = [...labelSpeakers(suggestions, options).keys()]
  const passages = labelPassages(source, suggestions, options)
  const included = chapters.filter(({ isIncluded }) => isIncluded)
  return {
    chapters: chapters.map(({ words, lengthMs }, index) => ({
      first: options.chapters[index]?.sections[0] ?? null,
      words,
      lengthMs: Math.round(lengthMs),
    })),
    blocks: countBlocks(planned),
    names: namesOfBlocks(planned),
    words: included.reduce((sum, { words }) => sum + words, 0),
    lengthMs: Math.round(included.reduce((sum, each) => sum + each.lengthMs, 0)),
    coverage: { words: coverage.words, scriptWords: coverage.scriptWords },
    reasons: reasonsOf(source, options, coverage),
    unclear: [...unclearLines(chapters)],
    manners: [...mannerLines(suggestions, chapters)],
    emotions: countEmotions(planned),
    genders: countGenders(planned),
    colors: [...speakerColors(planned)],
    asking: {
      passages: passages.length,
      tokens: passages.reduce((sum, passage) => sum + estimatedTokens(passage, speakers), 0),
    },
    rows,
  }
}

function rowsShown(planned: Planned, shown: Shown): PlannedRow[] {
  if (shown.kind === 'leftOut') return filteredRows(planned, shown)
  if (shown.kind !== 'chapter')
    return filteredRows(planned, { kind: shown.kind, lines: new Set(shown.lines) })
  const chapter = planned.chapters[shown.chapter]
  return chapter === undefined ? [] : rowsOf(chapter, shown.chapter)
}

/** A row with the suggestions about its lines, and without what only the story needs. */
function viewRow({ source, suggestions }: Planned, { entry, ...row }: PlannedRow): PreviewRow {
  if (entry.kind !== 'block') return { ...row, entry }
  const { text, line, speaker, cuts, unclear, putBack, notes } = entry
  const said = linesOf(entry).flatMap((number) => {
    const suggestion = suggestions.lines[number]
    if (suggestion === undefined) return []
    const { paragraph, start, end, confidence, suggestedManner } = suggestion
    const words =
      source.paragraphs[paragraph]?.text.slice(start, Math.min(end, start + LABEL_LETTERS + 1)) ?? ''
    return [
      {
        line: number,
        words,
        speaker: suggestion.speaker,
        confidence,
        ...(suggestedManner !== undefined && { suggestedManner }),
      },
    ]
  })
  return {
    ...row,
    entry: {
      kind: 'block',
      text,
      line,
      speaker,
      cuts: [...cuts],
      unclear: [...unclear],
      putBack: [...putBack],
      notes,
      said,
    },
  }
}
