/** The filter of the script: which blocks it shows. */
import type { Block, BlockId, BlockMark, ChapterId, CharacterId } from '../../shared/story/records.ts'
import { blocksOf, sectionsOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import type { BlockState } from './blockState.ts'
import { narratedSpeechOf } from './narratedSpeech.ts'

/** The states by which blocks can be filtered. */
export const FILTER_STATES = ['changed', 'notMade', 'failed', 'tooLong', 'locked'] as const

/** A condition by which blocks can be filtered. */
export type BlockCondition =
  | { readonly kind: 'state'; readonly state: (typeof FILTER_STATES)[number] }
  | { readonly kind: 'mark'; readonly mark: BlockMark }
  /** With a note. */
  | { readonly kind: 'notes' }
  /** Speech that the narrator reads. */
  | { readonly kind: 'narratedSpeech' }
  /** Of a character; null for blocks without a character. */
  | { readonly kind: 'character'; readonly characterId: CharacterId | null }
  /** Of a chapter; null for blocks before the first heading. */
  | { readonly kind: 'chapter'; readonly chapterId: ChapterId | null }
  /** These blocks, under a name. */
  | { readonly kind: 'blocks'; readonly name: string; readonly ids: ReadonlySet<BlockId> }

/**
 * Shows the blocks that meet at least one condition of each kind: for example, changed blocks of two characters. Without conditions,
 * it shows everything.
 */
export type BlockFilter = readonly BlockCondition[]
export const NO_FILTER: BlockFilter = []

/** The condition of a state; null if blocks cannot be filtered by it. */
export function conditionOfState(state: BlockState['kind']): BlockCondition | null {
  const known = FILTER_STATES.find((each) => each === state)
  return known === undefined ? null : { kind: 'state', state: known }
}

/** A key that is equal for equivalent conditions. */
export function conditionKey(condition: BlockCondition): string {
  switch (condition.kind) {
    case 'state':
      return `state ${condition.state}`
    case 'mark':
      return `mark ${condition.mark}`
    case 'character':
      return `character ${condition.characterId ?? ''}`
    case 'chapter':
      return `chapter ${condition.chapterId ?? ''}`
    case 'blocks':
      return `blocks ${condition.name}`
    case 'notes':
    case 'narratedSpeech':
      return condition.kind
  }
}

/** Whether a filter has a condition. */
export function hasCondition(filter: BlockFilter, condition: BlockCondition): boolean {
  const key = conditionKey(condition)
  return filter.some((each) => conditionKey(each) === key)
}

/** The filter with a condition toggled. */
export function withToggled(filter: BlockFilter, condition: BlockCondition): BlockFilter {
  const key = conditionKey(condition)
  const others = filter.filter((each) => conditionKey(each) !== key)
  return others.length < filter.length ? others : [...filter, condition]
}

/** The inputs of a filter. */
interface FilterSources {
  readonly story: Story
  readonly states: ReadonlyMap<BlockId, BlockState>
}

/**
 * The blocks that a filter shows; null for all. A block in `kept` stays, even if it no longer matches: it is being edited, or was
 * just added.
 */
export function shownBlocks(
  filter: BlockFilter,
  sources: FilterSources,
  kept: ReadonlySet<BlockId>,
): ReadonlySet<BlockId> | null {
  if (filter.length === 0) return null
  const kinds = [...Map.groupBy(filter, ({ kind }) => kind).values()].map((conditions) =>
    conditions.map((condition) => testOf(condition, sources)),
  )
  const isShown = (block: Block) => kinds.every((tests) => tests.some((test) => test(block)))
  return new Set(
    blocksOf(sources.story)
      .filter((block) => kept.has(block.id) || isShown(block))
      .map(({ id }) => id),
  )
}

function testOf(condition: BlockCondition, { story, states }: FilterSources): (block: Block) => boolean {
  switch (condition.kind) {
    case 'state':
      return ({ id }) => states.get(id)?.kind === condition.state
    case 'mark':
      return ({ mark }) => mark === condition.mark
    case 'notes':
      return ({ notes }) => notes !== ''
    case 'narratedSpeech': {
      const found = narratedSpeechOf(story)
      return ({ id }) => found.has(id)
    }
    case 'character':
      return ({ characterId }) => characterId === condition.characterId
    case 'chapter': {
      const sections = sectionsOf(story).filter(
        ({ chapter }) => (chapter?.id ?? null) === condition.chapterId,
      )
      const ids = new Set(sections.flatMap(({ blocks }) => blocks.map(({ id }) => id)))
      return ({ id }) => ids.has(id)
    }
    case 'blocks':
      return ({ id }) => condition.ids.has(id)
  }
}
