/**
 * Lets one process at a time change the files of a folder. The lock is SQLite's lock on an empty file: the system releases it when its
 * process ends, however it ends.
 */
import { mkdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

/** The lock's file. It is never deleted, because that would let two processes hold locks on two files of this name. */
export const LOCK_FILE = 'files.lock'

/** Locks are held during a small write; a process stopped during a write blocks others no longer than this. */
const LOCK_WAIT_MS = 5_000

/** SQLite's code for a file with other content. */
const NOT_A_DATABASE = 26

const held = new Set<string>()

/**
 * Runs `action` while no other process runs one for the same folder, and returns its result. The folder is created if it is missing. Calls
 * may be nested. Throws the errors of `action`, and `settings-not-saved` if the lock is not available within five seconds or the folder
 * cannot be written to.
 */
export function withFolderLock<T>(folder: string, action: () => T): T {
  if (held.has(folder)) return action()
  const lock = acquire(folder)
  held.add(folder)
  try {
    return action()
  } finally {
    held.delete(folder)
    lock.close()
  }
}

function acquire(folder: string): DatabaseSync {
  const path = join(folder, LOCK_FILE)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    try {
      return begin(path)
    } catch (error) {
      if (!(error instanceof Error && 'errcode' in error && error.errcode === NOT_A_DATABASE)) throw error
      truncateSync(path)
      return begin(path)
    }
  } catch (error) {
    throw new UserFacingError('settings-not-saved', {}, { cause: error })
  }
}

function begin(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: LOCK_WAIT_MS })
  try {
    // Nothing is ever written: without a journal on disk, this remains the only file.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
