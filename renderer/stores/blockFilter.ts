/** The filter of the script: which blocks it shows. */
import type { Block, BlockId, CharacterId } from '../../shared/story/records.ts'
import type { BlockState } from './blockState.ts'

/** The states that blocks can be filtered by. */
export const FILTER_STATES = ['changed', 'notMade', 'failed', 'tooLong', 'locked'] as const

/** Shows blocks in a state, blocks of a character (null for blocks without a character), or the blocks of a search. */
export type BlockFilter =
  | { readonly kind: 'state'; readonly state: (typeof FILTER_STATES)[number] }
  | { readonly kind: 'character'; readonly characterId: CharacterId | null }
  /** These blocks, under a name. */
  | { readonly kind: 'blocks'; readonly name: string; readonly ids: ReadonlySet<BlockId> }

/** The filter by a state; null where blocks cannot be filtered by it. */
export function filterByState(state: BlockState['kind']): BlockFilter | null {
  const known = FILTER_STATES.find((each) => each === state)
  return known === undefined ? null : { kind: 'state', state: known }
}

/** Whether two filters show the same. */
export function isSameFilter(a: BlockFilter | null, b: BlockFilter | null): boolean {
  if (a === null || b === null) return a === b
  if (a.kind === 'state') return b.kind === 'state' && a.state === b.state
  if (a.kind === 'blocks') return b.kind === 'blocks' && a.ids === b.ids
  return b.kind === 'character' && a.characterId === b.characterId
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
  const isShown = (block: Block) => {
    if (filter.kind === 'state') return states.get(block.id)?.kind === filter.state
    return filter.kind === 'blocks' ? filter.ids.has(block.id) : block.characterId === filter.characterId
  }
  return new Set(blocks.filter((block) => isShown(block) || kept.has(block.id)).map(({ id }) => id))
}
