import type { AudioFormat } from '../../shared/files/fileTypes.ts'
import { createMp3File } from '../lib/audio/mp3.ts'
import { kbpsChoices } from '../lib/audio/mp3Frame.ts'
import { samplesToMs } from '../lib/audio/pcm.ts'
import { createWavFile } from '../lib/audio/wav.ts'

/** A file of the chosen format, written as its audio is made and seen under its name only once it is whole. */
export interface MixdownFile {
  /** Samples written so far. */
  position(): number
  write(samples: Int16Array): Promise<void>
  /** Writes silence up to a position. */
  silenceUntil(position: number): Promise<void>
  finish(): Promise<{ durationMs: number }>
  abort(): Promise<void>
}

/** The rates of MPEG layer III, ascending. */
const MP3_RATES = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]
/** Written at once, so that a long silence does not take memory. */
const SILENCE = new Int16Array(1 << 15)

/** The rate at which a format holds audio of a rate without loss; MP3 has nothing above 48 kHz. */
export function fileRate(format: AudioFormat, sampleRate: number): number {
  if (format === 'wav') return sampleRate
  return MP3_RATES.find((rate) => rate >= sampleRate) ?? 48_000
}

/** Starts a mono file. `sampleRate` is one that `fileRate` gives; `tag` stands at the beginning of an MP3 file. */
export async function createMixdownFile(
  path: string,
  format: AudioFormat,
  sampleRate: number,
  tag: Uint8Array,
): Promise<MixdownFile> {
  const file =
    format === 'mp3'
      ? await createMp3File(path, { sampleRate, kbps: speechKbps(sampleRate) }, tag)
      : await createWavFile(path, sampleRate)
  let position = 0

  async function write(samples: Int16Array): Promise<void> {
    await file.write(samples)
    position += samples.length
  }

  return {
    position: () => position,
    write,
    async silenceUntil(end) {
      while (position < end) await write(SILENCE.subarray(0, Math.min(SILENCE.length, end - position)))
    },
    async finish() {
      await file.finish()
      return { durationMs: samplesToMs(position, sampleRate) }
    },
    abort: () => file.abort(),
  }
}

/** A bit rate at which one voice is transparent, out of those that MP3 has for the sample rate. */
function speechKbps(sampleRate: number): number {
  const wanted = sampleRate > 24_000 ? 128 : 64
  return kbpsChoices(sampleRate).findLast((kbps) => kbps <= wanted) ?? wanted
}
