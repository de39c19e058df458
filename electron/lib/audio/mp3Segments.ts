/**
 * Splits a long MP3 file into segments that are encoded separately, so that several threads can work on one file. The result equals that of
 * a single encoder, because segments meet in silence at a frame border: a segment begins like a file, with an empty bit reservoir, and what
 * the previous encoder would still have added to its first frame is silence.
 */
import { concatBytes } from './bytes.ts'
import { createMp3Encoder, encodeFrames, type Mp3Encoder, type Mp3Format } from './mp3.ts'
import {
  frameEnds,
  frameHeader,
  parseFrameHeader,
  exactFrameBytes,
  FRAME_HEADER_BYTES,
  kbpsChoices,
  type Mp3FrameHeader,
} from './mp3Frame.ts'
import { buildInfoFrame, crc16, DECODER_DELAY, LAME_DELAY } from './mp3InfoTag.ts'
import { createOutputFile } from './outputFile.ts'
import { concatSamples, msToSamples, samplesToMs } from './pcm.ts'

/** Audio that one encoder encodes from start to end. */
export interface Mp3Segment {
  readonly format: Mp3Format
  /** The samples, in order. Nothing else uses their memory, so it can be transferred to another thread (`buffersOf`). */
  readonly parts: readonly Int16Array<ArrayBuffer>[]
  /** Whether the segment ends the file. Otherwise its frames are cut to those that the samples fill. */
  readonly isLast: boolean
}

/** Encodes a segment to frames. This is slow: call it in a separate thread. */
export async function encodeSegment(segment: Mp3Segment): Promise<Uint8Array<ArrayBuffer>> {
  const { format, parts, isLast } = segment
  const frames = await encodeFrames(format, parts)
  return isLast ? frames : firstFrames(frames, lengthOf(parts) / samplesPerFrame(format))
}

/** The memory of a segment's samples. */
export function buffersOf({ parts }: Mp3Segment): ArrayBuffer[] {
  return [...new Set(parts.map(({ buffer }) => buffer))]
}

