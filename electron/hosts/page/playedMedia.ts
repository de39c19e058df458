/** Stored audio as a player asks for it: decoded from a place on, at its sample rate and speed, as one WAV that is made while it is read. */
import * as z from 'zod'
import { HIGHEST_RATE } from '../../../shared/lib/sampleRates.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { MAX_AUDIO_MS } from '../../../shared/story/limits.ts'
import { PLAYBACK_RATES } from '../../../shared/story/playbackRates.ts'
import { playedAudio } from '../../lib/audio/playedAudio.ts'
import type { Playing } from '../../lib/audio/playedAudio.ts'
import type { OpenAudio } from '../../lib/audio/decode.ts'
import { msToSamples, toFloats } from '../../lib/audio/pcm.ts'
import { createResampler } from '../../lib/audio/resample.ts'
import type { LiveTake } from '../../jobs/liveTakes.ts'
import { toInt16Bytes, WAV_HEADER_BYTES, wavHeader } from '../../lib/audio/wav.ts'
import { openNamedAudio } from '../../project/audioFiles.ts'
import type { ProjectAudioStore } from '../../project/project.ts'
import { textAnswer, type PageAnswer } from './answer.ts'
import { SAFETY_HEADERS } from './contentPolicy.ts'

const playingSchema = z
  .object({
    from: z.coerce.number().min(0),
    rate: z.coerce.number().pipe(z.literal(PLAYBACK_RATES)),
    sampleRate: z.coerce.number().int().min(8000).max(HIGHEST_RATE),
    repeat: z.coerce.number().int().min(1).max(MAX_AUDIO_MS).optional(),
    most: z.coerce.number().int().min(1).max(MAX_AUDIO_MS).optional(),
  })
  .transform(({ from, repeat, most, ...rest }): Playing => ({
    fromMs: from,
    passMs: repeat,
    mostMs: most,
    ...rest,
  }))

/** How much is sent at once. */
const CHUNK_BYTES = 64 * 1024

/** The audio from a place on to its end, or so much of it, with one or two channels of 16 bits. */
export async function playedAnswer(
  store: ProjectAudioStore,
  audioId: string,
  query: URLSearchParams,
): Promise<PageAnswer> {
  const asked = playingSchema.safeParse(Object.fromEntries(query))
  if (!asked.success) return textAnswer(400, 'Audio is not played like that.', SAFETY_HEADERS)
  try {
    const audio = await openNamedAudio(store, audioId)
    return {
      status: 200,
      headers: { ...SAFETY_HEADERS, 'content-type': 'audio/wav', 'cache-control': 'no-store' },
      body: asWav(audio, asked.data),
    }
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error
    return textAnswer(422, 'The audio cannot be decoded.', SAFETY_HEADERS)
  }
}

/** The audio of a block while it is made, from a place on, as it comes. Only at its own speed: no other can be made without its end. */
export function liveAnswer(live: LiveTake | null, query: URLSearchParams): PageAnswer {
  const asked = playingSchema.safeParse(Object.fromEntries(query))
  if (live === null || !asked.success || asked.data.rate !== 1)
    return textAnswer(404, 'There is no such audio.', SAFETY_HEADERS)
  return {
    status: 200,
    headers: { ...SAFETY_HEADERS, 'content-type': 'audio/wav', 'cache-control': 'no-store' },
    body: liveWav(live, asked.data),
  }
}

async function* liveWav({ samples, sampleRate }: LiveTake, playing: Playing): AsyncGenerator<Uint8Array> {
  const format = { sampleRate: playing.sampleRate, channels: 1, bits: 16 } as const
  const bytes = Math.round((MAX_AUDIO_MS / 1000) * playing.sampleRate) * 2 // the page hears its end
  let header = wavHeader(format, bytes, WAV_HEADER_BYTES)
  const resampler = sampleRate === playing.sampleRate ? null : createResampler(sampleRate, playing.sampleRate)
  let skipped = msToSamples(playing.fromMs, sampleRate)
  for await (const piece of samples) {
    const heard = piece.subarray(Math.min(skipped, piece.length))
    skipped -= piece.length - heard.length
    const floats = toFloats(heard)
    const ready = toInt16Bytes([resampler === null ? floats : resampler.push(floats)])
    yield Buffer.concat([header, ready])
    header = Buffer.alloc(0)
  }
  yield Buffer.concat([header, toInt16Bytes([resampler?.finish() ?? new Float32Array(0)])])
}

async function* asWav(audio: OpenAudio, playing: Playing): AsyncGenerator<Uint8Array> {
  const { sampleRate, rate, fromMs, passMs, mostMs = Infinity } = playing
  const leftMs = Math.min(mostMs, Math.max(0, audio.durationMs - fromMs))
  const lengthMs = passMs === undefined ? leftMs : MAX_AUDIO_MS // the page ends a loop
  const frames = Math.ceil((lengthMs / 1000 / rate) * sampleRate)
  const format = { sampleRate, channels: audio.channels, bits: 16 } as const
  let waiting = [wavHeader(format, frames * audio.channels * 2, WAV_HEADER_BYTES)]
  let waitingBytes = 0
  for await (const piece of playedAudio(audio, playing)) {
    const bytes = toInt16Bytes(piece)
    waiting.push(bytes)
    waitingBytes += bytes.length
    if (waitingBytes < CHUNK_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
  }
  yield Buffer.concat(waiting)
}
