import type { AudioSource } from './audioSource.ts'
import { hasAscii } from './bytes.ts'

/**
 * The header of an MPEG audio layer III frame, from ISO/IEC 11172-3 §2.4.2.3 (MPEG-1) and 13818-3 §2.4.2.3 (MPEG-2, lower sampling rates);
 * MPEG-2.5 (8 to 12 kHz) is a common extension.
 */
export interface Mp3FrameHeader {
  readonly version: MpegVersion
  readonly sampleRate: number
  readonly kbps: number
  readonly channels: 1 | 2
  /** The length of the whole frame, including its header. */
  readonly byteLength: number
  readonly samplesPerFrame: 576 | 1152
  /** The position of the tag in a tag frame: after the header and the (empty) side information. */
  readonly tagOffset: number
}

type MpegVersion = '1' | '2' | '2.5'

/** The number of bytes needed to parse a header. */
export const FRAME_HEADER_BYTES = 4

const MPEG1_KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const MPEG2_KBPS = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLE_RATES: Readonly<Record<MpegVersion, readonly number[]>> = {
  '1': [44100, 48000, 32000],
  '2': [22050, 24000, 16000],
  '2.5': [11025, 12000, 8000],
}
const VERSION_BY_BITS: readonly (MpegVersion | undefined)[] = ['2.5', undefined, '2', '1']
const LAYER_III_BITS = 1
const MONO = 0xc0
const JOINT_STEREO = 0x40

/** The bit rates (kbit/s) that a sample rate supports; none if MP3 does not support the sample rate. */
export function kbpsChoices(sampleRate: number): readonly number[] {
  const version = versionOf(sampleRate)
  return version === undefined ? [] : kbpsTable(version).slice(1)
}

/** Parses the frame header at `offset`; undefined if there is none (free-format frames are not supported). */
export function parseFrameHeader(bytes: Uint8Array, offset: number): Mp3FrameHeader | undefined {
  const [sync, kind, rates, mode] = bytes.subarray(offset, offset + FRAME_HEADER_BYTES)
  if (sync !== 0xff || kind === undefined || rates === undefined || mode === undefined) return undefined
  if ((kind & 0xe0) !== 0xe0 || ((kind >> 1) & 3) !== LAYER_III_BITS) return undefined
  const version = VERSION_BY_BITS[(kind >> 3) & 3]
  if (version === undefined) return undefined
  const kbps = kbpsTable(version)[rates >> 4]
  const sampleRate = SAMPLE_RATES[version][(rates >> 2) & 3]
  if (!kbps || sampleRate === undefined) return undefined
  const channels = mode >> 6 === 3 ? 1 : 2
  const padding = (rates >> 1) & 1
  return {
    version,
    sampleRate,
    kbps,
    channels,
    byteLength: Math.floor(exactFrameBytes(sampleRate, kbps)) + padding,
    samplesPerFrame: samplesPerFrame(version),
    tagOffset: FRAME_HEADER_BYTES + sideInfoBytes(version, channels),
  }
}

/** The header bytes of an unpadded frame without a checksum. MP3 must support the sample rate and the bit rate. */
export function frameHeader(sampleRate: number, kbps: number, channels: 1 | 2): Uint8Array {
  const version = versionOf(sampleRate)
  if (version === undefined) throw new RangeError(`MP3 has no sample rate of ${sampleRate} Hz`)
  const kbpsIndex = kbpsTable(version).indexOf(kbps)
  if (kbpsIndex < 1) throw new RangeError(`MP3 at ${sampleRate} Hz has no bit rate of ${kbps} kbit/s`)
  const rateIndex = SAMPLE_RATES[version].indexOf(sampleRate)
  const kind = 0xe1 | (VERSION_BY_BITS.indexOf(version) << 3) | (LAYER_III_BITS << 1)
  return Uint8Array.of(0xff, kind, (kbpsIndex << 4) | (rateIndex << 2), channels === 1 ? MONO : JOINT_STEREO)
}

/** The mean length of a frame in bytes; encoders pad single frames by a byte to match it. */
export function exactFrameBytes(sampleRate: number, kbps: number): number {
  const version = versionOf(sampleRate)
  if (version === undefined) throw new RangeError(`MP3 has no sample rate of ${sampleRate} Hz`)
  return (samplesPerFrame(version) / 8) * ((kbps * 1000) / sampleRate)
}

function versionOf(sampleRate: number): MpegVersion | undefined {
  return (['1', '2', '2.5'] as const).find((version) => SAMPLE_RATES[version].includes(sampleRate))
}

function kbpsTable(version: MpegVersion): readonly number[] {
  return version === '1' ? MPEG1_KBPS : MPEG2_KBPS
}

function samplesPerFrame(version: MpegVersion): 576 | 1152 {
  return version === '1' ? 1152 : 576
}

function sideInfoBytes(version: MpegVersion, channels: 1 | 2): number {
  if (version === '1') return channels === 1 ? 17 : 32
  return channels === 1 ? 9 : 17
}

/** The end of each complete frame, in bytes from the start of the frames. */
export function frameEnds(frames: Uint8Array): number[] {
  const ends: number[] = []
  for (
    let at = 0, header = parseFrameHeader(frames, 0);
    header !== undefined;
    header = parseFrameHeader(frames, at)
  ) {
    at += header.byteLength
    if (at > frames.length) break
    ends.push(at)
  }
  return ends
}

