/** Audio as a player takes it: from a place on, at the player's sample rate, and faster or slower at the same pitch. */
import { setImmediate } from 'node:timers/promises'
import type { OpenAudio } from './decode.ts'
import { msToSamples, withChannels, type Planes } from './pcm.ts'
import { createResampler } from './resample.ts'
import { STRETCH_BLOCK } from './rubberBand.ts'
import { stretchedPlanes } from './stretch.ts'

export interface Playing {
  readonly fromMs: number
  /** 2 is twice as fast. */
  readonly rate: number
  readonly sampleRate: number
  /** The audio begins again after each pass of this length, without an end; what it lacks of a pass is silent. */
  readonly passMs?: number | undefined
  /** So much of the audio is played at most. Not used for a loop. */
  readonly mostMs?: number | undefined
}

/**
 * Returns the audio from `fromMs` to its end or for `mostMs`, or in a loop, piece by piece, in constant memory; others have their turn between two
 * pieces.
 */
export async function* playedAudio(audio: OpenAudio, playing: Playing): AsyncGenerator<Planes> {
  const { fromMs, rate, sampleRate, passMs, mostMs = Infinity } = playing
  const from = Math.min(audio.sampleCount, msToSamples(fromMs, audio.sampleRate))
  const to = Math.min(audio.sampleCount, from + msToSamples(mostMs, audio.sampleRate))
  const count = passMs === undefined ? to - from : Infinity
  const decoded = passMs === undefined ? inBlocks(audio, from, to) : looped(audio, from, fromMs, passMs)
  const { sampleRate: ownRate, channels } = audio
  const stretch = { sampleRate: ownRate, channels, sampleCount: count, ratio: 1 / rate }
  const timed = rate === 1 ? decoded : stretchedPlanes(decoded, stretch)
  yield* sampleRate === audio.sampleRate ? timed : resampled(audio, timed, sampleRate)
}

/** As the mixdown loops music: places are counted from the start, so that no error adds up. */
async function* looped(
  audio: OpenAudio,
  from: number,
  fromMs: number,
  passMs: number,
): AsyncGenerator<Planes> {
  let given = 0
  for (let pass = 1; ; pass++) {
    const end = msToSamples(pass * passMs - fromMs, audio.sampleRate)
    const start = pass === 1 ? from : 0
    for await (const block of inBlocks(audio, start, Math.min(audio.sampleCount, start + end - given))) {
      given += block[0].length
      yield block
    }
    while (given < end) {
      const count = Math.min(STRETCH_BLOCK, end - given)
      const silence = new Float32Array(count)
      given += count
      yield audio.channels === 2 ? [silence, silence] : [silence]
      await setImmediate()
    }
  }
}

/** Pieces that are small enough for one turn. */
async function* inBlocks(audio: OpenAudio, from: number, to?: number): AsyncGenerator<Planes> {
  for await (const piece of audio.decodeChannels(from, to)) {
    const [first, ...rest] = withChannels(piece, audio.channels)
    for (let at = 0; at < first.length; at += STRETCH_BLOCK) {
      const block = (plane: Float32Array) => plane.subarray(at, at + STRETCH_BLOCK)
      yield [block(first), ...rest.map(block)]
      await setImmediate()
    }
  }
}

async function* resampled(
  { sampleRate, channels }: OpenAudio,
  pieces: AsyncIterable<Planes>,
  targetRate: number,
): AsyncGenerator<Planes> {
  const left = createResampler(sampleRate, targetRate)
  const right = channels === 2 ? createResampler(sampleRate, targetRate) : null
  const both = (run: (resampler: typeof left, channel: number) => Float32Array): Planes =>
    right === null ? [run(left, 0)] : [run(left, 0), run(right, 1)]
  for await (const piece of pieces)
    yield both((resampler, channel) => resampler.push(piece[channel] ?? piece[0]))
  yield both((resampler) => resampler.finish())
}
