/**
 * A true-peak limiter: it looks ahead, so that the gain falls before a peak, and recovers slowly. The gain changes smoothly, is the same
 * for all channels, and leaves quiet audio unchanged.
 */
import { PEAK_REACH, peakBetween, LOOK_AHEAD_MS, RELEASE_MS } from './loudness.ts'
import { createJoinedPieces, type Planes } from './pcm.ts'

interface Limiter {
  /** Takes more audio and returns the finished part, some milliseconds later. */
  push(planes: Planes): Planes
  /** Returns the rest: the output is as long as the input. */
  finish(): Planes
}

/** Creates a limiter that keeps peaks at or below `ceiling` (of full scale 1). */
export function createLimiter(ceiling: number, sampleRate: number, channels: number): Limiter {
  const ahead = Math.round((LOOK_AHEAD_MS * sampleRate) / 1000)
  const release = 1 - Math.exp(-1000 / (RELEASE_MS * sampleRate))
  /** Audio whose gain is not known yet, from `PEAK_REACH` samples before it. */
  const held = Array.from({ length: channels }, () => createJoinedPieces(PEAK_REACH))
  /** Audio whose gain may still fall because of later audio. */
  let waiting = Array.from({ length: channels }, () => new Float32Array(0))
  /** A monotonic queue of the gains that the look-ahead window needs, and their numbers, ascending: a ring from `lowFirst`, `lowCount` long. */
  const [lowGains, lowIndexes] = [new Float64Array(ahead + 2), new Float64Array(ahead + 2)]
  let [lowFirst, lowCount] = [0, 0]
  /** The gains after the release; the mean over the look-ahead window is applied. */
  const smoothed = new Float64Array(ahead + 1).fill(1)
  /** The sum of `smoothed`, and its last value. A typed array avoids a heap number per sample. */
  const last = Float64Array.of(ahead + 1, 1)
  let index = 0
  /** First the gains that the samples of the last piece need, then the gains that are applied. */
  let gains = new Float64Array(0)
  /** The number of samples in a row, including the look-ahead window, whose gain is 1. */
  let unityRun = 0

  /** The gain of the sample `ahead` samples back, from the gain that the current sample needs. */
  function gainFor(needed: number): number {
    const before = last[1] as number
    unityRun = needed === 1 && before === 1 ? unityRun + 1 : 0
    if (unityRun > 2 * (ahead + 1)) {
      lowCount = 0
      index++
      return 1
    }
    const size = ahead + 2
    while (lowCount > 0 && (lowGains[(lowFirst + lowCount - 1) % size] as number) >= needed) lowCount--
    const end = (lowFirst + lowCount) % size
    lowGains[end] = needed
    lowIndexes[end] = index
    lowCount++
    if ((lowIndexes[lowFirst] as number) < index - ahead) {
      lowFirst = (lowFirst + 1) % size
      lowCount--
    }
    const target = lowGains[lowFirst] as number // the sample itself is in the ring
    let released = Math.min(target, before + (1 - before) * release)
    if (released > 0.999_999) released = target
    const slot = index % (ahead + 1)
    const sum = (last[0] as number) + (released - (smoothed[slot] as number))
    last[0] = sum
    last[1] = released
    smoothed[slot] = released
    index++
    return Math.min(1, sum / (ahead + 1))
  }

  function run(planes: readonly Float32Array[]): Planes {
    const input = held.map((pieces, channel) => pieces.join(planes[channel] ?? new Float32Array(0)))
    const count = Math.max(0, (input[0]?.length ?? 0) - 2 * PEAK_REACH)
    const queued = waiting.map((plane, channel) =>
      concat(plane, (input[channel] as Float32Array).subarray(PEAK_REACH, PEAK_REACH + count)),
    )
    const known = waiting[0]?.length ?? 0
    const givenCount = Math.max(0, known + count - ahead)
    if (gains.length < count) gains = new Float64Array(count)
    fillNeededGains(gains.subarray(0, count), input, ceiling)
    // A sample's gain is known `ahead` samples later, so the gains before it can be overwritten.
    const early = Math.max(0, ahead - known)
    for (let i = 0; i < count; i++) {
      const gain = gainFor(gains[i] as number)
      if (i >= early) gains[i - early] = gain
    }
    for (const pieces of held) pieces.keepFrom(count)
    waiting = queued.map((plane) => plane.slice(givenCount))
    for (const plane of queued)
      for (let i = 0; i < givenCount; i++) plane[i] = (plane[i] as number) * (gains[i] as number)
    const [first = new Float32Array(0), ...others] = queued.map((plane) => plane.subarray(0, givenCount))
    return [first, ...others]
  }

  return {
    push: run,
    finish: () => run(Array.from({ length: channels }, () => new Float32Array(ahead + PEAK_REACH))),
  }
}

/** Computes the gain that each sample needs by itself, from sample `PEAK_REACH` on, so that no channel exceeds the ceiling. */
function fillNeededGains(gains: Float64Array, input: readonly Float32Array[], ceiling: number): void {
  const count = gains.length
  gains.fill(1)
  // An inter-sample peak rarely exceeds twice its neighbours.
  const inspectAbove = ceiling / 2
  for (const plane of input) {
    // The levels of the sample and its two neighbours.
    let [before, here] = [Math.abs(plane[PEAK_REACH - 1] as number), Math.abs(plane[PEAK_REACH] as number)]
    for (let i = 0; i < count; i++) {
      const at = PEAK_REACH + i
      const after = Math.abs(plane[at + 1] as number)
      if (before > inspectAbove || here > inspectAbove || after > inspectAbove) {
        const peak = Math.max(here, peakBetween(plane, at - 1), peakBetween(plane, at))
        if (peak > ceiling) gains[i] = Math.min(gains[i] as number, ceiling / peak)
      }
      before = here
      here = after
    }
  }
}

function concat(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
