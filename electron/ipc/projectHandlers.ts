import { extname } from 'node:path'
import type { Handlers } from '../../shared/ipc/contract.ts'
import type { ProjectId, ProjectView } from '../../shared/ipc/views.ts'
import { PROJECT_EXTENSION } from '../../shared/project-file/format.ts'
import type { Examples } from '../documents/examples.ts'
import { readStoryFile } from '../documents/readStoryFile.ts'
import type { Exports } from '../mixdown/exports.ts'
import type { OpenProject, Projects } from '../project/projects.ts'
import type { TakesRoom } from '../takes/takesRoom.ts'
import type { HostFiles } from './fileRefs.ts'

export interface ProjectHandlersOptions {
  readonly projects: Projects
  readonly takesRoom: TakesRoom
  readonly exports: Exports
  readonly files: Pick<HostFiles, 'pathOf'>
  readonly examples: Examples
  readonly newId: () => string
}

type ProjectChannel = Extract<keyof Handlers, `project:${string}`>

export interface ProjectHandlers {
  readonly handlers: Pick<Handlers, ProjectChannel>
  /** An open project as the page is told of it, followed from now on. */
  show(open: OpenProject): ProjectView
  /** Opens a story's own file, wherever it is. Throws what `openProject` throws. */
  openStory(path: string): Promise<ProjectView>
  /** Ends what is going on in every open project, and closes them. */
  closeAll(): Promise<void>
}

/** Opening, changing and keeping stories. */
export function createProjectHandlers(options: ProjectHandlersOptions): ProjectHandlers {
  const { projects, takesRoom, exports, files, examples, newId } = options
  /** Projects whose conversions are followed: a page that is loaded again asks for its project once more. */
  const known = new Set<ProjectId>()
  const closing = new Set<Promise<void>>()

  function show(open: OpenProject): ProjectView {
    const { project, recentId, location, fileName } = open
    const { projectId } = project
    const isNew = !known.has(projectId)
    known.add(projectId)
    const renderState = isNew ? takesRoom.resume(project) : takesRoom.renders.state(project)
    return {
      projectId,
      recentId,
      location,
      fileName,
      records: [...project.story().records.values()],
      takes: [...project.takes()],
      render: project.render(),
      renderState,
    }
  }

  async function close(projectId: ProjectId): Promise<void> {
    if (!known.delete(projectId)) return
    await exports.settle(projectId)
    await takesRoom.release(projects.get(projectId))
    projects.close(projectId)
  }

  function startClosing(projectId: ProjectId): Promise<void> {
    const promise = close(projectId).finally(() => closing.delete(promise))
    closing.add(promise)
    return promise
  }

  /** A story that is just being closed is opened again only when that is done. */
  async function untilClosed(): Promise<void> {
    await Promise.allSettled(closing)
  }

  const handlers: ProjectHandlers['handlers'] = {
    'project:create': async ({ title }) => show(projects.create(title)),
    async 'project:openExample'({ exampleId }) {
      const { records } = await examples.readRecords(exampleId)
      return show(projects.createDraft(records))
    },
    async 'project:open'({ ref }) {
      const path = await files.pathOf(ref, 'open')
      await untilClosed()
      if (extname(path).toLowerCase() === PROJECT_EXTENSION) return show(projects.openFile(path))
      const { records } = await readStoryFile(path, { newId })
      return show(projects.createDraft(records))
    },
    async 'project:openRecent'({ recentId }) {
      await untilClosed()
      return show(projects.openRecent(recentId))
    },
    async 'project:close'({ projectId }) {
      await startClosing(projectId)
      return {}
    },
    async 'project:change'({ projectId, change }) {
      projects.get(projectId).commit(change)
      return {}
    },
    'project:saveVersion': async ({ projectId, name }) => projects.get(projectId).saveVersion(name),
    'project:versions': async ({ projectId }) => [...projects.get(projectId).versions()],
    'project:readVersion': async ({ projectId, versionId }) => [
      ...projects.get(projectId).readVersion(versionId),
    ],
    async 'project:saveAs'({ projectId, ref }) {
      const path = await files.pathOf(ref, 'save-as')
      return show(await projects.saveAs(projectId, path))
    },
  }

  return {
    handlers,
    show,
    async openStory(path) {
      await untilClosed()
      return show(projects.openFile(path))
    },
    async closeAll() {
      await Promise.all([...known].map(startClosing))
      await untilClosed()
      projects.closeAll()
    },
  }
}
