/**
 * The requests of the terminal to a service that may charge, on disk until the audio file is written. If the program ends early, even by a
 * kill, the same command finds the audio that was paid for. The file is a project, as in the app.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_EXTENSION } from '../../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { blockRequestOf, spokenBlocksOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import type { Story } from '../../../shared/story/story.ts'
import { withFolderLock } from '../../lib/files/folderLock.ts'
import { openProject, type ProjectOptions } from '../../project/openProject.ts'
import type { Project } from '../../project/project.ts'

export interface KeptRendersOptions {
  /** The app's folder. */
  readonly dataDir: string
  readonly projectOptions: ProjectOptions
}

export type KeptRender = Awaited<ReturnType<typeof keepRender>>

/**
 * Returns the project in which a render continues: the project that an earlier command left, or `project`, which is moved to the app's
 * folder. Throws `render-elsewhere` if another program works on the same render, and the errors of opening a project.
 */
export async function keepRender(
  project: Project,
  connectionId: string,
  { dataDir, projectOptions }: KeptRendersOptions,
) {
  const folder = keptFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${hashRender(project.story(), connectionId)}${PROJECT_EXTENSION}`)
  // If two commands run at once, the second finds the file of the first. `saveAs` has moved the project when it returns.
  const kept = await withFolderLock(folder, async () => {
    if (existsSync(path)) return reopen(path, projectOptions)
    await project.saveAs(path)
    return project
  })
  if (kept !== project) project.close()
  return {
    /** The project of this command, or of an earlier command with the same words, voices and service. */
    project: kept,
    path,
    /** Closes the project, and removes the file. */
    remove(): void {
      kept.close()
      rmSync(path, { force: true })
    },
  }
}

/** The terminal's folder for unfinished renders, in the app's folder. */
export function keptFolder(dataDir: string): string {
  return join(dataDir, 'terminal')
}

function reopen(path: string, options: ProjectOptions): Project {
  try {
    return openProject(path, options)
  } catch (error) {
    if (error instanceof UserFacingError && error.code === 'project-locked')
      throw new UserFacingError('render-elsewhere', {}, { cause: error })
    throw error
  }
}

/** Identifies a render by its service and by everything that the service would be sent. */
function hashRender(story: Story, connectionId: string): string {
  const blocks = spokenBlocksOf(story).map((block) => blockRequestOf(story, block))
  const identity = [1, connectionId, storyMakerRequestOf(story, { exactMs: true }), blocks]
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 40)
}
