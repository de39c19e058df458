import { parseJobIds } from '../../shared/jobs/job.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'

/** Whether words were not bought because other jobs have asked for them, which the error names. */
export function isAlreadyPaid(error: unknown): error is UserFacingError {
  return error instanceof UserFacingError && parseJobIds(error.params).length > 0
}
