/** Stored and downloaded audio as sources for decoding, and copying files into a project. */
import { setImmediate } from 'node:timers/promises'
import { AUDIO_TYPES, type AudioType } from '../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { parseCutAudio } from '../../shared/story/takeCuts.ts'
import { withFileSource, type AudioSource } from '../lib/audio/audioSource.ts'
import { checkWholeAudio, openAudio, probeAudio, type OpenAudio } from '../lib/audio/decode.ts'
import { spliceAudio } from '../lib/audio/spliceAudio.ts'
import type { AudioInfo, ProjectAudioStore, Project } from './project.ts'

const COPY_BYTES = 1024 * 1024

/** Audio of a project, read from its file. Throws `audio-not-in-project`. */
export function storedAudio(audio: Pick<ProjectAudioStore, 'find' | 'read'>, audioId: string): AudioSource {
  const info = audio.find(audioId)
  if (info === undefined) throw new UserFacingError('audio-not-in-project')
  return {
    byteLength: info.byteLength,
    read: (offset, length, buffer) => audio.read(audioId, offset, length, buffer),
  }
}

/**
 * Opens audio of a project by its name: stored audio, or cut audio (takeCuts.ts). Throws `audio-not-in-project`, and the errors of
 * `openAudio`.
 */
export async function openNamedAudio(
  audio: Pick<ProjectAudioStore, 'find' | 'read'>,
  name: string,
): Promise<OpenAudio> {
  const cut = parseCutAudio(name)
  if (cut === null) return openAudio(storedAudio(audio, name))
  return spliceAudio(await openAudio(storedAudio(audio, cut.audioId)), cut.kept, cut.slice)
}

/** Audio in a file: complete, and measured. */
export interface AudioFile {
  readonly source: AudioSource
  readonly type: AudioType
  /** Whole milliseconds. */
  readonly durationMs: number
}

/**
 * Opens a file for as long as `use` runs, once it is certain that its audio is complete.
 * Throws `audio-incomplete` (it ends too early) or `audio-unreadable` (it is something else).
 */
export function withWholeAudio<T>(path: string, use: (audio: AudioFile) => Promise<T>): Promise<T> {
  return withFileSource(path, async (source) => {
    const verdict = await checkWholeAudio(source)
    if (verdict !== 'whole') {
      throw new UserFacingError(verdict === 'truncated' ? 'audio-incomplete' : 'audio-unreadable')
    }
    const { container, durationMs } = await probeAudio(source)
    return use({
      source,
      type: AUDIO_TYPES[container],
      durationMs: Math.round(durationMs),
    })
  })
}

/** Returns the space of removed audio to the disk, a piece at a time; ends early if the project closes. */
export async function shrinkFile({ audio, work }: Pick<Project, 'audio' | 'work'>): Promise<void> {
  if (work.closing.aborted) return
  await work.run(async () => {
    while (!work.closing.aborted && audio.shrink()) await setImmediate()
  })
}

/**
 * Copies audio into a project piece by piece, by default under a new id. `alongside` runs in the transaction that makes the audio
 * part of it.
 */
export async function storeAudio(
  audio: ProjectAudioStore,
  file: AudioFile,
  signal: AbortSignal,
  alongside: (audioId: string) => void,
  audioId?: string,
): Promise<AudioInfo> {
  const writer = audio.begin(audioId)
  const buffer = new Uint8Array(COPY_BYTES)
  try {
    for (let offset = 0; offset < file.source.byteLength; offset += COPY_BYTES) {
      writer.write(await file.source.read(offset, COPY_BYTES, buffer))
      // Each piece is a write to disk: let other events through in between.
      await setImmediate()
      signal.throwIfAborted()
    }
    return writer.finish({ type: file.type, durationMs: file.durationMs }, alongside)
  } catch (error) {
    writer.abort()
    throw error
  }
}
