/** Opens projects: new ones, by path, or from the recent stories. */
import { mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { PROJECT_EXTENSION } from '../../shared/files/fileTypes.ts'
import {
  DELETED_DRAFT_DAYS,
  type DeletedDraft,
  type DeletedDraftId,
  deletedDraftIdSchema,
  type ProjectId,
  projectIdSchema,
  type RecentId,
} from '../../shared/ipc/views.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { newStoryRecords } from '../../shared/story/newStory.ts'
import {
  blockIdSchema,
  type LexiconEntry,
  storyIdSchema,
  type StoryRecord,
} from '../../shared/story/records.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { renameDurably } from '../lib/files/atomicFile.ts'
import { openConnection } from './connection.ts'
import { copyHeldFile, copyProjectFile, createProject } from './createProject.ts'
import { createDrafts, filesOfDraft, readTitle } from './drafts.ts'
import { openProject, type ProjectOptions } from './openProject.ts'
import type { OpenEntry, OpenProjects } from './openProjects.ts'
import { createOutlineReader, type OutlineReader } from './outlineReader.ts'
import type { JobRecord, Project } from './project.ts'
import { withProjectErrors } from '../lib/files/diskFaults.ts'
import { createRecentList, createRecentsStore, formatLocation } from './recents.ts'

/** Where an open project is kept, as sent to the page. */
export interface ProjectPlace {
  readonly recentId: RecentId
  readonly location: string | null
  readonly fileName: string | null
}

export interface OpenProject extends ProjectPlace {
  readonly project: Project
}

export interface ProjectsOptions {
  /** The app's own folder. */
  readonly dataDir: string
  readonly now: () => number
  readonly createId: () => string
  readonly openProjects: OpenProjects
  /** The entries of the lexicon for all stories, as they are now; none by default. */
  readonly commonLexicon?: () => readonly LexiconEntry[]
  /** Reads the summaries of closed stories. */
  readonly outlines?: OutlineReader
}

export type Projects = ReturnType<typeof createProjects>

/** The projects of a host. Everything below is synchronous except what the interface declares as a promise. */
export function createProjects(options: ProjectsOptions) {
  const { dataDir, now, createId, openProjects, commonLexicon, outlines = createOutlineReader() } = options
  const recents = createRecentsStore(dataDir, createId)
  const drafts = createDrafts(dataDir, createId)
  const bin = createDraftBin(dataDir, drafts.folder, now)
  const listed = createRecentList({
    recents,
    drafts,
    openProjects,
    commonLexicon: commonLexicon ?? (() => []),
    outlines,
  })

  function optionsFor(path: string): ProjectOptions {
    const projectId = projectIdSchema.parse(createId())
    const onJob = (job: JobRecord) => openProjects.changed(projectId, job)
    return {
      projectId,
      now,
      createId,
      onJob,
      commonLexicon,
      isDraft: drafts.isDraft(path),
      onChange: () => openProjects.edited(projectId),
    }
  }

  function add(project: Project, initial?: Story): OpenProject {
    const recentId = rememberNow(project)
    openProjects.add({ project, recentId, initial }, tidyUp)
    return toOpenProject(project, recentId)
  }

  function rememberNow(project: Project, savedDraft?: string): RecentId {
    const { path, isDraft } = project
    const title = project.story().info.title
    return recents.remember({ path, isDraft, title, openedAtMs: now(), savedDraft }).id
  }

  /** A draft that starts with these records: those of a new story, or of a file that was opened. */
  function createDraft(records: readonly StoryRecord[]): OpenProject {
    const path = drafts.newPath()
    const project = createProject(path, records, optionsFor(path))
    return add(project, project.story())
  }

  /** Opens a file, or returns the project that already has it open. Throws the errors of `openProject`. */
  function openFile(path: string): OpenProject {
    const realPath = withProjectErrors(path, () => realpathSync(path))
    const entry = openProjects.at(realPath)
    if (entry === undefined) return add(openProject(realPath, optionsFor(realPath)))
    entry.recentId = rememberNow(entry.project)
    return toOpenProject(entry.project, entry.recentId)
  }

  /** The stories of copies as first opened. */
  const copies = new WeakMap<Project, Contents>()

  /**
   * Opens a copy of a read-only file, or one that another program has open, as a draft; an untouched draft is removed when it is
   * closed. The file is not changed. Throws `project-…`.
   */
  function openCopy(path: string): OpenProject {
    const realPath = withProjectErrors(path, () => realpathSync(path))
    const copyPath = drafts.newPath()
    try {
      copyProjectFile(realPath, copyPath)
    } catch (error) {
      if (!(error instanceof UserFacingError) || error.code !== 'project-locked') throw error
      copyHeldFile(realPath, copyPath)
    }
    try {
      const project = openProject(copyPath, optionsFor(copyPath))
      copies.set(project, contentsOf(project))
      return add(project)
    } catch (error) {
      drafts.remove(copyPath)
      throw error
    }
  }

  function openUnseen(path: string): Project {
    const realPath = withProjectErrors(path, () => realpathSync(path))
    const entry = openProjects.at(realPath)
    if (entry !== undefined) return entry.project
    const project = openProject(realPath, optionsFor(realPath))
    openProjects.add({ project, recentId: null, initial: undefined }, tidyUp)
    return project
  }

  /** Returns what remains to be done when a project closes: an untouched new story is removed. */
  function tidyUp({ project, recentId, initial }: OpenEntry): () => void {
    const { path, isDraft } = project
    const copied = copies.get(project)
    const isCopy = copied !== undefined && contentsOf(project).every((part, index) => part === copied[index])
    const isUntouched = isDraft && (isCopy || (initial !== undefined && isUnchanged(project, initial)))
    return () => {
      if (recentId !== null) listed.closed(recentId, project)
      if (!isUntouched) return
      drafts.remove(path)
      if (recentId !== null) recents.forget(recentId)
    }
  }

  /** Where a recent story is kept. Throws `recent-not-found`. */
  function pathOf(id: RecentId): string {
    const recent = recents.find(id)
    if (recent === undefined) throw new UserFacingError('recent-not-found')
    return recent.path
  }

  return {
    /** A new story with one empty block, as a draft. */
    create(title: string): OpenProject {
      const ids = { story: storyIdSchema.parse(createId()), block: blockIdSchema.parse(createId()) }
      return createDraft(newStoryRecords(ids, title))
    },
    createDraft,
    /** A draft that starts as a copy of a story: a separate story, with its own caps and zoom. */
    createCopy(records: readonly StoryRecord[]): OpenProject {
      const id = storyIdSchema.parse(createId())
      return createDraft(records.map((record) => (record.type === 'story' ? { ...record, id } : record)))
    },
    openFile,
    openCopy,
    /** Throws `recent-not-found`, and the errors of `openProject`. */
    openRecent: (id: RecentId): OpenProject => openFile(pathOf(id)),
    /**
     * Runs some work with a project, which is opened for its duration if it is closed: it is not among the recent stories, and has no
     * `place`, until it is opened by `openFile`. Throws the errors of `openProject`.
     */
    async use<T>(path: string, work: (project: Project) => Promise<T>): Promise<T> {
      await openProjects.untilClosed()
      if (openProjects.isOver) throw new UserFacingError('request-cancelled')
      const project = openUnseen(path)
      return openProjects.hold(project, () => work(project))
    },
    /**
     * Copies a story's file to `copyPath`, in its current state, whether the story is open here or closed; a closed one keeps
     * its format version. Throws `project-locked` if another program has it open.
     */
    async copy(path: string, copyPath: string): Promise<void> {
      const open = openProjects.at(path)?.project
      if (open === undefined) copyProjectFile(path, copyPath)
      else await open.copyTo(copyPath)
    },
    /** Throws `project-not-open`. */
    place(projectId: ProjectId): ProjectPlace {
      const { project, recentId } = openProjects.entry(projectId)
      if (recentId === null) throw new UserFacingError('project-not-open')
      return placeOf(project, recentId)
    },
    /** Copies the project to `targetPath`, which is replaced, and continues there under the same id; a draft is then removed. */
    async saveAs(projectId: ProjectId, targetPath: string): Promise<OpenProject> {
      const entry = openProjects.entry(projectId)
      const { project } = entry
      const draft = project.isDraft ? project.path : undefined
      await project.saveAs(targetPath)
      entry.recentId = rememberNow(project, draft)
      drafts.removeSaved(recents.list())
      openProjects.moved(project)
      return toOpenProject(project, entry.recentId)
    },
    /** Recently opened stories, newest first; every draft is among them. Closed ones are listed with their last known state. */
    recents: listed.list,
    /** See `RecentList`. */
    readRecents: listed.readAgain,
    /** The path of a draft; undefined for any other story. */
    draftPath(id: RecentId): string | undefined {
      const recent = recents.find(id)
      return recent?.isDraft === true ? recent.path : undefined
    },
    pathOf,
    /** Removes a story with its own file from the list; the file stays. Drafts are deleted instead. */
    removeFromList(id: RecentId): void {
      if (recents.find(id)?.isDraft === false) recents.forget(id)
    },
    /** Undoes a removal in this run of the program. */
    restoreToList: (id: RecentId): void => recents.restore(id),
    /** Sets the tags of a story in the list. */
    setTags: recents.setTags,
    /** Moves a draft to the bin. Throws `recent-not-found`, and `project-locked` if it is open. */
    deleteDraft(id: RecentId): DeletedDraftId | null {
      const recent = recents.find(id)
      if (recent?.isDraft !== true) throw new UserFacingError('recent-not-found')
      // In this order, a program killed in between leaves a draft that the list finds again, rather than an entry without a draft.
      recents.forget(id)
      try {
        return bin.put(recent.path)
      } catch (error) {
        recents.restore(id)
        throw error
      }
    },
    bin,
  }
}

type Contents = readonly [Story, ...number[]]

/** The state by which to recognise later changes of a project. */
function contentsOf(project: Project): Contents {
  return [
    project.story(),
    project.takes().length,
    project.versions().length,
    project.jobs.list().filter(({ state }) => state === 'completed').length,
    project.jobs.list().length,
  ]
}

function placeOf(project: Project, recentId: RecentId): ProjectPlace {
  if (project.isDraft) return { recentId, location: null, fileName: null }
  return { recentId, location: formatLocation(project.path), fileName: basename(project.path) }
}

function toOpenProject(project: Project, recentId: RecentId): OpenProject {
  return { ...placeOf(project, recentId), project }
}

/** Whether a project is unchanged since it was created as `initial`, and holds nothing that could be missed. */
function isUnchanged(project: Project, initial: Story): boolean {
  const story = project.story()
  return (
    story === initial &&
    story.cast.length === 0 &&
    story.sequence.length <= 1 &&
    blocksOf(story).every((block) => block.text === '' && block.name === '') &&
    project.takes().length === 0 &&
    project.render() === null &&
    project.versions().length === 0 &&
    project.jobs.list().length === 0
  )
}

/**
 * Deleted drafts, which a writer can restore for 30 days. They are in a folder of the app, which is authoritative: a
 * file's name contains the time of deletion.
 */
const KEPT_MS = DELETED_DRAFT_DAYS * 24 * 60 * 60 * 1000
/** When a draft was deleted, in ms, and the name that its file had. */
const BIN_NAME = /^deleted-(\d{1,16})-(.+)$/

/** The bin under the app's folder, of drafts that live in `draftsFolder`. */
function createDraftBin(dataDir: string, draftsFolder: string, now: () => number) {
  const folder = join(dataDir, 'discarded')

  /** The names of the drafts here. A draft put here by an earlier version has no time in its name, and gets one now. */
  function names(): DeletedDraftId[] {
    mkdirSync(folder, { recursive: true })
    const drafts = readdirSync(folder).filter((name) => name.endsWith(PROJECT_EXTENSION))
    return drafts.map((name) =>
      BIN_NAME.test(name) ? deletedDraftIdSchema.parse(name) : put(join(folder, name)),
    )
  }

  function put(path: string): DeletedDraftId {
    const id = deletedDraftIdSchema.parse(`deleted-${String(now())}-${basename(path)}`)
    mkdirSync(folder, { recursive: true })
    moveDraft(path, join(folder, id))
    return id
  }

  /** Deletes a draft permanently; does nothing if it is gone. */
  function remove(id: DeletedDraftId): void {
    if (!names().includes(id)) return
    for (const path of filesOfDraft(join(folder, id))) rmSync(path, { force: true })
  }

  return {
    /** Moves a draft's files here; null if there is no such draft. Throws `project-locked` if it is open. */
    put(path: string): DeletedDraftId | null {
      if (!filesOfDraft(path).includes(path)) return null
      assertUnused(path)
      return put(path)
    },
    /** Newest first. Removes drafts that were deleted too long ago. */
    list(): readonly DeletedDraft[] {
      const drafts = names().map((id) => ({ id, deletedAtMs: Number(BIN_NAME.exec(id)?.[1]) }))
      const isKept = ({ deletedAtMs }: { readonly deletedAtMs: number }) => now() - deletedAtMs < KEPT_MS
      for (const draft of drafts) if (!isKept(draft)) remove(draft.id)
      return drafts
        .filter(isKept)
        .map((draft) => ({ ...draft, title: readTitle(join(folder, draft.id)) }))
        .sort((a, b) => b.deletedAtMs - a.deletedAtMs)
    },
    /** Moves a draft's files back to where it was. Throws `deleted-draft-gone`. */
    restore(id: DeletedDraftId): void {
      const name = names().includes(id) ? BIN_NAME.exec(id)?.[2] : undefined
      if (name === undefined) throw new UserFacingError('deleted-draft-gone')
      moveDraft(join(folder, id), join(draftsFolder, name))
    },
    remove,
  }
}

/** Moves a draft with the files beside it. */
function moveDraft(path: string, target: string): void {
  for (const file of filesOfDraft(path))
    renameDurably(file, join(dirname(target), basename(target) + file.slice(path.length)))
}

/** Throws `project-locked` if a story is open, here or elsewhere. A file that cannot be opened at all is not in use. */
function assertUnused(path: string): void {
  try {
    openConnection(path, () => undefined).connection.close()
  } catch (error) {
    if (error instanceof UserFacingError && error.code === 'project-locked') throw error
  }
}
