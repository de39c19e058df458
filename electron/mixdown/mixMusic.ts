/** Adds music to the speech of a file, piece by piece, in constant memory: one piece of each audible track is decoded at a time. */
import type { FileMusic } from '../../shared/export/fileMusic.ts'
import type { GainPoint } from '../../shared/story/gain.ts'
import type { OpenAudio } from '../lib/audio/decode.ts'
import { msToSamples, type Planes } from '../lib/audio/pcm.ts'
import type { SinkFormat } from './formats/audioSink.ts'
import { DamagedAudio } from './mixJob.ts'
import { sliceOf } from './mixSpeech.ts'

/** Rounding to whole milliseconds and to another sample rate. A larger gap means that audio is missing. */
const TOLERANCE_MS = 20

export interface MusicOptions {
  readonly open: (audioId: string) => Promise<OpenAudio>
  readonly sound: SinkFormat
  /** The gain of all music, on top of its own. */
  readonly gain: number
}

/** Speech with its music. Throws `DamagedAudio` if audio is missing. */
export async function* mixMusic(
  speech: AsyncIterable<Planes>,
  music: readonly FileMusic[],
  options: MusicOptions,
): AsyncGenerator<Planes> {
  const tracks = music.map((each) => createTrack(each, options))
  let position = 0
  for await (const planes of speech) {
    const from = position
    position += planes[0].length
    const heard = tracks.filter((track) => track.start < position && track.end > from)
    if (heard.length === 0) {
      yield planes
      continue
    }
    // Copy before mixing: silent and mono planes are shared.
    const [first, ...others] = planes
    const mixed: Planes = [first.slice(), ...others.map((plane) => plane.slice())]
    for (const track of heard) await track.addTo(mixed, from)
    yield mixed
  }
}

function createTrack(music: FileMusic, options: MusicOptions) {
  const { sampleRate } = options.sound
  const [start, end] = [msToSamples(music.startMs, sampleRate), msToSamples(music.endMs, sampleRate)]
  const fillGain = createGain(music.gain, sampleRate, options.gain)
  let source: AsyncGenerator<Planes> | null = null
  let held: Planes | null = null
  let used = 0

  async function next(): Promise<Planes> {
    source ??= soundOf(music, end - start, options)
    const given = await source.next()
    if (given.done === true) throw new DamagedAudio(music.audioId)
    return given.value
  }

  return {
    /** In samples of the file. */
    start,
    end,
    /** Adds its sound from sample `from` of the file on. Called with pieces in order. */
    async addTo(planes: Planes, from: number): Promise<void> {
      const until = Math.min(end, from + planes[0].length)
      const first = Math.max(start, from)
      const gains = fillGain(first, until - first)
      for (let at = first; at < until;) {
        if (held === null || used >= held[0].length) {
          held = await next()
          used = 0
        }
        const count = Math.min(until - at, held[0].length - used)
        for (const [channel, plane] of planes.entries())
          addScaled(plane, at - from, held[channel] ?? held[0], used, gains, at - first, count)
        at += count
        used += count
      }
    },
  }
}

function addScaled(
  to: Float32Array,
  toOffset: number,
  from: Float32Array,
  fromOffset: number,
  gains: Float32Array,
  gainOffset: number,
  count: number,
): void {
  // The indexes are within the lists.
  for (let i = 0; i < count; i++)
    to[toOffset + i] =
      (to[toOffset + i] as number) + (from[fromOffset + i] as number) * (gains[gainOffset + i] as number)
}

/** Exactly `length` samples of music in the file's rate and channels. A loop repeats whole passes of its audio. */
async function* soundOf(
  { audioId, fromMs, passMs }: FileMusic,
  length: number,
  { open, sound: { sampleRate, channels } }: MusicOptions,
): AsyncGenerator<Planes> {
  const audio = await open(audioId)
  let given = 0
  // Places are counted from the start, so that rounding errors do not add up.
  for (let pass = 0; given < length; pass++) {
    const passEnd =
      passMs === null ? length : Math.min(length, msToSamples((pass + 1) * passMs - fromMs, sampleRate))
    const startMs = pass === 0 ? fromMs : 0
    const wantedMs = ((passEnd - given) * 1000) / sampleRate
    for await (const planes of sliceOf(audio, {
      startMs,
      endMs: startMs + wantedMs,
      sampleRate,
      channels,
    })) {
      const count = Math.min(planes[0].length, passEnd - given)
      if (count <= 0) continue
      given += count
      yield planes.map((plane) => plane.subarray(0, count)) as unknown as Planes // the same number of channels
    }
    const missing = passEnd - given
    if (missing > msToSamples(TOLERANCE_MS, sampleRate)) throw new DamagedAudio(audioId)
    if (missing > 0) yield [new Float32Array(missing)]
    given = passEnd
  }
}

/** Returns a function for the gain of each sample; samples must only increase. */
function createGain(points: readonly GainPoint[], sampleRate: number, by: number) {
  const at = points.map(({ atMs }) => (atMs * sampleRate) / 1000)
  let index = 0
  return (first: number, count: number): Float32Array => {
    const gains = new Float32Array(count)
    for (let i = 0; i < count; i++) {
      const sample = first + i
      while (index < points.length && (at[index] as number) <= sample) index += 1 // within the list
      const [before, after] = [points[index - 1], points[index]]
      if (before === undefined || after === undefined) {
        gains[i] = ((before ?? after)?.gain ?? 0) * by
        continue
      }
      // A linear ramp up to the point, or to the end of the piece.
      const [from, to] = [at[index - 1] as number, at[index] as number] // both exist
      const step = (after.gain - before.gain) / (to - from)
      const end = Math.min(count, Math.ceil(to) - first)
      for (; i < end; i++) gains[i] = (before.gain + (first + i - from) * step) * by
      i -= 1
    }
    return gains
  }
}
