import { setImmediate } from 'node:timers/promises'
import { concatBytes } from './bytes.ts'
import { frameEnds, kbpsChoices } from './mp3Frame.ts'
import { buildInfoFrame, crc16, LAME_DELAY } from './mp3InfoTag.ts'
import { createOutputFile } from './outputFile.ts'
import { samplesToMs, toFloats, type Pcm, type Planes } from './pcm.ts'

/**
 * MP3 made by LAME in this thread, in steps of some milliseconds. LAME's packets come without a file
 * header, which is made here, with encoder delay and padding: decoders would else give back up to 50 ms more than went in.
 */
export interface Mp3Format {
  /** In Hz, a rate that MP3 knows: 8, 11.025, 12, 16, 22.05, 24, 32, 44.1 or 48 kHz. */
  readonly sampleRate: number
  /** Bit rate in kbit/s, one that MP3 knows for the sample rate. */
  readonly kbps: number
}

/** A format with channels, and a bit rate that may vary. */
export interface Mp3Coding {
  readonly sampleRate: number
  readonly channels: 1 | 2
  /** A constant bit rate, or LAME's quality of a variable one: 0 (best) to 9. */
  readonly rate: { readonly kbps: number } | { readonly quality: number }
}

/** Frames as they are made. A file is a header frame (of a length known at the start), then all of them. */
export interface Mp3Encoder {
  /** Stands in for the header until the end: a tag frame of the same length. */
  readonly preliminaryHeader: Uint8Array
  /** Takes more audio, of the format's channels, and returns the frames that are complete. Mono may come as 16 bits. */
  encode(samples: Int16Array | Planes): Promise<Uint8Array>
  /** Returns the last frames, and the header that belongs before the first. */
  finish(): { tail: Uint8Array; header: Uint8Array; sampleCount: number }
}

/** Samples given to LAME at once: it takes some milliseconds, after which the process may do other things. */
const STEP = 1 << 14

/**
 * What LAME multiplies audio by at a constant bit rate, to keep it from clipping; 1 at a variable one, which null is
 * (`abr_switch_map` in its presets.c).
 */
export function lameFactor(kbps: number | null): number {
  if (kbps === null || kbps >= 256) return 1
  return kbps >= 224 ? 0.98 : kbps >= 192 ? 0.97 : 0.95
}

/** Encoders that have finished a file: compiling another costs as much as half a minute of speech. */
const idleEncoders: Awaited<ReturnType<typeof createLame>>[] = []

/** LAME's code is large: only threads that encode load it. */
async function createLame() {
  return (await import('wasm-media-encoders')).createMp3Encoder()
}

/** Starts an encoder; of mono if nothing else is said. Throws RangeError for a sample rate or bit rate that MP3 does not know. */
export async function createMp3Encoder(format: Mp3Format | Mp3Coding): Promise<Mp3Encoder> {
  const { sampleRate, channels, rate } = 'rate' in format ? format : { ...format, channels: 1, rate: format }
  const kbps = 'kbps' in rate ? rate.kbps : null
  const choices = kbpsChoices(sampleRate)
  if (choices.length === 0 || (kbps !== null && !choices.includes(kbps)))
    throw new RangeError(`MP3 cannot have ${sampleRate} Hz at ${kbps ?? 'variable'} kbit/s`)
  const lame = idleEncoders.pop() ?? (await createLame())
  lame.configure({
    sampleRate,
    // The types have the rates of MPEG-1 only.
    outputSampleRate: sampleRate as 48000,
    channels: channels === 1 ? 1 : 2,
    ...('quality' in rate ? { vbrQuality: rate.quality } : { bitrate: rate.kbps as 64 }),
  })
  let takenSamples = 0
  let audioBytes = 0
  let audioCrc = 0
  let frameCount = 0
  /** Of frames that differ in length: the table of contents needs them. */
  const frameOffsets: number[] = []
  /** The beginning of a frame whose rest is still to come. */
  let cutFrame: Uint8Array = new Uint8Array(0)

  /** Counts the whole frames, and returns them as a copy: LAME's own bytes change with its next step. */
  function takeFrames(fresh: Uint8Array): Uint8Array {
    const bytes = concatBytes([cutFrame, fresh])
    const ends = frameEnds(bytes)
    const end = ends.at(-1) ?? 0
    frameCount += ends.length
    if (kbps === null) frameOffsets.push(...[0, ...ends.slice(0, -1)].map((at) => audioBytes + at))
    cutFrame = bytes.subarray(end)
    const frames = bytes.subarray(0, end)
    audioBytes += frames.length
    audioCrc = crc16(frames, audioCrc)
    return frames
  }

  const header = (sampleCount: number) =>
    buildInfoFrame({
      sampleRate,
      channels: channels === 1 ? 1 : 2,
      kbps,
      frameCount,
      frameOffsets,
      audioBytes,
      audioCrc,
      sampleCount,
      delay: LAME_DELAY,
    })

  return {
    preliminaryHeader: header(0),
    async encode(samples) {
      const length = samples instanceof Int16Array ? samples.length : samples[0].length
      const frames: Uint8Array[] = []
      for (let at = 0; at < length; at += STEP) {
        if (at > 0) await setImmediate()
        const step =
          samples instanceof Int16Array
            ? [toFloats(samples.subarray(at, at + STEP))]
            : samples.map((plane) => plane.subarray(at, at + STEP))
        frames.push(takeFrames(lame.encode(step)))
      }
      takenSamples += length
      return concatBytes(frames)
    },
    finish() {
      // LAME needs a sample to make a frame, and players need a frame; the header tells them to drop it.
      const silence = Array.from({ length: channels }, () => new Float32Array(1))
      const first = takenSamples === 0 ? takeFrames(lame.encode(silence)) : new Uint8Array(0)
      const tail = concatBytes([first, takeFrames(lame.finalize())])
      idleEncoders.push(lame)
      return { tail, header: header(takenSamples), sampleCount: takenSamples }
    },
  }
}

/** An MP3 file that is written as its audio is made. */
export interface Mp3File {
  write(samples: Int16Array | Planes): Promise<void>
  /** The length of the audio, as decoders will give it back. */
  finish(): Promise<{ durationMs: number }>
  abort(): Promise<void>
}

/** Starts an MP3 file that begins with a tag, seen at `path` only once it is finished; `abort` leaves no trace. */
export async function createMp3File(
  path: string,
  format: Mp3Format | Mp3Coding,
  tag: Uint8Array,
): Promise<Mp3File> {
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
