/**
 * Audio with parts cut out, as one audio, for preview and mixdown. It is decoded from any position, piece by piece, in constant memory. At
 * a cut, the two parts are crossfaded for `CUT_FADE_MS`; the first and the last part fade if they do not begin or end with the audio.
 */
import { CUT_FADE_MS, type MsRange } from '../../../shared/story/takeCuts.ts'
import type { OpenAudio } from './decode.ts'
import { msToSamples, planesToMono, samplesToMs, type Planes } from './pcm.ts'

/** A part of the source, in samples. */
interface Part {
  /** Its start and end in the result, in the middle of the fades. */
  readonly start: number
  readonly end: number
  /** The distance from `start` to the same sample in the source. */
  readonly toSource: number
  /** The number of samples heard before `start` and after `end`. */
  readonly before: number
  readonly after: number
  /** The lengths of its fades in samples. */
  readonly fadeIn: number
  readonly fadeOut: number
}

/** Joins ranges of audio, in ms; they are ascending, separate, and longer than their fades (`tidyCuts`). */
export function spliceAudio(audio: OpenAudio, ranges: readonly MsRange[], slice: MsRange): OpenAudio {
  const parts = partsOf(audio.sampleRate, ranges, slice)
  const sampleCount = parts.at(-1)?.end ?? 0

  async function* decodeChannels(from = 0, to = sampleCount): AsyncGenerator<Planes> {
    const [first, last] = [Math.max(0, from), Math.min(sampleCount, to)]
    /** The end of the previous part, which is mixed with the start of the next. */
    let tail: Tail = { start: 0, planes: [] }
    for (const part of parts) {
      const [start, end] = [Math.max(first, part.start - part.before), Math.min(last, part.end + part.after)]
      if (start >= end) continue
      const border = part.end - part.after
      const next: { start: number; planes: Planes[] } = { start: Math.max(start, border), planes: [] }
      let at = start
      for await (const planes of audio.decodeChannels(start + part.toSource, end + part.toSource)) {
        const faded = mixed(planes, at, part, tail)
        const kept = Math.max(0, Math.min(faded[0].length, border - at))
        at += faded[0].length
        if (kept > 0) yield cutPlanes(faded, 0, kept)
        if (part.after > 0 && kept < faded[0].length)
          next.planes.push(cutPlanes(faded, kept, faded[0].length))
      }
      tail = next
    }
  }

  return {
    container: 'wav',
    sampleRate: audio.sampleRate,
    channels: audio.channels,
    sampleCount,
    durationMs: samplesToMs(sampleCount, audio.sampleRate),
    decodeChannels,
    async *decode(from, to) {
      for await (const planes of decodeChannels(from, to)) yield planesToMono(planes)
    },
  }
}

function partsOf(sampleRate: number, ranges: readonly MsRange[], slice: MsRange): readonly Part[] {
  const fade = msToSamples(CUT_FADE_MS, sampleRate) & ~1 // both halves are whole samples
  let start = 0
  return ranges.map(({ startMs, endMs }, index): Part => {
    const [from, to] = [msToSamples(startMs, sampleRate), msToSamples(endMs, sampleRate)]
    const [isFirst, isLast] = [index === 0, index === ranges.length - 1]
    const part = {
      start,
      end: start + to - from,
      toSource: from - start,
      before: isFirst ? 0 : fade / 2,
      after: isLast ? 0 : fade / 2,
      fadeIn: isFirst && startMs === slice.startMs ? 0 : fade,
      fadeOut: isLast && endMs === slice.endMs ? 0 : fade,
    }
    start = part.end
    return part
  })
}

interface Tail {
  /** The position of its first sample in the result. */
  readonly start: number
  readonly planes: readonly Planes[]
}

/** The samples of a part from `at` on, faded, mixed with the tail of the previous part. */
function mixed(planes: Planes, at: number, part: Part, tail: Tail): Planes {
  const faded = changed(planes, (plane) => fadedPlane(plane, at, part))
  let place = tail.start - at
  for (const piece of tail.planes) {
    for (const [channel, plane] of faded.entries()) {
      const other = piece[channel] ?? piece[0]
      const [from, to] = [Math.max(0, -place), Math.min(other.length, plane.length - place)]
      for (let i = from; i < to; i++) plane[place + i] = (plane[place + i] as number) + (other[i] as number) // within both
    }
    place += piece[0].length
  }
  return faded
}

/** A copy, because decoders may return the same samples again. */
function fadedPlane(plane: Float32Array, at: number, { start, end, before, after, fadeIn, fadeOut }: Part) {
  const copy = plane.slice()
  const [first, last] = [start - before, end + after]
  for (let i = 0; i < copy.length && at + i - first < fadeIn; i++)
    copy[i] = (copy[i] as number) * gainAt(at + i - first, fadeIn)
  for (let i = copy.length - 1; i >= 0 && last - 1 - at - i < fadeOut; i--)
    copy[i] = (copy[i] as number) * gainAt(last - 1 - at - i, fadeOut)
  return copy
}

/** The gain of sample `n` of a fade; it and the gain of the same sample in the other part add up to 1. */
function gainAt(n: number, fade: number): number {
  return (1 - Math.cos((Math.PI * (n + 0.5)) / fade)) / 2
}

function cutPlanes(planes: Planes, from: number, to: number): Planes {
  return changed(planes, (plane) => plane.subarray(from, to))
}

function changed([first, second]: Planes, change: (plane: Float32Array) => Float32Array): Planes {
  return second === undefined ? [change(first)] : [change(first), change(second)]
}
