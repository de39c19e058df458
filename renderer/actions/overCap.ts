import { UserFacingError } from '../../shared/lib/userFacingError.ts'

/** Whether a submission was held back until the writer confirms it. */
export function isOverCap(error: unknown): error is UserFacingError {
  return error instanceof UserFacingError && error.code.startsWith('credit-cap-')
}
