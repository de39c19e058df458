/** Converts audio in formats that Fabula reads but does not store (FLAC, Ogg Vorbis and Ogg Opus) to WAV. */
import type { AudioSource } from './audioSource.ts'
import { hasAscii, viewOf } from './bytes.ts'
import { isSampleRate } from '../../../shared/lib/sampleRates.ts'
import type { Planes } from './pcm.ts'
import { createWavFile, type WavFile } from './wav.ts'

export type ForeignFormat = 'flac' | 'vorbis' | 'opus'

interface Decoded {
  readonly channelData: readonly Float32Array[]
  readonly sampleRate: number
}

interface Decoder {
  decode(bytes: Uint8Array): Decoded
  flush(): Decoded
  free(): void
}

const DECODERS: Readonly<Record<ForeignFormat, () => Promise<Decoder>>> = {
  flac: async () => (await import('@audio/decode-flac')).decoder(),
  vorbis: async () => (await import('@audio/decode-vorbis')).decoder(),
  opus: async () => (await import('@audio/decode-opus')).decoder(),
}

/** Read at a time. Silence compresses so well that even this may become half an hour of audio in memory. */
const CHUNK_BYTES = 1 << 12
/** A file without a sound up to here has none: the decoders search through all earlier bytes again and again. */
const MOST_SOUNDLESS_BYTES = 1 << 22
/** A FLAC file begins with its signature and the block that describes the audio, followed by further blocks, such as pictures (RFC 9639 §8). */
const [FLAC_HEAD_BYTES, FLAC_BLOCK_AT, BLOCK_HEADER_BYTES] = [42, 4, 4]
/** The bit of a block's first byte that marks the last block. */
const IS_LAST_BLOCK = 0x80
const MOST_FLAC_BLOCKS = 1000
/** The most channels for which Vorbis and Opus define speakers. Headers may state up to 255, and memory grows with them. */
const MOST_CHANNELS = 8
/** The position of the number of channels in the first packet of each format. */
const [OPUS_CHANNELS_AT, VORBIS_CHANNELS_AT] = [9, 11]
/** The first page of an Ogg file ends before this position. */
const HEAD_BYTES = 512
/** The longest Ogg page (https://www.rfc-editor.org/rfc/rfc3533#section-6). */
const LONGEST_PAGE_BYTES = 65_307
/** A page's header without its segment table; the position of its flags; the flag of the last page; the position of the number of segments. */
const [PAGE_HEADER_BYTES, FLAGS_AT, IS_LAST, SEGMENTS_AT] = [27, 5, 4, 26]

/** The format of audio, by its first bytes; null for anything else, such as MP3, WAV, and audio with more than eight channels. */
export async function foreignFormatOf(source: AudioSource): Promise<ForeignFormat | null> {
  const head = await source.read(0, HEAD_BYTES)
  if (hasAscii(head, 0, 'fLaC')) return 'flac'
  if (!hasAscii(head, 0, 'OggS')) return null
  const packetAt = PAGE_HEADER_BYTES + (head[SEGMENTS_AT] ?? 0)
  const withChannelsAt = (at: number, format: ForeignFormat) =>
    (head[packetAt + at] ?? 0) <= MOST_CHANNELS ? format : null
  if (hasAscii(head, packetAt, 'OpusHead')) return withChannelsAt(OPUS_CHANNELS_AT, 'opus')
  if (hasAscii(head, packetAt + 1, 'vorbis')) return withChannelsAt(VORBIS_CHANNELS_AT, 'vorbis')
  return hasAscii(head, packetAt + 1, 'FLAC') ? 'flac' : null
}

/**
 * Decodes audio into a 16-bit WAV file in constant memory; more than two channels become mono. Returns 'cut' if the audio is damaged or
 * ends too early, 'unsupported' if Fabula does not read its sample rate, 'too-long' if it is longer than `mostMs`: then no file remains.
 * Rejects with the signal's reason and with errors of the disk.
 */
export async function convertToWav(
  source: AudioSource,
  format: ForeignFormat,
  wavPath: string,
  { mostMs, signal }: { readonly mostMs: number; readonly signal: AbortSignal },
): Promise<'whole' | 'cut' | 'unsupported' | 'too-long'> {
  const decoder = await DECODERS[format]()
  const made = createMadeWav(wavPath)
  try {
    let soundless = 0
    for await (const bytes of encodedParts(source)) {
      const decoded = decodedBy(() => (bytes === null ? decoder.flush() : decoder.decode(bytes)))
      soundless = decoded !== null && decoded.channelData.length > 0 ? 0 : soundless + (bytes?.length ?? 0)
      if (decoded === null || soundless > MOST_SOUNDLESS_BYTES) return 'cut'
      if (decoded.channelData.length > 0 && !isSampleRate(decoded.sampleRate)) return 'unsupported'
      await made.write(decoded)
      signal.throwIfAborted()
      if (made.durationMs() > mostMs) return 'too-long'
    }
    const wanted = await wantedSamples(source)
    const isWhole = made.sampleCount() > 0 && (wanted === 'unknown' || wanted === made.sampleCount())
    if (isWhole) await made.finish()
    return isWhole ? 'whole' : 'cut'
  } finally {
    await made.abort()
    decodedBy(() => decoder.free())
  }
}

