import { msToSamples, samplesToMs, type Pcm } from '../../electron/lib/audio/pcm.ts'

/** A part of some audio in which there is sound. */
export interface Stretch {
  readonly startMs: number
  readonly endMs: number
}

/** Root mean square in dB below full scale; −Infinity for silence. */
export function rmsDb(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return samples.length === 0 ? -Infinity : 10 * Math.log10(sum / samples.length / 32768 ** 2)
}

/**
 * The parts that are louder than `thresholdDb` (peak, dB below full scale), joined if less than `minSilenceMs` of
 * silence is between them. Exact to the sample.
 */
export function findSpeech(
  { samples, sampleRate }: Pcm,
  { thresholdDb, minSilenceMs }: { readonly thresholdDb: number; readonly minSilenceMs: number },
): Stretch[] {
  const threshold = 32768 * 10 ** (thresholdDb / 20)
  const minSilence = msToSamples(minSilenceMs, sampleRate)
  const found: { start: number; end: number }[] = []
  for (let i = 0; i < samples.length; i++) {
    if (Math.abs(samples[i] ?? 0) <= threshold) continue
    const last = found.at(-1)
    if (last && i - last.end < minSilence) last.end = i + 1
    else found.push({ start: i, end: i + 1 })
  }
  return found.map(({ start, end }) => ({
    startMs: samplesToMs(start, sampleRate),
    endMs: samplesToMs(end, sampleRate),
  }))
}

const LOWEST_HZ = 60
const HIGHEST_HZ = 400
const WINDOW_MS = 40
/** The least similarity of a voiced window to itself one period later (1 is identical). */
const VOICED = 0.6

/** The median pitch of the voiced parts in Hz (60 to 400), by autocorrelation; undefined if nothing is voiced. */
export function medianPitchHz({ samples, sampleRate }: Pcm): number | undefined {
  const window = msToSamples(WINDOW_MS, sampleRate)
  const pitches: number[] = []
  for (let at = 0; at + 2 * window <= samples.length; at += window) {
    const period = findPeriod(samples, at, window, sampleRate)
    if (period !== undefined) pitches.push(sampleRate / period)
  }
  return pitches.sort((a, b) => a - b)[Math.floor(pitches.length / 2)]
}

/** The first lag, in samples, that is about as good as the best one, which is often a multiple of the period. */
function findPeriod(samples: Int16Array, at: number, window: number, sampleRate: number): number | undefined {
  const shortest = Math.floor(sampleRate / HIGHEST_HZ)
  const longest = Math.ceil(sampleRate / LOWEST_HZ)
  const likeness: number[] = []
  for (let lag = shortest; lag <= longest; lag++) likeness.push(correlation(samples, at, window, lag))
  const best = Math.max(...likeness)
  if (best < VOICED) return undefined
  const rising = likeness.findIndex((value, i) => value > best * 0.9 && value >= (likeness[i + 1] ?? -1))
  return rising < 0 ? undefined : shortest + rising
}

/** Normalised correlation of a window with itself `lag` samples later, −1…1; 0 if one is nearly silent. */
function correlation(samples: Int16Array, at: number, window: number, lag: number): number {
  let product = 0
  let energy = 0
  let laterEnergy = 0
  for (let i = at; i < at + window; i++) {
    const here = samples[i] ?? 0
    const later = samples[i + lag] ?? 0
    product += here * later
    energy += here * here
    laterEnergy += later * later
  }
  const quiet = window * 100 ** 2
  return energy < quiet || laterEnergy < quiet ? 0 : product / Math.sqrt(energy * laterEnergy)
}
