import type { AudioSource } from './audioSource.ts'
import { concatBytes, hasAscii } from './bytes.ts'
import { FRAME_HEADER_BYTES, parseFrameHeader, type Mp3FrameHeader } from './mp3Frame.ts'

/** Whole frames that follow each other without a gap. */
export interface FrameRun {
  /** Where the first one is in the source. */
  readonly offset: number
  readonly bytes: Uint8Array
  /** The length of each frame, in order. */
  readonly frameBytes: readonly number[]
}

/** How the frames came to an end: properly, in the middle of one, or in bytes that are not audio. */
export type FrameEnding = 'clean' | 'cut' | 'garbage'

export interface FrameReader {
  /** The next frames, or undefined at the end. */
  next(): Promise<FrameRun | undefined>
  /** Known once `next` has given undefined. */
  ending(): FrameEnding
}

/** Bytes read at a time: about two seconds of speech, so that decoding one piece never holds up anything else. */
const BLOCK_BYTES = 1 << 14
/** Tags that other programs put after the audio. */
const TRAILING_TAGS = ['TAG', 'APETAGEX', 'LYRICSBEGIN']

/**
 * Reads the frames from `start` on that have the sample rate and version of `model`, in constant memory. Tags and other
 * bytes between frames are left out, as players do.
 */
export function createFrameReader(source: AudioSource, start: number, model: Mp3FrameHeader): FrameReader {
  let bytes: Uint8Array = new Uint8Array(0)
  /** Where `bytes` begins in the source, and how far they have been used. */
  let base = start
  let at = 0
  let ending: FrameEnding | undefined

  async function readMore(): Promise<boolean> {
    const from = base + bytes.length
    if (from >= source.byteLength) return false
    const more = await source.read(from, Math.min(BLOCK_BYTES, source.byteLength - from))
    if (more.length === 0) return false
    bytes = at === bytes.length ? more : concatBytes([bytes.subarray(at), more])
    base = from + more.length - bytes.length
    at = 0
    return true
  }

  function headerAt(position: number): Mp3FrameHeader | undefined {
    const header = parseFrameHeader(bytes, position)
    return header?.sampleRate === model.sampleRate && header.version === model.version ? header : undefined
  }

  /** Takes the whole frames at hand. */
  function takeRun(): FrameRun | undefined {
    const from = at
    const frameBytes: number[] = []
    for (let header = headerAt(at); header && at + header.byteLength <= bytes.length; header = headerAt(at)) {
      frameBytes.push(header.byteLength)
      at += header.byteLength
    }
    return frameBytes.length > 0
      ? { offset: base + from, bytes: bytes.subarray(from, at), frameBytes }
      : undefined
  }

  /** Goes to the next place that looks like a frame followed by another, or to the end. */
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

  /** Decides what to do with bytes that are not a whole frame; true when there may be more frames. */
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
  }
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0)
}
