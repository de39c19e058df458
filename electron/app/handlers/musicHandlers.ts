import type { Handlers } from '../../../shared/ipc/contract.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import { copyMusic, withAudioOfFile } from '../../project/copyMusic.ts'
import { cleanMusic, heldMusic, storeMusic } from '../../project/music.ts'
import type { OpenProjects } from '../../project/openProjects.ts'
import type { Projects } from '../../project/projects.ts'

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
