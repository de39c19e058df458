/** Small files that are never half written: a temporary file beside the target is filled, brought to disk and renamed. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync, statSync, existsSync } from 'node:fs'
import { dirname, basename } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { moveDatabaseFiles } from '../sqlite/sqlite.ts'
import { newPartPath } from './partFiles.ts'

/**
 * Replaces the file at `path` by `content`, with the permissions `mode` if they are given; after a failure the old file
 * is whole and nothing is left beside it.
 */
export function writeFileAtomic(path: string, content: string | Uint8Array, mode?: number): void {
  const partPath = newPartPath(dirname(path))
  try {
    const file = openSync(partPath, 'wx', mode)
    try {
      writeAll(file, typeof content === 'string' ? new TextEncoder().encode(content) : content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameDurably(partPath, path)
  } catch (error) {
    rmSync(partPath, { force: true })
    throw error
  }
}

/** Gives a complete file its name, replacing what has that name, and returns once the name itself is on disk. */
export function renameDurably(from: string, to: string): void {
  renamePatiently(from, to)
  syncFolder(dirname(to))
}

/** Brings a file's content to disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
}

/** A rename is durable only with its folder. Windows has no such call, and does not need it. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

const RENAME_TRIES = 5
const RENAME_PAUSE_MS = 20

/** On Windows a virus scanner may hold a new file for a moment, which makes a rename fail that works right after. */
function renamePatiently(from: string, to: string): void {
  for (let tries = 1; ; tries += 1) {
    try {
      renameSync(from, to)
      return
    } catch (error) {
      if (process.platform !== 'win32' || tries === RENAME_TRIES) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RENAME_PAUSE_MS)
    }
  }
}

/**
 * The files that this process has a lock on: the stories that are open. POSIX drops all of a process's locks on a file when the
 * process closes any handle on it, whatever name the file was opened by. So nothing in this process may open such a file by other means.
 */
const openHere = new Set<string>()

/** What tells a file from all others on this machine, whatever it is called; undefined if there is none. */
export function identify(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`
}

/** Keeps a file from being opened by other means, until `releaseFile`. */
export function claimFile(identity: string): void {
  openHere.add(identity)
}

export function releaseFile(identity: string): void {
  openHere.delete(identity)
}

/** Whether this process has the file open as a story. Looks at the file's entry only. */
function isOpenHere(path: string): boolean {
  const identity = identify(path)
  return identity !== undefined && openHere.has(identity)
}

/** Throws `project-locked` if this process has the file open as a story: to be called before a file is read that a person names. */
export function assertNotOpenHere(path: string): void {
  if (isOpenHere(path)) throw new UserFacingError('project-locked', { name: basename(path) })
}

// Takes what cannot be used out of the way, for a person to look at, so that a program can begin again.

/**
 * Renames a file or folder to its name plus `.damaged`, or the next free name like it, together with the files of SQLite beside it,
 * and returns the new path. Throws if the file system refuses.
 */
export function setAside(path: string): string {
  for (let count = 1; ; count += 1) {
    const aside = `${path}.damaged${count === 1 ? '' : `-${String(count)}`}`
    if (existsSync(aside)) continue
    renameDurably(path, aside)
    moveDatabaseFiles(path, aside, renameDurably)
    return aside
  }
}
