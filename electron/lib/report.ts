import { fromUserFacing, type WireError } from '../../shared/ipc/result.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { toAppError } from './files/diskFaults.ts'
import { createRedact } from './http/redact.ts'

/** Reports a bug to the log: where it occurred, and the error. Secrets and request contents are left out. */
export type Report = (where: string, error: unknown) => void

/** The depth to which causes are reported. */
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
