/** The filter of the script: which blocks it shows. */
import type { Block, BlockId, CharacterId } from '../../shared/story/records.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import type { BlockState } from './blockState.ts'
import { narratedSpeechOf } from './narratedSpeech.ts'

/** The states that blocks can be filtered by. */
export const FILTER_STATES = ['changed', 'notMade', 'failed', 'tooLong', 'locked'] as const

/**
 * Shows blocks in a state, blocks of a character (null for blocks without a character), speech that the narrator reads, or the blocks
 * of a search.
 */
export type BlockFilter =
  | { readonly kind: 'state'; readonly state: (typeof FILTER_STATES)[number] }
  | { readonly kind: 'character'; readonly characterId: CharacterId | null }
  | { readonly kind: 'narratedSpeech' }
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
  switch (a.kind) {
    case 'state':
      return b.kind === 'state' && a.state === b.state
    case 'character':
      return b.kind === 'character' && a.characterId === b.characterId
    case 'narratedSpeech':
      return b.kind === 'narratedSpeech'
    case 'blocks':
      return b.kind === 'blocks' && a.ids === b.ids
  }
}

/** What decides which blocks a filter shows. */
interface FilterSources {
  readonly story: Story
  readonly states: ReadonlyMap<BlockId, BlockState>
}

/**
 * The blocks that a filter shows; null for all. A block in `kept` stays, whatever it has become: it is being written, or was
 * just added.
 */
export function shownBlocks(
  filter: BlockFilter | null,
  { story, states }: FilterSources,
  kept: ReadonlySet<BlockId>,
): ReadonlySet<BlockId> | null {
  if (filter === null) return null
  const isShown = showsBlock(filter, { story, states })
  return new Set(
    blocksOf(story)
      .filter((block) => isShown(block) || kept.has(block.id))
      .map(({ id }) => id),
  )
}

function showsBlock(filter: BlockFilter, { story, states }: FilterSources): (block: Block) => boolean {
  switch (filter.kind) {
    case 'state':
      return ({ id }) => states.get(id)?.kind === filter.state
    case 'character':
      return ({ characterId }) => characterId === filter.characterId
    case 'narratedSpeech':
      return ({ id }) => narratedSpeechOf(story).has(id)
    case 'blocks':
      return ({ id }) => filter.ids.has(id)
  }
}
