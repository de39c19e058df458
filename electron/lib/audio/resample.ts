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
  const divisor = greatestCommonDivisor(sampleRate, targetRate)
  const [step, phases] = [sampleRate / divisor, targetRate / divisor]
  // Towards a lower rate the filter is wider, so that what that rate cannot hold is gone.
  const bandwidth = CUTOFF * Math.min(1, targetRate / sampleRate)
  const reach = Math.ceil(CROSSINGS / bandwidth)
  const filters: Float64Array[] = []
  // Silence on both sides: reading beyond an array's ends is many times slower than reading within them.
  const padded = new Float64Array(samples.length + 2 * reach + 1)
  padded.set(samples, reach)
  const output = new Int16Array(Math.round((samples.length * targetRate) / sampleRate))
  for (let i = 0; i < output.length; i++) {
    const position = i * step
    const phase = position % phases
    const filter = (filters[phase] ??= createFilter(phase / phases, bandwidth, reach))
    const first = Math.floor(position / phases) + 1
    let sum = 0
    for (let tap = 0; tap < filter.length; tap++) sum += (filter[tap] ?? 0) * (padded[first + tap] ?? 0)
    output[i] = Math.max(-32768, Math.min(32767, Math.round(sum)))
  }
  return { sampleRate: targetRate, samples: output }
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
