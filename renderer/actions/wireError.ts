/** Errors that are said where they arose, instead of in a message over everything. */
import type { WireError } from '../../shared/ipc/result.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { World } from '../stores/world.ts'

/** An error as it is kept to be shown; one that nobody can act on is reported as the bug that it is. */
export function toWireError(world: World, error: unknown): WireError {
  if (error instanceof UserFacingError) return { code: error.code, params: { ...error.params } }
  world.report(error)
  return { code: 'unexpected', params: {} }
}
