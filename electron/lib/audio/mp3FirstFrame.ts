/**
 * The first frame that LAME makes of mono audio at a lower sample rate (MPEG-2: 576 samples) holds nothing but the encoder's
 * delay. Without it the silence before the audio is less than a frame, for programs that count it as length.
 *
 * The data of a frame may begin in the frames before it (`main_data_begin`, ISO/IEC 13818-3 §2.4.1.7). So the second frame becomes
 * a larger one that holds all its own data, and what the third has put into its end.
 */
import { LAME_DELAY } from './mp3InfoTag.ts'
import { exactFrameBytes, FRAME_HEADER_BYTES, frameEnds, kbpsChoices, parseFrameHeader } from './mp3Frame.ts'
import type { Mp3FrameHeader } from './mp3Frame.ts'
import { concatBytes } from './bytes.ts'

/** Frames, and the samples of silence that they have before the audio beside those of every decoder. */
export interface DelayedFrames {
  readonly frames: Uint8Array
  readonly delay: number
}

/**
 * Leaves the first frame out where that is possible: of the lower sample rates, if a larger frame has room. The
 * frames are LAME's, from the beginning. The first two milliseconds of the audio lose what the frame lent them.
 */
export function dropFirstFrame(frames: Uint8Array): DelayedFrames {
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
  // The bit rate and, behind it, the sample rate and the padding, of which there is none.
  frame[2] = (kbpsChoices(first.sampleRate).indexOf(kbps) + 1) * 16 + ((header[2] ?? 0) & 0b1100)
  frame.set(sideInfo, header.length)
  frame[header.length] = 0
  frame.set(data.subarray(0, ownBytes), headBytes)
  frame.set(data.subarray(data.length - lentBytes), frame.length - lentBytes)
  return { frames: concatBytes([frame, frames.subarray(secondEnd)]), delay: 0 }
}

/** Three frames of the lower sample rates are shorter. */
const SEARCHED_BYTES = 4096

/** A frame of LAME's, which has no checksum: header, side information, and the data of this and later frames. */
function partsOf(frame: Uint8Array, { tagOffset }: Mp3FrameHeader): [Uint8Array, Uint8Array, Uint8Array] {
  return [
    frame.subarray(0, FRAME_HEADER_BYTES),
    frame.subarray(FRAME_HEADER_BYTES, tagOffset),
    frame.subarray(tagOffset),
  ]
}

/** `part2_3_length` of mono MPEG-2: 12 bits after `main_data_begin` (8) and a private bit. */
function soundBits(sideInfo: Uint8Array): number {
  const [, high = 0, low = 0] = sideInfo
  return ((high & 0x7f) << 5) | (low >> 3)
}
