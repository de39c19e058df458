import { dirname } from 'node:path'
import type { Emit, Handlers } from '../../../shared/ipc/contract.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { RECORDING_RATE } from '../../../shared/ipc/takesContract.ts'
import type { Exports } from '../../mixdown/exports.ts'
import type { Takes } from '../../jobs/takes.ts'
import type { AudioPeaks } from '../../project/audioPeaks.ts'
import { shrinkFile } from '../../project/audioFiles.ts'
import { freeBytesAt } from '../../lib/files/diskFaults.ts'
import { copyTakes } from '../../project/copyTakes.ts'
import { cleanTakes, heldTakes, takeOrigins } from '../../project/heldTakes.ts'
import type { Project } from '../../project/project.ts'
import type { Projects } from '../../project/projects.ts'
import { storeRecording } from '../../project/recordings.ts'
import type { OpenProjects } from '../../project/openProjects.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import { cleanMusic, copyMusic, heldMusic, storeMusic, withAudioOfFile } from '../../project/music.ts'

interface SpeechHandlersOptions {
  readonly openProjects: Pick<OpenProjects, 'get'>
  readonly projects: Pick<Projects, 'pathOf' | 'use'>
  readonly takes: Takes
  /** Prepares the audio of a block that will probably be heard next. */
  readonly prepare: (project: Project, blockId: BlockId) => void
  /** The ids of the connections that the writer set up. */
  readonly connectionIds: () => readonly string[]
  readonly peaks: AudioPeaks
  readonly exports: Exports
  readonly emit: Emit
  readonly newId: () => string
  readonly now: () => number
}

type SpeechChannel = Extract<keyof Handlers, `${'takes' | 'audio' | 'export'}:${string}`>

/** Makes audio, computes waveforms, and exports. */
export function createSpeechHandlers(options: SpeechHandlersOptions): Pick<Handlers, SpeechChannel> {
  const { openProjects, projects, takes, prepare, connectionIds, peaks, exports, emit, newId, now } = options
  return {
    'takes:make': async ({ projectId, blockId, despite }) =>
      takes.make(openProjects.get(projectId), blockId, despite),
    async 'takes:prepare'({ projectId, blockId }) {
      prepare(openProjects.get(projectId), blockId)
      return {}
    },
    'takes:readAgain': ({ projectId, blockId, times, despite }) =>
      takes.readAgain(openProjects.get(projectId), blockId, times, despite),
    async 'takes:record'({ projectId, blockId, samples, speech }) {
      const bytes = Buffer.from(samples, 'base64')
      const pcm = {
        sampleRate: RECORDING_RATE,
        samples: Int16Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(2 * at)),
      }
      const project = openProjects.get(projectId)
      const made = { id: newId(), nowMs: project.takeTimeMs(now()) }
      const take = await storeRecording(project, blockId, pcm, made, speech)
      emit('takes:added', { projectId, takes: [take], render: null })
      return take
    },
    async 'takes:rename'({ projectId, takeId, name }) {
      const take = openProjects.get(projectId).renameTake(takeId, name)
      emit('takes:changed', { projectId, changed: [take], removed: [] })
      return {}
    },
    async 'takes:remove'({ projectId, takeIds }) {
      const project = openProjects.get(projectId)
      project.removeTakes(new Set(takeIds))
      emit('takes:changed', { projectId, changed: [], removed: takeIds })
      await shrinkFile(project)
      return {}
    },
    'takes:held': async ({ projectId }) => heldTakes(openProjects.get(projectId), connectionIds()),
    async 'takes:origins'({ projectId, takeIds }) {
      const project = openProjects.get(projectId)
      const origins = takeOrigins(project, connectionIds())
      const wanted = new Set(takeIds)
      return {
        origins: project
          .takes()
          .filter(({ id }) => wanted.has(id))
          .map(origins.of),
        connectionIds: [...origins.connectionIds],
      }
    },
    async 'takes:clean'({ projectId, takeIds }) {
      const { removed, freedBytes } = await cleanTakes(openProjects.get(projectId), new Set(takeIds))
      emit('takes:changed', { projectId, changed: [], removed: [...removed] })
      return { count: removed.length, freedBytes }
    },
    async 'takes:copy'({ projectId, from, blocks }) {
      const target = openProjects.get(projectId)
      const added = await projects.use(projects.pathOf(from), (source) => copyTakes(source, target, blocks))
      if (added.length > 0) emit('takes:added', { projectId, takes: [...added], render: null })
      return { count: added.length }
    },
    async 'audio:peaks'({ projectId, audioId }) {
      const { buffer, byteOffset, byteLength } = await peaks.get(openProjects.get(projectId), audioId)
      return { peaks: Buffer.from(buffer, byteOffset, byteLength).toString('base64') }
    },
    'export:start': (input) => exports.start(input),
    'export:room': async ({ projectId }) => ({
      freeBytes: await freeBytesAt(dirname(openProjects.get(projectId).path)),
    }),
    'export:show': (input) => exports.show(input),
    'export:drag': async () => ({}),
    'export:cancel': (input) => exports.cancel(input),
  }
}

/** Adds music to a story's file, from files and other stories, and removes what is unused. */
export function createMusicHandlers({
  openProjects,
  projects,
  files,
}: {
  readonly openProjects: Pick<OpenProjects, 'get' | 'at'>
  readonly projects: Pick<Projects, 'pathOf' | 'use'>
  readonly files: Pick<HostFiles, 'pathOf' | 'done'>
}): Pick<Handlers, Extract<keyof Handlers, `music:${string}`>> {
  return {
    async 'music:store'({ projectId, ref }) {
      const project = openProjects.get(projectId)
      const path = await files.pathOf(ref, 'music')
      try {
        return await project.work.run(() => storeMusic(project, path))
      } finally {
        await files.done(ref)
      }
    },
    async 'music:copy'({ projectId, from, audioIds }) {
      const target = openProjects.get(projectId)
      return target.work.run(() =>
        copyMusic(target, audioIds, async (use) => {
          const path = 'ref' in from ? await files.pathOf(from.ref, 'open') : projects.pathOf(from.recentId)
          const isOpen = openProjects.at(path) !== undefined
          await (isOpen ? projects.use(path, ({ audio }) => use(audio)) : withAudioOfFile(path, use))
        }),
      )
    },
    'music:held': async ({ projectId }) => heldMusic(openProjects.get(projectId)),
    'music:clean': ({ projectId }) => cleanMusic(openProjects.get(projectId)),
  }
}
