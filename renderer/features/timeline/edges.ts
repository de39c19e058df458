/** What dragging a clip's edges sets: the silence before the block, and the length that its speech is to have. */
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import type { Change } from '../../../shared/story/changes.ts'
import { MAX_SPAN_MS } from '../../../shared/story/limits.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'

export type Edge = 'silence' | 'duration'

/** An edge as it is while it is dragged; a duration of null is "as long as it takes". */
export interface EdgeValue {
  readonly blockId: BlockId
  readonly edge: Edge
  readonly valueMs: number | null
}

/** Snapped values are multiples of this. */
export const SNAP_MS = 100
/** Free values are multiples of this: less cannot be heard, or told apart on screen. */
const FREE_MS = 10
const LEAST_MS: Readonly<Record<Edge, number>> = { silence: 0, duration: 100 }

/** The value of an edge that was dragged by some px: in range, and on the grid unless free. */
export function dragValue(
  edge: Edge,
  startMs: number,
  movedPx: number,
  pxPerSecond: number,
  isSnapped: boolean,
): number {
  return edgeValue(edge, startMs + (movedPx / pxPerSecond) * 1000, isSnapped ? SNAP_MS : FREE_MS)
}

/** A value of an edge, in range and on a grid. */
export function edgeValue(edge: Edge, ms: number, gridMs = FREE_MS): number {
  return Math.min(MAX_SPAN_MS, Math.max(LEAST_MS[edge], Math.round(ms / gridMs) * gridMs))
}

/** The change that sets an edge. */
export function edgeChange(story: Story, { blockId, edge, valueMs }: EdgeValue): Change {
  return patchBlocks(
    story,
    [blockId],
    edge === 'silence' ? { silenceBeforeMs: valueMs ?? 0 } : { durationMs: valueMs },
  )
}
