/**
 * Sample rate conversion by a windowed sinc, for speech and takes that come at different rates. Rates of audio
 * are in small ratios (48,000 to 44,100 is 147 to 160), so the filter is made once for each position between two samples.
 * Rates that are not (383,999 to 44,100) would need a table of hundreds of megabytes: for these the filter is made at evenly
 * spaced positions, and what lies between two of them is interpolated.
 */
import { isSampleRate } from '../../../shared/lib/sampleRates.ts'
import { createJoinedPieces, concatSamples, type Pcm } from './pcm.ts'

/** Zero crossings on each side: enough that what the filter adds lies below 16-bit noise in speech. */
const CROSSINGS = 16
/** Where the filter begins to close, below half the lower rate. */
const CUTOFF = 0.94
/** The largest table, 2 MB: fine enough for every pair of rates that what interpolation changes lies below 16-bit noise. */
const MOST_WEIGHTS = 1 << 18

/** The same audio at another sample rate; its length is the nearest number of samples. */
export function resample({ samples, sampleRate }: Pcm, targetRate: number): Pcm {
  if (sampleRate === targetRate) return { samples, sampleRate }
  const resampler = createResampler(sampleRate, targetRate)
  const pieces = [roundSamples(resampler.push(new Float32Array(samples))), roundSamples(resampler.finish())]
  return { sampleRate: targetRate, samples: concatSamples(pieces) }
}

/** Samples of about this many are given at once: larger lists are not freed as fast as they are made. */
const PIECE = 1 << 11

/** As `resample`, for audio that comes in pieces, in constant memory. Returns lists of its own. */
export async function* resamplePieces(
  pieces: AsyncIterable<Int16Array> | Iterable<Int16Array>,
  sampleRate: number,
  targetRate: number,
): AsyncGenerator<Int16Array> {
  if (sampleRate === targetRate) {
    for await (const piece of pieces) yield piece.slice()
    return
  }
  const resampler = createResampler(sampleRate, targetRate)
  const count = Math.max(1, Math.floor((PIECE * sampleRate) / targetRate))
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += count)
      yield roundSamples(resampler.push(new Float32Array(piece.subarray(at, at + count))))
  yield roundSamples(resampler.finish())
}

/** Samples on the scale of 16 bits as such; louder ones are clipped. */
export function roundSamples(samples: Float32Array): Int16Array {
  const output = new Int16Array(samples.length)
  for (let i = 0; i < samples.length; i++) {
    const value = Math.round(samples[i] as number) // within the list
    output[i] = value > 32767 ? 32767 : value < -32768 ? -32768 : value
  }
  return output
}

/** Converts audio that comes in pieces, in constant memory. */
export interface Resampler {
  /** Takes more samples and returns those of the other rate that are certain. */
  push(samples: Float32Array): Float32Array
  /** Returns the rest: all that came is then the nearest number of samples long. */
  finish(): Float32Array
}

/** Starts to convert one channel. Throws RangeError for a rate that audio cannot have (`isSampleRate`). */
export function createResampler(sampleRate: number, targetRate: number): Resampler {
  if (!isSampleRate(sampleRate) || !isSampleRate(targetRate))
    throw new RangeError(`Audio cannot go from ${sampleRate} Hz to ${targetRate} Hz`)
  const filter = filterFor(sampleRate, targetRate)
  const { taps, reach, step, phases } = filter
  const [wholeStep, partStep] = [Math.floor(step / phases), step % phases]
  /** What filters still need of the samples, after silence before the first of them. */
  const held = createJoinedPieces(reach)
  let [first, phase] = [1, 0]
  let [taken, given] = [0, 0]

  function run(samples: Float32Array, most: number): Float32Array {
    const input = held.join(samples)
    const room = input.length - taps - first
    const count = room < 0 ? 0 : Math.min(most, Math.floor((room * phases - phase + phases - 1) / step) + 1)
    const output = new Float32Array(Math.max(0, count))
    ;[first, phase] = convolve(input, output, filter, { first, phase, wholeStep, partStep })
    given += output.length
    const used = Math.min(first, input.length)
    held.keepFrom(used)
    first -= used
    return output
  }

  return {
    push(samples) {
      taken += samples.length
      return run(samples, Infinity)
    },
    finish() {
      const wanted = Math.round((taken * targetRate) / sampleRate) - given
      return run(new Float32Array(reach + 2 * taps + wholeStep + 2), wanted)
    },
  }
}

