/**
 * The length of the engine's speech at a rate. Length is not proportional to the rate (pauses shrink faster than words), and
 * the rate has limits, so a requested length is approached by the rate, and the remaining difference is corrected by an exact
 * time stretch.
 */

/** The engine's normal rate, in words per minute. */
export const NORMAL_RATE = 175

/** The measured length of one passage at a rate, as a multiple of its length at the normal rate. */
const LENGTH_AT_RATE: readonly (readonly [wordsPerMinute: number, length: number])[] = [
  [80, 2.17],
  [90, 2.04],
  [120, 1.507],
  [150, 1.187],
  [175, 1],
  [200, 0.865],
  [250, 0.678],
  [300, 0.548],
  [350, 0.449],
  [400, 0.38],
  [450, 0.346],
]

/** The length of speech at a rate, as a multiple of its length at the normal rate. */
export function lengthAtRate(wordsPerMinute: number): number {
  return interpolate(LENGTH_AT_RATE, wordsPerMinute)
}

/** The rate at which the length of speech is closest to `factor` times its length at `fromRate`. */
export function rateForLength(fromRate: number, factor: number): number {
  const byLength = LENGTH_AT_RATE.map(([rate, length]) => [length, rate] as const).reverse()
  return Math.round(interpolate(byLength, lengthAtRate(fromRate) * factor))
}

/** Interpolates linearly between the two nearest points; returns the nearest outside of the range. `points` are in ascending order of x. */
function interpolate(points: readonly (readonly [x: number, y: number])[], x: number): number {
  let before = points[0]
  for (const point of points) {
    if (before === undefined || x <= point[0]) {
      if (before === undefined || before === point) return point[1]
      return before[1] + ((point[1] - before[1]) * (x - before[0])) / (point[0] - before[0])
    }
    before = point
  }
  return before?.[1] ?? 1
}
