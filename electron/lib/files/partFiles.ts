/**
 * Temporary names of files that are being written. A name identifies the process that writes the file, so that the files of a killed
 * process can be removed, and those of other processes are not.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

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
