/** The filter of the script: which blocks it shows. */
import type { Block, BlockId, CharacterId } from '../../shared/story/records.ts'
import type { BlockState } from './blockState.ts'

/** The states that blocks can be filtered by. */
export const FILTER_STATES = ['changed', 'notMade', 'failed', 'tooLong', 'locked'] as const

/** Shows blocks in a state, or blocks of a character (null for blocks without a character). */
export type BlockFilter =
  | { readonly kind: 'state'; readonly state: (typeof FILTER_STATES)[number] }
  | { readonly kind: 'character'; readonly characterId: CharacterId | null }

/** The filter by a state; null where blocks cannot be filtered by it. */
export function filterByState(state: BlockState['kind']): BlockFilter | null {
  const known = FILTER_STATES.find((each) => each === state)
  return known === undefined ? null : { kind: 'state', state: known }
}

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
