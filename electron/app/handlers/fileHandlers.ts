import type { Handlers } from '../../../shared/ipc/contract.ts'
import type { Examples } from '../../lib/documents/examples.ts'
import type { OpenProjects } from '../../project/openProjects.ts'
import type { Projects } from '../../project/projects.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'

export interface FileHandlersOptions {
  readonly files: HostFiles
  readonly projects: Pick<Projects, 'recents' | 'forget' | 'draftPath'>
  readonly openProjects: Pick<OpenProjects, 'endUnseen'>
  readonly examples: Examples
}

type FileChannel =
  'files:pick' | 'files:list' | 'files:place' | 'recents:list' | 'recents:forget' | 'examples:list'

/** Which stories and files there are to choose from. */
export function createFileHandlers(options: FileHandlersOptions): Pick<Handlers, FileChannel> {
  const { files, projects, openProjects, examples } = options
  return {
    'files:pick': async ({ purpose, suggestedName }) => ({ ref: await files.pick(purpose, suggestedName) }),
    'files:list': ({ purpose }) => files.list(purpose),
    'files:place': ({ purpose, name }) => files.place(purpose, name),
    'recents:list': async () => projects.recents(),
    async 'recents:forget'({ recentId }) {
      const draft = projects.draftPath(recentId)
      // Nobody needs what a service still makes for a draft that is discarded.
      if (draft !== undefined) await openProjects.endUnseen(draft)
      return projects.forget(recentId)
    },
    'examples:list': () => examples.list(),
  }
}
