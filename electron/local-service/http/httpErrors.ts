import type { FieldError } from '../../../shared/speech-api/errors.ts'

/** A request that is refused: its HTTP status, a message for people and, where fields are at fault, which and why. */
export class HttpError extends Error {
  readonly status: number
  readonly fields: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    message: string,
    more: {
      readonly fields?: readonly FieldError[]
      readonly headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.fields = more.fields ?? []
    this.headers = more.headers ?? {}
  }
}

/** 422 for fields at fault; the message names them, since many clients show nothing else. */
export function fieldsRefused(fields: readonly FieldError[]): HttpError {
  const shown = fields.slice(0, 5).map(({ field, message }) => `${field} ${message}`)
  const rest = fields.length > shown.length ? [`and ${fields.length - shown.length} more`] : []
  return new HttpError(422, [...shown, ...rest].join('; '), { fields })
}