interface Position {
  /** The first sample that the filter covers. */
  readonly first: number
  readonly phase: number
  readonly wholeStep: number
  readonly partStep: number
}

/** Fills the output and returns the place of the sample after it. */
function convolve(
  input: Float32Array,
  output: Float32Array,
  filter: Filter,
  { wholeStep, partStep, ...start }: Position,
): [first: number, phase: number] {
  const { taps, phases } = filter
  const between = filter.rows === phases ? null : new Float64Array(taps)
  const weights = between ?? filter.weights
  let { first, phase } = start
  // This loop is most of what speech costs beside its engine: four products at a time, in two sums, and no calls.
  for (let i = 0; i < output.length; i++) {
    let even = 0
    let odd = 0
    if (between !== null) interpolate(filter, phase, between)
    const begin = between === null ? phase * taps : 0
    for (let at = begin, from = first, end = at + taps; at < end; at += 4, from += 4) {
      even += (weights[at] as number) * (input[from] as number)
      odd += (weights[at + 1] as number) * (input[from + 1] as number)
      even += (weights[at + 2] as number) * (input[from + 2] as number)
      odd += (weights[at + 3] as number) * (input[from + 3] as number)
    }
    output[i] = even + odd
    first += wholeStep
    phase += partStep
    if (phase >= phases) {
      phase -= phases
      first++
    }
  }
  return [first, phase]
}

/** Writes the weights of a position that lies between two rows of the table. */
function interpolate({ weights, taps, rows, phases }: Filter, phase: number, to: Float64Array): void {
  const place = (phase * rows) / phases
  const row = Math.floor(place)
  const part = place - row
  for (let tap = 0, at = row * taps; tap < taps; tap++, at++) {
    const weight = weights[at] as number // within the table
    to[tap] = weight + part * ((weights[at + taps] as number) - weight)
  }
}

interface Filter {
  /** `rows + 1` rows of `taps` weights: those of evenly spaced positions from one sample to the next. */
  readonly weights: Float64Array
  /** As many as there are `phases`, or fewer if the table would be too large. */
  readonly rows: number
  /** A multiple of 4; the last ones may be 0. */
  readonly taps: number
  /** Samples that a filter looks back. */
  readonly reach: number
  /** The rates' ratio: `step` positions of `phases` in a sample. */
  readonly step: number
  readonly phases: number
}

/** Filters by their ratio: speech goes from one rate to one other, in thousands of pieces. */
const filters = new Map<string, Filter>()
const MOST_FILTERS = 8

function filterFor(sampleRate: number, targetRate: number): Filter {
  const divisor = greatestCommonDivisor(sampleRate, targetRate)
  const [step, phases] = [sampleRate / divisor, targetRate / divisor]
  const name = `${step}:${phases}`
  const known = filters.get(name)
  if (known !== undefined) return known
  // Towards a lower rate the filter is wider, so that what that rate cannot hold is gone.
  const bandwidth = CUTOFF * Math.min(1, targetRate / sampleRate)
  const reach = Math.ceil(CROSSINGS / bandwidth)
  const taps = Math.ceil((2 * reach) / 4) * 4
  const rows = Math.min(phases, Math.floor(MOST_WEIGHTS / taps))
  const weights = new Float64Array((rows + 1) * taps)
  for (let row = 0; row <= rows; row++) {
    weights.set(createFilter(row / rows, bandwidth, reach), row * taps)
  }
  const filter = { weights, rows, taps, reach, step, phases }
  if (filters.size === MOST_FILTERS) filters.clear()
  filters.set(name, filter)
  return filter
}

/**
 * Weights of the `2 * reach` samples around a point that lies `fraction` of a sample after the middle sample (number `reach - 1`);
 * they sum to 1. `bandwidth` is the part of the frequencies that is kept.
 */
export function createFilter(fraction: number, bandwidth: number, reach: number): Float64Array {
  const filter = Float64Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - reach + 1 - fraction
    return sinc(distance * bandwidth) * blackman(distance / reach)
  })
  const sum = filter.reduce((total, weight) => total + weight, 0)
  return filter.map((weight) => weight / sum)
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

/** Blackman's window over −1…1. */
function blackman(x: number): number {
  return Math.abs(x) >= 1 ? 0 : 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x)
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
