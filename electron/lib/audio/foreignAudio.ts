/** Audio in formats that Fabula reads and does not store: FLAC, Ogg Vorbis and Ogg Opus. It becomes a WAV file. */
import type { AudioSource } from './audioSource.ts'
import { hasAscii, viewOf } from './bytes.ts'
import type { Planes } from './pcm.ts'
import { createWavFile } from './wav.ts'
import type { WavFile } from './wav.ts'

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

/** Read at once: some seconds of music, which take some milliseconds. */
const CHUNK_BYTES = 1 << 15
/** The first page of an Ogg file ends before this. */
const HEAD_BYTES = 512
/** An Ogg page is not longer (https://www.rfc-editor.org/rfc/rfc3533#section-6). */
const LONGEST_PAGE_BYTES = 65_307
/** A page's header without its table of segments; flags; the flag of a stream's last page; the number of segments. */
const [PAGE_HEADER_BYTES, FLAGS_AT, IS_LAST, SEGMENTS_AT] = [27, 5, 4, 26]

/** The format of audio by its first bytes; null for anything else, MP3 and WAV among it. */
export async function foreignFormatOf(source: AudioSource): Promise<ForeignFormat | null> {
  const head = await source.read(0, HEAD_BYTES)
  if (hasAscii(head, 0, 'fLaC')) return 'flac'
  if (!hasAscii(head, 0, 'OggS')) return null
  const packetAt = PAGE_HEADER_BYTES + (head[SEGMENTS_AT] ?? 0)
  if (hasAscii(head, packetAt, 'OpusHead')) return 'opus'
  if (hasAscii(head, packetAt + 1, 'vorbis')) return 'vorbis'
  return hasAscii(head, packetAt + 1, 'FLAC') ? 'flac' : null
}

/**
 * Decodes audio into a WAV file of 16 bits, in constant memory; more than two channels become one. 'cut' where the audio ends too
 * early, 'too-long' where it is longer than `mostMs`: both leave no file. Rejects with the signal's reason and with the disk's errors.
 */
export async function convertToWav(
  source: AudioSource,
  format: ForeignFormat,
  wavPath: string,
  { mostMs, signal }: { readonly mostMs: number; readonly signal: AbortSignal },
): Promise<'whole' | 'cut' | 'too-long'> {
  const decoder = await DECODERS[format]()
  const made = createMadeWav(wavPath)
  const isTooLong = () => made.durationMs() > mostMs
  try {
    for (let at = 0; at < source.byteLength && !isTooLong(); at += CHUNK_BYTES) {
      await made.write(decoder.decode(await source.read(at, CHUNK_BYTES)))
      signal.throwIfAborted()
    }
    await made.write(decoder.flush())
    if (isTooLong()) return 'too-long'
    const wanted = await wantedSamples(source)
    const isWhole = made.sampleCount() > 0 && (wanted === 'unknown' || wanted === made.sampleCount())
    if (isWhole) await made.finish()
    return isWhole ? 'whole' : 'cut'
  } finally {
    decoder.free()
    await made.abort()
  }
}

/** A WAV file whose sample rate and channels are known with its first samples. */
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
    /** Leaves nothing of a file that was not finished. */
    abort: async () => file?.abort(),
  }
}

/**
 * How many samples a FLAC file says that it has (https://www.rfc-editor.org/rfc/rfc9639#section-8.2); of an Ogg file no number, and
 * none that can be where its last page is missing.
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
