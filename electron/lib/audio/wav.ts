import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { putAscii, viewOf } from './bytes.ts'
import { createOutputFile } from './outputFile.ts'
import type { Pcm, Planes } from './pcm.ts'

/** How samples stand in a WAV file. */
export interface WavFormat {
  readonly sampleRate: number
  readonly channels: 1 | 2
  /** Bits of a sample. */
  readonly bits: 16 | 24
}

/** The header of a file without 64-bit sizes. */
export const WAV_HEADER_BYTES = 44
/** RIFF sizes are 32 bits and count everything after the first 8 bytes. */
const MOST_RIFF_BYTES = 0xffffffff - 1
/** The chunk `ds64` of RF64 with its head (https://tech.ebu.ch/docs/tech/tech3306v1_0.pdf): sizes of 64 bits, and no table. */
const DS64_BYTES = 36

/** A whole WAV file, mono, 16 bit. Throws `wav-too-long` for what memory would not hold. */
export function encodeWav(pcm: Pcm): Uint8Array {
  const dataBytes = pcm.samples.length * 2
  if (WAV_HEADER_BYTES + dataBytes > MOST_RIFF_BYTES) throw new UserFacingError('wav-too-long')
  const file = new Uint8Array(WAV_HEADER_BYTES + dataBytes)
  file.set(wavHeader({ sampleRate: pcm.sampleRate, channels: 1, bits: 16 }, dataBytes, WAV_HEADER_BYTES))
  file.set(toLittleEndian(pcm.samples), WAV_HEADER_BYTES)
  return file
}

/** A WAV file that is written as its audio is made. */
export interface WavFile {
  write(planes: Planes): Promise<void>
  finish(): Promise<void>
  abort(): Promise<void>
}

/**
 * Starts a WAV file, seen at `path` only once it is finished; `abort` leaves no trace. It keeps room for 64-bit sizes: a file
 * that needs them becomes RF64, any other is ordinary WAV with a chunk that readers pass over.
 */
export async function createWavFile(path: string, format: WavFormat): Promise<WavFile> {
  const file = await createOutputFile(path)
  const headerBytes = WAV_HEADER_BYTES + DS64_BYTES
  let dataBytes = 0
  await file.append(wavHeader(format, 0, headerBytes))
  return {
    async write(planes) {
      const bytes = format.bits === 16 ? toInt16Bytes(planes) : toInt24Bytes(planes)
      dataBytes += bytes.length
      await file.append(bytes)
    },
    async finish() {
      // Chunks are padded to even sizes.
      if (dataBytes % 2 === 1) await file.append(new Uint8Array(1))
      await file.patch(0, wavHeader(format, dataBytes, headerBytes))
      await file.finish()
    },
    abort: () => file.abort(),
  }
}

/** The header of a file with so many bytes of audio; one of `WAV_HEADER_BYTES + DS64_BYTES` has room for 64-bit sizes. */
export function wavHeader(
  { sampleRate, channels, bits }: WavFormat,
  dataBytes: number,
  headerBytes: number,
): Uint8Array {
  const frameBytes = (channels * bits) / 8
  const riffBytes = headerBytes - 8 + dataBytes + (dataBytes % 2)
  const isLong = riffBytes > MOST_RIFF_BYTES
  const header = new Uint8Array(headerBytes)
  const view = viewOf(header)
  putAscii(header, 0, isLong ? 'RF64' : 'RIFF')
  view.setUint32(4, isLong ? 0xffffffff : riffBytes, true)
  putAscii(header, 8, 'WAVE')
  let at = 12
  if (headerBytes > WAV_HEADER_BYTES) {
    putAscii(header, at, isLong ? 'ds64' : 'JUNK')
    view.setUint32(at + 4, DS64_BYTES - 8, true)
    if (isLong) {
      view.setBigUint64(at + 8, BigInt(riffBytes), true)
      view.setBigUint64(at + 16, BigInt(dataBytes), true)
      view.setBigUint64(at + 24, BigInt(dataBytes / frameBytes), true)
    }
    at += DS64_BYTES
  }
  putAscii(header, at, 'fmt ')
  view.setUint32(at + 4, 16, true)
  view.setUint16(at + 8, 1, true) // PCM
  view.setUint16(at + 10, channels, true)
  view.setUint32(at + 12, sampleRate, true)
  view.setUint32(at + 16, sampleRate * frameBytes, true)
  view.setUint16(at + 20, frameBytes, true)
  view.setUint16(at + 22, bits, true)
  putAscii(header, at + 24, 'data')
  view.setUint32(at + 28, isLong ? 0xffffffff : dataBytes, true)
  return header
}

/** The samples as bytes. Every platform that Node and Electron run on is little-endian, as WAV is. */
function toLittleEndian(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
}

/** Samples of 16 bits, those of all channels in turn. */
export function toInt16Bytes(planes: Planes): Uint8Array {
  const samples = new Int16Array(planes[0].length * planes.length)
  for (const [channel, plane] of planes.entries())
    for (let i = 0; i < plane.length; i++) {
      const value = Math.round((plane[i] as number) * 32768)
      samples[i * planes.length + channel] = value > 32767 ? 32767 : value < -32768 ? -32768 : value
    }
  return toLittleEndian(samples)
}

const INT24 = 8388608

function toInt24Bytes(planes: Planes): Uint8Array {
  const bytes = new Uint8Array(planes[0].length * planes.length * 3)
  for (const [channel, plane] of planes.entries())
    for (let i = 0; i < plane.length; i++) {
      const value = Math.max(-INT24, Math.min(INT24 - 1, Math.round((plane[i] as number) * INT24)))
      const at = (i * planes.length + channel) * 3
      bytes[at] = value
      bytes[at + 1] = value >> 8
      bytes[at + 2] = value >> 16
    }
  return bytes
}
