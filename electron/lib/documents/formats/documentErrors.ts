import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'

/** The file violates its format: it is truncated, altered, or was never valid. */
export function damaged(cause?: unknown): UserFacingError {
  return new UserFacingError('document-damaged', {}, { cause })
}

/** The document needs a password, or the given one is wrong. */
export function passwordRefused(password: string | null): UserFacingError {
  return new UserFacingError(password === null ? 'document-password-needed' : 'document-password-wrong')
}
