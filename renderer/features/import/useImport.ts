import { useDeferredValue, useMemo, useState } from 'react'
import { defaultOptions } from '../../../shared/import/options.ts'
import type { ImportOptions } from '../../../shared/import/options.ts'
import { markPieces } from '../../../shared/import/pieces.ts'
import { indexLines, planImport } from '../../../shared/import/plan.ts'
import type { ImportSource } from '../../../shared/import/source.ts'
import { suggestSpeakers } from '../../../shared/import/speakers/suggestSpeakers.ts'
import { speakerColors } from '../../../shared/import/storyFromPlan.ts'
import type { Planned } from '../../../shared/import/planned.ts'
import { guessColumns, sourceFromTable, unreadCells } from '../../../shared/import/table.ts'
import type { Columns, ImportTable } from '../../../shared/import/table.ts'
import type { ImportReading } from '../../../shared/ipc/importContract.ts'

/** A table with the names of its columns in a line, and what each column says. */
export interface TableMapping {
  readonly table: ImportTable
  readonly columns: Columns
}

export interface ImportReview {
  /** What the preview shows: it follows the options a moment later. */
  readonly planned: Planned
  /** The colour of each speaker in the preview. */
  readonly colors: ReadonlyMap<string | null, number>
  readonly options: ImportOptions
  /** The sheets of a table that are read, and their columns; null for any other file. */
  readonly mapping: TableMapping | null
  decide(change: Partial<ImportOptions>): void
  /** The plan of all that is decided, also where the preview has not followed yet. */
  planNow(): Planned
  mapTable(mapping: TableMapping): void
}

/** What a reading would become, by what the writer decides. Everything is worked out anew where the columns of a table change. */
export function useImport(reading: ImportReading): ImportReview {
  const { table } = reading
  const [mapping, setMapping] = useState(() =>
    table === null ? null : { table, columns: guessColumns(table) },
  )
  const source = useMemo(() => (mapping === null ? reading.source : markedTable(mapping)), [reading, mapping])
  const usual = useMemo(() => ({ source, options: defaultOptions(source) }), [source])
  const [latest, setLatest] = useState(usual)
  // What was decided of the chapters of another source does not fit this one.
  const decided = latest.source === source ? latest : usual
  const { options } = decided
  const suggestions = useMemo(() => {
    const read = source === reading.source ? reading.suggestions : undefined
    // The columns of a table are mapped here.
    if (read === undefined) return suggestSpeakers(source, { readsQuotations: true })
    return { lines: read.lines, names: new Map(read.names), genders: new Map(read.genders) }
  }, [source, reading])
  const unread = useMemo(() => (mapping === null ? [] : unreadWords(mapping)), [mapping])
  const lines = useMemo(() => indexLines(suggestions), [suggestions])
  // The preview follows with lower priority, so that a long book does not hold up what is pressed.
  const deferred = useDeferredValue(decided)
  const shown = deferred.source === source ? deferred.options : options
  const planned = useMemo(
    () => ({
      source,
      suggestions,
      options: shown,
      unread,
      chapters: planImport(source, lines, shown),
    }),
    [source, suggestions, lines, unread, shown],
  )
  const colors = useMemo(() => speakerColors(planned), [planned])
  return {
    planned,
    colors,
    options,
    mapping,
    decide(change) {
      setLatest({ source, options: { ...options, ...change } })
    },
    planNow: () =>
      planned.options === options
        ? planned
        : { source, suggestions, options, unread, chapters: planImport(source, lines, options) },
    mapTable: setMapping,
  }
}

function unreadWords({ table, columns }: TableMapping): string[] {
  return unreadCells(table, columns).map(({ text }) => text)
}

function markedTable({ table, columns }: TableMapping): ImportSource {
  const source = sourceFromTable(table, columns)
  return { ...source, paragraphs: markPieces(source.paragraphs) }
}
