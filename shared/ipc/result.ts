/**
 * The result of a call, as it crosses the boundary. Electron flattens a thrown error to its message, so failures cross the boundary as values:
 * a code that the renderer translates, and the values of its placeholders.
 */
import * as z from 'zod'
import { isErrorCode, type ErrorCode } from '../messages/errors.ts'
import { UserFacingError } from '../lib/userFacingError.ts'

export const wireErrorSchema = z.object({
  /** A code of another version for which this version has no text becomes `unexpected`. */
  code: z.custom<ErrorCode>((code) => typeof code === 'string' && isErrorCode(code)).catch('unexpected'),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type WireError = z.infer<typeof wireErrorSchema>

/** An error as it is stored and sent: its code, and the values of its message's placeholders. */
export function fromUserFacing({ code, params }: UserFacingError): WireError {
  return { code, params: { ...params } }
}

/** A stored or received error as one that can be thrown. */
export function toUserFacing({ code, params }: WireError, options?: ErrorOptions): UserFacingError {
  return new UserFacingError(code, params, options)
}

export type WireResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError }
