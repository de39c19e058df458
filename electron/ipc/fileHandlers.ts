import type { Handlers } from '../../shared/ipc/contract.ts'
import type { Examples } from '../documents/examples.ts'
import type { Projects } from '../project/projects.ts'
import type { HostFiles } from './fileRefs.ts'

export interface FileHandlersOptions {
  readonly files: HostFiles
  readonly projects: Pick<Projects, 'recents' | 'forget'>
  readonly examples: Examples
}

type FileChannel =
  'files:pick' | 'files:list' | 'files:place' | 'recents:list' | 'recents:forget' | 'examples:list'

/** Which stories and files there are to choose from. */
export function createFileHandlers(options: FileHandlersOptions): Pick<Handlers, FileChannel> {
  const { files, projects, examples } = options
  return {
    'files:pick': async ({ purpose, suggestedName }) => ({ ref: await files.pick(purpose, suggestedName) }),
    'files:list': ({ purpose }) => files.list(purpose),
    'files:place': ({ purpose, name }) => files.place(purpose, name),
    'recents:list': async () => projects.recents(),
    'recents:forget': async ({ recentId }) => projects.forget(recentId),
    'examples:list': () => examples.list(),
  }
}
