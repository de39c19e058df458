import type { Layout } from '../../../shared/story/layout.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { BlockState } from '../../stores/blockState.ts'
import type { Lane } from './lanes.ts'

/** The content of the timeline: a story with its timing, in lanes, at a scale, from one px of its content to another. */
export interface View {
  readonly story: Story
  /** As displayed: with a dragged edge. */
  readonly layout: Layout
  readonly lanes: readonly Lane[]
  readonly isByCharacter: boolean
  readonly states: ReadonlyMap<BlockId, BlockState>
  readonly pxPerSecond: number
  readonly fromPx: number
  readonly toPx: number
}
