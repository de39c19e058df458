/**
 * The single list of the projects that this process has open, and why: the writer sees a project, or work continues with it in the background,
 * such as fetching finished audio from a service. A project that is no longer used is closed.
 */
import type { ProjectId, RecentId } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Story } from '../../shared/story/story.ts'
import type { Clock } from '../lib/clock.ts'
import { identify } from '../lib/files/atomicFile.ts'
import type { JobRecord, Project } from './project.ts'

export interface OpenEntry {
  readonly project: Project
  /** Null while the writer has not opened it. */
  recentId: RecentId | null
  /** The story as it was created, if this process created it. */
  readonly initial: Story | undefined
}

/** Callbacks about projects and their jobs. */
export interface ProjectWatch {
  /** A project was opened, or continues in another file. */
  opened(project: Project): void
  changed(project: Project, job: JobRecord): void
  /** A change of the story is on disk. */
  edited(project: Project): void
  closed(project: Project): void
}

interface Opened {
  readonly entry: OpenEntry
  readonly onClose: ((entry: OpenEntry) => () => void) | undefined
  isShown: boolean
  /** The number of background tasks. */
  holds: number
  closing: Promise<void> | undefined
}

export type OpenProjects = ReturnType<typeof createOpenProjects>

/** Work with a project runs on `project.work`; closing a project ends that work, and waits for it. */
export function createOpenProjects(clock: Clock) {
  const open = new Map<ProjectId, Opened>()
  const watchers: Partial<ProjectWatch>[] = []
  let isOver = false

  function entryOf(projectId: ProjectId): Opened {
    const found = open.get(projectId)
    if (found === undefined) throw new UserFacingError('project-not-open')
    return found
  }

  /** The project that has this file open. */
  function at(path: string): OpenEntry | undefined {
    const exact = open.values().find(({ entry }) => entry.project.path === path)
    const identity = exact === undefined ? identify(path) : undefined
    if (identity === undefined) return exact?.entry
    return open.values().find(({ entry }) => identify(entry.project.path) === identity)?.entry
  }

  function close(opened: Opened): Promise<void> {
    opened.closing ??= closeNow(opened)
    return opened.closing
  }

  async function closeNow({ entry, onClose }: Opened): Promise<void> {
    const { project } = entry
    await project.work.close(clock)
    open.delete(project.projectId)
    for (const watcher of watchers) watcher.closed?.(project)
    closeFile(entry, onClose)
  }

  function closeFile(entry: OpenEntry, onClose: Opened['onClose']): void {
    const afterwards = onClose?.(entry)
    entry.project.close()
    afterwards?.()
  }

  async function closeUnused(opened: Opened): Promise<void> {
    if (!opened.isShown && opened.holds === 0) await close(opened)
  }

  return {
    /**
     * Adds a project that was just opened. `onClose` is called before the project is closed, and what it returns after that. Closes
     * the project and throws `request-cancelled` once `isOver`.
     */
    add(entry: OpenEntry, onClose?: (entry: OpenEntry) => () => void): void {
      if (isOver) {
        closeFile(entry, onClose)
        throw new UserFacingError('request-cancelled')
      }
      open.set(entry.project.projectId, { entry, onClose, isShown: false, holds: 0, closing: undefined })
      for (const watcher of watchers) watcher.opened?.(entry.project)
    },
    /** Throws `project-not-open`. */
    entry: (projectId: ProjectId): OpenEntry => entryOf(projectId).entry,
    /** Throws `project-not-open`. */
    get: (projectId: ProjectId): Project => entryOf(projectId).entry.project,
    find: (projectId: ProjectId): Project | undefined => open.get(projectId)?.entry.project,
    at,
    /** The project that a job belongs to. */
    ofJob: (jobId: string): Project | undefined =>
      open.values().find(({ entry }) => entry.project.jobs.find(jobId) !== undefined)?.entry.project,
    /** Notifies the watchers that a project continues in another file. */
    moved(project: Project): void {
      for (const watcher of watchers) watcher.opened?.(project)
    },
    /** Notifies the watchers that a job of a project changed. */
    changed(projectId: ProjectId, job: JobRecord): void {
      const project = open.get(projectId)?.entry.project
      if (project !== undefined) for (const watcher of watchers) watcher.changed?.(project, job)
    },
    /** Notifies the watchers that a project's story changed. */
    edited(projectId: ProjectId): void {
      const project = open.get(projectId)?.entry.project
      if (project !== undefined) for (const watcher of watchers) watcher.edited?.(project)
    },
    watch: (watcher: Partial<ProjectWatch>): void => void watchers.push(watcher),
    /** Marks the project as seen by the writer. Returns whether this is new. */
    show(projectId: ProjectId): boolean {
      const opened = entryOf(projectId)
      const isNew = !opened.isShown
      opened.isShown = true
      return isNew
    },
    /** Marks the project as left by the writer; it is closed once no work uses it. */
    async leave(projectId: ProjectId): Promise<void> {
      const opened = open.get(projectId)
      if (opened?.isShown !== true) return
      opened.isShown = false
      await closeUnused(opened)
    },
    /** Keeps a project open until some work is done. */
    async hold<T>(project: Project, work: () => Promise<T>): Promise<T> {
      const opened = entryOf(project.projectId)
      opened.holds += 1
      try {
        return await work()
      } finally {
        opened.holds -= 1
        await closeUnused(opened)
      }
    },
    /** Ends the background work on a project, which then closes. */
    async endUnseen(path: string): Promise<void> {
      const unseen = open.values().find(({ entry, isShown }) => !isShown && entry.project.path === path)
      if (unseen !== undefined) await close(unseen)
    },
    /** Resolves when no project is closing: only then can a file be opened again. */
    async untilClosed(): Promise<void> {
      for (;;) {
        const closing = [...open.values()].flatMap((opened) => opened.closing ?? [])
        if (closing.length === 0) return
        await Promise.allSettled(closing)
      }
    },
    /** Ends all work, and closes every project. `isOver` from then on. */
    async closeAll(): Promise<void> {
      isOver = true
      await Promise.all([...open.values()].map(close))
    },
    get isOver(): boolean {
      return isOver
    },
  }
}
