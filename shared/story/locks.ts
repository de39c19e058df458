/** Locks: a locked block is finished. It keeps its words, its settings and its audio; its name, its place and its silence can change. */
import type { Change } from './changes.ts'
import type { Block, BlockId } from './records.ts'
import { findBlock } from './selectors.ts'
import { SETTING_NAMES } from './speechSettings.ts'
import { hasSpeech } from './spokenText.ts'
import type { Story } from './story.ts'
import { blockKeys, findTake, type TakeIndex } from './takes.ts'

/** The fields that a lock protects. */
const KEPT: ReadonlySet<string> = new Set([
  'text',
  'characterId',
  'durationMs',
  'pick',
  'takeCuts',
  ...SETTING_NAMES,
])

/** Whether a block is locked. */
export function isLocked({ lockedKey }: Pick<Block, 'lockedKey'>): boolean {
  return lockedKey !== null
}

/** The part of a patch that also applies to locked blocks. */
export function withoutSpeech<T extends object>(patch: T): Partial<T> {
  return Object.fromEntries(Object.entries(patch).filter(([name]) => !KEPT.has(name))) as Partial<T> // fewer fields
}

/** Whether at least one of the blocks exists, and all that do are locked. */
export function areLocked(story: Story, ids: readonly BlockId[]): boolean {
  const isLockedId = (id: BlockId) => {
    const block = findBlock(story, id)
    return block !== undefined && isLocked(block)
  }
  return ids.length > 0 && ids.every(isLockedId)
}

/** The number of locked blocks among these. */
export function countLocked(story: Story, ids: readonly string[]): number {
  return ids.filter((id) => {
    const record = story.records.get(id as BlockId) // any id may be looked up
    return record?.type === 'block' && isLocked(record)
  }).length
}

/** Locks blocks, each with the take that fits it now. Skips blocks without such a take, and those that are locked already. */
export function lockBlocks(story: Story, ids: readonly BlockId[], takes: TakeIndex): Change {
  const put = ids.flatMap((id): Block[] => {
    const block = findBlock(story, id)
    if (block === undefined || isLocked(block) || !hasSpeech(story, block)) return []
    return findTake(story, block, takes) === undefined
      ? []
      : [{ ...block, lockedKey: blockKeys(story, block).own }]
  })
  return { put, remove: [] }
}

/** Unlocks blocks. Their audio stays, and fits as long as they sound as they did when they were locked. */
export function unlockBlocks(story: Story, ids: readonly BlockId[]): Change {
  const put = ids.flatMap((id): Block[] => {
    const block = findBlock(story, id)
    return block === undefined || !isLocked(block) ? [] : [{ ...block, lockedKey: null }]
  })
  return { put, remove: [] }
}
