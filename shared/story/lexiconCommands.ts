/** Edits of the lexicon, and the effect of an entry on a story before it is saved. */
import { derive, type Derived } from '../lib/derive.ts'
import type { Change } from './changes.ts'
import { isTooComplex, patternError } from '../lib/pattern.ts'
import { isLocked } from './locks.ts'
import { MAX_LEXICON_FORM } from './limits.ts'
import type { Block, LexiconEntry, LexiconEntryId } from './records.ts'
import { blockCharacters } from './renderPlan.ts'
import { blocksOf } from './selectors.ts'
import { lexiconHitsOf, spokenTextOf, spokenWordsOf } from './spokenText.ts'
import type { Story } from './story.ts'
import { findTake, type TakeIndex } from './takes.ts'

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
export type EntryProblem =
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

/** How often an entry is used in a story, and the first block in which it is. */
export interface EntryUse {
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
