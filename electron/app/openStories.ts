/**
 * Who has a story open: the writer, who sees it, and work that goes on unseen, such as fetching what a service has made
 * meanwhile. A story is closed when nobody has it any more.
 */
import type { ProjectId, RenderState } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Project } from '../project/project.ts'
import type { Projects } from '../project/projects.ts'
import type { TakesRoom } from '../jobs/takes/takesRoom.ts'

export interface OpenStoriesOptions {
  readonly projects: Projects
  readonly takesRoom: Pick<TakesRoom, 'renders' | 'resume' | 'settled' | 'release'>
  /** Ends what others do with a story before it is closed. */
  readonly settle: (projectId: ProjectId) => Promise<void>
  readonly report: (where: string, error: unknown) => void
}

export interface OpenStories {
  /** The writer has it open from now on. Gives what its render is at. */
  show(project: Project): RenderState
  /** The writer has left it. What a service still makes for it is fetched unseen. */
  leave(projectId: ProjectId): Promise<void>
  /** Does some work with a story; one that is closed is opened for so long. Throws what `openProject` throws. */
  use<T>(path: string, work: (project: Project) => Promise<T>): Promise<T>
  /** Fetches what a service makes for a story. Resolves when there is nothing more to wait for. Throws as `use` does. */
  tend(path: string): Promise<void>
  /** Ends the work that goes on unseen with a story, which is closed then. */
  endUnseen(path: string): Promise<void>
  /** A story that is just being closed can be opened again only when that is done. */
  untilClosed(): Promise<void>
  /** Ends what is going on, and closes every story for good. */
  closeAll(): Promise<void>
}

interface OpenStory {
  readonly project: Project
  isShown: boolean
  /** How much work goes on unseen. */
  works: number
}

export function createOpenStories({ projects, takesRoom, settle, report }: OpenStoriesOptions): OpenStories {
  const open = new Map<ProjectId, OpenStory>()
  const closing = new Set<Promise<void>>()
  let isOver = false

  function entryOf(project: Project): OpenStory {
    const entry = open.get(project.projectId) ?? { project, isShown: false, works: 0 }
    open.set(project.projectId, entry)
    return entry
  }

  function close({ project: { projectId } }: OpenStory): Promise<void> {
    if (!open.delete(projectId)) return Promise.resolve()
    const promise = closeNow(projectId).finally(() => closing.delete(promise))
    closing.add(promise)
    return promise
  }

  async function closeNow(projectId: ProjectId): Promise<void> {
    await settle(projectId)
    await takesRoom.release(projects.get(projectId))
    projects.close(projectId)
  }

  async function untilClosed(): Promise<void> {
    await Promise.allSettled(closing)
  }

  async function workWith<T>(project: Project, work: (project: Project) => Promise<T>): Promise<T> {
    const entry = entryOf(project)
    entry.works += 1
    try {
      return await work(project)
    } finally {
      entry.works -= 1
      if (!entry.isShown && entry.works === 0) await close(entry)
    }
  }

  async function fetchWaiting(project: Project): Promise<void> {
    takesRoom.resume(project)
    await takesRoom.settled(project)
  }

  async function use<T>(path: string, work: (project: Project) => Promise<T>): Promise<T> {
    await untilClosed()
    if (isOver) throw new UserFacingError('request-cancelled')
    return workWith(projects.openUnseen(path), work)
  }

  return {
    show(project) {
      const entry = entryOf(project)
      const isNew = !entry.isShown
      entry.isShown = true
      return isNew ? takesRoom.resume(project) : takesRoom.renders.state(project)
    },

    async leave(projectId) {
      const entry = open.get(projectId)
      if (entry?.isShown !== true) return
      entry.isShown = false
      if (isWaitedFor(entry.project))
        workWith(entry.project, fetchWaiting).catch((error: unknown) => report('openStories', error))
      if (entry.works === 0) await close(entry)
    },

    use,
    tend: (path) => use(path, fetchWaiting),
    async endUnseen(path) {
      const unseen = open.values().find((entry) => !entry.isShown && entry.project.path === path)
      if (unseen !== undefined) await close(unseen)
      await untilClosed()
    },
    untilClosed,

    async closeAll() {
      isOver = true
      await Promise.all([...open.values()].map(close))
      await untilClosed()
      projects.closeAll()
    },
  }
}

/** Whether a service has been asked for something that is not here yet. */
function isWaitedFor(project: Project): boolean {
  return project.jobs.list().some(({ state }) => state === 'sending' || state === 'accepted')
}
