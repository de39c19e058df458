/** The lexicon as a table: a CSV file that spreadsheets open. */
import Papa from 'papaparse'
import { BYTE_ORDER_MARK, formatCsv, plainCell } from '../lib/csv.ts'
import { entryProblem, type EntryProblem, type ScopedEntry } from './lexiconCommands.ts'
import type { CharacterId, LexiconEntry, LexiconEntryId } from './records.ts'
import type { Story } from './story.ts'

const COLUMNS = ['written', 'spoken', 'where', 'case', 'language', 'for', 'character'] as const
const WHERE = ['word', 'anywhere', 'pattern'] as const

/** The table of a story's entries and those for all stories, with a byte order mark, from which spreadsheets detect the encoding. */
export function formatLexicon(story: Story, entries: readonly ScopedEntry[]): string {
  const names = new Map(story.cast.map(({ id, name }) => [id, name]))
  const rows = entries.map(({ entry, isCommon }) => [
    entry.written,
    entry.spoken,
    entry.match,
    entry.isCaseSensitive ? 'match' : 'any',
    entry.language ?? '',
    isCommon ? 'all stories' : entry.characterId === null ? 'story' : 'character',
    (entry.characterId === null ? undefined : names.get(entry.characterId)) ?? '',
  ])
  return `${BYTE_ORDER_MARK}${formatCsv([COLUMNS, ...rows])}`
}

/** Why a row of a table is left out. */
export type RowProblem =
  'noWord' | 'tooLong' | 'badPattern' | 'tooComplex' | 'badWhere' | 'noCharacter' | 'badRow'

export interface LexiconTable {
  readonly entries: readonly ScopedEntry[]
  /** Rows that are left out; `line` counts the lines of the file from 1. */
  readonly problems: readonly { readonly line: number; readonly problem: RowProblem }[]
}

/**
 * Reads a table: with the columns of `formatLexicon`, in any order, or without a header, in which case the first two columns are
 * the written and the spoken form. A row with the place of an existing entry replaces its spoken form.
 */
export function parseLexicon(text: string, story: Story, newId: () => LexiconEntryId): LexiconTable {
  const { rows, columns } = readRows(text.replace(/^\uFEFF/, ''))
  const known = new Map([
    ...story.lexicon.map((entry) => [placeOf({ entry, isCommon: false }), entry.id] as const),
    ...story.commonLexicon.map((entry) => [placeOf({ entry, isCommon: true }), entry.id] as const),
  ])
  const entries = new Map<LexiconEntryId, ScopedEntry>()
  const problems: { line: number; problem: RowProblem }[] = []
  for (const { line, cells, isBroken } of rows) {
    const cell = (name: (typeof COLUMNS)[number]) => cells[columns.get(name) ?? -1] ?? ''
    const read = isBroken ? 'badRow' : readEntry(cell, story)
    if (typeof read === 'string') {
      problems.push({ line, problem: read })
      continue
    }
    const place = placeOf(read)
    const id = known.get(place) ?? newId()
    known.set(place, id)
    entries.set(id, { ...read, entry: { ...read.entry, id } })
  }
  return { entries: [...entries.values()], problems }
}

type NewEntry = { readonly entry: Omit<LexiconEntry, 'id'>; readonly isCommon: boolean }

function readEntry(cell: (name: (typeof COLUMNS)[number]) => string, story: Story): NewEntry | RowProblem {
  const match = WHERE.find((each) => each === (cell('where').trim().toLowerCase() || 'word'))
  if (match === undefined) return 'badWhere'
  const [scope, name] = [cell('for').trim().toLowerCase(), cell('character').trim()]
  const isCommon = scope === 'all stories' || scope === 'all'
  const characterId = scope === 'character' || (scope === '' && name !== '') ? characterOf(story, name) : null
  if (characterId === undefined) return 'noCharacter'
  const language = cell('language').trim().toLowerCase()
  const entry = {
    type: 'lexiconEntry' as const,
    characterId,
    match,
    written: cell('written'),
    spoken: cell('spoken'),
    isCaseSensitive: ['match', 'yes', 'true', '1'].includes(cell('case').trim().toLowerCase()),
    language: /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/.test(language) && language.length <= 35 ? language : null,
  }
  const problem = entryProblem(entry)
  if (problem === null) return { entry, isCommon }
  return ROW_PROBLEMS[problem.kind]
}

const ROW_PROBLEMS = {
  ...{ empty: 'noWord', tooLong: 'tooLong', pattern: 'badPattern', complex: 'tooComplex' },
} as const satisfies Record<EntryProblem['kind'], RowProblem>

function characterOf({ cast }: Story, name: string): CharacterId | undefined {
  return cast.find((character) => character.name.trim() === name)?.id
}

/** Identifies an entry: everything except its spoken form. */
function placeOf({ entry, isCommon }: NewEntry): string {
  const { written, match, isCaseSensitive, language, characterId } = entry
  return JSON.stringify([isCommon, characterId, written, match, isCaseSensitive, language])
}

interface Row {
  readonly line: number
  readonly cells: readonly string[]
  readonly isBroken: boolean
}

function readRows(text: string): { readonly rows: Row[]; readonly columns: ReadonlyMap<string, number> } {
  const rows: Row[] = []
  let [line, from] = [1, 0]
  const { delimiter } = Papa.parse(text, {
    preview: 20,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', '\t', ';'],
  }).meta
  Papa.parse<string[]>(text, {
    delimiter: text.includes(delimiter) ? delimiter : ',',
    step({ data, errors, meta }) {
      const cells = data.map(plainCell)
      const isBroken = errors.some(({ type }) => type === 'Quotes')
      if (cells.some((cell) => cell.trim() !== '') || isBroken) rows.push({ line, cells, isBroken })
      line += text.slice(from, meta.cursor).split(/\r\n|\r|\n/).length - 1
      from = meta.cursor
    },
  })
  const head = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const isHead = head.includes('written') && head.includes('spoken')
  const names = isHead ? head : ['written', 'spoken']
  return { rows: isHead ? rows.slice(1) : rows, columns: new Map(names.map((name, at) => [name, at])) }
}
