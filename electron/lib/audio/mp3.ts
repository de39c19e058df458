import { registerMp3Encoder } from '@mediabunny/mp3-encoder'
import { AudioSample, AudioSampleSource, Mp3OutputFormat, NullTarget, Output, Quality } from 'mediabunny'
import { concatBytes } from './bytes.ts'
import { kbpsChoices } from './mp3Frame.ts'
import { buildInfoFrame, crc16 } from './mp3InfoTag.ts'
import { createOutputFile } from './outputFile.ts'
import type { Pcm } from './pcm.ts'
import { samplesToMs } from './pcm.ts'

/**
 * MP3 at a constant bit rate, made by LAME (in a worker thread of mediabunny's encoder). mediabunny's own file header has
 * neither encoder delay nor padding, so decoders would give back up to 50 ms more than went in: only its packets are used,
 * and the header is made here. (Up to about 160 kbit/s LAME makes the audio 0.45 dB quieter, to keep it from clipping.)
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
  finish(): Promise<{ tail: Uint8Array; header: Uint8Array; sampleCount: number }>
  /** Ends the encoder's worker; needed when `finish` is not reached. */
  abort(): Promise<void>
}

/** Starts an encoder. Throws RangeError for a sample rate or bit rate that MP3 does not know. */
export async function createMp3Encoder(format: Mp3Format): Promise<Mp3Encoder> {
  const { sampleRate, kbps } = format
  if (!kbpsChoices(sampleRate).includes(kbps)) {
    throw new RangeError(`MP3 cannot have ${sampleRate} Hz at ${kbps} kbit/s`)
  }
  registerMp3Encoder()
  let pending: Uint8Array[] = []
  const source = new AudioSampleSource({
    codec: 'mp3',
    quality: new Quality({ bitrate: kbps * 1000, bitrateMode: 'constant' }),
    onEncodedPacket: (packet) => {
      pending.push(packet.data)
    },
  })
  const output = new Output({ format: new Mp3OutputFormat({ xingHeader: false }), target: new NullTarget() })
  output.addAudioTrack(source)
  await output.start()

  let takenSamples = 0
  let frameCount = 0
  let audioBytes = 0
  let audioCrc = 0

  function takeFrames(): Uint8Array {
    const bytes = concatBytes(pending)
    frameCount += pending.length
    audioBytes += bytes.length
    audioCrc = crc16(bytes, audioCrc)
    pending = []
    return bytes
  }

  async function add(samples: Int16Array): Promise<void> {
    const timestamp = takenSamples / sampleRate
    // The encoder may look at the samples after `add` is done: a copy lets callers use their buffer again.
    const data = samples.slice()
    const sample = new AudioSample({ data, format: 's16', numberOfChannels: 1, sampleRate, timestamp })
    try {
      await source.add(sample)
    } finally {
      sample.close()
    }
  }

  const header = (sampleCount: number) =>
    buildInfoFrame({ sampleRate, kbps, frameCount, audioBytes, audioCrc, sampleCount })

  return {
    preliminaryHeader: header(0),
    async encode(samples) {
      if (samples.length > 0) await add(samples)
      takenSamples += samples.length
      return takeFrames()
    },
    async finish() {
      // LAME needs a sample to make a frame, and players need a frame; the header tells them to drop it.
      if (takenSamples === 0) await add(new Int16Array(1))
      await output.finalize()
      const tail = takeFrames()
      return { tail, header: header(takenSamples), sampleCount: takenSamples }
    },
    async abort() {
      if (output.state !== 'finalized' && output.state !== 'canceled') await output.cancel()
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

/** Starts a mono MP3 file, seen at `path` only once it is finished; `abort` leaves no trace. */
export async function createMp3File(path: string, format: Mp3Format): Promise<Mp3File> {
  const encoder = await createMp3Encoder(format)
  const file = await createOutputFile(path).catch(async (error: unknown) => {
    await encoder.abort()
    throw error
  })
  await file.append(encoder.preliminaryHeader)
  return {
    async write(samples) {
      await file.append(await encoder.encode(samples))
    },
    async finish() {
      const { tail, header, sampleCount } = await encoder.finish()
      await file.append(tail)
      await file.patch(0, header)
      await file.finish()
      return { durationMs: samplesToMs(sampleCount, format.sampleRate) }
    },
    async abort() {
      await encoder.abort()
      await file.abort()
    },
  }
}

/** Samples handed to the encoder at once, so that the memory it takes does not grow with the audio. */
const ENCODE_CHUNK = 1 << 16

/** A whole MP3 file, mono. */
export async function encodeMp3(pcm: Pcm, { kbps }: { readonly kbps: number }): Promise<Uint8Array> {
  const encoder = await createMp3Encoder({ sampleRate: pcm.sampleRate, kbps })
  try {
    const frames: Uint8Array[] = []
    for (let at = 0; at < pcm.samples.length; at += ENCODE_CHUNK) {
      frames.push(await encoder.encode(pcm.samples.subarray(at, at + ENCODE_CHUNK)))
    }
    const { tail, header } = await encoder.finish()
    return concatBytes([header, ...frames, tail])
  } finally {
    await encoder.abort()
  }
}
