import { hasAscii, putAscii, viewOf } from './bytes.ts'
import {
  exactFrameBytes,
  frameHeader,
  kbpsChoices,
  parseFrameHeader,
  type Mp3FrameHeader,
} from './mp3Frame.ts'

/**
 * The tag in the silent first frame of an MP3 file: Xing's counts and table of contents, then LAME's encoder delay and padding, with which
 * decoders return exactly the original samples. Sources: http://gabriel.mp3-tech.org/mp3infotag.html, and `VbrTag.c` of LAME 3.100 for what
 * the two checksums cover. FFmpeg (and so Chromium) reads the delays only if the version text begins with LAME, Lavf or Lavc, and so does
 * this.
 */
export interface InfoTag {
  /** The number of audio frames, without this one. */
  readonly frameCount: number | undefined
  /** From the start of this frame to the end of the audio. */
  readonly byteCount: number | undefined
  /** Encoders write `Info` instead of `Xing` if every frame has the same bit rate. */
  readonly isConstantRate: boolean
  /** The samples of silence that the encoder added before and after the audio. */
  readonly delay: { readonly before: number; readonly after: number } | undefined
}

/** Samples that every layer III decoder adds at the start: 528 by its filters, and one. */
export const DECODER_DELAY = 529
/** Samples that LAME adds at the start (ENCDELAY in its encoder.h). */
export const LAME_DELAY = 576

const HAS_FRAMES = 1
const HAS_BYTES = 2
const HAS_TOC = 4
const HAS_QUALITY = 8
const TOC_BYTES = 100
const XING_BYTES = 8 + 4 + 4 + TOC_BYTES + 4
const LAME_BYTES = 36
const CONSTANT_RATE_METHOD = 1
/** LAME's value for “VBR (new)”. */
const VARIABLE_RATE_METHOD = 4
/** The bit rate of the tag frame in a file with a variable bit rate: MP3 supports it at every sample rate. */
const VBR_TAG_KBPS = 64

/** Parses the tag of a whole frame; undefined if the frame is ordinary audio. */
export function readInfoTag(frame: Uint8Array, header: Mp3FrameHeader): InfoTag | undefined {
  const start = header.tagOffset
  const isConstantRate = hasAscii(frame, start, 'Info')
  if ((!isConstantRate && !hasAscii(frame, start, 'Xing')) || frame.length < start + 8) return undefined
  const view = viewOf(frame)
  const flags = view.getUint32(start + 4)
  let at = start + 8
  const readCount = (flag: number) => {
    if ((flags & flag) === 0 || at + 4 > frame.length) return undefined
    at += 4
    return view.getUint32(at - 4)
  }
  const frameCount = readCount(HAS_FRAMES)
  const byteCount = readCount(HAS_BYTES)
  if (flags & HAS_TOC) at += TOC_BYTES
  if (flags & HAS_QUALITY) at += 4
  return { frameCount, byteCount, isConstantRate, delay: readDelay(frame, at) }
}

function readDelay(frame: Uint8Array, lameStart: number): InfoTag['delay'] {
  if (!['LAME', 'Lavf', 'Lavc'].some((name) => hasAscii(frame, lameStart, name))) return undefined
  const [high, middle, low] = frame.subarray(lameStart + 21, lameStart + 24)
  if (high === undefined || middle === undefined || low === undefined) return undefined
  return { before: (high << 4) | (middle >> 4), after: ((middle & 15) << 8) | low }
}

/** The content of a file's tag frame. */
export interface InfoFrameContent {
  readonly sampleRate: number
  readonly channels: 1 | 2
  /** The bit rate of all frames; null if it varies. */
  readonly kbps: number | null
  readonly frameCount: number
  /** The positions of audio frames in the file's audio, ascending; for a variable bit rate. */
  readonly frameOffsets?: readonly number[]
  /** The length of the audio frames, without the tag frame. */
  readonly audioBytes: number
  /** CRC-16 of the audio frames. */
  readonly audioCrc: number
  /** The number of original samples. */
  readonly sampleCount: number
  /** The number of samples that the encoder added before them. */
  readonly delay: number
}

/**
 * A complete tag frame for audio encoded by LAME. Its length depends only on the sample rate, channels and bit rate, so a file can start
 * with a preliminary frame.
 */
export function buildInfoFrame(content: InfoFrameContent): Uint8Array {
  const { sampleRate, channels, kbps, frameCount, audioBytes, frameOffsets = [] } = content
  const headerBytes = frameHeader(
    sampleRate,
    tagFrameKbps(sampleRate, kbps ?? VBR_TAG_KBPS, channels),
    channels,
  )
  const header = parseFrameHeader(headerBytes, 0)
  if (header === undefined) throw new Error('The header just made cannot be read')
  const frame = new Uint8Array(header.byteLength)
  const view = viewOf(frame)
  const byteCount = frame.length + audioBytes
  frame.set(headerBytes)

  const xing = header.tagOffset
  putAscii(frame, xing, kbps === null ? 'Xing' : 'Info')
  view.setUint32(xing + 4, HAS_FRAMES | HAS_BYTES | HAS_TOC | HAS_QUALITY)
  view.setUint32(xing + 8, frameCount)
  view.setUint32(xing + 12, byteCount)
  for (let percent = 0; percent < TOC_BYTES; percent++) {
    const known = frameOffsets[Math.floor((frameOffsets.length * percent) / 100)]
    const offset = frame.length + (known ?? (audioBytes * percent) / 100)
    frame[xing + 16 + percent] = Math.min(255, Math.floor((256 * offset) / byteCount))
  }

  const lame = xing + XING_BYTES
  const before = content.delay
  const after = Math.max(0, frameCount * header.samplesPerFrame - before - content.sampleCount)
  putAscii(frame, lame, 'LAME3.100')
  frame[lame + 9] = kbps === null ? VARIABLE_RATE_METHOD : CONSTANT_RATE_METHOD
  frame[lame + 20] = Math.min(255, kbps ?? 0)
  frame[lame + 21] = before >> 4
  frame[lame + 22] = ((before & 15) << 4) | (after >> 8)
  frame[lame + 23] = after & 255
  view.setUint32(lame + 28, byteCount)
  view.setUint16(lame + 32, content.audioCrc)
  view.setUint16(lame + 34, crc16(frame.subarray(0, lame + 34)))
  return frame
}

/** The audio's own bit rate, or the lowest whose frame has space for the tag. */
function tagFrameKbps(sampleRate: number, kbps: number, channels: 1 | 2): number {
  const tagOffset = parseFrameHeader(frameHeader(sampleRate, kbps, channels), 0)?.tagOffset ?? 0
  const neededBytes = tagOffset + XING_BYTES + LAME_BYTES
  const candidates = [kbps, ...kbpsChoices(sampleRate)]
  const chosen = candidates.find((choice) => Math.floor(exactFrameBytes(sampleRate, choice)) >= neededBytes)
  if (chosen === undefined) throw new RangeError(`No MP3 frame at ${sampleRate} Hz has room for a tag`)
  return chosen
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  return crc
})

/** LAME's CRC-16 (polynomial 0x8005 reflected, starting at 0); pass the last result to continue with more bytes. */
export function crc16(bytes: Uint8Array, start = 0): number {
  let crc = start
  // An iterator would be several times slower.
  for (let i = 0; i < bytes.length; i++)
    crc = (crc >> 8) ^ (CRC_TABLE[(crc ^ (bytes[i] as number)) & 255] as number) // a byte is below 256
  return crc
}
