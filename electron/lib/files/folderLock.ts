/**
 * One process at a time changes the files of a folder. The lock is SQLite's own on an empty file: the system frees it when its
 * process ends in whatever way, so a lock never outlives its owner.
 */
import { mkdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

/** The name of the lock's file. It stays, empty, because deleting it would let two processes hold two locks of one name. */
export const LOCK_FILE = 'files.lock'

/** Locks are held for the length of a small write; a process that was stopped in the middle holds the others no longer than this. */
const LOCK_WAIT_MS = 5_000

/** SQLite's code for a file that holds anything else. */
const NOT_A_DATABASE = 26

const held = new Set<string>()

/**
 * Runs `action` while no other process runs one for the same folder, and returns what it gives. The folder is made if there is
 * none. Calls may be nested. Throws what `action` throws, and `settings-not-saved` if the lock cannot be had within five
 * seconds or the folder cannot be written to.
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
    // Nothing is ever written: without a journal on disk, the file stays the only one.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
