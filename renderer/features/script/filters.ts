/** The filter of the script: which blocks it shows. */
import type { Block, BlockId } from '../../../shared/story/records.ts'
import type { BlockState } from '../../stores/blockState.ts'
import type { BlockFilter } from '../../stores/viewStore.ts'

/** The states that blocks can be filtered by. */
export const FILTER_STATES = ['changed', 'notMade', 'failed', 'tooLong'] as const

/** Whether two filters show the same. */
export function isSameFilter(a: BlockFilter | null, b: BlockFilter | null): boolean {
  if (a === null || b === null) return a === b
  return a.kind === 'state'
    ? b.kind === 'state' && a.state === b.state
    : b.kind === 'character' && a.characterId === b.characterId
}

/**
 * The blocks that a filter shows; null for all. A block in `kept` stays, whatever it has become: it is being written, or was
 * just added.
 */
export function shownBlocks(
  filter: BlockFilter | null,
  blocks: readonly Block[],
  states: ReadonlyMap<BlockId, BlockState>,
  kept: ReadonlySet<BlockId>,
): ReadonlySet<BlockId> | null {
  if (filter === null) return null
  const isShown = (block: Block) =>
    filter.kind === 'state'
      ? states.get(block.id)?.kind === filter.state
      : block.characterId === filter.characterId
  return new Set(blocks.filter((block) => isShown(block) || kept.has(block.id)).map(({ id }) => id))
}
