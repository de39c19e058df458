/**
 * Where conversions of documents and their audio are kept: one project file of the app's own, with all that keeps a story
 * safe. A second Fabula over the same folder has a file of its own.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_EXTENSION } from '../../shared/project-file/format.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { newStoryRecords } from '../../shared/story/newStory.ts'
import { blockIdSchema, storyIdSchema } from '../../shared/story/records.ts'
import { createProject } from '../project/createProject.ts'
import { openProject } from '../project/openProject.ts'
import type { ProjectOptions } from '../project/openProject.ts'
import type { Project } from '../project/project.ts'
import type { ProjectWatch } from '../project/projects.ts'

/** As many as there are hosts that may run at once. */
const MAX_FILES = 8

export interface DocumentLibraryOptions {
  /** The app's own folder. */
  readonly dataDir: string
  readonly project: Omit<ProjectOptions, 'isDraft'>
  readonly watch?: Pick<ProjectWatch, 'opened' | 'closed'>
}

export interface DocumentLibrary {
  /** Opens the file, which is made where there is none. Throws what `openProject` throws. */
  open(): Project
  /** Opens the file where there is one. */
  openExisting(): Project | null
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

  const pathOf = (number: number) =>
    join(folder, `documents${number === 1 ? '' : `-${number}`}${PROJECT_EXTENSION}`)

  function open(): Project {
    if (project !== null) return project
    mkdirSync(folder, { recursive: true })
    for (let number = 1; ; number++) {
      try {
        return goOnIn(openOrCreate(pathOf(number)))
      } catch (error) {
        if (!isOpenElsewhere(error) || number === MAX_FILES) throw error
      }
    }
  }

  function openExisting(): Project | null {
    for (let number = 1; project === null && existsSync(pathOf(number)); number++) {
      try {
        return goOnIn(openOrCreate(pathOf(number)))
      } catch (error) {
        if (!isOpenElsewhere(error)) throw error
      }
    }
    return project
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
    return createProject(path, newStoryRecords(ids, 'Documents'), projectOptions)
  }

  return {
    open,
    openExisting,
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
