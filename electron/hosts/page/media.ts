/**
 * Stored audio of open projects for the page's players: `media/<projectId>/<audioId>`, in parts or whole; with the query `from`, `rate`,
 * `sampleRate`, `repeat` and `most`, decoded as it is played (`playedAnswer`). The audio of a block that is being made has a name of its
 * own, and so has audio without its cuts, which can only be played.
 */
import { setImmediate, setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod'
import { HIGHEST_RATE } from '../../../shared/lib/sampleRates.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { MAX_AUDIO_MS, PLAYBACK_RATES } from '../../../shared/story/limits.ts'
import { blockOfMaking } from '../../../shared/story/takes.ts'
import { storedPlace } from '../../../shared/story/takeCuts.ts'
import type { FindLiveTake, LiveTake } from '../../jobs/liveTakes.ts'
import type { OpenAudio } from '../../lib/audio/decode.ts'
import { msToSamples, type Planes, toFloats, withChannels } from '../../lib/audio/pcm.ts'
import { createResampler } from '../../lib/audio/resample.ts'
import { STRETCH_BLOCK, stretchedPlanes } from '../../lib/audio/stretch.ts'
import { toInt16Bytes, WAV_HEADER_BYTES, wavHeader } from '../../lib/audio/wav.ts'
import { answerRange, type ByteRange } from '../../lib/http/byteRange.ts'
import { openNamedAudio } from '../../project/audioFiles.ts'
import type { AudioInfo, ProjectAudioStore } from '../../project/project.ts'
import { type PageAnswer, SAFETY_HEADERS, textAnswer, withoutBody } from './pageFiles.ts'

/** The number of bytes read from the project at a time. */
const CHUNK_BYTES = 256 * 1024

export interface MediaRequest {
  readonly method: string
  /** The URL's path, still encoded, starting with `/media/`. */
  readonly path: string
  readonly query: URLSearchParams
  /** A header by its lower-case name. */
  header(name: string): string | undefined
}

/** Returns a function that answers requests for the audio of the projects that `findAudio` finds. */
export function createMedia(
  findAudio: (projectId: string) => ProjectAudioStore | undefined,
  findLive?: FindLiveTake,
) {
  return async (request: MediaRequest): Promise<PageAnswer> => {
    const place = /^\/media\/([^/]+)\/([^/]+)$/.exec(request.path)
    const making = blockOfMaking(decode(place?.[2]))
    if (making !== null && findLive !== undefined && request.method === 'GET')
      return liveAnswer(await findLive(decode(place?.[1]), making), request.query)
    const store = findAudio(decode(place?.[1]))
    const name = decode(place?.[2])
    const info = store?.find(storedPlace(name, 0).audioId)
    if (!store || !info) return textAnswer(404, 'There is no such audio.', SAFETY_HEADERS)
    const answer = request.query.has('rate')
      ? await playedAnswer(store, name, request.query)
      : answerFor(store, info, request)
    return request.method === 'HEAD' ? withoutBody(answer) : answer
  }
}

function answerFor(store: ProjectAudioStore, info: AudioInfo, request: MediaRequest): PageAnswer {
  // Audio never changes under its id, so the id is the tag.
  const etag = `"${info.audioId}"`
  const headers = {
    ...SAFETY_HEADERS,
    'content-type': info.type,
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'private, no-cache',
  }
  const answer = answerRange((name) => request.header(name), { size: info.byteLength, etag })
  if (answer.status === 416) {
    return textAnswer(416, 'The audio is shorter than that.', { ...SAFETY_HEADERS, ...answer.headers })
  }
  return {
    status: answer.status,
    headers: { ...headers, ...answer.headers },
    body: answer.status === 304 ? null : readParts(store, info, answer.range),
  }
}

/** Reads as fast as the page accepts the data. */
async function* readParts(
  store: ProjectAudioStore,
  info: AudioInfo,
  { first, last }: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (let offset = first; offset <= last;) {
    const bytes = store.read(info.audioId, offset, Math.min(CHUNK_BYTES, last - offset + 1))
    if (bytes.length === 0) throw new Error(`Audio ${info.audioId} ends before its ${info.byteLength} bytes`)
    yield bytes
    offset += bytes.length
    // Reads are synchronous: let other requests through in between.
    await turn()
  }
}

function decode(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? '')
  } catch {
    return ''
  }
}

// Stored audio for a player: decoded from a position, at the player's sample rate and speed, as one WAV that is streamed while it is
// decoded.

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

/** The number of bytes sent at a time. */
const PCM_CHUNK_BYTES = 64 * 1024

/** The audio from a position to its end, or for a limited time, with one or two channels of 16 bits. */
async function playedAnswer(
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

/** The audio of a block while it is being made, from a position, streamed as it arrives. Always at normal speed: stretching needs the complete audio. */
function liveAnswer(live: LiveTake | null, query: URLSearchParams): PageAnswer {
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
  const bytes = Math.round((MAX_AUDIO_MS / 1000) * playing.sampleRate) * 2 // the page recognises the end of the audio
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
  const lengthMs = passMs === undefined ? leftMs : MAX_AUDIO_MS // the page stops a loop
  const frames = Math.ceil((lengthMs / 1000 / rate) * sampleRate)
  const format = { sampleRate, channels: audio.channels, bits: 16 } as const
  let waiting = [wavHeader(format, frames * audio.channels * 2, WAV_HEADER_BYTES)]
  let waitingBytes = 0
  for await (const piece of playedAudio(audio, playing)) {
    const bytes = toInt16Bytes(piece)
    waiting.push(bytes)
    waitingBytes += bytes.length
    if (waitingBytes < PCM_CHUNK_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
  }
  yield Buffer.concat(waiting)
}

/** How audio is played: from a position, at the player's sample rate, and faster or slower at the same pitch. */
export interface Playing {
  readonly fromMs: number
  /** 2 is twice as fast. */
  readonly rate: number
  readonly sampleRate: number
  /** Repeats the audio endlessly in passes of this length; a pass longer than the audio ends in silence. */
  readonly passMs?: number | undefined
  /** The maximum length to play. Not used for a loop. */
  readonly mostMs?: number | undefined
}

/**
 * Yields the audio from `fromMs` to its end or for `mostMs`, or as a loop, piece by piece, in constant memory; lets other events through
 * between pieces.
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

/** Loops like the mixdown: positions are counted from the start, so that errors do not add up. */
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

/** Pieces that are small enough to process at once. */
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
