/**
 * A limiter for true peaks: it looks ahead, so that the gain is down before a peak comes, and comes back slowly. The gain never
 * jumps, all channels have the same, and quiet audio passes as it is.
 */
import { PEAK_REACH, peakBetween } from './loudness.ts'
import type { Planes } from './pcm.ts'

export interface Limiter {
  /** Takes more audio and gives what is certain, some milliseconds later. */
  push(planes: Planes): Planes
  /** Gives the rest: as much audio comes out as went in. */
  finish(): Planes
}

const LOOK_AHEAD_MS = 5
const RELEASE_MS = 120

/** Starts a limiter that keeps peaks at `ceiling` (of full scale 1). */
export function createLimiter(ceiling: number, sampleRate: number, channels: number): Limiter {
  const ahead = Math.round((LOOK_AHEAD_MS * sampleRate) / 1000)
  const release = 1 - Math.exp(-1000 / (RELEASE_MS * sampleRate))
  /** Audio from `PEAK_REACH` samples before the first whose gain is not known yet. */
  let held = Array.from({ length: channels }, () => new Float32Array(PEAK_REACH))
  /** Audio whose gain still has to fall for what follows. */
  let waiting = Array.from({ length: channels }, () => new Float32Array(0))
  /** The lowest gain of the samples ahead: their gains with their numbers, ascending. */
  const lowest: { readonly index: number; readonly gain: number }[] = []
  /** The gains after the release, of which the mean over the look-ahead is applied. */
  const smoothed = new Float64Array(ahead + 1).fill(1)
  let sum = ahead + 1
  let [index, released] = [0, 1]
  /** For how many samples the gain has been 1, of all that is looked at. */
  let restful = 0

  /** The gain for a sample `ahead` samples back, from the gain that this sample needs. */
  function gainFor(needed: number): number {
    restful = needed === 1 && released === 1 ? restful + 1 : 0
    if (restful > 2 * (ahead + 1)) {
      lowest.length = 0
      index++
      return 1
    }
    while ((lowest.at(-1)?.gain ?? 0) >= needed) lowest.pop()
    lowest.push({ index, gain: needed })
    if ((lowest[0]?.index ?? 0) < index - ahead) lowest.shift()
    const target = lowest[0]?.gain ?? 1
    released = Math.min(target, released + (1 - released) * release)
    if (released > 0.999_999) released = target
    const slot = index % (ahead + 1)
    sum += released - (smoothed[slot] as number)
    smoothed[slot] = released
    index++
    return Math.min(1, sum / (ahead + 1))
  }

  function run(planes: readonly Float32Array[]): Planes {
    const input = held.map((plane, channel) => concat(plane, planes[channel] ?? new Float32Array(0)))
    const count = Math.max(0, (input[0]?.length ?? 0) - 2 * PEAK_REACH)
    const queued = waiting.map((plane, channel) =>
      concat(plane, (input[channel] as Float32Array).subarray(PEAK_REACH, PEAK_REACH + count)),
    )
    const known = waiting[0]?.length ?? 0
    const givenCount = Math.max(0, known + count - ahead)
    const gains = new Float64Array(givenCount)
    for (let i = 0; i < count; i++) {
      const gain = gainFor(neededGain(input, PEAK_REACH + i, ceiling))
      const at = known + i - ahead
      if (at >= 0) gains[at] = gain
    }
    held = input.map((plane) => plane.slice(count))
    waiting = queued.map((plane) => plane.slice(givenCount))
    const [first = new Float32Array(0), ...others] = queued.map((plane) =>
      plane.subarray(0, givenCount).map((value, i) => value * (gains[i] as number)),
    )
    return [first, ...others]
  }

  return {
    push: run,
    finish: () => run(Array.from({ length: channels }, () => new Float32Array(ahead + PEAK_REACH))),
  }
}

function neededGain(input: readonly Float32Array[], at: number, ceiling: number): number {
  let peak = 0
  for (const plane of input) {
    const here = Math.max(
      Math.abs(plane[at - 1] as number),
      Math.abs(plane[at] as number),
      Math.abs(plane[at + 1] as number),
    )
    // What lies between two samples is hardly ever twice as high as they are.
    if (here <= ceiling / 2) continue
    peak = Math.max(peak, Math.abs(plane[at] as number), peakBetween(plane, at - 1), peakBetween(plane, at))
  }
  return peak > ceiling ? ceiling / peak : 1
}

function concat(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
