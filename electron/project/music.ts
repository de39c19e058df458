/** The audio of music in a project: importing it from a file, copying it from another story (it keeps its id), its uses, and deletion of unused audio. */
import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Output } from '../../shared/ipc/contract.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { MAX_AUDIO_MS } from '../../shared/story/limits.ts'
import { LEAST_MUSIC_MS } from '../../shared/story/musicCommands.ts'
import type { Music } from '../../shared/story/records.ts'
import { withFileSource } from '../lib/audio/audioSource.ts'
import { convertToWav, foreignFormatOf } from '../lib/audio/foreignAudio.ts'
import { newPartPath } from '../lib/files/atomicFile.ts'
import { shrinkFile, storeAudio, storedAudio, withWholeAudio } from './audioFiles.ts'
import type { Project, ProjectAudioStore } from './project.ts'
import { toProjectError } from '../lib/files/diskFaults.ts'
import { createAudioReader } from './audioStore.ts'
import { openConnection } from './connection.ts'
import { readProject } from './readProject.ts'

/**
 * Copies an audio file into a project: MP3 and WAV unchanged, FLAC, Ogg Vorbis and Ogg Opus as WAV. Throws `music-unreadable` and
 * `music-too-long`.
 */
export async function storeMusic(project: Project, path: string): Promise<Output<'music:store'>> {
  const wavPath = newPartPath(dirname(project.path))
  try {
    const isConverted = await convert(path, wavPath, project.work.closing)
    return await withWholeAudio(isConverted ? wavPath : path, async (file) => {
      if (file.durationMs < LEAST_MUSIC_MS) throw new UserFacingError('music-unreadable')
      if (file.durationMs > MAX_AUDIO_MS) throw new UserFacingError('music-too-long')
      const { audioId } = await storeAudio(project.audio, file, project.work.closing, project.keepForMusic)
      return { audioId, audioMs: file.durationMs }
    })
  } catch (error) {
    const isAudioFault = error instanceof UserFacingError && error.code.startsWith('audio-')
    if (isAudioFault) throw new UserFacingError('music-unreadable', {}, { cause: error })
    throw error instanceof UserFacingError ? error : toProjectError(error, project.path)
  } finally {
    await rm(wavPath, { force: true })
  }
}

/** Converts a file to WAV if its format is not stored as it is; returns whether it did. */
async function convert(path: string, wavPath: string, signal: AbortSignal): Promise<boolean> {
  return withFileSource(path, async (source) => {
    const format = await foreignFormatOf(source)
    if (format === null) return false
    const outcome = await convertToWav(source, format, wavPath, { mostMs: MAX_AUDIO_MS, signal })
    if (outcome === 'too-long') throw new UserFacingError('music-too-long')
    if (outcome !== 'whole') throw new UserFacingError('music-unreadable')
    return true
  })
}

/** The audio of music, by its use. */
export function heldMusic(project: Project): Output<'music:held'> {
  const now = namesIn(project.story().music)
  const inVersions = new Map<string, string>()
  for (const { id } of project.versions())
    for (const [audioId, name] of namesIn(project.musicOfVersion(id))) inVersions.set(audioId, name)
  const ids = new Set([...now.keys(), ...inVersions.keys(), ...project.audioOfNothing()])
  return [...ids].flatMap((audioId) => {
    const info = project.audio.find(audioId)
    if (info === undefined) return []
    const need = now.has(audioId) ? ('used' as const) : inVersions.has(audioId) ? 'version' : 'spare'
    const name = now.get(audioId) ?? inVersions.get(audioId) ?? ''
    return [{ audioId, name, need, bytes: info.byteLength, durationMs: info.durationMs }]
  })
}

/** Deletes the audio of music that nothing needs, and returns its space to the disk. */
export async function cleanMusic(project: Project): Promise<Output<'music:clean'>> {
  const spare = heldMusic(project).filter(({ need }) => need === 'spare')
  const before = statSync(project.path).size
  for (const { audioId } of spare) project.audio.remove(audioId)
  await shrinkFile(project)
  return { count: spare.length, freedBytes: Math.max(0, before - statSync(project.path).size) }
}

function namesIn(music: readonly Music[]): ReadonlyMap<string, string> {
  return new Map(music.map(({ audioId, name }) => [audioId, name]))
}

/** Stored audio opened for reading only. */
type AudioReader = Pick<ProjectAudioStore, 'find' | 'read'>

/** The copying in progress for a project, so that the same audio is not copied twice at the same time. */
const copying = new WeakMap<Project, Promise<unknown>>()

/**
 * Copies audio into a project, from the source that `withSource` opens; it is opened only if some of the audio is not here. Returns
 * the audio that the project then has, with its length: audio that is already here stays, and audio missing in the source is left out.
 */
export async function copyMusic(
  target: Project,
  audioIds: readonly string[],
  withSource: (use: (source: AudioReader) => Promise<void>) => Promise<void>,
): Promise<Output<'music:copy'>> {
  const before = copying.get(target) ?? Promise.resolve()
  const copied = before.catch(() => undefined).then(() => copyMissing(target, audioIds, withSource))
  copying.set(target, copied)
  await copied
  const audio = [...new Set(audioIds)].flatMap((audioId) => {
    const info = target.audio.find(audioId)
    if (info !== undefined) target.keepForMusic(audioId)
    return info === undefined ? [] : [{ audioId, audioMs: info.durationMs }]
  })
  return { audio }
}

async function copyMissing(
  target: Project,
  audioIds: readonly string[],
  withSource: Parameters<typeof copyMusic>[2],
): Promise<void> {
  const missing = [...new Set(audioIds)].filter((audioId) => target.audio.find(audioId) === undefined)
  if (missing.length === 0) return
  await withSource(async (source) => {
    for (const audioId of missing) {
      const info = source.find(audioId)
      if (info === undefined) continue
      const file = { ...info, source: storedAudio(source, audioId) }
      await storeAudio(target.audio, file, target.work.closing, target.keepForMusic, audioId)
    }
  })
}

/** Opens the audio of a project file of any format version that is not open here, for as long as `use` runs. The file is not changed. */
export async function withAudioOfFile<T>(path: string, use: (audio: AudioReader) => Promise<T>): Promise<T> {
  const { connection } = openConnection(path, readProject)
  try {
    return await use(createAudioReader({ path, get: connection.statements.get }))
  } finally {
    connection.close()
  }
}
