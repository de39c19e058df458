import type { Layout } from '../../../shared/story/layout.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { BlockState } from '../../stores/blockState.ts'
import type { Lane } from './lanes.ts'

/** What the timeline shows: a story with its timing, in lanes, at a scale, from one px of its content to another. */
export interface View {
  readonly story: Story
  /** As it is shown: with the edge that is being dragged. */
  readonly layout: Layout
  readonly lanes: readonly Lane[]
  readonly isByCharacter: boolean
  readonly states: ReadonlyMap<BlockId, BlockState>
  readonly pxPerSecond: number
  readonly fromPx: number
  readonly toPx: number
}
