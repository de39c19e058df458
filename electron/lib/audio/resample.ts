/**
 * Sample rate conversion by a windowed sinc, for speech and takes with different rates. Audio rates have small ratios (48,000 to 44,100 is
 * 147 to 160), so the filter is computed once for each position between two samples. Other rates (383,999 to 44,100) would need a table of
 * hundreds of megabytes: for these, the filter is computed at evenly spaced positions and interpolated between them.
 */
import { isSampleRate } from '../../../shared/lib/sampleRates.ts'
import { createJoinedPieces, concatSamples, type Pcm } from './pcm.ts'

/** Zero crossings on each side: enough that the filter's error stays below 16-bit noise in speech. */
const CROSSINGS = 16
/** The cutoff of the filter, relative to half the lower rate. */
const CUTOFF = 0.94
/** The largest table, 2 MB: fine enough that the error of interpolation stays below 16-bit noise for every pair of rates. */
const MOST_WEIGHTS = 1 << 18

/** The audio at another sample rate; its length is the nearest number of samples. */
export function resample({ samples, sampleRate }: Pcm, targetRate: number): Pcm {
  if (sampleRate === targetRate) return { samples, sampleRate }
  const resampler = createResampler(sampleRate, targetRate)
  const pieces = [roundSamples(resampler.push(new Float32Array(samples))), roundSamples(resampler.finish())]
  return { sampleRate: targetRate, samples: concatSamples(pieces) }
}

/** About the number of samples yielded at a time: larger arrays are allocated faster than they are freed. */
const PIECE = 1 << 11

/** Like `resample`, for audio in pieces, in constant memory. Yields new arrays. */
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

/** Samples on the scale of 16 bits, rounded and clipped. */
export function roundSamples(samples: Float32Array): Int16Array {
  const output = new Int16Array(samples.length)
  for (let i = 0; i < samples.length; i++) {
    const value = Math.round(samples[i] as number) // within the list
    output[i] = value > 32767 ? 32767 : value < -32768 ? -32768 : value
  }
  return output
}

/** Converts audio that arrives in pieces, in constant memory. */
export interface Resampler {
  /** Takes more samples and returns the finished samples at the other rate. */
  push(samples: Float32Array): Float32Array
  /** Returns the rest: the output then has the nearest number of samples to the input's length. */
  finish(): Float32Array
}

/** Creates a converter for one channel. Throws RangeError for a rate that audio cannot have (`isSampleRate`). */
export function createResampler(sampleRate: number, targetRate: number): Resampler {
  if (!isSampleRate(sampleRate) || !isSampleRate(targetRate))
    throw new RangeError(`Audio cannot go from ${sampleRate} Hz to ${targetRate} Hz`)
  const filter = filterFor(sampleRate, targetRate)
  const { taps, reach, step, phases } = filter
  const [wholeStep, partStep] = [Math.floor(step / phases), step % phases]
  /** The samples that filters still need; silence before the first one. */
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

/** Fills the output and returns the position after the last sample. */
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
  // Resampling spends most of its time in this loop: it computes four products at a time, in two sums, without calls.
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

/** Writes the weights of a position between two rows of the table. */
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
  /** `rows + 1` rows of `taps` weights, for evenly spaced positions from one sample to the next. */
  readonly weights: Float64Array
  /** The number of `phases`, or fewer if the table would be too large. */
  readonly rows: number
  /** A multiple of 4; the last ones may be 0. */
  readonly taps: number
  /** The number of samples that a filter looks back. */
  readonly reach: number
  /** The ratio of the rates: `step` positions of `phases` in a sample. */
  readonly step: number
  readonly phases: number
}

/** Filters by ratio: speech is converted from one rate to another in thousands of pieces. */
const filters = new Map<string, Filter>()
const MOST_FILTERS = 8

function filterFor(sampleRate: number, targetRate: number): Filter {
  const divisor = greatestCommonDivisor(sampleRate, targetRate)
  const [step, phases] = [sampleRate / divisor, targetRate / divisor]
  const name = `${step}:${phases}`
  const known = filters.get(name)
  if (known !== undefined) return known
  // For a lower rate the filter is wider, to remove frequencies that the rate cannot represent.
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
 * Weights of the `2 * reach` samples around a point that is `fraction` of a sample after the middle sample (index `reach - 1`); they sum to
 * 1. `bandwidth` is the part of the frequencies to keep.
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
