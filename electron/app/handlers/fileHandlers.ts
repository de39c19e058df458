import type { Emit, Handlers } from '../../../shared/ipc/contract.ts'
import { renameStory } from '../../../shared/story/castCommands.ts'
import type { Examples } from '../../lib/documents/examples.ts'
import type { OpenProjects } from '../../project/openProjects.ts'
import type { Projects } from '../../project/projects.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import type { Report } from '../../lib/report.ts'

export interface FileHandlersOptions {
  readonly files: HostFiles
  readonly projects: Pick<
    Projects,
    | 'recents'
    | 'readRecents'
    | 'pathOf'
    | 'use'
    | 'draftPath'
    | 'removeFromList'
    | 'restoreToList'
    | 'setTags'
    | 'deleteDraft'
    | 'bin'
  >
  readonly openProjects: Pick<OpenProjects, 'endUnseen'>
  readonly examples: Examples
  readonly emit: Emit
  readonly report: Report
}

type FileChannel =
  | 'files:pick'
  | 'files:list'
  | 'files:place'
  | 'recents:list'
  | 'recents:remove'
  | 'recents:restore'
  | 'recents:rename'
  | 'recents:setTags'
  | 'recents:showFile'
  | 'drafts:delete'
  | 'drafts:listDeleted'
  | 'drafts:restore'
  | 'drafts:deleteForGood'
  | 'examples:list'

/** Lists stories, and the files that a page can choose. */
export function createFileHandlers(options: FileHandlersOptions): Pick<Handlers, FileChannel> {
  const { files, projects, openProjects, examples, emit, report } = options
  return {
    'files:pick': async ({ purpose, suggestedName }) => ({ ref: await files.pick(purpose, suggestedName) }),
    'files:list': ({ purpose }) => files.list(purpose),
    'files:place': ({ purpose, name }) => files.place(purpose, name),
    async 'recents:list'() {
      projects
        .readRecents(() => emit('recents:changed', {}))
        .catch((error: unknown) => report('recents', error))
      return projects.recents()
    },
    async 'recents:remove'({ recentId }) {
      projects.removeFromList(recentId)
      return {}
    },
    async 'recents:restore'({ recentId }) {
      projects.restoreToList(recentId)
      return {}
    },
    async 'recents:rename'({ recentId, title }) {
      await projects.use(projects.pathOf(recentId), async (project) => {
        project.commit(renameStory(project.story(), title))
      })
      return {}
    },
    async 'recents:setTags'({ recentId, tags }) {
      projects.setTags(recentId, tags)
      return {}
    },
    async 'recents:showFile'({ recentId }) {
      files.showFile(projects.pathOf(recentId))
      return {}
    },
    async 'drafts:delete'({ recentId }) {
      const draft = projects.draftPath(recentId)
      // Audio that a service is still making for a deleted draft is not needed.
      if (draft !== undefined) await openProjects.endUnseen(draft)
      return { deletedId: projects.deleteDraft(recentId) }
    },
    'drafts:listDeleted': async () => [...projects.bin.list()],
    async 'drafts:restore'({ deletedId }) {
      projects.bin.restore(deletedId)
      return {}
    },
    async 'drafts:deleteForGood'({ deletedId }) {
      projects.bin.remove(deletedId)
      return {}
    },
    'examples:list': () => examples.list(),
  }
}
