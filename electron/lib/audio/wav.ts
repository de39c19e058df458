import { isSampleRate } from '../../../shared/lib/sampleRates.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { putAscii, viewOf, hasAscii } from './bytes.ts'
import { createOutputFile } from './outputFile.ts'
import { toInt16, type Pcm, type Planes } from './pcm.ts'

/** The sample format of a WAV file. */
interface WavFormat {
  readonly sampleRate: number
  readonly channels: 1 | 2
  /** Bits per sample. */
  readonly bits: 16 | 24
}

/** The length of the header of a file without 64-bit sizes. */
export const WAV_HEADER_BYTES = 44
/** RIFF sizes are 32 bits and count everything after the first 8 bytes. */
const MOST_RIFF_BYTES = 0xffffffff - 1
/** The chunk `ds64` of RF64 with its header (https://tech.ebu.ch/docs/tech/tech3306v1_0.pdf): sizes of 64 bits, and no table. */
const DS64_BYTES = 36

/** A complete WAV file, mono, 16 bit. Throws `wav-too-long` for audio too large for memory. */
export function encodeWav(pcm: Pcm): Uint8Array {
  const dataBytes = pcm.samples.length * 2
  if (WAV_HEADER_BYTES + dataBytes > MOST_RIFF_BYTES) throw new UserFacingError('wav-too-long')
  const file = new Uint8Array(WAV_HEADER_BYTES + dataBytes)
  file.set(wavHeader({ sampleRate: pcm.sampleRate, channels: 1, bits: 16 }, dataBytes, WAV_HEADER_BYTES))
  file.set(toLittleEndian(pcm.samples), WAV_HEADER_BYTES)
  return file
}

/** A WAV file that is written while its audio arrives. */
export interface WavFile {
  write(planes: Planes): Promise<void>
  finish(): Promise<void>
  abort(): Promise<void>
}

/**
 * Starts a WAV file. It appears at `path` only when it is finished; `abort` leaves nothing behind. It reserves space for 64-bit sizes: a
 * file that needs them becomes RF64, any other is ordinary WAV with a chunk that readers skip.
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

/** The header of a file with this many bytes of audio; a header of `WAV_HEADER_BYTES + DS64_BYTES` has space for 64-bit sizes. */
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

/** The samples as bytes. Every platform of Node and Electron is little-endian, like WAV. */
function toLittleEndian(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
}

/** 16-bit samples, interleaved. */
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

/**
 * The layout of a WAV file: RIFF, and RF64 for sizes above 4 GiB (EBU Tech 3306).
 * Format tags: https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html
 */
export interface WavLayout {
  readonly encoding: 'integer' | 'float'
  readonly channels: number
  readonly sampleRate: number
  /** Bytes per sample of one channel. */
  readonly sampleBytes: number
  readonly dataOffset: number
  /** The size in the header; undefined if a streaming writer did not know it. */
  readonly declaredDataBytes: number | undefined
  /** The actual size, in whole sample frames. */
  readonly dataBytes: number
}

/** The number of bytes needed to recognise a WAV file. */
export const WAV_SIGN_BYTES = 12
/** The format chunk and the start of the data chunk must be within this many bytes. */
export const WAV_HEAD_BYTES = 1 << 20

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
const UNKNOWN_SIZE = 0xffffffff
/**
 * Streaming writers also write 0x7fffffff, 2,000,000,000 and numbers a little below these. A size from here on that the file does not have
 * is such a placeholder: hardly any audio is that long.
 */
const LEAST_PLACEHOLDER = 0x7000_0000

/**
 * Parses the layout of a WAV file from its first bytes (up to WAV_HEAD_BYTES) and its length. Returns 'not-wav' for anything else, 'cut' if
 * the file ends before its audio, 'unsupported' for encodings other than uncompressed 8, 16, 24 and 32-bit integers and 32 and 64-bit
 * floats, and for sample rates that Fabula does not read.
 */
