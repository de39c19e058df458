/**
 * The audio of an OpenAI-compatible engine, in a file as received. Its bytes determine the format, regardless of the requested format
 * and the content type: WAV, MP3, FLAC, Ogg Vorbis or Ogg Opus. Samples without a header cannot be recognised, so they are accepted only
 * if the response or the engine's settings state their rate.
 */
import { createWriteStream } from 'node:fs'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { isSampleRate } from '../../../shared/lib/sampleRates.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { withFileSource, type AudioSource } from '../../lib/audio/audioSource.ts'
import { hasAscii } from '../../lib/audio/bytes.ts'
import { openAudio, openWav, type OpenAudio } from '../../lib/audio/decode.ts'
import { convertToWav, foreignFormatOf } from '../../lib/audio/foreignAudio.ts'
import { findMp3Start } from '../../lib/audio/mp3Stream.ts'
import { readWavLayout, WAV_HEAD_BYTES, type WavLayout } from '../../lib/audio/wav.ts'

/** Audio of an engine that `openEngineAudio` reads. */
export interface EngineFile {
  readonly path: string
  /** The format of samples without a header; null if only a file that states its format is audio. */
  readonly pcm: HeadlessPcm | null
}

/** Samples without a header: 16 bit, little-endian. */
interface HeadlessPcm {
  readonly sampleRate: number
  readonly channels: number
}

/** The kind of a response that is not usable audio. */
export type NoEngineAudio = 'text' | 'headless' | 'other-format' | 'unknown' | 'cut' | 'too-long'

/** Longer than the longest text of a request at the slowest speed. */
const LONGEST_MS = 8 * 3_600_000
/** The bytes examined to distinguish text from audio. */
const TEXT_BYTES = 1024
const TEXT_TYPE = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/i
const PAGE = /^\s*<(?:!doctype|html|\?xml)\b/i
/** Characters that no text contains. */
// oxlint-disable-next-line no-control-regex -- the pattern must find control characters
const CONTROL = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/
/** Content types of samples without a header. */
const HEADLESS_TYPE = /^audio\/(?:pcm|x-pcm|l16|raw|basic)\b/i
/** The largest JSON that is searched for audio: minutes of speech. All of it is in memory. */
const MOST_JSON_BYTES = 32 << 20
/** The depth at which JSON may contain audio, as `{"candidates": [{"content": …}]}` does. */
const DEEPEST_AUDIO = 8
/** The shortest text that may be audio, in characters. */
const LEAST_AUDIO_TEXT = 64
/** The most chunks after the audio; each takes a read of the file. */
const MOST_CHUNKS = 1000

/** The longest end of a WAV file that may be missing: some servers count their sizes slightly wrong. */
const MOST_MISSING_S = 0.1
/** The bytes of WAV files that are copied at a time when they are joined. */
const COPIED_BYTES = 1 << 20

/**
 * Recognises the response of an engine in the file `path`. Audio inside JSON is taken out of it; FLAC, Ogg and several WAV files are replaced by one WAV file. `pcmRate` is the
 * rate in the engine's settings; a rate in `headers` takes precedence. Rejects with the signal's reason and with the errors of the disk.
 */
export async function recogniseEngineAudio(
  path: string,
  { headers, pcmRate, signal }: { headers: IncomingHttpHeaders; pcmRate: number | null; signal: AbortSignal },
): Promise<EngineFile | NoEngineAudio> {
  const isEmbedded = await takeOutOfJson(path)
  const contentType = isEmbedded ? '' : (headers['content-type'] ?? '')
  const wavPath = `${path}.wav`
  const outcome = await withFileSource(path, async (source) => {
    const head = await source.read(0, TEXT_BYTES)
    if (isText(head, contentType)) return 'text'
    if (isOtherFormat(head)) return 'other-format'
    if (isWav(head)) return joinWavs(source, wavPath)
    const format = await foreignFormatOf(source)
    if (format === null) return 'as-received'
    const made = await convertToWav(source, format, wavPath, { mostMs: LONGEST_MS, signal })
    if (made === 'whole') return 'replaced'
    return made === 'too-long' ? made : 'unknown'
  })
  if (outcome === 'replaced') await rename(wavPath, path)
  else if (outcome !== 'as-received') return outcome
  const pcm = pcmIn(headers, pcmRate)
  const audio = await withFileSource(path, (source) => openEngineAudio(source, pcm))
  if (audio === null) return HEADLESS_TYPE.test(contentType) ? 'headless' : 'unknown'
  return audio.durationMs > LONGEST_MS ? 'too-long' : { path, pcm }
}

