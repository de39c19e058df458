import type { AudioSource } from './audioSource.ts'
import { hasAscii } from './bytes.ts'
import {
  createFrameReader,
  exactFrameBytes,
  FRAME_HEADER_BYTES,
  kbpsChoices,
  parseFrameHeader,
  type FrameEnding,
  type Mp3FrameHeader,
} from './mp3Frame.ts'
import { DECODER_DELAY, readInfoTag, type InfoTag } from './mp3InfoTag.ts'

/** The start of an MP3 file. */
export interface Mp3Start {
  readonly firstHeader: Mp3FrameHeader
  readonly firstOffset: number
  /** The position of the first audio frame: after the tag frame, if there is one. */
  readonly audioOffset: number
  readonly tag: InfoTag | undefined
}

/** The number of bytes searched for a first frame. */
const SEARCH_BYTES = 4096

/** Finds the first MP3 frame, after an ID3v2 tag if there is one. Returns 'cut' if the file ends within its first frame. */
export async function findMp3Start(source: AudioSource): Promise<Mp3Start | 'not-mp3' | 'cut'> {
  const id3Head = await source.read(0, 10)
  const id3Bytes = id3v2Bytes(id3Head)
  if (id3Bytes > 0 && id3Bytes >= source.byteLength) return 'cut'
  const bytes = await source.read(id3Bytes, SEARCH_BYTES)
  for (let at = 0; at + FRAME_HEADER_BYTES <= bytes.length; at++) {
    const header = parseFrameHeader(bytes, at)
    if (header === undefined) continue
    const firstOffset = id3Bytes + at
    const next = firstOffset + header.byteLength
    if (next > source.byteLength) {
      if (at === 0) return 'cut'
      continue
    }
    const isLast = at === 0 && next + FRAME_HEADER_BYTES > source.byteLength
    const follower = parseFrameHeader(await source.read(next, FRAME_HEADER_BYTES), 0)
    const tag = readInfoTag(await source.read(firstOffset, header.byteLength), header)
    // Four bytes alone are not evidence: any file may contain them.
    if (!isLast && follower?.sampleRate !== header.sampleRate && tag === undefined) continue
    return { firstHeader: header, firstOffset, audioOffset: tag ? next : firstOffset, tag }
  }
  return 'not-mp3'
}

/** The length of an ID3v2 tag with its header (https://id3.org/id3v2.4.0-structure §3.1), 0 if there is none. */
function id3v2Bytes(head: Uint8Array): number {
  if (!hasAscii(head, 0, 'ID3')) return 0
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10)
  const footerBytes = (head[5] ?? 0) & 0x10 ? 10 : 0
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d) + footerBytes
}

/** The length of a file's audio, and which part of a decoder's output is audio. */
export interface Mp3Extent {
  readonly frameCount: number
  /** The number of samples to drop from the start of a decoder's output. */
  readonly skip: number
  readonly sampleCount: number
}

/** Whether the tag describes this file; it does not if files were joined or cut, or if it states more frames than there are bytes for. */
export function isTagTrue(source: AudioSource, { tag, firstOffset, firstHeader }: Mp3Start): boolean {
  if (tag?.frameCount === undefined || tag.byteCount === undefined || tag.frameCount === 0) return false
  const [lowestKbps = 0] = kbpsChoices(firstHeader.sampleRate)
  const leastFrameBytes = Math.floor(exactFrameBytes(firstHeader.sampleRate, lowestKbps))
  if (tag.frameCount * leastFrameBytes > tag.byteCount) return false
  const excess = source.byteLength - (firstOffset + tag.byteCount)
  return excess === 0 || excess === ID3V1_BYTES
}

const ID3V1_BYTES = 128

/** Measures a file: from its tag if that is correct, otherwise by reading all of it. */
export async function measureMp3(source: AudioSource, start: Mp3Start): Promise<Mp3Extent> {
  const { tag, firstHeader } = start
  if (tag?.frameCount !== undefined && isTagTrue(source, start))
    return extentOf(tag.frameCount, firstHeader, tag.delay)
  const { frameCount } = await countFrames(source, start)
  const delay = tag?.delay && {
    before: tag.delay.before,
    after: tag.frameCount === frameCount ? tag.delay.after : 0,
  }
  return extentOf(frameCount, firstHeader, delay)
}

/** Bytes read at a time where frames are only counted: as few reads as possible, in memory that hardly counts. */
const COUNTED_BYTES = 1 << 18

/** What the frames of a file are, all of which are read. */
export interface FrameCount {
  readonly frameCount: number
  readonly endOffset: number
  readonly ending: FrameEnding
  /** The bit rate in kbit/s if all frames have the same; null if they differ. */
  readonly kbps: number | null
}

/** Reads all frames of a file. */
export async function countFrames(
  source: AudioSource,
  { audioOffset, firstHeader }: Mp3Start,
): Promise<FrameCount> {
  const reader = createFrameReader(source, audioOffset, firstHeader, COUNTED_BYTES)
  let frameCount = 0
  let endOffset = audioOffset
  for (let run = await reader.next(); run; run = await reader.next()) {
    frameCount += run.frameBytes.length
    endOffset = run.offset + run.bytes.length
  }
  const [kbps = null, ...others] = reader.rates
  return { frameCount, endOffset, ending: reader.ending(), kbps: others.length === 0 ? kbps : null }
}

function extentOf(
  frameCount: number,
  { samplesPerFrame }: Mp3FrameHeader,
  delay: InfoTag['delay'],
): Mp3Extent {
  const decoded = frameCount * samplesPerFrame
  // Without delays in a tag, nobody knows what to drop; players drop nothing then.
  const skip = delay ? delay.before + DECODER_DELAY : 0
  // A decoder lags by DECODER_DELAY, so its output contains that much less of the padding at the end.
  const padding = delay ? Math.max(0, delay.after - DECODER_DELAY) : 0
  return { frameCount, skip, sampleCount: Math.max(0, decoded - skip - padding) }
}

/**
 * The position of frame `index` (0 is the first with audio) in a file with a constant bit rate; undefined if it can only be found by
 * reading the frames before it.
 */
export async function locateFrame(
  source: AudioSource,
  start: Mp3Start,
  index: number,
): Promise<number | undefined> {
  const { tag, audioOffset, firstOffset } = start
  const headerAt = async (offset: number) =>
    parseFrameHeader(await source.read(offset, FRAME_HEADER_BYTES), 0)
  const first = await headerAt(audioOffset)
  if (!first || !tag?.isConstantRate || !tag.frameCount || !tag.byteCount || !isTagTrue(source, start))
    return undefined
  // The first frame may be larger than the others (mp3Segments.ts).
  const second = (await headerAt(audioOffset + first.byteLength)) ?? first
  const frameBytes = exactFrameBytes(first.sampleRate, second.kbps)
  const secondOffset = audioOffset + first.byteLength
  const otherBytes = firstOffset + tag.byteCount - secondOffset
  if (index === 0 || Math.abs(otherBytes - (tag.frameCount - 1) * frameBytes) > 2) return undefined
  // Encoders pad single frames by a byte so that the error never grows: the frame begins here or one byte away.
  const expected = secondOffset + Math.floor((index - 1) * frameBytes)
  for (const offset of [expected, expected + 1, expected - 1]) {
    if (offset < secondOffset) continue
    const header = await headerAt(offset)
    if (header?.kbps !== second.kbps || header.sampleRate !== first.sampleRate) continue
    if ((await headerAt(offset + header.byteLength))?.kbps === second.kbps) return offset
  }
  return undefined
}
