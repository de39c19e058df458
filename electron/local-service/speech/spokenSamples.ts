/** Speech that is not part of a rendered file yet: in memory, or in a temporary file if it can be hours long. */
import { open, rm } from 'node:fs/promises'

/** A file of 16-bit samples, one channel. */
export interface SamplesFile {
  readonly path: string
  /** In samples. */
  readonly length: number
}

export type SpokenSamples = Int16Array<ArrayBuffer> | SamplesFile

/** Receives `length` samples in total, in order. */
export interface SamplesSink {
  write(samples: Int16Array): Promise<void>
  finish(): Promise<SpokenSamples>
  abort(): Promise<void>
}

/** The number of samples read from a file at a time. */
const READ_SAMPLES = 1 << 14

/** Collects `length` samples in memory. */
export function collectSamples(length: number): SamplesSink {
  const samples = new Int16Array(length)
  let written = 0
  return {
    async write(part) {
      samples.set(part, written)
      written += part.length
    },
    finish: async () => samples,
    abort: async () => undefined,
  }
}

/** Collects samples in a new file, which an abort removes. */
export async function collectSamplesIn(path: string): Promise<SamplesSink> {
  const file = await open(path, 'wx', 0o600)
  let length = 0
  return {
    async write(part) {
      await file.writeFile(new Uint8Array(part.buffer, part.byteOffset, part.byteLength))
      length += part.length
    },
    async finish() {
      await file.close()
      return { path, length }
    },
    async abort() {
      await file.close()
      await rm(path, { force: true })
    },
  }
}

/** The samples, piece by piece. */
export async function* partsOf(samples: SpokenSamples): AsyncGenerator<Int16Array<ArrayBuffer>> {
  if (samples instanceof Int16Array) {
    yield samples
    return
  }
  const file = await open(samples.path, 'r')
  try {
    for (let left = samples.length; left > 0;) {
      const part = new Int16Array(Math.min(READ_SAMPLES, left))
      const bytes = new Uint8Array(part.buffer)
      for (let done = 0; done < bytes.length;) {
        const { bytesRead } = await file.read(bytes, done, bytes.length - done)
        if (bytesRead === 0) throw new Error('The spoken audio ends too early')
        done += bytesRead
      }
      left -= part.length
      yield part
    }
  } finally {
    await file.close()
  }
}

/** Removes the file of samples that are in one. A file that cannot be removed now is removed when the service starts again. */
export async function discardSamples(samples: SpokenSamples): Promise<void> {
  if (!(samples instanceof Int16Array)) await rm(samples.path, { force: true }).catch(() => undefined)
}
