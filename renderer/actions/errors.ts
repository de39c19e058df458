/** Errors that are shown where they occurred, and errors that ask the writer something, instead of a notice. */
import type { WireError } from '../../shared/ipc/result.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { App } from '../stores/app.ts'
import { parseJobIds } from '../../shared/jobs/job.ts'

/** Returns an error's code and params for a store. An error that is not a UserFacingError is a bug, and is also reported. */
export function toWireError(app: App, error: unknown): WireError {
  if (error instanceof UserFacingError) return { code: error.code, params: { ...error.params } }
  app.report(error)
  return { code: 'unexpected', params: {} }
}

/** Whether a submission was held back until the writer confirms it. */
export function isOverCap(error: unknown): error is UserFacingError {
  return error instanceof UserFacingError && error.code.startsWith('credit-cap-')
}

/** Whether words were not bought because other jobs, named by the error, have already requested them. */
export function isAlreadyPaid(error: unknown): error is UserFacingError {
  return error instanceof UserFacingError && parseJobIds(error.params).length > 0
}
