import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'

/** The file is not what its format says it should be: cut off, altered, or never right. */
export function damaged(cause?: unknown): UserFacingError {
  return new UserFacingError('document-damaged', {}, { cause })
}

/** The document cannot be opened without its password, or not with the one given. */
export function passwordRefused(password: string | null): UserFacingError {
  return new UserFacingError(password === null ? 'document-password-needed' : 'document-password-wrong')
}
