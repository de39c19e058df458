import type { Handlers } from '../../../shared/ipc/contract.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import { cleanMusic, heldMusic, storeMusic } from '../../project/music.ts'
import type { OpenProjects } from '../../project/openProjects.ts'

/** Bringing music into a story's file, and cleaning it. */
export function createMusicHandlers({
  openProjects,
  files,
}: {
  readonly openProjects: Pick<OpenProjects, 'get'>
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
    'music:held': async ({ projectId }) => heldMusic(openProjects.get(projectId)),
    'music:clean': ({ projectId }) => cleanMusic(openProjects.get(projectId)),
  }
}