export function readWavLayout(
  head: Uint8Array,
  byteLength: number,
): WavLayout | 'not-wav' | 'cut' | 'unsupported' {
  const isRf64 = hasAscii(head, 0, 'RF64')
  if (!isRf64 && !hasAscii(head, 0, 'RIFF')) return 'not-wav'
  if (head.length < 12) return 'cut'
  if (!hasAscii(head, 8, 'WAVE')) return 'not-wav'
  const view = viewOf(head)
  let format: Pick<WavLayout, 'encoding' | 'channels' | 'sampleRate' | 'sampleBytes'> | undefined
  let longDataBytes: number | undefined

  for (let at = 12; at + 8 <= head.length;) {
    const size = view.getUint32(at + 4, true)
    const body = at + 8
    if (hasAscii(head, at, 'data')) {
      if (format === undefined) return 'unsupported'
      const frameBytes = format.channels * format.sampleBytes
      const available = byteLength - body
      const isPlaceholder = size >= LEAST_PLACEHOLDER && size > available
      const isOpen = size === UNKNOWN_SIZE || isPlaceholder || (size === 0 && available > 0)
      const declaredDataBytes = isRf64 && size === UNKNOWN_SIZE ? longDataBytes : isOpen ? undefined : size
      const present = Math.min(declaredDataBytes ?? available, available)
      const dataBytes = present - (present % frameBytes)
      return { ...format, dataOffset: body, declaredDataBytes, dataBytes }
    }
    if (hasAscii(head, at, 'ds64') && body + 16 <= head.length) {
      longDataBytes = Number(view.getBigUint64(body + 8, true))
    }
    if (hasAscii(head, at, 'fmt ')) {
      if (body + 16 > head.length) return 'cut'
      format = readFormat(view, body, size)
      if (format === undefined) return 'unsupported'
    }
    at = body + size + (size % 2) // Chunks are padded to even sizes.
  }
  return byteLength > head.length ? 'unsupported' : 'cut'
}

function readFormat(view: DataView, at: number, size: number) {
  const tag = view.getUint16(at, true)
  const hasSubFormat = tag === EXTENSIBLE && size >= 26 && at + 26 <= view.byteLength
  const effectiveTag = hasSubFormat ? view.getUint16(at + 24, true) : tag
  const channels = view.getUint16(at + 2, true)
  const sampleRate = view.getUint32(at + 4, true)
  const sampleBytes = view.getUint16(at + 14, true) / 8
  if (channels === 0 || !isSampleRate(sampleRate)) return undefined
  if (effectiveTag === PCM && [1, 2, 3, 4].includes(sampleBytes)) {
    return { encoding: 'integer' as const, channels, sampleRate, sampleBytes }
  }
  if (effectiveTag === FLOAT && [4, 8].includes(sampleBytes)) {
    return { encoding: 'float' as const, channels, sampleRate, sampleBytes }
  }
  return undefined
}

/** Converts whole sample frames of WAV data to samples: mono, left and right, or the mean of more channels. */
export function wavDataToPlanes(data: Uint8Array, layout: WavLayout): Planes {
  const { channels, sampleBytes } = layout
  const readSample = sampleReader(viewOf(data), layout)
  const count = Math.floor(data.length / (channels * sampleBytes))
  const planes: Planes = [new Float32Array(count), ...(channels === 2 ? [new Float32Array(count)] : [])]
  for (let i = 0, at = 0; i < count; i++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++, at += sampleBytes) {
      const value = readSample(at)
      const plane = channels <= 2 ? planes[channel] : undefined
      if (plane !== undefined) plane[i] = value
      sum += value
    }
    if (channels > 2) planes[0][i] = sum / channels
  }
  return planes
}

/** Converts whole sample frames of WAV data to mono, like `planesToMono`, without intermediate arrays. */
export function wavDataToMono(data: Uint8Array, layout: WavLayout): Int16Array {
  const { channels, sampleBytes } = layout
  const readSample = sampleReader(viewOf(data), layout)
  const mono = new Int16Array(Math.floor(data.length / (channels * sampleBytes)))
  for (let i = 0, at = 0; i < mono.length; i++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++, at += sampleBytes) sum += readSample(at)
    mono[i] = toInt16(sum / channels)
  }
  return mono
}

function sampleReader(view: DataView, { encoding, sampleBytes }: WavLayout): (at: number) => number {
  if (encoding === 'float') {
    return sampleBytes === 4 ? (at) => view.getFloat32(at, true) : (at) => view.getFloat64(at, true)
  }
  switch (sampleBytes) {
    case 1: // 8-bit WAV is the only unsigned one.
      return (at) => (view.getUint8(at) - 128) / 128
    case 2:
      return (at) => view.getInt16(at, true) / 32768
    case 3:
      return (at) => (view.getUint16(at, true) | (view.getInt8(at + 2) << 16)) / 8388608
    default:
      return (at) => view.getInt32(at, true) / 2147483648
  }
}
