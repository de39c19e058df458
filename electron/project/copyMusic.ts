/** Audio of music from another story, for blocks that were copied from it: it keeps its id. */
import type { Output } from '../../shared/ipc/contract.ts'
import { storeAudio, storedAudio } from './audioFiles.ts'
import { createAudioReader } from './audioStore.ts'
import { openConnection } from './connection.ts'
import type { ProjectAudioStore, Project } from './project.ts'
import { readProject } from './readProject.ts'

/** Stored audio opened for reading only. */
export type AudioReader = Pick<ProjectAudioStore, 'find' | 'read'>

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
