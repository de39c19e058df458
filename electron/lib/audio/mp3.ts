import { setImmediate } from 'node:timers/promises'
import { concatBytes } from './bytes.ts'
import { frameEnds, kbpsChoices } from './mp3Frame.ts'
import { buildInfoFrame, crc16, LAME_DELAY } from './mp3InfoTag.ts'
import { createOutputFile } from './outputFile.ts'
import { samplesToMs, type Pcm, type Planes } from './pcm.ts'

/**
 * Encodes MP3 with LAME in this thread, in steps of some milliseconds. LAME's packets have no file header; it is made here, with encoder
 * delay and padding, without which decoders would return up to 50 ms too much.
 */
export interface Mp3Format {
  /** In Hz, a rate that MP3 supports: 8, 11.025, 12, 16, 22.05, 24, 32, 44.1 or 48 kHz. */
  readonly sampleRate: number
  /** In kbit/s, a bit rate that MP3 supports at the sample rate. */
  readonly kbps: number
}

/** A format with channels and, possibly, a variable bit rate. */
export interface Mp3Coding {
  readonly sampleRate: number
  readonly channels: 1 | 2
  /** A constant bit rate, or LAME's quality of a variable bit rate: 0 (best) to 9. */
  readonly rate: { readonly kbps: number } | { readonly quality: number }
}

/** Encodes frames as audio arrives. A file is a header frame, whose length is known at the start, then all frames. */
export interface Mp3Encoder {
  /** A tag frame of the same length, as a placeholder for the header. */
  readonly preliminaryHeader: Uint8Array
  /** Takes more audio with the format's channels, and returns the complete frames. Mono may be passed as 16 bits. */
  encode(samples: Int16Array | Planes): Promise<Uint8Array>
  /** Returns the last frames, and the header for the start of the file. */
  finish(): { tail: Uint8Array; header: Uint8Array; sampleCount: number }
}

/** The number of samples passed to LAME at a time: it takes some milliseconds, after which other events can run. */
const STEP = 1 << 14

/** The factor that LAME applies to audio at a constant bit rate, to avoid clipping; 1 for null, a variable one (`abr_switch_map` in its presets.c). */
export function lameFactor(kbps: number | null): number {
  if (kbps === null || kbps >= 256) return 1
  return kbps >= 224 ? 0.98 : kbps >= 192 ? 0.97 : 0.95
}

/** Encoders that have finished a file, for reuse: compiling another one costs as much as encoding half a minute of speech. */
const idleEncoders: Awaited<ReturnType<typeof createLame>>[] = []

/** LAME's code is large: only threads that encode load it. */
async function createLame() {
  return (await import('wasm-media-encoders')).createMp3Encoder()
}

/** Prepares LAME for a new file. Throws RangeError for a sample rate or bit rate that MP3 does not support. */
async function configureLame({ sampleRate, channels, rate }: Mp3Coding) {
  const kbps = 'kbps' in rate ? rate.kbps : null
  const choices = kbpsChoices(sampleRate)
  if (choices.length === 0 || (kbps !== null && !choices.includes(kbps)))
    throw new RangeError(`MP3 cannot have ${sampleRate} Hz at ${kbps ?? 'variable'} kbit/s`)
  const lame = idleEncoders.pop() ?? (await createLame())
  lame.configure({
    sampleRate,
    // The types list only the rates of MPEG-1.
    outputSampleRate: sampleRate as 48000,
    channels: channels === 1 ? 1 : 2,
    ...('quality' in rate ? { vbrQuality: rate.quality } : { bitrate: rate.kbps as 64 }),
  })
  return lame
}

/** Samples on their way to LAME, in a list that is reused: new ones would keep the garbage collector busy. */
const passed = new Float32Array(STEP)

/** At most `STEP` samples as LAME takes them, until the next call. */
function passedFloats(samples: Int16Array): Float32Array {
  for (let i = 0; i < samples.length; i++) passed[i] = (samples[i] as number) * (1 / 32768) // half the time of a division
  return passed.subarray(0, samples.length)
}

/** Encodes mono audio to all of its frames, without a pause: call it in a thread that does nothing else. Throws like `createMp3Encoder`. */
export async function encodeFrames(
  format: Mp3Format,
  parts: readonly Int16Array[],
): Promise<Uint8Array<ArrayBuffer>> {
  const lame = await configureLame({ ...format, channels: 1, rate: format })
  const frames: Uint8Array[] = []
  for (const samples of parts)
    for (let at = 0; at < samples.length; at += STEP)
      frames.push(lame.encode([passedFloats(samples.subarray(at, at + STEP))]).slice())
  // LAME needs a sample to make a frame.
  if (parts.every(({ length }) => length === 0)) frames.push(lame.encode([new Float32Array(1)]).slice())
  frames.push(lame.finalize())
  const joined = concatBytes(frames)
  idleEncoders.push(lame)
  return joined
}

/** Creates an encoder, for mono by default. Throws RangeError for a sample rate or bit rate that MP3 does not support. */
export async function createMp3Encoder(format: Mp3Format | Mp3Coding): Promise<Mp3Encoder> {
  const coding: Mp3Coding = 'rate' in format ? format : { ...format, channels: 1, rate: format }
  const { sampleRate, channels, rate } = coding
  const kbps = 'kbps' in rate ? rate.kbps : null
  const lame = await configureLame(coding)
  let takenSamples = 0
  let audioBytes = 0
  let audioCrc = 0
  let frameCount = 0
  /** The positions of frames with different lengths, for the table of contents. */
  const frameOffsets: number[] = []
  /** The start of a frame whose end is still missing. */
  let cutFrame: Uint8Array = new Uint8Array(0)

  /** Counts the complete frames and returns a copy of them, because LAME reuses its buffer. */
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
            ? [passedFloats(samples.subarray(at, at + STEP))]
            : samples.map((plane) => plane.subarray(at, at + STEP))
        frames.push(takeFrames(lame.encode(step)))
      }
      takenSamples += length
      return concatBytes(frames)
    },
    finish() {
      // LAME needs a sample to make a frame, and players need a frame; the header makes them drop it.
      const silence = Array.from({ length: channels }, () => new Float32Array(1))
      const first = takenSamples === 0 ? takeFrames(lame.encode(silence)) : new Uint8Array(0)
      const tail = concatBytes([first, takeFrames(lame.finalize())])
      idleEncoders.push(lame)
      return { tail, header: header(takenSamples), sampleCount: takenSamples }
    },
  }
}

/** An MP3 file that is written while its audio arrives. */
export interface Mp3File {
  write(samples: Int16Array | Planes): Promise<void>
  /** The length of the audio as decoders will return it. */
  finish(): Promise<{ durationMs: number }>
  abort(): Promise<void>
}

/** Starts an MP3 file that begins with a tag. It appears at `path` only when it is finished; `abort` leaves nothing behind. */
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

/** A complete MP3 file, mono. */
export async function encodeMp3(pcm: Pcm, { kbps }: { readonly kbps: number }): Promise<Uint8Array> {
  const encoder = await createMp3Encoder({ sampleRate: pcm.sampleRate, kbps })
  const frames = await encoder.encode(pcm.samples)
  const { tail, header } = encoder.finish()
  return concatBytes([header, frames, tail])
}
