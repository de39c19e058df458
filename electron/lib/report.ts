import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getSystemErrorName } from 'node:util'
import { fromUserFacing, type WireError } from '../../shared/ipc/result.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { toAppError } from './files/diskFaults.ts'
import { createRedact } from './http/redact.ts'

/** Reports a bug to the log: where it occurred, and the error. Secrets and request contents are left out. */
export type Report = (where: string, error: unknown) => void

/** The depth to which causes are reported and logged. */
const MAX_CAUSES = 5

/**
 * A reporter that writes stacks, but not the errors' other properties: HTTP libraries attach whole requests to them, including keys.
 * `secrets` are masked everywhere.
 */
export function createReport(
  write: (text: string) => void,
  secrets: () => readonly string[] = () => [],
): Report {
  return (where, error) => write(`${redact(`${where}: ${describe(error)}`, secrets())}\n`)
}

/** Reports to several places. */
export function reportToAll(...reports: readonly Report[]): Report {
  return (where, error) => {
    for (const report of reports) report(where, error)
  }
}

function describe(error: unknown): string {
  const stacks: string[] = []
  for (let next = error; next !== undefined && stacks.length < MAX_CAUSES;) {
    if (!(next instanceof Error)) {
      stacks.push(typeof next === 'string' ? next : `a thrown ${typeof next}`)
      break
    }
    stacks.push(next.stack ?? `${next.name}: ${next.message}`)
    next = next.cause
  }
  return stacks.join('\ncaused by ')
}

/** Masks the given secrets, and text in the usual positions of keys and tokens. */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets
    .filter((secret) => secret.length > 0)
    .reduce((sofar, secret) => createRedact(secret)(sofar.replaceAll(secret, '[secret]')), text)
  return known.replace(/((?:token|key|authorization|cookie)["']?\s*[=:]\s*["']?)[^\s"'&;,}]+/gi, '$1[secret]')
}

/**
 * A failure in the form in which it leaves the main process. An error that is not a UserFacingError is reported under `where` and loses its
 * details: an error of the disk keeps its kind; the rest are bugs.
 */
export function toWireError(error: unknown, where: string, report: Report): WireError {
  if (!(error instanceof UserFacingError)) report(where, error)
  const told = toAppError(error)
  return told instanceof UserFacingError ? fromUserFacing(told) : { code: 'unexpected', params: {} }
}

/** In the app's folder. */
export const LOGS_FOLDER = 'logs'
const LOG_FILE = 'fabula.log'
const MAX_BYTES = 1024 * 1024
const MAX_FILES = 5
/** The most lines of each stack that are logged. */
const MAX_FRAMES = 30
const OWNER_ONLY = 0o600

interface LogFile {
  readonly folder: string
  /** Writes an error. */
  readonly report: Report
  /** Writes an event, in words of the program's own, never of a person. */
  note(text: string): void
}

export interface LogFileOptions {
  readonly folder: string
  /** The host that writes. */
  readonly host: 'desktop' | 'browser' | 'terminal'
  /** The keys in use, which are masked everywhere. */
  readonly secrets: () => readonly string[]
  readonly now: () => number
  readonly maxBytes?: number
}

/** The log in a folder, which is created with the first line. Failures to write are ignored. */
export function createLogFile(options: LogFileOptions): LogFile {
  const { folder, host, secrets, now, maxBytes = MAX_BYTES } = options
  const paths = pathsIn(folder)

  function write(text: string): void {
    const line = Buffer.from(
      `${new Date(now()).toISOString()} ${host} ${process.pid} ${redact(text, secrets())}\n`,
    )
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const size = statSync(paths[0] ?? '', { throwIfNoEntry: false })?.size ?? 0
      if (size > 0 && size + line.length > maxBytes) rotate()
      appendFileSync(paths[0] ?? '', line.subarray(0, maxBytes), { mode: OWNER_ONLY })
    } catch {
      // A full or failing disk, which is also reported elsewhere.
    }
  }

  function rotate(): void {
    for (let age = MAX_FILES - 2; age >= 0; age -= 1) {
      try {
        renameSync(paths[age] ?? '', paths[age + 1] ?? '')
      } catch {
        // It does not exist yet, or another program has it open.
      }
    }
  }

  return {
    folder,
    report: (where, error) =>
      write(`${where.slice(0, 200).replace(/\s+/g, ' ')}: ${describeWithoutWords(error)}`),
    note: (text) => write(text),
  }
}

/** The log files, newest first. */
function pathsIn(folder: string): readonly string[] {
  return Array.from({ length: MAX_FILES }, (_, age) =>
    join(folder, age === 0 ? LOG_FILE : LOG_FILE.replace('.', `.${age}.`)),
  )
}

/** The last lines of the log in a folder, oldest first; empty if there are none. */
export function readLastLines(folder: string, lineCount: number): string {
  let lines: string[] = []
  for (const path of pathsIn(folder)) {
    lines = [...linesOf(path), ...lines]
    if (lines.length >= lineCount) break
  }
  return lines.slice(-lineCount).join('\n')
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/** An error and its causes, without any text that may come from a story. */
function describeWithoutWords(error: unknown): string {
  const parts: string[] = []
  for (let next = error; next !== undefined && next !== null && parts.length < MAX_CAUSES;) {
    if (!(next instanceof Error)) {
      parts.push(`a thrown ${typeof next}`)
      break
    }
    parts.push([headOf(next), ...framesOf(next)].join('\n'))
    next = next.cause
  }
  return parts.length === 0 ? 'nothing was thrown' : parts.join('\ncaused by ')
}

/** Names and codes from code: short, without spaces. */
const PLAIN_WORD = /^[\w.-]{1,80}$/

function headOf(error: Error): string {
  const { name } = error
  const code = 'code' in error ? String(error.code) : ''
  const words = [name, code].filter((word) => PLAIN_WORD.test(word))
  return `${words.length === 0 ? 'Error' : words.join(' ')}${systemWordsOf(error)}`
}

/** The system's own message about a file or an address, with the path. */
function systemWordsOf(error: Error): string {
  const { errno, syscall, path, dest, address, port } = Object.fromEntries(Object.entries(error)) as Partial<
    Record<string, unknown>
  > // whatever hangs on it
  if (typeof errno !== 'number' || typeof syscall !== 'string' || !PLAIN_WORD.test(syscall)) return ''
  const known = isSystemError(errno) ? syscall : ''
  const names = [path, dest, address, port].filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  )
  return known === '' ? '' : ` (${[known, ...names].join(' ')})`
}

function isSystemError(errno: number): boolean {
  try {
    return getSystemErrorName(errno) !== ''
  } catch {
    return false
  }
}

/** The stack frames after the message, which V8 puts before them: https://v8.dev/docs/stack-trace-api */
function framesOf({ stack = '', message }: Error): string[] {
  const start = message === '' ? -1 : stack.indexOf(message)
  return stack
    .slice(start === -1 ? 0 : start + message.length)
    .split('\n')
    .filter((line) => /^ {4}at \S/.test(line) && (/:\d+:\d+\)?$/.test(line) || line.endsWith('<anonymous>)')))
    .slice(0, MAX_FRAMES)
    .map((line) => line.slice(0, 300))
}
