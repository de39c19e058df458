/**
 * Names for files that are being written, before they have their own name. A name tells which process writes the file, so that
 * what a killed process has left can be told from what another is writing, and be removed.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** A folder may be shared with other machines and with sandboxes, whose processes cannot be asked about. */
const MACHINE = createHash('sha256').update(`${hostname()} ${pidNamespace()}`).digest('hex').slice(0, 8)
/** When this process began, in ms: a process id is used again. All threads of a process have the same. */
const STARTED = Math.round(performance.timeOrigin).toString(36)

/** With what SQLite puts beside a database. */
const PART_NAME = /^\.fabula-([0-9a-f]{8})-(\d+)-([0-9a-z]+)-[0-9a-f]+\.part(?:-journal)?$/

/** A path in `folder` that nobody else has, for a file or a folder of this process. Parts of processes that have ended are then removed there. */
export function newPartPath(folder: string): string {
  removeDeadParts(folder)
  const owner = `${MACHINE}-${String(process.pid)}-${STARTED}`
  return join(folder, `.fabula-${owner}-${randomBytes(6).toString('hex')}.part`)
}

/** Removes what processes of this machine were writing in a folder when they ended, as far as that is allowed. */
export function removeDeadParts(folder: string): void {
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    // The next write to the folder fails for the same reason and says so.
  }
  for (const name of names) {
    try {
      if (isDeadPart(name)) rmSync(join(folder, name), { force: true, recursive: true })
    } catch {
      // It belongs to another user, as in a folder for temporary files.
    }
  }
}

function isDeadPart(name: string): boolean {
  const [, machine, pid, started] = PART_NAME.exec(name) ?? []
  if (machine !== MACHINE) return false
  return Number(pid) === process.pid ? started !== STARTED : !isRunning(Number(pid))
}

/** Within which Linux counts process ids; empty on other systems. */
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
