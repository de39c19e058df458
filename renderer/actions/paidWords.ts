import { parseJobIds } from '../../shared/jobs/job.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'

/** Whether words were not bought because other jobs, named by the error, have already requested them. */
export function isAlreadyPaid(error: unknown): error is UserFacingError {
  return error instanceof UserFacingError && parseJobIds(error.params).length > 0
}
