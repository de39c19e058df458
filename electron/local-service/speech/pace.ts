/**
 * How long the engine takes for a text at a rate. Its rate is neither proportional (pauses shrink faster than words)
 * nor unlimited, so a wanted length is approached by rate, and what is left is for an exact time stretch.
 */

/** The engine's normal rate, in words a minute. */
export const NORMAL_RATE = 175

/** Length of one measured passage at a rate, as a multiple of its length at the normal rate. */
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

/** The rate at which speech comes closest to `factor` times the length that it has at `fromRate`. */
export function rateForLength(fromRate: number, factor: number): number {
  const byLength = LENGTH_AT_RATE.map(([rate, length]) => [length, rate] as const).reverse()
  return Math.round(interpolate(byLength, lengthAtRate(fromRate) * factor))
}

/** Between the two nearest points, in a straight line; outside of all points, the nearest. `points` rise in x. */
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
