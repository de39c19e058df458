import { setImmediate } from 'node:timers/promises'
import { concatBytes } from './bytes.ts'
import { frameEnds, kbpsChoices } from './mp3Frame.ts'
import { buildInfoFrame, crc16, LAME_DELAY } from './mp3InfoTag.ts'
import { createOutputFile } from './outputFile.ts'
import type { Pcm } from './pcm.ts'
import { samplesToMs } from './pcm.ts'

/**
 * MP3 at a constant bit rate, made by LAME in this thread, in steps of some milliseconds. LAME's packets come without a file
 * header, which is made here, with encoder delay and padding: decoders would else give back up to 50 ms more than went in. (Up to
 * about 160 kbit/s LAME makes the audio 0.45 dB quieter, to keep it from clipping.)
 */
export interface Mp3Format {
  /** One that MP3 knows: 8, 11.025, 12, 16, 22.05, 24, 32, 44.1 or 48 kHz. */
  readonly sampleRate: number
  /** Bit rate in kbit/s, one that MP3 knows for the sample rate. */
  readonly kbps: number
}

/** Frames as they are made. A file is a header frame (of a length known at the start), then all of them. */
export interface Mp3Encoder {
  /** Stands in for the header until the end: a tag frame of the same length. */
  readonly preliminaryHeader: Uint8Array
  /** Takes more audio and gives the frames that are complete. */
  encode(samples: Int16Array): Promise<Uint8Array>
  /** Gives the last frames, and the header that belongs before the first. */
  finish(): { tail: Uint8Array; header: Uint8Array; sampleCount: number }
}

/** Samples given to LAME at once: it takes some milliseconds, after which the process may do other things. */
const STEP = 1 << 14

/** Encoders that have finished a file: compiling another costs as much as half a minute of speech. */
const idleEncoders: Awaited<ReturnType<typeof createLame>>[] = []

/** LAME's code is large: only threads that encode load it. */
async function createLame() {
  return (await import('wasm-media-encoders')).createMp3Encoder()
}

/** Starts an encoder. Throws RangeError for a sample rate or bit rate that MP3 does not know. */
export async function createMp3Encoder(format: Mp3Format): Promise<Mp3Encoder> {
  const { sampleRate, kbps } = format
  if (!kbpsChoices(sampleRate).includes(kbps)) {
    throw new RangeError(`MP3 cannot have ${sampleRate} Hz at ${kbps} kbit/s`)
  }
  const lame = idleEncoders.pop() ?? (await createLame())
  // Its type has the rates of MPEG-1 only.
  const bitrate = kbps as 64
  lame.configure({ sampleRate, outputSampleRate: sampleRate as 48000, channels: 1, bitrate })
  const floats = new Float32Array(STEP)
  let takenSamples = 0
  let frameCount = 0
  let audioBytes = 0
  let audioCrc = 0
  /** The beginning of a frame whose rest is still to come. */
  let cutFrame: Uint8Array = new Uint8Array(0)

  function encodeStep(samples: Int16Array): Uint8Array {
    for (let index = 0; index < samples.length; index++) floats[index] = (samples[index] ?? 0) / 32768
    return takeFrames(lame.encode([floats.subarray(0, samples.length)]))
  }

  /** Counts the whole frames, and gives them as a copy: LAME's own bytes change with its next step. */
  function takeFrames(fresh: Uint8Array): Uint8Array {
    const bytes = concatBytes([cutFrame, fresh])
    const ends = frameEnds(bytes)
    const end = ends.at(-1) ?? 0
    frameCount += ends.length
    cutFrame = bytes.subarray(end)
    const frames = bytes.subarray(0, end)
    audioBytes += frames.length
    audioCrc = crc16(frames, audioCrc)
    return frames
  }

  const header = (sampleCount: number) =>
    buildInfoFrame({ sampleRate, kbps, frameCount, audioBytes, audioCrc, sampleCount, delay: LAME_DELAY })

  return {
    preliminaryHeader: header(0),
    async encode(samples) {
      const frames: Uint8Array[] = []
      for (let at = 0; at < samples.length; at += STEP) {
        if (at > 0) await setImmediate()
        frames.push(encodeStep(samples.subarray(at, at + STEP)))
      }
      takenSamples += samples.length
      return concatBytes(frames)
    },
    finish() {
      // LAME needs a sample to make a frame, and players need a frame; the header tells them to drop it.
      const first = takenSamples === 0 ? encodeStep(new Int16Array(1)) : new Uint8Array(0)
      const tail = concatBytes([first, takeFrames(lame.finalize())])
      idleEncoders.push(lame)
      return { tail, header: header(takenSamples), sampleCount: takenSamples }
    },
  }
}

/** An MP3 file that is written as its audio is made. */
export interface Mp3File {
  write(samples: Int16Array): Promise<void>
  /** The length of the audio, as decoders will give it back. */
  finish(): Promise<{ durationMs: number }>
  abort(): Promise<void>
}

/** Starts a mono MP3 file that begins with a tag, seen at `path` only once it is finished; `abort` leaves no trace. */
export async function createMp3File(path: string, format: Mp3Format, tag: Uint8Array): Promise<Mp3File> {
  const encoder = await createMp3Encoder(format)
  const file = await createOutputFile(path)
  await file.append(tag)
  await file.append(encoder.preliminaryHeader)
  return {
    async write(samples) {
      await file.append(await encoder.encode(samples))
    },
    async finish() {
      const { tail, header, sampleCount } = encoder.finish()
      await file.append(tail)
      await file.patch(tag.length, header)
      await file.finish()
      return { durationMs: samplesToMs(sampleCount, format.sampleRate) }
    },
    abort: () => file.abort(),
  }
}

/** A whole MP3 file, mono. */
export async function encodeMp3(pcm: Pcm, { kbps }: { readonly kbps: number }): Promise<Uint8Array> {
  const encoder = await createMp3Encoder({ sampleRate: pcm.sampleRate, kbps })
  const frames = await encoder.encode(pcm.samples)
  const { tail, header } = encoder.finish()
  return concatBytes([header, frames, tail])
}
