/** Finds the speech in a recording, without the silence before and after it. */

/** A window in which loudness is measured. */
const WINDOW_MS = 10
/** How much quieter than the loudest window a window with speech may be. */
const RANGE_DB = 40
/** Quieter windows are silence, regardless of the rest of the recording. */
const SILENCE_DB = -55
/** The time kept before the first and after the last window with speech, so that no consonant is cut. */
const BEFORE_MS = 80
const AFTER_MS = 150

/** The range of samples `[start, end)` with the speech of a recording; null if it is silent. Samples are from −1 to 1. */
export function speechSpan(
  samples: Float32Array,
  sampleRate: number,
): { readonly start: number; readonly end: number } | null {
  const size = Math.max(1, Math.round((sampleRate * WINDOW_MS) / 1000))
  const levels = Array.from({ length: Math.ceil(samples.length / size) }, (_, index) =>
    levelDb(samples.subarray(index * size, (index + 1) * size)),
  )
  const loudest = levels.reduce((most, level) => Math.max(most, level), -Infinity)
  const least = Math.max(SILENCE_DB, loudest - RANGE_DB)
  const isSpeech = (level: number) => level >= least
  const first = levels.findIndex(isSpeech)
  if (first < 0) return null
  const last = levels.findLastIndex(isSpeech)
  const samplesOf = (ms: number) => Math.round((sampleRate * ms) / 1000)
  return {
    start: Math.max(0, first * size - samplesOf(BEFORE_MS)),
    end: Math.min(samples.length, (last + 1) * size + samplesOf(AFTER_MS)),
  }
}

/** The level of samples in dB of full scale (RMS); −Infinity for digital silence. */
export function levelDb(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return 10 * Math.log10(sum / Math.max(1, samples.length))
}
