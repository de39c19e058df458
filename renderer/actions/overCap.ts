import { UserFacingError } from '../../shared/lib/userFacingError.ts'

/** Whether a submission was kept back until the writer says yes. */
export function isOverCap(error: unknown): error is UserFacingError {
  return error instanceof UserFacingError && error.code.startsWith('credit-cap-')
}
