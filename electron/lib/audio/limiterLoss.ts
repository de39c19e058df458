/**
 * How much energy the limiter takes from audio, known before it runs: a file that is to have a loudness need not be mixed twice. The
 * limiter's gain is followed in short steps, by the highest sample of each.
 */

/** How long the limiter's gain falls before a peak, and how long it takes to come back. */
export const LOOK_AHEAD_MS = 5
export const RELEASE_MS = 120

/** The steps of the envelope: as long as the limiter looks ahead. */
export const ENVELOPE_STEPS_PER_SECOND = 1000 / LOOK_AHEAD_MS
const RELEASE = 1 - Math.exp(-LOOK_AHEAD_MS / RELEASE_MS)
/** So far above the limit, in dB, the highest peak is where losses are known; between them they are interpolated. */
const OVER_DB = [0, 1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 24, 30]

/** Audio in steps: the highest level and the K-weighted energy of each. */
export interface Envelope {
  readonly peaks: readonly number[]
  readonly energies: readonly number[]
}

/** The decibels that a limiter takes if audio whose true peak is this is so many decibels above the limit: one for each of `OVER_DB`. */
export function limiterLosses({ peaks, energies }: Envelope, truePeak: number): Float32Array {
  const whole = energies.reduce((sum, energy) => sum + energy, 0)
  return Float32Array.from(OVER_DB, (overDb) => {
    if (overDb === 0 || whole === 0) return 0
    const ceiling = truePeak * 10 ** (-overDb / 20)
    let [left, gain, before] = [0, 1, 1]
    for (const [index, energy] of energies.entries()) {
      const highest = Math.max(peaks[index] ?? 0, peaks[index + 1] ?? 0)
      const needed = highest > ceiling ? ceiling / highest : 1
      gain = Math.min(needed, gain + (1 - gain) * RELEASE)
      left += energy * ((gain + before) / 2) ** 2
      before = gain
    }
    return -10 * Math.log10(left / whole)
  })
}

/** The decibels that a limiter takes if the highest peak is so many decibels above its limit, from `limiterLosses`. */
export function lossAt(losses: Float32Array, overDb: number): number {
  if (!(overDb > 0)) return 0
  const above = OVER_DB.findIndex((each) => each >= overDb)
  const index = above === -1 ? OVER_DB.length - 1 : above
  const [lowDb, highDb] = [OVER_DB[index - 1] ?? 0, OVER_DB[index] ?? 0]
  const [low, high] = [losses[index - 1] ?? 0, losses[index] ?? 0]
  return low + ((high - low) * (overDb - lowDb)) / (highDb - lowDb)
}
