/** The audio of music in a project: importing it from a file, its uses, and deletion of unused audio. */
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
import { newPartPath } from '../lib/files/partFiles.ts'
import { shrinkFile, storeAudio, withWholeAudio } from './audioFiles.ts'
import type { Project } from './project.ts'
import { toProjectError } from './projectErrors.ts'

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
