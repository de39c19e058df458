import type { BlockId } from '../../../shared/story/records.ts'
import type { ChapterSection } from '../../../shared/story/selectors.ts'
import { isMade } from '../../stores/blockState.ts'
import type { BlockState } from '../../stores/blockState.ts'

/** How many of a chapter's blocks with words are made, in whole percent; null where none has words. Less than all is never 100. */
export function madePercent(
  { blocks }: ChapterSection,
  states: ReadonlyMap<BlockId, BlockState>,
): number | null {
  const kinds = blocks.flatMap(({ id }) => states.get(id)?.kind ?? []).filter((kind) => kind !== 'empty')
  if (kinds.length === 0) return null
  return Math.floor((100 * kinds.filter(isMade).length) / kinds.length)
}
