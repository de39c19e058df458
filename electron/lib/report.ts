import { fromUserFacing, type WireError } from '../../shared/ipc/result.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { toAppError } from './files/diskFaults.ts'
import { createRedact } from './http/redact.ts'

/** Tells the log about a bug: where it showed, and the error. Secrets and request contents stay out. */
export type Report = (where: string, error: unknown) => void

/** How deep a chain of causes is followed. */
const MAX_CAUSES = 5

/**
 * A reporter that writes stacks, never the errors' other properties: HTTP libraries hang whole requests on them, keys
 * included. `secrets` are blanked wherever they still turn up.
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

/** Blanks the given secrets, and whatever stands where keys and tokens usually stand. */
export function redact(text: string, secrets: readonly string[]): string {
  const known = secrets
    .filter((secret) => secret.length > 0)
    .reduce((sofar, secret) => createRedact(secret)(sofar.replaceAll(secret, '[secret]')), text)
  return known.replace(/((?:token|key|authorization|cookie)["']?\s*[=:]\s*["']?)[^\s"'&;,}]+/gi, '$1[secret]')
}

/**
 * The form in which a failure leaves the main process. Whatever is not told as a UserFacingError is reported under `where` and loses
 * its details: an error of the disk keeps its kind, the rest are bugs.
 */
export function toWireError(error: unknown, where: string, report: Report): WireError {
  if (!(error instanceof UserFacingError)) report(where, error)
  const told = toAppError(error)
  return told instanceof UserFacingError ? fromUserFacing(told) : { code: 'unexpected', params: {} }
}
