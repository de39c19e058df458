/**
 * Where conversions of documents and their audio are kept: one project file of the app's own, with all that keeps a story
 * safe. A second Fabula over the same folder has a file of its own.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_EXTENSION } from '../../../shared/files/fileTypes.ts'
import type { ErrorCode } from '../../../shared/messages/errors.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { newStoryRecords } from '../../../shared/story/newStory.ts'
import { blockIdSchema, storyIdSchema } from '../../../shared/story/records.ts'
import { createProject } from '../../project/createProject.ts'
import { openProject } from '../../project/openProject.ts'
import { toProjectError } from '../../project/projectErrors.ts'
import type { ProjectOptions } from '../../project/openProject.ts'
import type { Project } from '../../project/project.ts'
import type { ProjectWatch } from '../../project/projects.ts'

/** As many as there are hosts that may run at once. */
const MAX_FILES = 8

export interface DocumentLibraryOptions {
  /** The app's own folder. */
  readonly dataDir: string
  readonly project: Omit<ProjectOptions, 'isDraft'>
  readonly watch?: Pick<ProjectWatch, 'opened' | 'closed'>
}

export interface DocumentLibrary {
  /**
   * Opens the file, which is made where there is none. Throws `documents-damaged`, `documents-newer`,
   * `documents-unavailable`, or `project-disk-full` where it cannot be made.
   */
  open(): Project
  /** Opens the file where there is one. Throws as `open` does. */
  openExisting(): Project | null
  /**
   * Gives a file that is damaged, or a newer version's, another name, under which all of it stays, so that `open` makes a
   * new one. Gives its path then; null where there is no such file.
   */
  setAside(): string | null
  /** Whether another program has a file of the library open, so that what is in it cannot be seen here. */
  isHeldElsewhere(): boolean
  /** The project, once it is open. */
  current(): Project | null
  close(): void
}

/** The documents under the app's folder; nothing is made or opened before it is asked for. */
export function createDocumentLibrary({
  dataDir,
  project: options,
  watch,
}: DocumentLibraryOptions): DocumentLibrary {
  const folder = join(dataDir, 'documents')
  let project: Project | null = null
  let isHeld = false

  const pathOf = (number: number) =>
    join(folder, `documents${number === 1 ? '' : `-${number}`}${PROJECT_EXTENSION}`)

  function open(): Project {
    if (project !== null) return project
    isHeld = false
    for (let number = 1; number <= MAX_FILES; number++) {
      const opened = tryToOpen(pathOf(number))
      if (opened !== null) return opened
    }
    throw new UserFacingError('documents-unavailable')
  }

  function openExisting(): Project | null {
    if (project !== null) return project
    isHeld = false
    for (let number = 1; existsSync(pathOf(number)); number++) {
      const opened = tryToOpen(pathOf(number))
      if (opened !== null) return opened
    }
    return null
  }

  /** Gives null where another program has the file, above all another Fabula. */
  function tryToOpen(path: string): Project | null {
    try {
      mkdirSync(folder, { recursive: true })
      return goOnIn(openOrCreate(path))
    } catch (error) {
      if (isOpenElsewhere(error)) {
        isHeld = true
        return null
      }
      throw asLibraryError(error)
    }
  }

  function setAside(): string | null {
    if (project !== null) return null
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
      // A journal belongs to its file: it may be what makes it whole again.
      if (existsSync(`${path}-journal`)) renameSync(`${path}-journal`, `${aside}-journal`)
      return aside
    }
  }

  function goOnIn(opened: Project): Project {
    project = opened
    watch?.opened(opened)
    return opened
  }

  function openOrCreate(path: string): Project {
    const projectOptions = { ...options, isDraft: false }
    if (existsSync(path)) return openProject(path, projectOptions)
    const ids = {
      story: storyIdSchema.parse(options.createId()),
      block: blockIdSchema.parse(options.createId()),
    }
    return createProject(path, newStoryRecords(ids, 'Documents'), { ...projectOptions, canShrink: true })
  }

  return {
    open,
    openExisting,
    setAside,
    isHeldElsewhere: () => isHeld,
    current: () => project,
    close() {
      if (project === null) return
      watch?.closed(project)
      project.close()
      project = null
    },
  }
}

function isOpenElsewhere(error: unknown): boolean {
  return error instanceof UserFacingError && error.code === 'project-locked'
}

/** The file is the app's own: what is said of a story's file (open a backup, choose another) does not help here. */
const LIBRARY_CODES: Readonly<Record<string, ErrorCode>> = {
  'project-corrupt': 'documents-damaged',
  'project-foreign': 'documents-damaged',
  'project-newer': 'documents-newer',
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
