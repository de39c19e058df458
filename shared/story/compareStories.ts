/** The differences between two states of a story, entry by entry, in story order. */
import { isSameValue } from './changes.ts'
import { compareTexts } from './mergeText.ts'
import type { TokenRun } from './mergeText.ts'
import type { RecordId, SequenceEntry, StoryRecord } from './records.ts'
import { compareRank } from './story.ts'
import type { Story } from './story.ts'

/** What became of a block or a heading. */
export interface EntryDifference {
  readonly id: RecordId
  readonly type: SequenceEntry['type']
  readonly kind: 'same' | 'added' | 'removed' | 'changed'
  /** The words before and after; a heading's words are its title. */
  readonly before: string
  readonly after: string
  readonly isMoved: boolean
  /** Whether anything but the words and the place changed: voice, timing, name… */
  readonly isSetOtherwise: boolean
}

export interface StoryDifference {
  /** The blocks and headings of both states. */
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

/** The words of an entry that came, went and stayed. A space that stayed between words that did not is no part of its own. */
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
