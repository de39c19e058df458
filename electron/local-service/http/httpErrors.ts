import type { z } from 'zod'
import { describeIssues, type FieldError } from '../../../shared/speech-api/errors.ts'

/** A request that is refused: its HTTP status, a message for people and, if fields are at fault, which and why. */
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

/** A checked value. Throws 422 with every field that does not fit the schema. */
export function parseFields<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw fieldsRefused(describeIssues(parsed.error))
  return parsed.data
}
