import type { ErrorCode } from '../messages/errors.ts'

/** Values that fill the placeholders of a translated message. */
export type MessageParams = Readonly<Record<string, string | number>>

/**
 * Something that a person can act on. `code` names a translated message (`errors.<code>`) that says what happened,
 * what is safe and what to do next; `params` fill its placeholders and never hold a secret.
 */
export class UserFacingError extends Error {
  readonly code: ErrorCode
  readonly params: MessageParams

  constructor(code: ErrorCode, params: MessageParams = {}, options?: ErrorOptions) {
    super(`${code}${Object.keys(params).length > 0 ? ` ${JSON.stringify(params)}` : ''}`, options)
    this.name = 'UserFacingError'
    this.code = code
    this.params = params
  }
}
