/** Distance from bar to bar in px: 2 of bar, 1 of gap, as everywhere in the app. */
export const BAR_PITCH_PX = 3
/** Beyond this, bars are spread wider: it keeps a chapter-long block cheap to draw. */
const MOST_BARS = 8000

/** How many bars fit a width. */
export function barsIn(widthPx: number): number {
  return Math.max(1, Math.min(MOST_BARS, Math.floor(widthPx / BAR_PITCH_PX)))
}

/** An SVG path of upright strokes, one per height (0 to 1), centred in `heightPx`: drawn by CSS colours, sharp at any zoom. */
export function barPath(heights: readonly number[], widthPx: number, heightPx: number): string {
  const pitch = Math.max(BAR_PITCH_PX, widthPx / Math.max(1, heights.length))
  return heights
    .map((height, index) => {
      const length = Math.max(0.1, height * (heightPx - 2))
      const x = (index * pitch + 1).toFixed(1)
      return `M${x} ${((heightPx - length) / 2).toFixed(1)}v${length.toFixed(1)}`
    })
    .join('')
}