/** Complete frames without gaps between them. */
export interface FrameRun {
  /** The position of the first one in the source. */
  readonly offset: number
  /** Valid until the next frames are read. */
  readonly bytes: Uint8Array
  /** The length of each frame, in order. */
  readonly frameBytes: readonly number[]
}

/** How the frames end: cleanly, in the middle of a frame, or in bytes that are not audio. */
export type FrameEnding = 'clean' | 'cut' | 'garbage'

interface FrameReader {
  /** The next frames, or undefined at the end. */
  next(): Promise<FrameRun | undefined>
  /** Known once `next` has returned undefined. */
  ending(): FrameEnding
  /** The bit rates of the frames so far, in kbit/s. */
  readonly rates: ReadonlySet<number>
}

/** Bytes read at a time: about two seconds of speech, so that decoding a piece never blocks for long. */
const BLOCK_BYTES = 1 << 14
/** The most bytes of a frame that a block cuts. */
const LARGEST_FRAME = 4096
/** Tags that other programs append to the audio. */
const TRAILING_TAGS = ['TAG', 'APETAGEX', 'LYRICSBEGIN']

/**
 * Reads the frames from `start` on that have the sample rate and version of `model`, in constant memory, `blockBytes` at a time. Skips tags and other bytes between
 * frames, as players do.
 */
export function createFrameReader(
  source: AudioSource,
  start: number,
  model: Mp3FrameHeader,
  blockBytes = BLOCK_BYTES,
): FrameReader {
  /** Reused: new memory for each block would keep the garbage collector busy. */
  let memory = new Uint8Array(0)
  /** The bytes read so far that are still needed, at the start of the memory. */
  let bytes = memory
  /** The position of `bytes` in the source, and how many of them are consumed. */
  let base = start
  let at = 0
  let ending: FrameEnding | undefined
  const rates = new Set<number>()

  async function readMore(): Promise<boolean> {
    const from = base + bytes.length
    if (from >= source.byteLength) return false
    const rest = bytes.subarray(at)
    if (rest.length + blockBytes > memory.length) {
      memory = new Uint8Array(rest.length + blockBytes + LARGEST_FRAME)
      memory.set(rest)
    } else memory.copyWithin(0, at, bytes.length)
    const place = memory.subarray(rest.length, rest.length + blockBytes)
    bytes = memory.subarray(0, rest.length)
    base += at
    at = 0
    const more = await source.read(from, Math.min(blockBytes, source.byteLength - from), place)
    if (more.length === 0) return false
    if (more.buffer !== memory.buffer) place.set(more)
    bytes = memory.subarray(0, rest.length + more.length)
    return true
  }

  function headerAt(position: number): Mp3FrameHeader | undefined {
    const header = parseFrameHeader(bytes, position)
    return header?.sampleRate === model.sampleRate && header.version === model.version ? header : undefined
  }

  /** Takes the complete frames from the buffer. */
  function takeRun(): FrameRun | undefined {
    const from = at
    const frameBytes: number[] = []
    for (let header = headerAt(at); header && at + header.byteLength <= bytes.length; header = headerAt(at)) {
      frameBytes.push(header.byteLength)
      rates.add(header.kbps)
      at += header.byteLength
    }
    return frameBytes.length > 0
      ? { offset: base + from, bytes: bytes.subarray(from, at), frameBytes }
      : undefined
  }

  /** Skips to the next position that looks like a frame followed by another, or to the end. */
  async function resynchronise(): Promise<boolean> {
    for (;;) {
      for (; at + FRAME_HEADER_BYTES <= bytes.length; at++) {
        const header = headerAt(at)
        if (header === undefined) continue
        const after = at + header.byteLength
        if (after + FRAME_HEADER_BYTES > bytes.length && (await readMore())) return resynchronise()
        if (after === bytes.length || headerAt(after)) return true
      }
      if (!(await readMore())) return false
    }
  }

  /** Decides what to do with bytes that are not a complete frame; returns true if more frames may follow. */
  async function passBreak(): Promise<boolean> {
    if (bytes.length - at < FRAME_HEADER_BYTES || headerAt(at)) {
      if (await readMore()) return true
      ending = bytes.length === at || isZero(bytes.subarray(at)) ? 'clean' : 'cut'
      return false
    }
    while (bytes.length - at < 16 && (await readMore()));
    if (TRAILING_TAGS.some((tag) => hasAscii(bytes, at, tag))) {
      ending = 'clean'
      return false
    }
    const breakOffset = base + at
    if (await resynchronise()) return true
    ending = (await isZeroFrom(breakOffset)) ? 'clean' : 'garbage'
    return false
  }

  async function isZeroFrom(offset: number): Promise<boolean> {
    for (let from = offset; from < source.byteLength; from += BLOCK_BYTES) {
      if (!isZero(await source.read(from, Math.min(BLOCK_BYTES, source.byteLength - from)))) return false
    }
    return true
  }

  return {
    async next() {
      while (ending === undefined) {
        const run = takeRun()
        if (run !== undefined) return run
        if (!(await passBreak())) return undefined
      }
      return undefined
    },
    ending() {
      if (ending === undefined) throw new Error('The frames have not been read to the end')
      return ending
    },
    rates,
  }
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0)
}
