/** The frame of the minimap: which part of the story is in view, and how dragging the frame changes that. */
import { LEFT_PAD_PX } from './scale.ts'

export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** What of the frame is dragged: all of it scrolls, an edge zooms. */
export type FramePart = 'start' | 'all' | 'end'

/** The part of the story that is in view. */
export function rangeInView(
  scrollLeft: number,
  widthPx: number,
  pxPerSecond: number,
  totalMs: number,
): TimeRange {
  const timeAt = (px: number) => Math.max(0, Math.min(totalMs, ((px - LEFT_PAD_PX) / pxPerSecond) * 1000))
  return { fromMs: timeAt(scrollLeft), toMs: timeAt(scrollLeft + widthPx) }
}

/** The stretch after a drag by some time: moved within the story, or with one edge elsewhere, at least `leastMs` from the other. */
export function draggedStretch(
  { fromMs, toMs }: TimeRange,
  part: FramePart,
  byMs: number,
  totalMs: number,
  leastMs: number,
): TimeRange {
  if (part === 'start') return { fromMs: Math.max(0, Math.min(toMs - leastMs, fromMs + byMs)), toMs }
  if (part === 'end') return { fromMs, toMs: Math.min(totalMs, Math.max(fromMs + leastMs, toMs + byMs)) }
  const movedMs = Math.max(-fromMs, Math.min(totalMs - toMs, byMs))
  return { fromMs: fromMs + movedMs, toMs: toMs + movedMs }
}
