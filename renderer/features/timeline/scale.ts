/** Conversion between time and pixels on the timeline, and its possible scales. */
import type { Layout } from '../../../shared/story/layout.ts'

/** Space before time zero, in px. */
export const LEFT_PAD_PX = 14
/** Space after the story's end if all of it is in view, in px. */
const RIGHT_PAD_PX = 24
export const DEFAULT_PX_PER_SECOND = 36
export const MAX_PX_PER_SECOND = 400
/** The width of a view that is not measured yet. */
const USUAL_WIDTH_PX = 1000
/** More than the longest label of the ruler, `100:00:00`, with space on both sides. */
const LEAST_TICK_PX = 80
const TICK_STEPS_S = [0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800]
const HOUR_S = 3600

/** Converts story time to a px of the timeline. */
export function toPx(timeMs: number, pxPerSecond: number): number {
  return LEFT_PAD_PX + (timeMs / 1000) * pxPerSecond
}

/** Converts a px of the timeline to story time, which may be before 0 or after the end. */
export function toMs(px: number, pxPerSecond: number): number {
  return ((px - LEFT_PAD_PX) / pxPerSecond) * 1000
}

/** The scale at which a range of the story fills the view, in px per second. */
export function fittingPxPerSecond(lengthMs: number, widthPx: number): number {
  const innerPx = Math.max(1, (widthPx > 0 ? widthPx : USUAL_WIDTH_PX) - LEFT_PAD_PX - RIGHT_PAD_PX)
  return innerPx / Math.max(0.1, lengthMs / 1000)
}

/** The smallest scale of a story: all of it is in view, or it has its default scale and is shorter than the view. */
export function leastPxPerSecond({ totalMs }: Pick<Layout, 'totalMs'>, widthPx: number): number {
  return Math.min(DEFAULT_PX_PER_SECOND, fittingPxPerSecond(totalMs, widthPx))
}

/** A scale clamped to the possible range. */
export function clampZoom(pxPerSecond: number, layout: Pick<Layout, 'totalMs'>, widthPx: number): number {
  return Math.min(MAX_PX_PER_SECOND, Math.max(leastPxPerSecond(layout, widthPx), pxPerSecond))
}

/** Time between two labelled ticks, in ms: a round number whose labels do not touch. */
export function tickStepMs(pxPerSecond: number): number {
  const step = TICK_STEPS_S.find((seconds) => seconds * pxPerSecond >= LEAST_TICK_PX)
  return (step ?? Math.ceil(LEAST_TICK_PX / (HOUR_S * pxPerSecond)) * HOUR_S) * 1000
}

/** The ticks, in ms, of the part between two times. */
export function ticksBetween(fromMs: number, toMs: number, pxPerSecond: number): readonly number[] {
  const step = tickStepMs(pxPerSecond)
  const first = Math.max(0, Math.floor(fromMs / step))
  const last = Math.max(first, Math.ceil(toMs / step))
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** The zoom slider's position, 0 to 100, for a scale: equal steps are equal factors. */
export function toZoomShare(pxPerSecond: number, least: number): number {
  return Math.round((Math.log(pxPerSecond / least) / Math.log(MAX_PX_PER_SECOND / least)) * 100)
}

/** The scale at a position of the zoom slider. */
export function fromZoomShare(share: number, least: number): number {
  return least * (MAX_PX_PER_SECOND / least) ** (share / 100)
}
