import type { AudioSource } from '../lib/audio/audioSource.ts'
import { findMp3Start } from '../lib/audio/mp3Stream.ts'
import { createOutputFile } from '../lib/audio/outputFile.ts'
import type { FileTags } from './formats/audioSink.ts'
import { id3TagOf } from './id3Tag.ts'

/** Bytes copied at a time. */
const COPY_BYTES = 1 << 20

interface CopyOptions {
  readonly path: string
  readonly source: AudioSource
  readonly tags: FileTags
  readonly signal: AbortSignal
  readonly onProgress: (fraction: number) => void
}

/** Copies MP3 or WAV audio to a file. The frames of MP3 follow a tag of this story: one that the service wrote is left out. */
export async function copyRender({ path, source, tags, signal, onProgress }: CopyOptions): Promise<void> {
  const start = path.toLowerCase().endsWith('.mp3') ? await findMp3Start(source) : undefined
  const isMp3 = typeof start === 'object'
  const file = await createOutputFile(path)
  try {
    if (isMp3) await file.append(id3TagOf(tags))
    for (let offset = isMp3 ? start.firstOffset : 0; offset < source.byteLength; offset += COPY_BYTES) {
      signal.throwIfAborted()
      await file.append(await source.read(offset, COPY_BYTES))
      onProgress(Math.min(1, (offset + COPY_BYTES) / source.byteLength))
    }
    signal.throwIfAborted()
    await file.finish()
  } catch (error) {
    await file.abort()
    throw error
  }
}
