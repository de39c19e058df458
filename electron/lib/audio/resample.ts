/**
 * Sample rate conversion by a windowed sinc, for speech and takes that come at different rates. Rates of audio
 * are in small ratios (48,000 to 44,100 is 147 to 160), so the filter is made once for each position between two samples.
 */
import type { Pcm } from './pcm.ts'

/** Zero crossings on each side: enough that what the filter adds lies below 16-bit noise in speech. */
const CROSSINGS = 16
/** Where the filter begins to close, below half the lower rate. */
const CUTOFF = 0.94

/** The same audio at another sample rate; its length is the nearest number of samples. */
export function resample({ samples, sampleRate }: Pcm, targetRate: number): Pcm {
  if (sampleRate === targetRate) return { samples, sampleRate }
  const { weights, taps, reach, step, phases } = filterFor(sampleRate, targetRate)
  const padded = padSamples(samples, reach, taps)
  const output = new Int16Array(Math.round((samples.length * targetRate) / sampleRate))
  const [wholeStep, partStep] = [Math.floor(step / phases), step % phases]
  let first = 1
  let phase = 0
  // This loop is most of what speech costs beside its engine: four products at a time, in two sums, and no calls.
  for (let i = 0; i < output.length; i++) {
    let even = 0
    let odd = 0
    for (let at = phase * taps, from = first, end = at + taps; at < end; at += 4, from += 4) {
      even += (weights[at] as number) * (padded[from] as number)
      odd += (weights[at + 1] as number) * (padded[from + 1] as number)
      even += (weights[at + 2] as number) * (padded[from + 2] as number)
      odd += (weights[at + 3] as number) * (padded[from + 3] as number)
    }
    const value = Math.round(even + odd)
    output[i] = value > 32767 ? 32767 : value < -32768 ? -32768 : value
    first += wholeStep
    phase += partStep
    if (phase >= phases) {
      phase -= phases
      first++
    }
  }
  return { sampleRate: targetRate, samples: output }
}

interface Filter {
  /** For each position between two samples `taps` weights, one position after the other. */
  readonly weights: Float64Array
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
/** A take of an odd rate can have as many positions as a second has samples. */
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
  const weights = new Float64Array(phases * taps)
  for (let phase = 0; phase < phases; phase++) {
    weights.set(createFilter(phase / phases, bandwidth, reach), phase * taps)
  }
  const filter = { weights, taps, reach, step, phases }
  if (filters.size === MOST_FILTERS) filters.clear()
  filters.set(name, filter)
  return filter
}

let scratch = new Float32Array(0)

/** The samples with silence on both sides, for reading beyond an array's ends is many times slower. Used until the next call. */
function padSamples(samples: Int16Array, reach: number, taps: number): Float32Array {
  const length = samples.length + reach + taps + 1
  if (scratch.length < length) scratch = new Float32Array(length)
  scratch.fill(0, 0, reach)
  scratch.set(samples, reach)
  scratch.fill(0, reach + samples.length, length)
  return scratch
}

/** Weights of the samples around a point that lies `fraction` of a sample after the middle one; they sum to 1. */
function createFilter(fraction: number, bandwidth: number, reach: number): Float64Array {
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
