/** The audio of an OpenAI-compatible engine: PCM as asked for, or the WAV or MP3 that some give whatever they are asked for. */
import { hasAscii, viewOf } from '../../lib/audio/bytes.ts'
import { decodeAudio } from '../../lib/audio/decode.ts'
import { planesToMono } from '../../lib/audio/pcm.ts'
import type { Pcm } from '../../lib/audio/pcm.ts'
import { readWavLayout, WAV_HEAD_BYTES, wavDataToPlanes } from '../../lib/audio/wavFormat.ts'

/** What `pcm` means among these servers: 16 bit, little-endian, mono, at this rate unless the answer says another. */
const PCM_RATE = 24_000

/**
 * Reads an answer's body by what it is, and by its content type only where the bytes do not tell. Null for what is no
 * audio at all (JSON, HTML, nothing).
 */
export async function readEngineAudio(bytes: Uint8Array, contentType: string): Promise<Pcm | null> {
  if (hasAscii(bytes, 0, 'RIFF')) return readStreamedWav(bytes)
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  if (/^audio\/(mpeg|mp3)$/.test(type)) return decodeAudio(bytes).catch(() => null)
  if (!/^(audio\/(pcm|x-pcm|l16|raw)|application\/octet-stream|)$/.test(type)) return null
  if (bytes.length < 2) return null
  const rate = parameters.map((parameter) => /^rate=(\d{4,6})$/.exec(parameter)?.[1]).find(Boolean)
  return { sampleRate: rate === undefined ? PCM_RATE : Number(rate), samples: readLittleEndian(bytes) }
}

/**
 * A WAV file written before its length was known: the sizes in its header are whatever the writer put there. They
 * count only where what follows the audio is chunks to the very end; else the audio goes on to the end.
 */
function readStreamedWav(bytes: Uint8Array): Pcm | null {
  const layout = readWavLayout(bytes.subarray(0, WAV_HEAD_BYTES), bytes.length)
  if (typeof layout === 'string') return null
  const { dataOffset, declaredDataBytes, channels, sampleBytes, sampleRate } = layout
  const declaredEnd = dataOffset + (declaredDataBytes ?? Infinity)
  const end = endsInChunks(bytes, declaredEnd) ? declaredEnd : bytes.length
  const frameBytes = channels * sampleBytes
  const length = Math.floor((end - dataOffset) / frameBytes) * frameBytes
  if (length <= 0) return null
  return {
    sampleRate,
    samples: planesToMono(wavDataToPlanes(bytes.subarray(dataOffset, dataOffset + length), layout)),
  }
}

function endsInChunks(bytes: Uint8Array, from: number): boolean {
  const view = viewOf(bytes)
  let at = from + (from % 2)
  while (at + 8 <= bytes.length) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4))
    if (!/^[A-Za-z][A-Za-z0-9 _]{3}$/.test(name)) return false
    const size = view.getUint32(at + 4, true)
    at += 8 + size + (size % 2)
  }
  return at === bytes.length
}

/** A copy, because the bytes may begin at an odd place. Every platform that Node and Electron run on is little-endian. */
function readLittleEndian(bytes: Uint8Array): Int16Array {
  return new Int16Array(new Uint8Array(bytes.subarray(0, bytes.length - (bytes.length % 2))).buffer)
}
