/** Dragging a clip's edges: sets the silence before the block, and the target length of its speech. */
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { apply, composeChanges, type Change } from '../../../shared/story/changes.ts'
import { layout as layOut, placeChapters, type BlockSpan, type Layout } from '../../../shared/story/layout.ts'
import { MAX_SPAN_MS } from '../../../shared/story/limits.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { blockNumber, blocksOf } from '../../../shared/story/selectors.ts'
import { silenceBeforeOf } from '../../../shared/story/silences.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { TakeIndex } from '../../../shared/story/takes.ts'

export type Edge = 'silence' | 'duration'

/** The value of a dragged edge; a duration of null is "as long as it takes". */
export interface EdgeValue {
  readonly blockId: BlockId
  readonly edge: Edge
  readonly valueMs: number | null
}

/** The limits of a dragged edge. */
export interface EdgeLimits {
  readonly scroller: HTMLElement | null
  readonly pxPerSecond: number
  readonly isSnapOn: boolean
  /** Values at which the edge meets another clip or the playhead. */
  readonly snapsMs: readonly number[]
  readonly mostMs: number
}

/** Snapped values are multiples of this. */
export const SNAP_MS = 100
/** Free values are multiples of this: less can be neither heard nor seen. */
const FREE_MS = 10
const LEAST_MS: Readonly<Record<Edge, number>> = { silence: 0, duration: 100 }
/** The distance within which an edge snaps to a time. */
export const SNAP_PX = 8

/** A value of an edge, in range and on a grid. */
export function edgeValue(edge: Edge, ms: number, gridMs = FREE_MS, mostMs = MAX_SPAN_MS): number {
  return Math.max(LEAST_MS[edge], Math.min(MAX_SPAN_MS, mostMs, Math.round(ms / gridMs) * gridMs))
}

/**
 * The value of an edge that was dragged by some px: in range, and unless free, at a nearby snap value,
 * otherwise on the grid.
 */
export function dragValue(options: {
  readonly edge: Edge
  readonly startMs: number
  readonly movedPx: number
  readonly pxPerSecond: number
  readonly isSnapped: boolean
  /** Values at which the edge meets another clip or the playhead. */
  readonly snapsMs?: readonly number[]
  readonly mostMs?: number
}): number {
  const { edge, startMs, movedPx, pxPerSecond, isSnapped, snapsMs = [], mostMs } = options
  const wantedMs = startMs + (movedPx / pxPerSecond) * 1000
  if (!isSnapped) return edgeValue(edge, wantedMs, FREE_MS, mostMs)
  const near = nearestMs(wantedMs, snapsMs, (SNAP_PX / pxPerSecond) * 1000)
  return near === null ? edgeValue(edge, wantedMs, SNAP_MS, mostMs) : edgeValue(edge, near, 1, mostMs)
}

/** The nearest of some times within a reach; null if none is that near. */
export function nearestMs(timeMs: number, timesMs: readonly number[], reachMs: number): number | null {
  let nearest: number | null = null
  for (const each of timesMs) {
    const distance = Math.abs(each - timeMs)
    if (distance <= reachMs && (nearest === null || distance < Math.abs(nearest - timeMs))) nearest = each
  }
  return nearest
}

/** The maximum of an edge if later clips stay: the next silence absorbs the difference. */
export function mostValue({ spans }: Layout, index: number, edge: Edge): number {
  const [span, next] = [spans[index], spans[index + 1]]
  if (span === undefined || next === undefined) return MAX_SPAN_MS
  const ownMs = edge === 'silence' ? span.startMs - span.silenceStartMs : span.endMs - span.startMs
  return ownMs + next.startMs - next.silenceStartMs
}

/** The layout with a dragged edge. Later clips move along, or the next silence absorbs the difference. */
export function previewLayout(layout: Layout, index: number, value: EdgeValue, isRippleOn: boolean): Layout {
  const span = layout.spans[index]
  if (span === undefined || value.valueMs === null) return layout
  const startMs = value.edge === 'silence' ? span.silenceStartMs + value.valueMs : span.startMs
  const endMs = value.edge === 'silence' ? startMs + span.endMs - span.startMs : startMs + value.valueMs
  const byMs = endMs - span.endMs
  const next = layout.spans[index + 1]
  /** The effect on another span: everything later moves along, or only the titles before the next block do. */
  const moved = (later: BlockSpan): BlockSpan => {
    if (later === span) return { ...span, startMs, endMs }
    if (later.startMs < span.startMs) return later
    const silenceStartMs = later.silenceStartMs + byMs
    if (isRippleOn || (next !== undefined && later.startMs < next.startMs))
      return { ...later, silenceStartMs, startMs: later.startMs + byMs, endMs: later.endMs + byMs }
    return later === next ? { ...later, silenceStartMs } : later
  }
  const spans = layout.spans.map(moved)
  const places = layout.chapters.map((chapter) => ({
    ...chapter,
    title: chapter.title && moved(chapter.title),
  }))
  return {
    spans,
    heard: layout.heard === layout.spans ? spans : layout.heard.map(moved),
    chapters: placeChapters(places, spans),
    totalMs: spans.at(-1)?.endMs ?? 0,
  }
}

/** The change that sets an edge. If later clips stay, the silence of the next block absorbs the difference, as far as possible. */
export function edgeChange(story: Story, takes: TakeIndex, value: EdgeValue, isRippleOn: boolean): Change {
  const { blockId, edge, valueMs } = value
  const patch = edge === 'silence' ? { silenceBeforeMs: valueMs } : { durationMs: valueMs }
  const change = patchBlocks(story, [blockId], patch)
  const index = blockNumber(story, blockId) - 1
  const next = blocksOf(story)[index + 1]
  if (isRippleOn || next === undefined) return change
  const changed = apply(story, change)
  const endIn = (each: Story) => layOut(each, takes).spans[index]?.endMs ?? 0
  const byMs = endIn(changed) - endIn(story)
  if (byMs === 0) return change
  const silenceBeforeMs = silenceBeforeOf(story, next) - byMs
  return composeChanges(change, patchBlocks(changed, [next.id], { silenceBeforeMs }))
}
