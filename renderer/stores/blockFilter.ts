/** The filter of the script: which blocks it shows, by their characters among others. */
import type { Block, BlockId, BlockMark, ChapterId, CharacterId } from '../../shared/story/records.ts'
import { blocksOf, findCharacter, sectionsOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import type { BlockState } from './blockState.ts'
import { isNarrator } from '../../shared/import/speakers/speakers.ts'
import { hasQuotedSpeech } from '../../shared/import/speakers/suggestSpeakers.ts'
import { deriveByBlock } from '../../shared/story/changedBlocks.ts'

/** The states by which blocks can be filtered. */
export const FILTER_STATES = ['changed', 'notMade', 'failed', 'tooLong', 'locked'] as const

/** A condition by which blocks can be filtered. */
export type BlockCondition =
  | { readonly kind: 'state'; readonly state: (typeof FILTER_STATES)[number] }
  | { readonly kind: 'mark'; readonly mark: BlockMark }
  /** Blocks with a note. */
  | { readonly kind: 'notes' }
  /** Speech that the narrator reads. */
  | { readonly kind: 'narratedSpeech' }
  /** Blocks of a character; null for blocks without a character. */
  | { readonly kind: 'character'; readonly characterId: CharacterId | null }
  /** Blocks of a chapter; null for blocks before the first heading. */
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

/**
 * The blocks of a story that have speech in quotation marks and are read by the narrator, or have no character: an import leaves
 * lines of unclear speakers that way. Computed once for all views; the value stays the same while other words are typed.
 */
export const narratedSpeechOf: (story: Story) => ReadonlySet<BlockId> = deriveByBlock(
  (story) =>
    new Set(
      blocksOf(story)
        .filter((block) => isNarratedSpeech(story, block))
        .map(({ id }) => id),
    ),
  ({ value }, changed, story) => {
    const blocks = changed.flatMap((index) => blocksOf(story)[index] ?? [])
    if (blocks.every((block) => value.has(block.id) === isNarratedSpeech(story, block))) return value
    const found = new Set(value)
    for (const block of blocks) {
      if (isNarratedSpeech(story, block)) found.add(block.id)
      else found.delete(block.id)
    }
    return found
  },
)

function isNarratedSpeech(story: Story, { text, characterId }: Block): boolean {
  const character = findCharacter(story, characterId)
  return (character === undefined || isNarrator(character.name)) && hasQuotedSpeech(text)
}

/** The blocks of each character that speaks, in story order; null stands for no character. */
export type CharacterBlocks = ReadonlyMap<CharacterId | null, readonly BlockId[]>

/** The blocks of each character of a story, computed once for all views. The value stays the same while the writer types. */
export const characterBlocksOf: (story: Story) => CharacterBlocks = deriveByBlock(
  groupBlocks,
  ({ of: before, value }, changed, story) => {
    const speaker = (of: Story, index: number) => blocksOf(of)[index]?.characterId
    return changed.every((index) => speaker(before, index) === speaker(story, index))
      ? value
      : groupBlocks(story)
  },
)

function groupBlocks(story: Story): CharacterBlocks {
  const found = Map.groupBy(
    blocksOf(story),
    ({ characterId }) => findCharacter(story, characterId)?.id ?? null,
  )
  return new Map([...found].map(([owner, blocks]) => [owner, blocks.map(({ id }) => id)]))
}
