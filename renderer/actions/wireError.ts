/** Errors shown where they occurred, instead of as a notice. */
import type { WireError } from '../../shared/ipc/result.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { App } from '../stores/app.ts'

/** Returns an error's code and params for a store. An error that is not a UserFacingError is a bug, and is also reported. */
export function toWireError(app: App, error: unknown): WireError {
  if (error instanceof UserFacingError) return { code: error.code, params: { ...error.params } }
  app.report(error)
  return { code: 'unexpected', params: {} }
}
