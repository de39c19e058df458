/**
 * The audio of an OpenAI-compatible engine, in a file as received. Its bytes determine the format, regardless of the requested format
 * and the content type: WAV, MP3, FLAC, Ogg Vorbis or Ogg Opus. Samples without a header cannot be recognised, so they are accepted only
 * from an engine whose settings state their rate.
 */
import { rename } from 'node:fs/promises'
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
  /** The rate of samples without a header (16 bit, little-endian, mono); null if only a file that states its format is audio. */
  readonly pcmRate: number | null
}

/** The kind of a response that is not usable audio. */
export type NoEngineAudio = 'text' | 'headless' | 'other-format' | 'unknown' | 'too-long'

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
/** The most chunks after the audio; each takes a read of the file. */
const MOST_CHUNKS = 1000

/**
 * Recognises the response of an engine in the file `path`. FLAC and Ogg are replaced by a WAV file. `pcmRate` is the rate in the
 * engine's settings; a rate in the content type takes precedence. Rejects with the signal's reason and with the errors of the disk.
 */
export async function recogniseEngineAudio(
  path: string,
  { contentType, pcmRate, signal }: { contentType: string; pcmRate: number | null; signal: AbortSignal },
): Promise<EngineFile | NoEngineAudio> {
  const wavPath = `${path}.wav`
  const outcome = await withFileSource(path, async (source) => {
    const head = await source.read(0, TEXT_BYTES)
    if (isText(head, contentType)) return 'text'
    if (isOtherFormat(head)) return 'other-format'
    const format = await foreignFormatOf(source)
    return format === null ? null : convertToWav(source, format, wavPath, { mostMs: LONGEST_MS, signal })
  })
  if (outcome === 'text' || outcome === 'other-format' || outcome === 'too-long') return outcome
  if (outcome === 'whole') await rename(wavPath, path)
  else if (outcome !== null) return 'unknown'
  const rate = pcmRate === null ? null : (rateIn(contentType) ?? pcmRate)
  const audio = await withFileSource(path, (source) => openEngineAudio(source, rate))
  if (audio === null) return HEADLESS_TYPE.test(contentType) ? 'headless' : 'unknown'
  return audio.durationMs > LONGEST_MS ? 'too-long' : { path, pcmRate: rate }
}

/** Opens the audio of an engine; null if it is not audio. */
export async function openEngineAudio(
  source: AudioSource,
  pcmRate: EngineFile['pcmRate'],
): Promise<OpenAudio | null> {
  const head = await source.read(0, 4)
  if (hasAscii(head, 0, 'RIFF') || hasAscii(head, 0, 'RF64')) return openStreamedWav(source)
  if (pcmRate === null || (await beginsWithMp3(source)))
    return openAudio(source).catch((error: unknown) => {
      if (error instanceof UserFacingError) return null
      throw error
    })
  const dataBytes = source.byteLength - (source.byteLength % 2)
  return dataBytes === 0 ? null : openWav(source, { ...HEADLESS, sampleRate: pcmRate, dataBytes })
}

const HEADLESS: Omit<WavLayout, 'sampleRate' | 'dataBytes'> = {
  encoding: 'integer',
  channels: 1,
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

/** The rate in a content type such as `audio/L16;rate=22050`; undefined if there is no valid one. */
function rateIn(contentType: string): number | undefined {
  const rate = Number(/;\s*rate=(\d{4,6})\s*(?:;|$)/i.exec(contentType)?.[1])
  return isSampleRate(rate) ? rate : undefined
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
