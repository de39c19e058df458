/** Stored waveforms: interleaved minimum and maximum per bucket, as signed bytes. */

import { lengthOfRanges, type MsRange } from './takeCuts.ts'

/** Buckets per second of audio. */
export const PEAKS_PER_SECOND = 100

/** The peaks of the kept parts of audio, joined. */
export function cutPeaks(peaks: Int8Array, kept: readonly MsRange[]): Int8Array {
  const bucketMs = 1000 / PEAKS_PER_SECOND
  const cut = new Int8Array(2 * Math.ceil(lengthOfRanges(kept) / bucketMs))
  let partStartMs = 0
  for (const { startMs, endMs } of kept) {
    const partEndMs = partStartMs + endMs - startMs
    for (let at = Math.ceil(partStartMs / bucketMs); at * bucketMs < partEndMs; at += 1) {
      const from = Math.floor((startMs + at * bucketMs - partStartMs) / bucketMs)
      cut[2 * at] = peaks[2 * from] ?? 0
      cut[2 * at + 1] = peaks[2 * from + 1] ?? 0
    }
    partStartMs = partEndMs
  }
  return cut
}

/**
 * A stretch of peaks as heights 0 to 1 for `bars` bars, each the loudest peak it covers. Times are in ms; a stretch
 * beyond the audio is silent.
 */
export function slicePeaks(peaks: Int8Array, startMs: number, endMs: number, bars: number): number[] {
  const first = (startMs / 1000) * PEAKS_PER_SECOND
  const perBar = ((endMs - startMs) / 1000) * (PEAKS_PER_SECOND / Math.max(1, bars))
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor(first + bar * perBar)
    const to = Math.max(from + 1, Math.floor(first + (bar + 1) * perBar))
    let highest = 0
    for (let bucket = from; bucket < to; bucket += 1) {
      highest = Math.max(highest, -(peaks[bucket * 2] ?? 0), peaks[bucket * 2 + 1] ?? 0)
    }
    return Math.min(1, highest / 127)
  })
}
