/**
 * Stores conversions of documents with their audio: in one project file of the app, which is as safe as a story's file. A second
 * Fabula that uses the same folder has its own file.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_EXTENSION } from '../../../shared/files/fileTypes.ts'
import { projectIdSchema } from '../../../shared/ipc/views.ts'
import type { ErrorCodeFor } from '../../../shared/messages/errors.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { newStoryRecords } from '../../../shared/story/newStory.ts'
import { blockIdSchema, storyIdSchema } from '../../../shared/story/records.ts'
import { moveDatabaseFiles } from '../../lib/sqlite/sqlite.ts'
import { createProject } from '../../project/createProject.ts'
import { openProject } from '../../project/openProject.ts'
import { toProjectError } from '../../project/projectErrors.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import type { OpenProjects } from '../../project/openProjects.ts'

/** The most libraries in a folder: one for each host that may run at the same time. */
const MAX_FILES = 8

export interface DocumentLibraryOptions {
  /** The app's folder. */
  readonly dataDir: string
  readonly now: () => number
  readonly newId: () => string
  readonly openProjects: OpenProjects
}

export type DocumentLibrary = ReturnType<typeof createDocumentLibrary>

/** The documents in the app's folder. Nothing is created or opened before it is needed. */
export function createDocumentLibrary(options: DocumentLibraryOptions) {
  const { dataDir, now, newId, openProjects } = options
  const folder = join(dataDir, 'documents')
  const projectId = projectIdSchema.parse(newId())
  let isHeld = false

  /** The project, once it is open. It closes with all projects. */
  const current = () => openProjects.find(projectId) ?? null

  const pathOf = (number: number) =>
    join(folder, `documents${number === 1 ? '' : `-${number}`}${PROJECT_EXTENSION}`)

  /**
   * Opens the file, or creates it if there is none. Throws `documents-damaged`, `documents-newer`,
   * `documents-unavailable`, or `project-disk-full` if it cannot be created.
   */
  function open(): Project {
    const project = current()
    if (project !== null) return project
    isHeld = false
    for (let number = 1; number <= MAX_FILES; number++) {
      const opened = tryToOpen(pathOf(number))
      if (opened !== null) return opened
    }
    throw new UserFacingError('documents-unavailable')
  }

  /** Opens the file if there is one. Throws like `open`. */
  function openExisting(): Project | null {
    const project = current()
    if (project !== null) return project
    isHeld = false
    for (let number = 1; existsSync(pathOf(number)); number++) {
      const opened = tryToOpen(pathOf(number))
      if (opened !== null) return opened
    }
    return null
  }

  /** Opens the file; null if another program, usually another Fabula, holds it. */
  function tryToOpen(path: string): Project | null {
    try {
      mkdirSync(folder, { recursive: true })
      const project = openOrCreate(path)
      openProjects.add({ project, recentId: null, initial: undefined })
      openProjects.show(projectId) // it stays open
      return project
    } catch (error) {
      if (isOpenElsewhere(error)) {
        isHeld = true
        return null
      }
      throw asLibraryError(error)
    }
  }

  /**
   * Renames a file that is damaged or belongs to a newer version, with all of its content, so that `open` creates a
   * new one. Returns the new path of the old file; null if there is no such file.
   */
  function setAside(): string | null {
    if (current() !== null) return null
    for (let number = 1; existsSync(pathOf(number)); number++) {
      const path = pathOf(number)
      try {
        if (tryToOpen(path) !== null) return null
      } catch (error) {
        if (isBeyondReading(error)) return moveAside(path)
        throw error
      }
    }
    return null
  }

  function moveAside(path: string): string {
    for (let count = 1; ; count++) {
      const aside = join(folder, `set-aside-${count}${PROJECT_EXTENSION}`)
      if (existsSync(aside)) continue
      renameSync(path, aside)
      moveDatabaseFiles(path, aside, renameSync)
      return aside
    }
  }

  function openOrCreate(path: string): Project {
    const onJob = (job: JobRecord) => openProjects.changed(projectId, job)
    const projectOptions = { projectId, isDraft: false, now, createId: newId, onJob }
    if (existsSync(path)) return openProject(path, projectOptions)
    const ids = {
      story: storyIdSchema.parse(newId()),
      block: blockIdSchema.parse(newId()),
    }
    return createProject(path, newStoryRecords(ids, 'Documents'), projectOptions)
  }

  return {
    open,
    openExisting,
    setAside,
    /** Whether another program has a file of the library open, so that its documents cannot be listed here. */
    isHeldElsewhere: (): boolean => isHeld,
    current,
  }
}

function isOpenElsewhere(error: unknown): boolean {
  return error instanceof UserFacingError && error.code === 'project-locked'
}

/** Codes with advice for a file of the app: the advice for a story's file (open a backup, choose another) does not help here. */
const LIBRARY_CODES: Readonly<Record<string, ErrorCodeFor>> = {
  'project-corrupt': 'documents-damaged',
  'project-foreign': 'documents-damaged',
  'project-newer': 'documents-newer',
  'project-unreleased': 'documents-newer',
  'project-read-only': 'documents-unavailable',
  'project-disk-error': 'documents-unavailable',
}

function asLibraryError(error: unknown): unknown {
  const known = toProjectError(error, 'documents')
  const code = known instanceof UserFacingError ? LIBRARY_CODES[known.code] : undefined
  return code === undefined ? known : new UserFacingError(code, {}, { cause: error })
}

function isBeyondReading(error: unknown): boolean {
  return error instanceof UserFacingError && ['documents-damaged', 'documents-newer'].includes(error.code)
}