/** The bytes for a decoder, then null. Skips FLAC's further blocks, which the decoders do not need. */
async function* encodedParts(source: AudioSource): AsyncGenerator<Uint8Array | null> {
  const head = await source.read(0, FLAC_HEAD_BYTES)
  let at = 0
  if (hasAscii(head, 0, 'fLaC') && head.length === FLAC_HEAD_BYTES) {
    at = await flacSoundOffset(source)
    const described = Uint8Array.from(head)
    described[FLAC_BLOCK_AT] = (described[FLAC_BLOCK_AT] ?? 0) | IS_LAST_BLOCK
    yield described
  }
  for (; at < source.byteLength; at += CHUNK_BYTES) yield await source.read(at, CHUNK_BYTES)
  yield null
}

/** The position of the sound in a FLAC file; the end of the file if there is none. */
async function flacSoundOffset(source: AudioSource): Promise<number> {
  let at = FLAC_BLOCK_AT
  for (let count = 0; count < MOST_FLAC_BLOCKS && at < source.byteLength; count++) {
    const [kind = IS_LAST_BLOCK, high = 0, middle = 0, low = 0] = await source.read(at, BLOCK_HEADER_BYTES)
    at += BLOCK_HEADER_BYTES + ((high << 16) | (middle << 8) | low)
    if ((kind & IS_LAST_BLOCK) !== 0) return at
  }
  return source.byteLength
}

/** The result of a decoder; null if it throws, because the decoders have no specific errors for damaged files. */
function decodedBy<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}

/** A WAV file whose sample rate and channels become known with its first samples. */
function createMadeWav(path: string) {
  let file: WavFile | null = null
  let [sampleCount, sampleRate] = [0, 1]

  return {
    sampleCount: () => sampleCount,
    durationMs: () => (sampleCount / sampleRate) * 1000,
    async write({ channelData: [first, second, ...more], ...decoded }: Decoded): Promise<void> {
      if (first === undefined || first.length === 0) return
      sampleRate = decoded.sampleRate
      sampleCount += first.length
      const stereo: Planes = second === undefined ? [first] : [first, second]
      const planes: Planes = more.length === 0 ? stereo : [meanOf([...stereo, ...more])]
      file ??= await createWavFile(path, { sampleRate, channels: planes.length === 2 ? 2 : 1, bits: 16 })
      await file.write(planes)
    },
    finish: async () => file?.finish(),
    /** Removes an unfinished file. */
    abort: async () => file?.abort(),
  }
}

/**
 * The number of samples that a FLAC file declares (https://www.rfc-editor.org/rfc/rfc9639#section-8.2); 'unknown' for an Ogg file, and an
 * impossible number if its last page is missing.
 */
async function wantedSamples(source: AudioSource): Promise<number | 'unknown'> {
  const head = await source.read(0, HEAD_BYTES)
  if (hasAscii(head, 0, 'fLaC')) {
    const count = ((head[21] ?? 0) & 0x0f) * 2 ** 32 + viewOf(head).getUint32(22)
    return count === 0 ? 'unknown' : count
  }
  return (await endsWithLastPage(source)) ? 'unknown' : NaN
}

async function endsWithLastPage(source: AudioSource): Promise<boolean> {
  const from = Math.max(0, source.byteLength - LONGEST_PAGE_BYTES)
  const end = await source.read(from, LONGEST_PAGE_BYTES)
  for (let at = end.length - PAGE_HEADER_BYTES; at >= 0; at--) {
    if (!hasAscii(end, at, 'OggS') || ((end[at + FLAGS_AT] ?? 0) & IS_LAST) === 0) continue
    const tableAt = at + PAGE_HEADER_BYTES
    const bodyAt = tableAt + (end[at + SEGMENTS_AT] ?? 0)
    if (bodyAt + end.subarray(tableAt, bodyAt).reduce((sum, size) => sum + size, 0) === end.length)
      return true
  }
  return false
}

function meanOf(planes: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(planes[0]?.length ?? 0)
  for (const plane of planes)
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) + (plane[i] ?? 0) / planes.length
  return mean
}
