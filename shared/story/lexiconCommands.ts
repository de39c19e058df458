/** Edits of the lexicon, the effect of an entry on a story before it is saved, and the lexicon as a table for spreadsheets. */
import Papa from 'papaparse'
import { derive, type Derived } from '../lib/derive.ts'
import type { Change } from './changes.ts'
import { isTooComplex, patternError } from '../lib/pattern.ts'
import { isLocked } from './locks.ts'
import { MAX_LEXICON_FORM } from './limits.ts'
import type { Block, CharacterId, LexiconEntry, LexiconEntryId } from './records.ts'
import { blockCharacters } from './renderPlan.ts'
import { blocksOf } from './selectors.ts'
import { lexiconHitsOf, spokenTextOf, spokenWordsOf } from './spokenText.ts'
import type { Story } from './story.ts'
import { findTake, type TakeIndex } from './takes.ts'
import { BYTE_ORDER_MARK, formatCsv, plainCell } from '../lib/csv.ts'

/** An entry and its scope. */
export interface ScopedEntry {
  readonly entry: LexiconEntry
  /** Whether it is for all stories. */
  readonly isCommon: boolean
}

/** All entries that a story uses: its own first. */
export function scopedEntries(story: Story): readonly ScopedEntry[] {
  return [
    ...story.lexicon.map((entry) => ({ entry, isCommon: false })),
    ...story.commonLexicon.map((entry) => ({ entry, isCommon: true })),
  ]
}

/** The change that puts entries of the story's own lexicon, and removes others. */
export function keepEntries(
  story: Story,
  put: readonly LexiconEntry[],
  remove: readonly LexiconEntryId[] = [],
): Change {
  return { put: [...put], remove: remove.filter((id) => story.records.has(id)) }
}

/**
 * Why an entry cannot be kept: it has no written form, a form that is too long, a pattern that is not valid, with RE2's message,
 * or a pattern that is too complex.
 */
type EntryProblem =
  { readonly kind: 'empty' | 'tooLong' | 'complex' } | { readonly kind: 'pattern'; readonly reason: string }

/** The reason why an entry cannot be kept; null if it can. */
export function entryProblem({ written, spoken, match }: Omit<LexiconEntry, 'id'>): EntryProblem | null {
  if (written.trim() === '') return { kind: 'empty' }
  if (written.length > MAX_LEXICON_FORM || spoken.length > MAX_LEXICON_FORM) return { kind: 'tooLong' }
  if (match !== 'pattern') return null
  if (isTooComplex(written)) return { kind: 'complex' }
  const reason = patternError(written)
  return reason === null ? null : { kind: 'pattern', reason }
}

/** A story as it is spoken with an entry, or without the entry if `with` is null. Its records stay the same: this is for a preview only. */
export function storyWithEntry(story: Story, id: LexiconEntryId, kept: ScopedEntry | null): Story {
  const without = (entries: readonly LexiconEntry[]) => entries.filter((entry) => entry.id !== id)
  const [own, common] = [without(story.lexicon), without(story.commonLexicon)]
  if (kept === null) return { ...story, lexicon: own, commonLexicon: common }
  return kept.isCommon
    ? { ...story, lexicon: own, commonLexicon: [...common, kept.entry] }
    : { ...story, lexicon: [...own, kept.entry], commonLexicon: common }
}

/** The number of uses of an entry in a story, and the first block that uses it. */
interface EntryUse {
  readonly count: number
  readonly first: Block
}

/** How entries are used in a story, by their ids. Unused entries are left out. */
export const entryUses = derive((story: Story): ReadonlyMap<LexiconEntryId, EntryUse> => {
  const uses = new Map<LexiconEntryId, EntryUse>()
  for (const block of blocksOf(story))
    for (const { entry } of lexiconHitsOf(story, block)) {
      const use = uses.get(entry.id)
      uses.set(entry.id, { count: (use?.count ?? 0) + 1, first: use?.first ?? block })
    }
  return uses
})

/** An entry that is switched off because its search would take too much work. */
export interface StoppedEntry {
  readonly entry: LexiconEntry
  /** The number of blocks in which it is not used; null if it is used in none. */
  readonly blocks: number | null
}

const NONE_STOPPED: readonly StoppedEntry[] = []

/** The entries that are switched off in blocks of a story, those that are off in the whole story first. */
export function stoppedEntries(story: Story): readonly StoppedEntry[] {
  if (story.lexicon.length + story.commonLexicon.length === 0) return NONE_STOPPED
  const off = new Set<LexiconEntry>()
  const counts = new Map<LexiconEntry, number>()
  let seen: readonly LexiconEntry[] | undefined
  for (const block of blocksOf(story)) {
    const words = spokenWordsOf(story, block)
    if (words.off !== seen) for (const entry of words.off) off.add(entry)
    seen = words.off
    for (const entry of words.stopped) counts.set(entry, (counts.get(entry) ?? 0) + 1)
  }
  return [
    ...Array.from(off, (entry) => ({ entry, blocks: null })),
    ...Array.from(counts, ([entry, blocks]) => ({ entry, blocks })).filter(({ entry }) => !off.has(entry)),
  ]
}

/** The entries that are switched off, updated from those of an earlier story that differs only in the blocks at these indices (`changedBlocks`). */
export function stoppedEntriesAfter(
  before: Derived<Story, readonly StoppedEntry[]>,
  changed: readonly number[],
  story: Story,
): readonly StoppedEntry[] {
  const hasNoOthers = changed.every((index) => {
    const [old, now] = [blocksOf(before.of)[index], blocksOf(story)[index]]
    if (old === undefined || now === undefined) return false
    const [oldWords, words] = [spokenWordsOf(before.of, old), spokenWordsOf(story, now)]
    return oldWords.off === words.off && oldWords.stopped.length + words.stopped.length === 0
  })
  return hasNoOthers ? before.value : stoppedEntries(story)
}

/** The effect of keeping an entry. */
export interface EntryEffect {
  readonly hits: number
  /** The blocks with hits, in story order. */
  readonly blocks: readonly Block[]
  /** Blocks whose audio no longer fits. */
  readonly stale: number
  /** Locked blocks that keep their audio, although the entry would change how they are spoken. */
  readonly locked: number
  /** The estimated credits for rendering stale blocks again. */
  readonly credits: number
}

/** The effect of going from `before` to `after`, in which an entry is kept. */
export function effectOf(
  before: Story,
  after: Story,
  { id, takes }: { readonly id: LexiconEntryId; readonly takes: TakeIndex },
): EntryEffect {
  const blocks: Block[] = []
  let [hits, stale, locked, credits] = [0, 0, 0, 0]
  for (const block of blocksOf(after)) {
    const own = lexiconHitsOf(after, block).filter(({ entry }) => entry.id === id).length
    hits += own
    if (own > 0) blocks.push(block)
    if (spokenTextOf(before, block) === spokenTextOf(after, block)) continue
    if (isLocked(block)) locked += 1
    else if (findTake(before, block, takes) !== undefined && findTake(after, block, takes) === undefined) {
      stale += 1
      credits += blockCharacters(after, block)
    }
  }
  return { hits, blocks, stale, locked, credits }
}

/** The lexicon as a table: a CSV file that spreadsheets open. */
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
type RowProblem = 'noWord' | 'tooLong' | 'badPattern' | 'tooComplex' | 'badWhere' | 'noCharacter' | 'badRow'

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
