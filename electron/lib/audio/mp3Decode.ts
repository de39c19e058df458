import { setImmediate } from 'node:timers/promises'
import type { AudioSource } from './audioSource.ts'
import type { FrameRun } from './mp3Frames.ts'
import { createFrameReader } from './mp3Frames.ts'
import type { Mp3Extent, Mp3Start } from './mp3Stream.ts'
import { locateFrame } from './mp3Stream.ts'
import type { Planes } from './pcm.ts'

/**
 * Frames decoded before the first one wanted. A frame's bits may begin up to 511 bytes back in the frames before it; with the
 * smallest frames there are (24 kHz, 8 kbit/s: 11 bytes for sound, and at most 255 back) those are 24 frames. Two more
 * fill the memory of the decoder's filters.
 */
const LEAD_IN_FRAMES = 26

/**
 * Decodes the samples `[from, to)` of an MP3 file piece by piece. Only the frames needed are read if the file
 * has one bit rate and a true tag. The tag frame is left out and the ends are trimmed here, by the same arithmetic for
 * whole files and slices, instead of by the decoder.
 */
export async function* decodeMp3(
  source: AudioSource,
  start: Mp3Start,
  extent: Mp3Extent,
  from: number,
  to: number,
): AsyncGenerator<Planes> {
  if (to <= from) return
  const { samplesPerFrame } = start.firstHeader
  const firstSample = extent.skip + from
  const endSample = extent.skip + to
  const endFrame = Math.min(extent.frameCount, Math.ceil(endSample / samplesPerFrame))
  const leadFrame = Math.max(0, Math.floor(firstSample / samplesPerFrame) - LEAD_IN_FRAMES)
  const located = leadFrame > 0 ? await locateFrame(source, start, leadFrame) : undefined
  const reader = createFrameReader(source, located ?? start.audioOffset, start.firstHeader)
  let frame = located === undefined ? 0 : leadFrame

  const decoder = await (await import('@audio/decode-mp3')).decoder()
  try {
    for (let run = await reader.next(); run && frame < endFrame; run = await reader.next()) {
      const wanted = cutRun(run, Math.max(0, leadFrame - frame), endFrame - frame)
      const wantedFrame = frame + Math.max(0, leadFrame - frame)
      frame += run.frameBytes.length
      if (wanted.frameBytes.length === 0) continue
      const position = wantedFrame * samplesPerFrame
      const [left, right] = decoder.decode(wanted.bytes).channelData
      const begin = Math.max(0, firstSample - position)
      const end = Math.min(wanted.frameBytes.length * samplesPerFrame, endSample - position)
      if (end > begin) yield planesOf(left, start.firstHeader.channels === 1 ? undefined : right, begin, end)
      // A long file must not hold up the process that reads it.
      await setImmediate()
    }
  } finally {
    decoder.free()
  }
}

/** The frames `[first, end)` of a run. */
function cutRun(run: FrameRun, first: number, end: number): FrameRun {
  if (first === 0 && end >= run.frameBytes.length) return run
  const frameBytes = run.frameBytes.slice(first, Math.max(first, end))
  const before = sum(run.frameBytes.slice(0, first))
  const bytes = run.bytes.subarray(before, before + sum(frameBytes))
  return { offset: run.offset + before, bytes, frameBytes }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The decoder gives mono as two equal channels, of which one is enough. A damaged frame that gave nothing is silence. */
function planesOf(
  left: Float32Array | undefined,
  right: Float32Array | undefined,
  begin: number,
  end: number,
): Planes {
  if (left === undefined) return [new Float32Array(end - begin)]
  const planes: Planes = [left.slice(begin, end)]
  return right === undefined ? planes : [...planes, right.slice(begin, end)]
}
