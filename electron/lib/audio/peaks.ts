import { PEAKS_PER_SECOND } from '../../../shared/story/peaks.ts'

export { PEAKS_PER_SECOND, slicePeaks } from '../../../shared/story/peaks.ts'

/**
 * Gathers peaks from audio that comes in pieces. An hour of story is 720 kB, and a waveform at any zoom is drawn from them
 * without decoding.
 */
export interface PeaksBuilder {
  push(samples: Int16Array): void
  /** Lowest and highest in turn, −128…127; the last pair may cover less than its hundredth of a second. */
  finish(): Int8Array
}

/** Starts gathering peaks. */
export function createPeaksBuilder(sampleRate: number): PeaksBuilder {
  let peaks = new Int8Array(1 << 10)
  let pairCount = 0
  let sampleCount = 0
  let pairEnd = 0
  let low = 0
  let high = 0

  function closePair(): void {
    if (pairCount * 2 === peaks.length) {
      const grown = new Int8Array(peaks.length * 2)
      grown.set(peaks)
      peaks = grown
    }
    // Rounding away from zero keeps quiet sound visible.
    peaks[pairCount * 2] = Math.floor(low / 256)
    peaks[pairCount * 2 + 1] = Math.min(127, Math.ceil(high / 256))
    pairCount++
  }

  return {
    push(samples) {
      for (const sample of samples) {
        if (sampleCount === pairEnd) {
          if (sampleCount > 0) closePair()
          // Pairs need not be a whole number of samples long (220.5 at 22,050 Hz); their sum must not drift.
          pairEnd = Math.floor(((pairCount + 1) * sampleRate) / PEAKS_PER_SECOND)
          low = high = sample
        } else if (sample < low) low = sample
        else if (sample > high) high = sample
        sampleCount++
      }
    },
    finish() {
      if (sampleCount > 0) closePair()
      return peaks.slice(0, pairCount * 2)
    },
  }
}