/** Replaces JSON that contains audio, as `{"audioContent": "UklGR…"}` does, by that audio; returns whether it did. Rejects with the errors of the disk. */
async function takeOutOfJson(path: string): Promise<boolean> {
  const { size } = await stat(path)
  if (size > MOST_JSON_BYTES) return false
  const head = await withFileSource(path, async (source) => source.read(0, TEXT_BYTES))
  if (!/^(?:\ufeff|\u00ef\u00bb\u00bf)?\s*[{["]|^data:/.test(Buffer.from(head).toString('latin1')))
    return false
  const text = await readFile(path, 'utf8')
  const audio = audioIn(text.startsWith('data:') ? text : parseJson(text), DEEPEST_AUDIO)
  if (audio === null) return false
  await writeFile(path, audio)
  return true
}

/** The first text in a value that encodes audio, as bytes; null if there is none. */
function audioIn(value: unknown, depth: number): Buffer | null {
  if (typeof value === 'string') return decodedAudio(value)
  if (typeof value !== 'object' || value === null || depth === 0) return null
  for (const each of Object.values(value)) {
    const audio = audioIn(each, depth - 1)
    if (audio !== null) return audio
  }
  return null
}

/** The bytes of a text in base64, as a data URL, or in hexadecimal digits; null if they are no audio with a header. */
function decodedAudio(text: string): Buffer | null {
  if (text.length < LEAST_AUDIO_TEXT) return null
  const body = text.replace(/^data:[\w/+.;= -]{0,100};base64,/i, '')
  const encoding = /^[\da-f]+$/i.test(body.slice(0, TEXT_BYTES)) ? 'hex' : 'base64'
  const first = Buffer.from(body.slice(0, LEAST_AUDIO_TEXT), encoding)
  const hasHeader = ['RIFF', 'RF64', 'ID3', 'fLaC', 'OggS'].some((sign) => hasAscii(first, 0, sign))
  const isMp3 = first[0] === 0xff && ((first[1] ?? 0) & 0xe6) === 0xe2
  return hasHeader || isMp3 ? Buffer.from(body, encoding) : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** Opens the audio of an engine; null if it is not audio. */
export async function openEngineAudio(
  source: AudioSource,
  pcm: EngineFile['pcm'],
): Promise<OpenAudio | null> {
  if (isWav(await source.read(0, 4))) return openStreamedWav(source)
  if (pcm === null || (await beginsWithMp3(source)))
    return openAudio(source).catch((error: unknown) => {
      if (error instanceof UserFacingError) return null
      throw error
    })
  const dataBytes = source.byteLength - (source.byteLength % (2 * pcm.channels))
  return dataBytes === 0 ? null : openWav(source, { ...HEADLESS, ...pcm, dataBytes })
}

const isWav = (head: Uint8Array) => hasAscii(head, 0, 'RIFF') || hasAscii(head, 0, 'RF64')

const HEADLESS: Omit<WavLayout, keyof HeadlessPcm | 'dataBytes'> = {
  encoding: 'integer',
  sampleBytes: 2,
  dataOffset: 0,
  declaredDataBytes: undefined,
}

/** Whether audio begins with MP3. Samples can contain bytes that look like a frame, so frames count only at the beginning. */
async function beginsWithMp3(source: AudioSource): Promise<boolean> {
  const start = await findMp3Start(source)
  if (typeof start === 'string') return false
  return start.firstOffset === 0 || hasAscii(await source.read(0, 3), 0, 'ID3')
}

/**
 * Whether bytes are text: valid UTF-8 without control characters, which audio has within a few bytes; or text in another encoding
 * that begins like a web page or has a content type of text.
 */
function isText(bytes: Uint8Array, contentType: string): boolean {
  const latin = Buffer.from(bytes).toString('latin1')
  if (PAGE.test(latin) || (TEXT_TYPE.test(contentType) && !CONTROL.test(latin))) return true
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return !CONTROL.test(text)
  } catch {
    return false
  }
}

/** Whether bytes are the beginning of unsupported audio: MP4 (M4A), AAC, WebM, AIFF, CAF, Windows Media or AMR. */
function isOtherFormat(head: Uint8Array): boolean {
  const [first = 0, second = 0] = head
  const isAdts = first === 0xff && (second & 0xf6) === 0xf0
  const signs = ['\x1aE\xdf\xa3', 'FORM', 'caff', '0&\xb2u', '#!AMR']
  return isAdts || hasAscii(head, 4, 'ftyp') || signs.some((sign) => hasAscii(head, 0, sign))
}

/**
 * The format of headerless samples: as the content type states it, such as `audio/L16;rate=22050;channels=2`, or the headers that some
 * servers send instead; otherwise at the rate of the settings. Null if nothing states a rate.
 */
function pcmIn(headers: IncomingHttpHeaders, pcmRate: number | null): HeadlessPcm | null {
  const type = headers['content-type'] ?? ''
  const stated = (parameter: RegExp, header: string) =>
    Number(parameter.exec(type)?.[1] ?? headers[header] ?? undefined)
  const rate = stated(/;\s*(?:sample_?)?rate="?(\d+)/i, 'x-sample-rate')
  const channels = stated(/;\s*channels="?(\d+)/i, 'x-channels')
  const statedRate = isSampleRate(rate) && (pcmRate !== null || HEADLESS_TYPE.test(type)) ? rate : null
  const sampleRate = statedRate ?? pcmRate
  return sampleRate === null ? null : { sampleRate, channels: channels === 2 ? 2 : 1 }
}

/** Where the audio of a WAV file is, in a response that may consist of several. */
interface WavPart {
  readonly layout: WavLayout
  readonly from: number
  readonly to: number
}

/**
 * Checks that WAV is complete. Some servers, such as mlx-audio, send a WAV file for each sentence, one after another: they are joined in
 * the new file `wavPath`. Rejects with the errors of the disk.
 */
async function joinWavs(
  source: AudioSource,
  wavPath: string,
): Promise<'as-received' | 'replaced' | 'cut' | 'unknown'> {
  const parts = await findWavs(source)
  if (typeof parts === 'string') return parts
  const [first] = parts
  if (first === undefined || parts.length === 1) return 'as-received'
  const isSame = ({ layout }: WavPart) =>
    (['encoding', 'channels', 'sampleRate', 'sampleBytes'] as const).every(
      (field) => layout[field] === first.layout[field],
    )
  if (!parts.every(isSame)) return 'unknown'
  const head = Buffer.from(await source.read(0, first.from))
  head.writeUInt32LE(
    parts.reduce((bytes, { from, to }) => bytes + to - from, 0),
    first.from - 4,
  )
  await pipeline(
    async function* () {
      yield head
      for (const { from, to } of parts)
        for (let at = from; at < to; at += COPIED_BYTES)
          yield await source.read(at, Math.min(COPIED_BYTES, to - at))
    },
    createWriteStream(wavPath, { mode: 0o600 }),
  )
  return 'replaced'
}

/** The WAV files in a response; 'cut' if the last one ends before its audio does, 'unknown' for encodings that Fabula does not read. */
async function findWavs(source: AudioSource): Promise<readonly WavPart[] | 'cut' | 'unknown'> {
  const parts: WavPart[] = []
  let at: number | null = 0
  while (at !== null) {
    const offset: number = at
    const layout = readWavLayout(await source.read(offset, WAV_HEAD_BYTES), source.byteLength - offset)
    if (layout === 'cut' && parts.length > 0) return 'cut'
    if (typeof layout === 'string') return 'unknown'
    const { dataOffset, declaredDataBytes = 0, dataBytes, sampleRate, channels, sampleBytes } = layout
    const mostMissing = MOST_MISSING_S * sampleRate * channels * sampleBytes
    if (declaredDataBytes - dataBytes > Math.max(mostMissing, channels * sampleBytes)) return 'cut'
    const from = offset + dataOffset
    parts.push({ layout, from, to: from + dataBytes })
    at = declaredDataBytes === 0 ? null : await findNextWav(source, from + declaredDataBytes)
  }
  return parts
}

/** The position of the next WAV file, after the chunks that follow audio; null if there is none. */
async function findNextWav(source: AudioSource, from: number): Promise<number | null> {
  const startsAt = async (at: number) => {
    const head = await source.read(at, 12)
    return isWav(head) && hasAscii(head, 8, 'WAVE')
  }
  // Chunks are padded to even sizes, which not all writers do.
  if (await startsAt(from)) return from
  let at = from + (from % 2)
  for (let count = 0; count < MOST_CHUNKS && at + 12 <= source.byteLength; count++) {
    if (await startsAt(at)) return at
    const size = Buffer.from(await source.read(at + 4, 4)).readUInt32LE()
    at += 8 + size + (size % 2)
  }
  return null
}

/**
 * Opens a WAV file that may have been written before its length was known, with arbitrary sizes in its header. The sizes are
 * used only if the audio is followed by valid chunks up to the end of the file; otherwise, the audio reaches to the end.
 */
async function openStreamedWav(source: AudioSource): Promise<OpenAudio | null> {
  const layout = readWavLayout(await source.read(0, WAV_HEAD_BYTES), source.byteLength)
  if (typeof layout === 'string') return null
  const { dataOffset, declaredDataBytes, channels, sampleBytes } = layout
  const declaredEnd = dataOffset + (declaredDataBytes ?? Infinity)
  const end = (await endsInChunks(source, declaredEnd)) ? declaredEnd : source.byteLength
  const frameBytes = channels * sampleBytes
  const dataBytes = Math.floor((end - dataOffset) / frameBytes) * frameBytes
  return dataBytes <= 0 ? null : openWav(source, { ...layout, dataBytes })
}

async function endsInChunks(source: AudioSource, from: number): Promise<boolean> {
  let at = from + (from % 2)
  for (let count = 0; at + 8 <= source.byteLength; count++) {
    const head = Buffer.from(await source.read(at, 8))
    if (count === MOST_CHUNKS || !/^[A-Za-z][A-Za-z0-9 _]{3}/.test(head.toString('latin1'))) return false
    const size = head.readUInt32LE(4)
    at += 8 + size + (size % 2)
  }
  return at === source.byteLength
}
