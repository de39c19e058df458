/** The differences between two states of a story, entry by entry, in story order, and how to restore one of them. */
import { EMPTY_CHANGE, isSameValue, type Change } from './changes.ts'
import { compareTexts, type TokenRun } from './mergeText.ts'
import type { RecordId, SequenceEntry, StoryRecord } from './records.ts'
import { ranksBefore } from './ordering.ts'
import { compareRank, type Story } from './story.ts'

/** What happened to a block or a heading. */
export interface EntryDifference {
  readonly id: RecordId
  readonly type: SequenceEntry['type']
  readonly kind: 'same' | 'added' | 'removed' | 'changed'
  /** The words before and after; a heading's words are its title. */
  readonly before: string
  readonly after: string
  readonly isMoved: boolean
  /** Whether anything except the words and the position changed: voice, timing, name… */
  readonly isSetOtherwise: boolean
}

export interface StoryDifference {
  /** The blocks and headings of either state. */
  readonly entries: readonly EntryDifference[]
  /** Whether the story's title and defaults, or its characters, differ. */
  readonly isCastChanged: boolean
  readonly isMusicChanged: boolean
}

/** What changed from one state of a story to a later one. */
export function compareStories(before: Story, after: Story): StoryDifference {
  const later = new Map(after.sequence.map((entry): [RecordId, SequenceEntry] => [entry.id, entry]))
  const removed = before.sequence.filter((entry) => !later.has(entry.id))
  const earlier = new Map(before.sequence.map((entry): [RecordId, SequenceEntry] => [entry.id, entry]))
  const entries = [...after.sequence, ...removed].sort(compareRank)
  return {
    entries: entries
      .map(({ id }) => differenceOf(earlier.get(id), later.get(id)))
      .filter((entry) => entry !== null),
    isCastChanged: !isSameValue(before.info, after.info) || !isSameList(before.cast, after.cast),
    isMusicChanged: !isSameList(before.music, after.music),
  }
}

/**
 * The change that restores a block or heading of `after` to its state in `before`: its words, its settings and its place among the entries
 * that exist in both. If its character is gone, that character comes back as well.
 */
export function restoreEntry(before: Story, after: Story, id: RecordId): Change {
  const index = before.sequence.findIndex((entry) => entry.id === id)
  const entry = before.sequence[index]
  if (entry === undefined) return EMPTY_CHANGE
  const speaker = entry.type === 'block' && entry.characterId !== null ? entry.characterId : undefined
  const character =
    speaker === undefined || after.records.has(speaker) ? undefined : before.records.get(speaker)
  const restored = { ...entry, rank: rankIn(after, before.sequence, index) }
  return { put: character === undefined ? [restored] : [character, restored], remove: [] }
}

/** A rank between an entry's former neighbours: its own former rank, unless they were moved. */
function rankIn({ records, sequence }: Story, before: readonly SequenceEntry[], index: number): string {
  const entry = before[index]
  if (entry === undefined) throw new Error('The entry is in its sequence')
  const now = (other: SequenceEntry | undefined) => {
    const record = other === undefined ? undefined : records.get(other.id)
    return record?.type === 'block' || record?.type === 'chapter' ? record : undefined
  }
  const isThere = (other: SequenceEntry) => now(other) !== undefined
  const previous = now(before.slice(0, index).findLast(isThere))
  const next = now(before.slice(index + 1).find(isThere))
  const isAfter = previous === undefined || compareRank(previous, entry) < 0
  const isBefore = next === undefined || compareRank(entry, next) < 0
  if (isAfter && isBefore) return entry.rank
  const place = previous === undefined ? -1 : sequence.findIndex(({ id }) => id === previous.id)
  const beforeId = sequence.slice(place + 1).find(({ id }) => id !== entry.id)?.id ?? null
  return ranksBefore(sequence, beforeId, 1, new Set([entry.id]))[0] ?? entry.rank
}

/** The added, removed and unchanged words of an entry. An unchanged space between changed words does not count as a separate part. */
export function wordsOf({ before, after }: Pick<EntryDifference, 'before' | 'after'>): readonly TokenRun[] {
  const parts = compareTexts(before, after)
  const words: TokenRun[] = []
  let removed: string[] = []
  let added: string[] = []
  const endChange = () => {
    if (removed.length > 0) words.push({ kind: 'removed', tokens: removed })
    if (added.length > 0) words.push({ kind: 'added', tokens: added })
    removed = []
    added = []
  }
  for (const [index, part] of parts.entries()) {
    const isSpaceWithin =
      part.kind === 'same' && index > 0 && index < parts.length - 1 && part.tokens.join('').trim() === ''
    if (part.kind === 'same' && !isSpaceWithin) {
      endChange()
      words.push(part)
    }
    if (part.kind === 'removed' || isSpaceWithin) removed.push(...part.tokens)
    if (part.kind === 'added' || isSpaceWithin) added.push(...part.tokens)
  }
  endChange()
  return words
}

function differenceOf(
  before: SequenceEntry | undefined,
  after: SequenceEntry | undefined,
): EntryDifference | null {
  const entry = after ?? before
  if (entry === undefined) return null
  const words = {
    before: before === undefined ? '' : textOf(before),
    after: after === undefined ? '' : textOf(after),
  }
  const common = { id: entry.id, type: entry.type, ...words }
  if (before === undefined || after === undefined) {
    return {
      ...common,
      kind: after === undefined ? 'removed' : 'added',
      isMoved: false,
      isSetOtherwise: false,
    }
  }
  const isMoved = before.rank !== after.rank
  const isSetOtherwise = !isSameValue(
    { ...before, ...blankWords },
    { ...after, rank: before.rank, ...blankWords },
  )
  const isChanged = isMoved || isSetOtherwise || words.before !== words.after
  return { ...common, kind: isChanged ? 'changed' : 'same', isMoved, isSetOtherwise }
}

const blankWords = { text: '', title: '' }

function textOf(entry: SequenceEntry): string {
  return entry.type === 'chapter' ? entry.title : entry.text
}

function isSameList(before: readonly StoryRecord[], after: readonly StoryRecord[]): boolean {
  return before.length === after.length && before.every((record, index) => isSameValue(record, after[index]))
}
