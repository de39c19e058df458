import type { ErrorCode, ErrorParams } from '../messages/errors.ts'

/** Values that fill the placeholders of a translated message. */
export type MessageParams = Readonly<Record<string, string | number>>

/** The placeholder values and the cause of an error. A code from another process can be any code, with any values. */
type ErrorContent<Code extends ErrorCode> = ErrorCode extends Code
  ? [params: MessageParams, options?: ErrorOptions]
  : keyof ErrorParams<Code> extends never
    ? [params?: Readonly<Record<string, never>>, options?: ErrorOptions]
    : [params: ErrorParams<Code>, options?: ErrorOptions]

/**
 * An error that the user can act on. `code` names a translated message (`errors.<code>`) that says what happened,
 * what is safe and what to do next; `params` fill its placeholders and never hold a secret.
 */
export class UserFacingError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: ErrorCode
  readonly params: MessageParams

  constructor(code: Code, ...[params = {}, options]: ErrorContent<Code>) {
    super(`${code}${Object.keys(params).length > 0 ? ` ${JSON.stringify(params)}` : ''}`, options)
    this.name = 'UserFacingError'
    this.code = code
    this.params = params
  }

  /** Makes `instanceof` narrow to an error of any code; by default it would narrow to code `any`. */
  static override [Symbol.hasInstance](value: unknown): value is UserFacingError {
    return Function.prototype[Symbol.hasInstance].call(this, value)
  }
}
