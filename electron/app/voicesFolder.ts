import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { removeDeadParts } from '../lib/files/partFiles.ts'
import { VOICES_FOLDER } from '../lib/voices/installedPacks.ts'
import { localFolderOf } from './appFolder.ts'

/**
 * The folder of natural voices that belongs to the app's own folder. Voices that an earlier version kept elsewhere are moved to it, or
 * used where they are if they cannot be moved.
 */
export function findVoicesFolder(dataDir: string, localDir = localFolderOf(dataDir)): string {
  const [usual, earlier] = [join(localDir, VOICES_FOLDER), join(dataDir, VOICES_FOLDER)]
  if (usual === earlier) return usual
  if (!existsSync(usual) && existsSync(earlier)) {
    try {
      mkdirSync(localDir, { recursive: true, mode: 0o700 })
      renameSync(earlier, usual)
    } catch {
      return earlier
    }
  }
  removeDeadParts(usual)
  return usual
}
