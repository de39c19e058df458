import type { Layout } from '../../../shared/story/layout.ts'
import { slicePeaks } from '../../../shared/story/peaks.ts'

/** What a block without a waveform is drawn as: a low line that says "words here". */
const UNKNOWN_HEIGHT = 0.06

/**
 * The waveform of the whole story as bar heights 0 to 1, from the takes whose peaks are here; silences are 0, words
 * without peaks a low line.
 */
export function storyHeights(
  layout: Layout,
  peaksOf: (audioId: string) => Int8Array | undefined,
  bars: number,
): readonly number[] {
  const heights = new Array<number>(bars).fill(0)
  const perBarMs = layout.totalMs / Math.max(1, bars)
  if (perBarMs === 0) return heights
  for (const { startMs, endMs, take } of layout.spans) {
    if (endMs <= startMs) continue
    const first = Math.floor(startMs / perBarMs)
    const count = Math.max(1, Math.min(bars, Math.ceil(endMs / perBarMs)) - first)
    const peaks = take === null ? undefined : peaksOf(take.audioId)
    const slice =
      take === null || peaks === undefined ? null : slicePeaks(peaks, take.startMs, take.endMs, count)
    for (let bar = 0; bar < count; bar += 1) {
      heights[first + bar] = Math.max(heights[first + bar] ?? 0, slice?.[bar] ?? UNKNOWN_HEIGHT)
    }
  }
  return heights
}
