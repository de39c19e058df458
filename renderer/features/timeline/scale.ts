/** Between time and pixels: where things are drawn on the timeline, and what is in view. */
import { spanIndexAt } from '../../../shared/story/layout.ts'
import type { BlockSpan, Layout } from '../../../shared/story/layout.ts'

/** Room before time zero, in px. */
export const LEFT_PAD_PX = 14
export const DEFAULT_PX_PER_SECOND = 36
export const MAX_PX_PER_SECOND = 400
/** Zoomed out as far as it goes, clips are this wide on average: few enough to draw all that are in view. */
const LEAST_CLIP_PX = 4
const LEAST_TICK_PX = 80
const TICK_STEPS_S = [0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]

/** From story time to the px where it is drawn. */
export function toPx(timeMs: number, pxPerSecond: number): number {
  return LEFT_PAD_PX + (timeMs / 1000) * pxPerSecond
}

/** From a px of the timeline to story time, which may lie before 0 or behind the end. */
export function toMs(px: number, pxPerSecond: number): number {
  return ((px - LEFT_PAD_PX) / pxPerSecond) * 1000
}

/** The smallest scale that a story can be drawn at, in px per second. */
export function leastPxPerSecond(layout: Layout): number {
  const seconds = Math.max(1, layout.totalMs / 1000)
  return Math.min(DEFAULT_PX_PER_SECOND, Math.max(1, (LEAST_CLIP_PX * layout.spans.length) / seconds))
}

/** A scale within what can be drawn. */
export function clampZoom(pxPerSecond: number, layout: Layout): number {
  return Math.min(MAX_PX_PER_SECOND, Math.max(leastPxPerSecond(layout), pxPerSecond))
}

/** Time between two labelled ticks, in ms: a round number whose labels do not touch. */
export function tickStepMs(pxPerSecond: number): number {
  const step = TICK_STEPS_S.find((seconds) => seconds * pxPerSecond >= LEAST_TICK_PX)
  return (step ?? 3600) * 1000
}

/** The ticks, in ms, of the part between two times. */
export function ticksBetween(fromMs: number, toMs: number, pxPerSecond: number): readonly number[] {
  const step = tickStepMs(pxPerSecond)
  const first = Math.max(0, Math.floor(fromMs / step))
  const last = Math.max(first, Math.ceil(toMs / step))
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** First and last index, inclusive, of the blocks between two times; null in an empty story. */
export function spansBetween(
  spans: readonly BlockSpan[],
  fromMs: number,
  toMs: number,
): { readonly first: number; readonly last: number } | null {
  if (spans.length === 0) return null
  return { first: spanIndexAt(spans, fromMs), last: spanIndexAt(spans, toMs) }
}

/** The zoom slider's place, 0 to 100, for a scale: equal steps are equal factors. */
export function toZoomShare(pxPerSecond: number, least: number): number {
  return Math.round((Math.log(pxPerSecond / least) / Math.log(MAX_PX_PER_SECOND / least)) * 100)
}

/** The scale at a place of the zoom slider. */
export function fromZoomShare(share: number, least: number): number {
  return least * (MAX_PX_PER_SECOND / least) ** (share / 100)
}