function lengthOf(parts: readonly Int16Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** Shorter segments are not worth sending to another thread. */
const SHORTEST_MS = 20_000
/** Sound of this length without a silence at which to split it is encoded as it arrives, so that memory does not grow. */
const LONGEST_MS = 120_000
/** The silence before a border, in addition to an overlapping frame: the delay of encoder and decoder is 1,105 samples. */
const DELAY_SAMPLES = 1152
/** The most segments encoded at the same time. */
const MOST_AT_ONCE = 3

/** A mono MP3 file that is written while its audio arrives. */
export interface SegmentedMp3File {
  /** Takes the samples over: they may be in another thread later. */
  write(samples: Int16Array<ArrayBuffer>): Promise<void>
  /** The length of the audio as decoders will return it. */
  finish(): Promise<{ durationMs: number }>
  abort(): Promise<void>
}

/** Starts a file that begins with `tag`, and whose segments `encode` encodes like `encodeSegment`. Otherwise like `createMp3File`. */
export async function createSegmentedMp3File(
  path: string,
  format: Mp3Format,
  encode: (segment: Mp3Segment) => Promise<Uint8Array>,
  tag: Uint8Array = new Uint8Array(0),
): Promise<SegmentedMp3File> {
  const frameSamples = samplesPerFrame(format)
  const quietSamples = DELAY_SAMPLES + frameSamples
  const shortest = msToSamples(SHORTEST_MS, format.sampleRate)
  const longest = msToSamples(LONGEST_MS, format.sampleRate)
  let firstBytes = 0
  const made = { frameCount: 0, audioBytes: 0, audioCrc: 0, sampleCount: 0, delay: LAME_DELAY }
  const underWay: Promise<Uint8Array>[] = []
  /** The open segment: its start, its audio that is not encoded yet, and the encoder of a segment that became too long. */
  let begin = 0
  let open: Int16Array<ArrayBuffer>[] = []
  let ownEncoder: Mp3Encoder | null = null
  /** The end of the file so far, and the end of its last sound. */
  let position = 0
  let soundEnd = 0
  /** The memory of the samples that are being written. */
  let written: ArrayBuffer | null = null

  const header = () => buildInfoFrame({ ...format, channels: 1, ...made })
  const file = await createOutputFile(path)
  await file.append(tag)
  await file.append(header())

  /** Appends the first frames of a segment, or later ones. Frames that would be decoded after the end of the audio are left out. */
  async function append(encoded: Uint8Array, isBeginning = true): Promise<void> {
    let frames = encoded
    if (made.frameCount === 0) ({ frames, delay: made.delay } = dropFirstFrame(encoded))
    else if (isBeginning && made.audioBytes < expectedBytes()) frames = padFirstFrame(frames)
    const most = Math.ceil((position + DECODER_DELAY + made.delay) / frameSamples) - made.frameCount
    const ends = frameEnds(frames).slice(0, most)
    frames = frames.subarray(0, ends.at(-1) ?? 0)
    if (made.frameCount === 0) firstBytes = ends[0] ?? 0
    made.frameCount += ends.length
    made.audioBytes += frames.length
    made.audioCrc = crc16(frames, made.audioCrc)
    await file.append(frames)
  }

  /** The offset at which programs that seek by the bit rate expect the next frame (`locateFrame` in mp3Stream.ts). */
  function expectedBytes(): number {
    return firstBytes + Math.floor((made.frameCount - 1) * exactFrameBytes(format.sampleRate, format.kbps))
  }

  /** Writes the segments that are ready, until at most `most` are being encoded. */
  async function settle(most: number): Promise<void> {
    for (let next = underWay[0]; next !== undefined && underWay.length > most; next = underWay[0]) {
      void underWay.shift()
      await append(await next)
    }
  }

  /** Ends the open segment at a position in the file; the silence after it belongs to the next one. */
  async function closeSegment(end: number, isLast: boolean): Promise<void> {
    const excess = position - end
    const parts = open
    open = [new Int16Array(excess)]
    begin = end
    if (ownEncoder !== null) {
      const tail = concatBytes([await ownEncoder.encode(concatSamples(parts)), ownEncoder.finish().tail])
      ownEncoder = null
      const droppedFrames = made.delay === LAME_DELAY ? 0 : 1
      const frames = isLast ? tail : firstFrames(tail, end / frameSamples - made.frameCount - droppedFrames)
      await append(frames, false)
      return
    }
    // What is still being written of the same samples stays here.
    const own = cutTail(parts, excess).map((part) => (part.buffer === written ? part.slice() : part))
    const frames = encode({ format, parts: own, isLast })
    // Handled when it is awaited; until then, a failure must not count as unhandled.
    frames.catch(() => {})
    underWay.push(frames)
    await settle(isLast ? 0 : MOST_AT_ONCE)
  }

  /** From here on, the open segment is encoded as it arrives. */
  async function encodeOpen(): Promise<void> {
    await settle(0)
    const isBeginning = ownEncoder === null
    ownEncoder ??= await createMp3Encoder(format)
    await append(await ownEncoder.encode(concatSamples(open.splice(0))), isBeginning)
  }

  async function add(samples: Int16Array<ArrayBuffer>): Promise<void> {
    const hasSound = samples.some((sample) => sample !== 0)
    const border = Math.floor(position / frameSamples) * frameSamples
    const isQuiet = border >= soundEnd + quietSamples
    if (hasSound && isQuiet && border - begin >= shortest) await closeSegment(border, false)
    open.push(samples)
    position += samples.length
    if (hasSound) soundEnd = position - (samples.length - 1 - samples.findLastIndex((sample) => sample !== 0))
    if (position - begin > longest) await encodeOpen()
  }

  return {
    async write(samples) {
      written = samples.buffer
      for (const part of partAtSilences(samples, quietSamples + frameSamples)) await add(part)
      written = null
    },
    async finish() {
      await closeSegment(position, true)
      made.sampleCount = position
      await file.patch(tag.length, header())
      await file.finish()
      return { durationMs: samplesToMs(position, format.sampleRate) }
    },
    abort: () => file.abort(),
  }
}

/** The audio split into silences of at least `silence` samples, and the parts between them. */
function partAtSilences(samples: Int16Array<ArrayBuffer>, silence: number): Int16Array<ArrayBuffer>[] {
  const parts: Int16Array<ArrayBuffer>[] = []
  let begin = 0
  // A silence of that length contains a multiple of half of it.
  const stride = Math.floor(silence / 2)
  for (let at = stride; at < samples.length; at += stride) {
    if (samples[at] !== 0) continue
    let [from, to] = [at, at]
    while (from > begin && samples[from - 1] === 0) from--
    while (to < samples.length && samples[to] === 0) to++
    if (to - from < silence) continue
    parts.push(samples.subarray(begin, from), samples.subarray(from, to))
    begin = to
    at = to
  }
  return [...parts, samples.subarray(begin)]
}

/** Audio without its last `count` samples. */
function cutTail(parts: readonly Int16Array<ArrayBuffer>[], count: number): Int16Array<ArrayBuffer>[] {
  const kept = [...parts]
  let left = count
  while (left > 0) {
    const last = kept.pop()
    if (last === undefined) break
    if (last.length > left) kept.push(last.subarray(0, last.length - left))
    left -= last.length
  }
  return kept
}

function samplesPerFrame({ sampleRate, kbps }: Mp3Format): number {
  return parseFrameHeader(frameHeader(sampleRate, kbps, 1), 0)?.samplesPerFrame ?? 1152
}

function firstFrames(frames: Uint8Array, count: number): Uint8Array<ArrayBuffer> {
  return frames.slice(0, count === 0 ? 0 : frameEnds(frames)[count - 1])
}

// The first frame that LAME makes of mono audio at a lower sample rate (MPEG-2: 576 samples) contains only the encoder's delay. Without
// that frame, the silence before the audio is shorter than a frame, for programs that count it as length.

/** Frames, and the samples of silence before their audio, without those of every decoder. */
interface DelayedFrames {
  readonly frames: Uint8Array
  readonly delay: number
}

/**
 * Removes the first frame if that is possible: at lower sample rates, if a larger frame has enough space. The frames are LAME's, from the
 * start. The first two milliseconds of the audio lose the data that the frame contained.
 */
function dropFirstFrame(frames: Uint8Array): DelayedFrames {
  const unchanged = { frames, delay: LAME_DELAY }
  const [firstEnd, secondEnd, thirdEnd] = frameEnds(frames.subarray(0, SEARCHED_BYTES))
  const first = parseFrameHeader(frames, 0)
  if (first?.samplesPerFrame !== LAME_DELAY || first.channels !== 1) return unchanged
  if (firstEnd === undefined || secondEnd === undefined) return unchanged

  const [header, sideInfo, ownData] = partsOf(frames.subarray(firstEnd, secondEnd), first)
  const [, , firstData] = partsOf(frames.subarray(0, firstEnd), first)
  const begin = sideInfo[0] ?? 0
  const data = concatBytes([firstData.subarray(firstData.length - begin), ownData])
  const ownBytes = Math.ceil(soundBits(sideInfo) / 8)
  const lentBytes = thirdEnd === undefined ? 0 : (frames[secondEnd + FRAME_HEADER_BYTES] ?? 0)
  const headBytes = header.length + sideInfo.length
  const kbps = kbpsChoices(first.sampleRate).find(
    (choice) =>
      choice >= first.kbps &&
      Math.floor(exactFrameBytes(first.sampleRate, choice)) >= headBytes + ownBytes + lentBytes,
  )
  if (kbps === undefined) return unchanged

  const frame = new Uint8Array(Math.floor(exactFrameBytes(first.sampleRate, kbps)))
  frame.set(header)
  // The bit rate and, after it, the sample rate and no padding.
  frame[2] = (kbpsChoices(first.sampleRate).indexOf(kbps) + 1) * 16 + ((header[2] ?? 0) & 0b1100)
  frame.set(sideInfo, header.length)
  frame[header.length] = 0
  frame.set(data.subarray(0, ownBytes), headBytes)
  frame.set(data.subarray(data.length - lentBytes), frame.length - lentBytes)
  return { frames: concatBytes([frame, frames.subarray(secondEnd)]), delay: 0 }
}

/**
 * Pads the first frame by one byte, between its own data and the data of the next frame that it contains. LAME never pads its first frame,
 * so many short segments would have fewer bytes than their bit rate states.
 */
function padFirstFrame(frames: Uint8Array): Uint8Array {
  const header = parseFrameHeader(frames, 0)
  const third = frames[2] ?? 0
  const isLowRate = header?.samplesPerFrame === LAME_DELAY && header.channels === 1
  if (!isLowRate || (third & PADDING_BIT) !== 0) return frames
  const [, sideInfo] = partsOf(frames.subarray(0, header.byteLength), header)
  const ownEnd = header.tagOffset + Math.ceil(soundBits(sideInfo) / 8)
  const padded = concatBytes([frames.subarray(0, ownEnd), new Uint8Array(1), frames.subarray(ownEnd)])
  padded[2] = third | PADDING_BIT
  return padded
}

/** In the third byte of a frame. */
const PADDING_BIT = 0b10

/** More than three frames of the lower sample rates. */
const SEARCHED_BYTES = 4096

/** The parts of a LAME frame, which has no checksum: header, side information, and the data of this and later frames. */
function partsOf(frame: Uint8Array, { tagOffset }: Mp3FrameHeader): [Uint8Array, Uint8Array, Uint8Array] {
  return [
    frame.subarray(0, FRAME_HEADER_BYTES),
    frame.subarray(FRAME_HEADER_BYTES, tagOffset),
    frame.subarray(tagOffset),
  ]
}

/** `part2_3_length` of mono MPEG-2: 12 bits after `main_data_begin` (8 bits) and a private bit. */
function soundBits(sideInfo: Uint8Array): number {
  const [, high = 0, low = 0] = sideInfo
  return ((high & 0x7f) << 5) | (low >> 3)
}
