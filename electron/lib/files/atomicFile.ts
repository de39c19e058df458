/**
 * Writes small files atomically: fills a temporary file beside the target, flushes it to disk, and renames it. A temporary name identifies the
 * process that writes the file, so that the files of a killed process can be removed, and those of other processes are not.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { moveDatabaseFiles } from '../sqlite/sqlite.ts'

/**
 * Replaces the file at `path` by `content`, with the permissions `mode` if given. After a failure the old file is intact and no temporary
 * file remains.
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

/** Renames a complete file, replacing any file of that name, and returns once the new name is on disk. */
export function renameDurably(from: string, to: string): void {
  renamePatiently(from, to)
  syncFolder(dirname(to))
}

/** Flushes a file's content to disk. */
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

/** A rename is durable only once its folder is flushed. Windows has no such call, and does not need it. */
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

/** On Windows, a virus scanner may hold a new file for a moment, so a rename may fail once and then succeed. */
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
 * The files that this process has locked: the open stories. POSIX drops all of a process's locks on a file when the process closes any
 * handle to it, whatever path the file was opened by. So nothing in this process may open such a file by other means.
 */
const openHere = new Set<string>()

/** Identifies a file on this computer, independent of its name; undefined if there is no file. */
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

/** Whether this process has the file open as a story. Reads only the file's metadata. */
function isOpenHere(path: string): boolean {
  const identity = identify(path)
  return identity !== undefined && openHere.has(identity)
}

/** Throws `project-locked` if this process has the file open as a story. Call this before reading a file that a person chose. */
export function assertNotOpenHere(path: string): void {
  if (isOpenHere(path)) throw new UserFacingError('project-locked', { name: basename(path) })
}

// Moves unusable files out of the way, for a person to look at, so that a program can start again.

/**
 * Renames a file or folder to its name plus `.damaged`, or the next free name like that, together with SQLite's files beside it, and
 * returns the new path. Throws the errors of the file system.
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

/** Identifies this computer and sandbox: a folder may be shared with others, whose processes cannot be checked. */
const MACHINE = createHash('sha256').update(`${hostname()} ${pidNamespace()}`).digest('hex').slice(0, 8)
/** The start of this process, in ms, because process ids are reused. The same in all threads of a process. */
const STARTED = Math.round(performance.timeOrigin).toString(36)

/** Also matches SQLite's journal beside a database. */
const PART_NAME = /^\.fabula-([0-9a-f]{8})-(\d+)-([0-9a-z]+)-[0-9a-f]+\.part(?:-journal)?$/

/** A new path in `folder` for a file or folder of this process. Also removes the parts of ended processes there. */
export function newPartPath(folder: string): string {
  removeDeadParts(folder)
  const owner = `${MACHINE}-${String(process.pid)}-${STARTED}`
  return join(folder, `.fabula-${owner}-${randomBytes(6).toString('hex')}.part`)
}

/** Removes, where permitted, the parts of ended processes of this computer in a folder. */
export function removeDeadParts(folder: string): void {
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    // The next write to the folder fails for the same reason and reports it.
  }
  for (const name of names) {
    try {
      if (isDeadPart(name)) rmSync(join(folder, name), { force: true, recursive: true })
    } catch {
      // It belongs to another user, as is possible in a folder for temporary files.
    }
  }
}

function isDeadPart(name: string): boolean {
  const [, machine, pid, started] = PART_NAME.exec(name) ?? []
  if (machine !== MACHINE) return false
  return Number(pid) === process.pid ? started !== STARTED : !isRunning(Number(pid))
}

/** The namespace of process ids on Linux; empty on other systems. */
function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: a process of another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
