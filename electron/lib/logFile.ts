/**
 * The log that a person can look at and send: files of at most 1 MB in the app's folder, the oldest of which is dropped. All hosts
 * write to the same ones. An error's message may quote the story, so the log keeps what tells about the program only: where the error
 * showed, its name and code, the file of the system's own errors, and the lines of code. Lines of code lead to the message's words.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getSystemErrorName } from 'node:util'
import { redact, type Report } from './report.ts'

/** In the app's folder. */
export const LOGS_FOLDER = 'logs'
const LOG_FILE = 'fabula.log'
const MAX_BYTES = 1024 * 1024
const MAX_FILES = 5
/** How deep a chain of causes is followed, and how much of each stack is kept. */
const MAX_CAUSES = 5
const MAX_FRAMES = 30
const OWNER_ONLY = 0o600

export interface LogFile {
  readonly folder: string
  /** Writes an error. */
  readonly report: Report
  /** Writes what happened, in words that the program chose: never a person's. */
  note(text: string): void
}

export interface LogFileOptions {
  readonly folder: string
  /** Whose lines these are. */
  readonly host: 'desktop' | 'browser' | 'terminal'
  /** The keys in use, which are blanked wherever they turn up. */
  readonly secrets: () => readonly string[]
  readonly now: () => number
  readonly maxBytes?: number
}

/** The log in a folder, which is made when the first line is written. A log that cannot be written changes nothing for the app. */
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
      // A full or failing disk: whoever reports meets it elsewhere, too.
    }
  }

  function rotate(): void {
    for (let age = MAX_FILES - 2; age >= 0; age -= 1) {
      try {
        renameSync(paths[age] ?? '', paths[age + 1] ?? '')
      } catch {
        // There are not so many yet, or another program is looking at one.
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

/** The files of the log, the newest first. */
function pathsIn(folder: string): readonly string[] {
  return Array.from({ length: MAX_FILES }, (_, age) =>
    join(folder, age === 0 ? LOG_FILE : LOG_FILE.replace('.', `.${age}.`)),
  )
}

/** The last lines of the log in a folder, the oldest first; none if it has none. */
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

/** An error, and what caused it, without any word that it may have taken from a story. */
export function describeWithoutWords(error: unknown): string {
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

/** Names and codes are words of programmers: they have no blanks, and are short. */
const PLAIN_WORD = /^[\w.-]{1,80}$/

function headOf(error: Error): string {
  const { name } = error
  const code = 'code' in error ? String(error.code) : ''
  const words = [name, code].filter((word) => PLAIN_WORD.test(word))
  return `${words.length === 0 ? 'Error' : words.join(' ')}${systemWordsOf(error)}`
}

/** What the system says of a file or an address: its own words, and the path. */
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

/** The lines of code after the message, which V8 puts before them: https://v8.dev/docs/stack-trace-api */
function framesOf({ stack = '', message }: Error): string[] {
  const start = message === '' ? -1 : stack.indexOf(message)
  return stack
    .slice(start === -1 ? 0 : start + message.length)
    .split('\n')
    .filter((line) => /^ {4}at \S/.test(line) && (/:\d+:\d+\)?$/.test(line) || line.endsWith('<anonymous>)')))
    .slice(0, MAX_FRAMES)
    .map((line) => line.slice(0, 300))
}
