/**
 * The waveforms of stored audio: computed once, in pieces so that nothing else has to wait, and kept in a folder of the
 * app. They can be recomputed at any time, so they are never part of a project.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { PEAKS_PER_SECOND } from '../../shared/story/peaks.ts'
import { openAudio } from '../lib/audio/decode.ts'
import { writeFileAtomic } from '../lib/files/atomicFile.ts'
import type { AudioInfo, Project } from './project.ts'
import { storedAudio } from './audioFiles.ts'

export type AudioPeaks = ReturnType<typeof createAudioPeaks>

export function createAudioPeaks({ cacheDir }: { readonly cacheDir: string }) {
  const making = new Map<string, Promise<Int8Array>>()
  /** One at a time, because a page that opens asks for many. */
  let queue: Promise<unknown> = Promise.resolve()

  async function load(project: Project, info: AudioInfo, path: string): Promise<Int8Array> {
    const cached = await readCached(path, info.durationMs)
    if (cached !== null) return cached
    const made = queue.then(() => makePeaks(project, info.audioId))
    queue = made.catch(() => undefined)
    const peaks = await made
    await writeCached(cacheDir, path, peaks)
    return peaks
  }

  return {
    /** Minimum and maximum alternate, as in shared/story/peaks.ts. Throws `audio-not-in-project`. */
    async get(project: Project, audioId: string): Promise<Int8Array> {
      const info = project.audio.find(audioId)
      if (info === undefined) throw new UserFacingError('audio-not-in-project')
      const path = join(cacheDir, `${nameOf(info)}.peaks`)
      const known = making.get(path)
      if (known !== undefined) return known
      const promise = load(project, info, path).finally(() => making.delete(path))
      making.set(path, promise)
      return promise
    },
  }
}

/** Ids come from project files, which come from anywhere: they are not used as file names directly. */
function nameOf({ audioId, byteLength, durationMs }: AudioInfo): string {
  const identity = JSON.stringify([1, PEAKS_PER_SECOND, audioId, byteLength, durationMs])
  return createHash('sha256').update(identity).digest('hex').slice(0, 40)
}

async function makePeaks(project: Project, audioId: string): Promise<Int8Array> {
  // Decoding lets other events through after each piece.
  const audio = await openAudio(storedAudio(project.audio, audioId))
  const builder = createPeaksBuilder(audio.sampleRate)
  for await (const samples of audio.decode()) builder.push(samples)
  return builder.finish()
}

/** Returns null if there are none, or if they do not match the audio's length. */
async function readCached(path: string, durationMs: number): Promise<Int8Array | null> {
  try {
    const bytes = await readFile(path)
    const pairs = (durationMs / 1000) * PEAKS_PER_SECOND
    if (Math.abs(bytes.length / 2 - pairs) > 2) return null
    return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  } catch {
    return null
  }
}

/** A cache that cannot be written is treated as missing. */
async function writeCached(cacheDir: string, path: string, peaks: Int8Array): Promise<void> {
  try {
    await mkdir(cacheDir, { recursive: true })
    writeFileAtomic(path, new Uint8Array(peaks.buffer, peaks.byteOffset, peaks.byteLength))
  } catch {
    return
  }
}

/** Gathers peaks from audio that arrives in pieces. The peaks of an hour take 720 kB, and draw a waveform at any zoom without decoding. */
export interface PeaksBuilder {
  push(samples: Int16Array): void
  /** Lowest and highest in turn, −128…127; the last pair may cover less than its hundredth of a second. */
  finish(): Int8Array
}

/** Starts gathering peaks. */
export function createPeaksBuilder(sampleRate: number): PeaksBuilder {
  let peaks = new Int8Array(1 << 10)
  let pairCount = 0
  let sampleCount = 0
  let pairEnd = 0
  let low = 0
  let high = 0

  function closePair(): void {
    if (pairCount * 2 === peaks.length) {
      const grown = new Int8Array(peaks.length * 2)
      grown.set(peaks)
      peaks = grown
    }
    // Rounding away from zero keeps quiet sound visible.
    peaks[pairCount * 2] = Math.floor(low / 256)
    peaks[pairCount * 2 + 1] = Math.min(127, Math.ceil(high / 256))
    pairCount++
  }

  return {
    push(samples) {
      for (const sample of samples) {
        if (sampleCount === pairEnd) {
          if (sampleCount > 0) closePair()
          // Pairs need not be a whole number of samples long (220.5 at 22,050 Hz); their sum must not drift.
          pairEnd = Math.floor(((pairCount + 1) * sampleRate) / PEAKS_PER_SECOND)
          low = high = sample
        } else if (sample < low) low = sample
        else if (sample > high) high = sample
        sampleCount++
      }
    },
    finish() {
      if (sampleCount > 0) closePair()
      return peaks.slice(0, pairCount * 2)
    },
  }
}
