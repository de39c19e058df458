/** The bars of a waveform: how many fit, and their path. */

/** Width of a bar, in px. */
export const BAR_PX = 2
/** Distance from bar to bar, in px. */
const BAR_PITCH_PX = 3
/** The most bars of one waveform. A longer waveform spreads them, so that a chapter-long block is cheap to draw. */
const MOST_BARS = 8000

/** How many bars fit a width. */
export function barsIn(widthPx: number): number {
  return Math.max(1, Math.min(MOST_BARS, Math.floor(widthPx / BAR_PITCH_PX)))
}

/** A path of upright strokes, one per height (0 to 1), centred in `heightPx`. */
export function barPath(heights: readonly number[], widthPx: number, heightPx: number): string {
  const pitch = Math.max(BAR_PITCH_PX, widthPx / Math.max(1, heights.length))
  return heights
    .map((height, index) => {
      const length = Math.max(0.1, height * (heightPx - BAR_PX))
      const x = (index * pitch + BAR_PX / 2).toFixed(1)
      return `M${x} ${((heightPx - length) / 2).toFixed(1)}v${length.toFixed(1)}`
    })
    .join('')
}
