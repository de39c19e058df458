/** The projects that this process has open, and the way to every other one: new, by path, or from the recent ones. */
import { realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { projectIdSchema } from '../../shared/ipc/views.ts'
import type { ProjectId, Recent, RecentId } from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { newStoryRecords } from '../../shared/story/newStory.ts'
import { blockIdSchema, storyIdSchema } from '../../shared/story/records.ts'
import type { StoryRecord } from '../../shared/story/records.ts'
import type { Story } from '../../shared/story/story.ts'
import { identify, openConnection } from './connection.ts'
import { createProject } from './createProject.ts'
import { createDrafts, readTitle } from './drafts.ts'
import { openProject } from './openProject.ts'
import type { ProjectOptions } from './openProject.ts'
import { isPristine } from './pristine.ts'
import type { JobRecord, Project } from './project.ts'
import { withProjectErrors } from './projectErrors.ts'
import { createRecentsStore, formatLocation, toRecent } from './recents.ts'

/** Where an open project is kept, as the renderer is told. */
export interface ProjectPlace {
  readonly recentId: RecentId
  readonly location: string | null
  readonly fileName: string | null
}

export interface OpenProject extends ProjectPlace {
  readonly project: Project
}

export interface Projects {
  /** A new story with one empty block, as a draft. */
  create(title: string): OpenProject
  /** A draft that starts with these records: an example, or a text that was opened. */
  createDraft(records: readonly StoryRecord[]): OpenProject
  /** Opens a file, or gives the project that has it open already. Throws what `openProject` throws. */
  openFile(path: string): OpenProject
  /**
   * As `openFile`, for work that the writer does not see: the story is not among those that were opened lately, and has no
   * `place`, until it is opened by `openFile`.
   */
  openUnseen(path: string): Project
  /** Throws `recent-not-found`, and what `openProject` throws. */
  openRecent(id: RecentId): OpenProject
  /** Throws `project-not-open`. */
  get(projectId: ProjectId): Project
  /** Throws `project-not-open`. */
  place(projectId: ProjectId): ProjectPlace
  /** Copies the project to `targetPath`, which is replaced, and goes on there under the same id; a draft is then gone. */
  saveAs(projectId: ProjectId, targetPath: string): Promise<OpenProject>
  /** Closes a project; a new story that was never touched leaves nothing behind. Does nothing where it is not open. */
  close(projectId: ProjectId): void
  closeAll(): void
  /** Stories opened lately, newest first; every draft is among them. */
  recents(): Recent[]
  /** Where a draft is kept; undefined for any other story. */
  draftPath(id: RecentId): string | undefined
  /** Takes a story off the list. A draft, which is nowhere else, is moved to the folder of discarded drafts. */
  forget(id: RecentId): Recent[]
}

export interface ProjectsOptions {
  /** The app's own folder. */
  readonly dataDir: string
  readonly now: () => number
  readonly createId: () => string
  readonly watch?: ProjectWatch
}

/** Told of projects and of their conversions. */
export interface ProjectWatch {
  /** A project was opened, or goes on in another file. */
  opened(project: Project): void
  changed(project: Project, record: JobRecord): void
  closed(project: Project): void
}

interface OpenEntry {
  readonly project: Project
  /** Null while the writer has not opened it. */
  readonly recentId: RecentId | null
  /** The story as it was made, where this process made it. */
  readonly made: Story | undefined
}

/** The registry of a host. Everything below is synchronous but for what the interface calls a promise. */
export function createProjects({ dataDir, now, createId, watch }: ProjectsOptions): Projects {
  const entries = new Map<ProjectId, OpenEntry>()
  const recents = createRecentsStore(dataDir, createId)
  const drafts = createDrafts(dataDir, createId)

  function optionsFor(path: string): ProjectOptions {
    const projectId = projectIdSchema.parse(createId())
    const onJob = (record: JobRecord) => {
      const project = entries.get(projectId)?.project
      if (project !== undefined) watch?.changed(project, record)
    }
    return { projectId, isDraft: drafts.isDraft(path), now, createId, onJob }
  }

  function entryOf(projectId: ProjectId): OpenEntry {
    const entry = entries.get(projectId)
    if (entry === undefined) throw new UserFacingError('project-not-open')
    return entry
  }

  function add(project: Project, made?: Story): OpenProject {
    const recentId = rememberNow(project)
    entries.set(project.projectId, { project, recentId, made })
    watch?.opened(project)
    return toOpenProject(project, recentId)
  }

  function rememberNow(project: Project): RecentId {
    const { path, isDraft } = project
    return recents.remember({ path, isDraft, title: project.story().info.title, openedAtMs: now() }).id
  }

  function createDraft(records: readonly StoryRecord[]): OpenProject {
    const path = drafts.newPath()
    const project = createProject(path, records, optionsFor(path))
    return add(project, project.story())
  }

  function findOpen(path: string): { readonly realPath: string; readonly entry: OpenEntry | undefined } {
    const realPath = withProjectErrors(path, () => realpathSync(path))
    const identity = identify(realPath)
    return {
      realPath,
      entry: entries.values().find(({ project }) => identify(project.path) === identity),
    }
  }

  function openFile(path: string): OpenProject {
    const { realPath, entry } = findOpen(path)
    if (entry === undefined) return add(openProject(realPath, optionsFor(realPath)))
    const recentId = rememberNow(entry.project)
    entries.set(entry.project.projectId, { ...entry, recentId })
    return toOpenProject(entry.project, recentId)
  }

  function openUnseen(path: string): Project {
    const { realPath, entry } = findOpen(path)
    if (entry !== undefined) return entry.project
    const project = openProject(realPath, optionsFor(realPath))
    entries.set(project.projectId, { project, recentId: null, made: undefined })
    watch?.opened(project)
    return project
  }

  function close(projectId: ProjectId): void {
    const entry = entries.get(projectId)
    if (entry === undefined) return
    const { project, recentId, made } = entry
    const { path, isDraft } = project
    const leavesNothing = isDraft && made !== undefined && isPristine(project, made)
    entries.delete(projectId)
    watch?.closed(project)
    project.close()
    if (recentId !== null) recents.retitle(recentId, project.story().info.title)
    if (leavesNothing) removeDraft(path, recentId)
  }

  function removeDraft(path: string, recentId: RecentId | null): void {
    drafts.remove(path)
    if (recentId !== null) recents.forget(recentId)
  }

  function list(): Recent[] {
    const known = recents.list()
    for (const draft of drafts.others(new Set(known.map((entry) => entry.path)))) {
      recents.remember({
        path: draft.path,
        title: draft.title,
        openedAtMs: draft.modifiedAtMs,
        isDraft: true,
      })
    }
    return recents
      .list()
      .map((entry) => toRecent({ ...entry, title: titleOf(entry.path, entry.isDraft, entry.title) }))
  }

  /** A title may have changed since the list was written, and nobody wrote it down if the program was killed. */
  function titleOf(path: string, isDraft: boolean, remembered: string): string {
    const open = entries.values().find(({ project }) => project.path === path)
    if (open !== undefined) return open.project.story().info.title
    return (isDraft ? readTitle(path) : '') || remembered
  }

  return {
    create(title) {
      const ids = { story: storyIdSchema.parse(createId()), block: blockIdSchema.parse(createId()) }
      return createDraft(newStoryRecords(ids, title))
    },
    createDraft,
    openFile,
    openUnseen,
    openRecent(id) {
      const recent = recents.find(id)
      if (recent === undefined) throw new UserFacingError('recent-not-found')
      return openFile(recent.path)
    },
    get: (projectId) => entryOf(projectId).project,
    place(projectId) {
      const { project, recentId } = entryOf(projectId)
      if (recentId === null) throw new UserFacingError('project-not-open')
      return placeOf(project, recentId)
    },
    async saveAs(projectId, targetPath) {
      const { project, recentId } = entryOf(projectId)
      const { path, isDraft } = project
      await project.saveAs(targetPath)
      if (isDraft) removeDraft(path, recentId)
      const newId = rememberNow(project)
      entries.set(projectId, { project, recentId: newId, made: undefined })
      watch?.opened(project)
      return toOpenProject(project, newId)
    },
    close,
    closeAll() {
      for (const projectId of [...entries.keys()]) close(projectId)
    },
    recents: list,
    draftPath(id) {
      const recent = recents.find(id)
      return recent?.isDraft === true ? recent.path : undefined
    },
    forget(id) {
      const recent = recents.find(id)
      if (recent?.isDraft === true) {
        assertUnused(recent.path)
        drafts.discard(recent.path)
      }
      recents.forget(id)
      return list()
    },
  }
}

/** Throws `project-locked` where a story is open, here or elsewhere; one that cannot be opened at all is nobody's. */
function assertUnused(path: string): void {
  try {
    openConnection(path, () => undefined).connection.close()
  } catch (error) {
    if (error instanceof UserFacingError && error.code === 'project-locked') throw error
  }
}

function placeOf(project: Project, recentId: RecentId): ProjectPlace {
  if (project.isDraft) return { recentId, location: null, fileName: null }
  return { recentId, location: formatLocation(project.path), fileName: basename(project.path) }
}

function toOpenProject(project: Project, recentId: RecentId): OpenProject {
  return { ...placeOf(project, recentId), project }
}
