/**
 * Loudness by EBU R 128 and ITU-R BS.1770-5: K-weighted energy of 400 ms, in steps of 100 ms, gated; and the true peak between samples.
 * Audio arrives in pieces; an hour produces 36,000 numbers.
 */
import { createJoinedPieces, type Planes } from './pcm.ts'
import { createFilter } from './resample.ts'

// The energy that the limiter removes is computed before the limiter runs, so that a file with a target loudness is mixed only once. The
// limiter's gain is simulated in short steps, by the highest sample of each.

/** The attack and the release of the limiter's gain. */
export const LOOK_AHEAD_MS = 5

export const RELEASE_MS = 120

/** The steps of the envelope are as long as the limiter's look-ahead. */
const ENVELOPE_STEPS_PER_SECOND = 1000 / LOOK_AHEAD_MS

const RELEASE = 1 - Math.exp(-LOOK_AHEAD_MS / RELEASE_MS)

/** The decibels above the limit for which losses are computed; values in between are interpolated. */
const OVER_DB = [0, 1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 24, 30]

/** Audio in steps: the highest level and the K-weighted energy of each. */
interface Envelope {
  readonly peaks: readonly number[]
  readonly energies: readonly number[]
}

/** The decibels that a limiter removes from audio with this true peak, for each of `OVER_DB` above the limit. */
function limiterLosses({ peaks, energies }: Envelope, truePeak: number): Float32Array {
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

/** The decibels that a limiter removes if the highest peak is `overDb` decibels above its limit, from `limiterLosses`. */
function lossAt(losses: Float32Array, overDb: number): number {
  if (!(overDb > 0)) return 0
  const above = OVER_DB.findIndex((each) => each >= overDb)
  const index = above === -1 ? OVER_DB.length - 1 : above
  const [lowDb, highDb] = [OVER_DB[index - 1] ?? 0, OVER_DB[index] ?? 0]
  const [low, high] = [losses[index - 1] ?? 0, losses[index] ?? 0]
  return low + ((high - low) * (overDb - lowDb)) / (highDb - lowDb)
}

/** Measurements of some audio. Levels are linear, of full scale 1; `dbOf` converts them to decibels. */
export interface Loudness {
  /** The K-weighted energy of each 100 ms, summed over channels. An incomplete last step is filled with silence. */
  readonly energies: Float32Array
  readonly sampleCount: number
  /** The mean of the squared samples of all channels. */
  readonly meanSquare: number
  readonly samplePeak: number
  readonly truePeak: number
  /** What a limiter removes, by how far the peak is above the limit (`limiterLosses`). */
  readonly limiterLosses: Float32Array
}

interface LoudnessMeter {
  push(planes: Planes): void
  finish(): Loudness
}

export const STEPS_PER_SECOND = 10
const STEPS_PER_BLOCK = 4
/** The number of envelope steps in a loudness step. */
const FINE_STEPS = ENVELOPE_STEPS_PER_SECOND / STEPS_PER_SECOND
const ABSOLUTE_GATE = energyOf(-70)
/** 10 LU below. */
const RELATIVE_GATE = 0.1

/** Creates a meter for audio with this number of channels. */
export function createLoudnessMeter(sampleRate: number, channels: number): LoudnessMeter {
  const filters = Array.from({ length: channels }, () => createKFilter(sampleRate))
  const peaks = Array.from({ length: channels }, () => createTruePeakMeter())
  const energies: number[] = []
  const envelope = { peaks: [] as number[], energies: [] as number[] }
  let [sampleCount, stepStart, fineEnd] = [0, 0, fineEndOf(1)]
  /** The energies of the current loudness step and the current envelope step, and the peak of the latter. */
  let [energy, fineEnergy, finePeak] = [0, 0, 0]
  let squares = 0

  /** A step need not be a whole number of samples; the sum of the steps must not drift. */
  function fineEndOf(count: number): number {
    return Math.floor((count * sampleRate) / ENVELOPE_STEPS_PER_SECOND)
  }

  function endFineStep(): void {
    envelope.peaks.push(finePeak)
    envelope.energies.push(fineEnergy)
    energy += fineEnergy
    fineEnergy = finePeak = 0
    const count = envelope.energies.length
    fineEnd = fineEndOf(count + 1)
    if (count % FINE_STEPS === 0) endStep()
  }

  function endStep(): void {
    const end = fineEndOf((energies.length + 1) * FINE_STEPS)
    energies.push(energy / (end - stepStart))
    stepStart = end
    energy = 0
  }

  return {
    push(planes) {
      const length = planes[0].length
      for (let from = 0; from < length;) {
        const to = Math.min(length, from + fineEnd - sampleCount)
        for (const [channel, plane] of planes.entries()) {
          fineEnergy += filters[channel]?.(plane, from, to) ?? 0
          finePeak = highestOf(plane, from, to, finePeak)
        }
        sampleCount += to - from
        from = to
        if (sampleCount === fineEnd) endFineStep()
      }
      for (const [channel, plane] of planes.entries()) {
        // Local variables are fast; state is stored only at each change of step.
        let sum = squares
        for (let i = 0; i < plane.length; i++) sum += (plane[i] as number) ** 2
        squares = sum
        peaks[channel]?.push(plane)
      }
    },
    finish() {
      if (sampleCount > fineEndOf(envelope.energies.length)) endFineStep()
      if (energy > 0) endStep()
      const samplePeak = envelope.peaks.reduce((highest, peak) => Math.max(highest, peak), 0)
      const truePeak = Math.max(samplePeak, ...peaks.map((peak) => peak.finish()))
      return {
        energies: Float32Array.from(energies),
        sampleCount,
        meanSquare: sampleCount === 0 ? 0 : squares / (sampleCount * channels),
        samplePeak,
        truePeak,
        limiterLosses: limiterLosses(envelope, truePeak),
      }
    },
  }
}

/** The highest level of the samples `[from, to)` and `before`. */
function highestOf(plane: Float32Array, from: number, to: number, before: number): number {
  let highest = before
  for (let i = from; i < to; i++) {
    const level = Math.abs(plane[i] as number) // within the list
    if (level > highest) highest = level
  }
  return highest
}

/** The decibels by which a limiter reduces audio that a gain raises above its ceiling; 0 without a limiter. */
export function limitedByDb(
  { limiterLosses: losses, truePeak }: Loudness,
  gain: number,
  ceiling: number | null,
): number {
  return ceiling === null ? 0 : lossAt(losses, dbOf((truePeak * gain) / ceiling))
}

/** The integrated loudness in LUFS; −∞ for silence. Audio shorter than a block is measured as a whole, without gates. */
export function integratedLoudness(energies: Float32Array): number {
  if (energies.length < STEPS_PER_BLOCK) return lufsOf(mean(energies))
  const blocks = new Float32Array(energies.length - STEPS_PER_BLOCK + 1)
  for (let i = 0; i < blocks.length; i++) {
    let sum = 0
    for (let step = 0; step < STEPS_PER_BLOCK; step++) sum += energies[i + step] as number // a block before the end
    blocks[i] = sum / STEPS_PER_BLOCK
  }
  const audible = blocks.filter((block) => block > ABSOLUTE_GATE)
  const gate = mean(audible) * RELATIVE_GATE
  return lufsOf(mean(audible.filter((block) => block > gate)))
}

/** A level as decibels of full scale; −∞ for silence. */
export const dbOf = (level: number) => 20 * Math.log10(level)
/** The factor for a gain in decibels. */
export const factorOf = (db: number) => 10 ** (db / 20)

/** The loudness to which takes are matched if nothing else in the story is known. */
export const COMMON_LUFS = -23
/** A take much quieter than that is mostly noise, which must not become loud. */
const MOST_GAIN_DB = 24

/** The factor that brings audio from one loudness to another; 1 for silence. */
export function matchingGain(lufs: number, targetLufs: number): number {
  return Number.isFinite(lufs) ? factorOf(Math.min(MOST_GAIN_DB, targetLufs - lufs)) : 1
}

const lufsOf = (energy: number) => 10 * Math.log10(energy) - 0.691

function energyOf(lufs: number): number {
  return 10 ** ((lufs + 0.691) / 10)
}

function mean(values: Float32Array): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * The K-weighting: a shelf for the head, then a high-pass filter. The standard has coefficients for 48 kHz only; these are computed from
 * the analogue filters behind them, for any rate (https://www.itu.int/rec/R-REC-BS.1770). Returns the energy of the samples `[from, to)`.
 */
function createKFilter(sampleRate: number): (plane: Float32Array, from: number, to: number) => number {
  const k1 = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const q1 = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const n1 = 1 + k1 / q1 + k1 * k1
  const [b0, b1, b2] = [
    (high + (band * k1) / q1 + k1 * k1) / n1,
    (2 * (k1 * k1 - high)) / n1,
    (high - (band * k1) / q1 + k1 * k1) / n1,
  ]
  const [a1, a2] = [(2 * (k1 * k1 - 1)) / n1, (1 - k1 / q1 + k1 * k1) / n1]
  const k2 = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const q2 = 0.5003270373238773
  const n2 = 1 + k2 / q2 + k2 * k2
  const [c1, c2] = [(2 * (k2 * k2 - 1)) / n2, (1 - k2 / q2 + k2 * k2) / n2]
  const state = new Float64Array(4)
  return (plane, from, to) => {
    let [s1, s2, t1, t2] = [state[0] as number, state[1] as number, state[2] as number, state[3] as number]
    let energy = 0
    for (let i = from; i < to; i++) {
      const x = plane[i] as number
      const y = b0 * x + s1
      s1 = b1 * x - a1 * y + s2
      s2 = b2 * x - a2 * y
      const z = y + t1
      t1 = -2 * y - c1 * z + t2
      t2 = y - c2 * z
      energy += z * z
    }
    // Decaying values become denormal numbers, which are slow.
    if (Math.abs(s1) + Math.abs(s2) + Math.abs(t1) + Math.abs(t2) < 1e-20) s1 = s2 = t1 = t2 = 0
    state[0] = s1
    state[1] = s2
    state[2] = t1
    state[3] = t2
    return energy
  }
}

/** The number of samples on each side of a position between two samples. */
export const PEAK_REACH = 12
/** Oversampling by four: filters for the three positions between two samples. */
const BETWEEN = [0.25, 0.5, 0.75].map((fraction) => createFilter(fraction, 1, PEAK_REACH))

/** The highest level between sample `at` and the next, from the samples around them (`PEAK_REACH` on each side must exist). */
export function peakBetween(samples: Float32Array, at: number): number {
  let peak = 0
  for (const filter of BETWEEN) {
    let sum = 0
    const first = at - PEAK_REACH + 1
    for (let tap = 0; tap < 2 * PEAK_REACH; tap++)
      sum += (filter[tap] as number) * (samples[first + tap] as number)
    if (Math.abs(sum) > peak) peak = Math.abs(sum)
  }
  return peak
}

/** An inter-sample peak rarely exceeds twice its neighbours. */
const WORTH_A_LOOK = 0.5

function createTruePeakMeter() {
  const held = createJoinedPieces(PEAK_REACH)
  let peak = 0

  function push(plane: Float32Array): void {
    const samples = held.join(plane)
    let highest = peak
    for (let at = PEAK_REACH - 1; at + PEAK_REACH < samples.length; at++) {
      const here = Math.max(Math.abs(samples[at] as number), Math.abs(samples[at + 1] as number))
      if (here > highest) highest = here
      if (here > highest * WORTH_A_LOOK) highest = Math.max(highest, peakBetween(samples, at))
    }
    peak = highest
    held.keepFrom(Math.max(0, samples.length - 2 * PEAK_REACH + 1))
  }

  return {
    push,
    finish() {
      push(new Float32Array(PEAK_REACH))
      return peak
    },
  }
}
