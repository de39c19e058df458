/**
 * The result of a call, as it crosses the boundary. Electron flattens a thrown error to its message, so failures cross the boundary as values:
 * a code that the renderer translates, and the values of its placeholders.
 */
import * as z from 'zod'
import { UserFacingError } from '../lib/userFacingError.ts'
import { isErrorCode, type ErrorCode } from '../messages/errors.ts'

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

/**
 * What a browser host answers while it still works on a call. It sends the event `ANSWERED` with the same id once there is an answer,
 * which the page then gets. A browser keeps at most six connections to a host: calls that take minutes would block all others.
 */
export const laterSchema = z.strictObject({ later: z.string() })
export type Later = z.infer<typeof laterSchema>
export const ANSWERED = 'answered'

// How a page in a browser proves to its host that it belongs to the person who started the host.

/** The parts of the host that a URL can access by a pass, because the browser requests them without the page's headers. */
export const PASS_KINDS = ['events', 'media', 'download'] as const
export type PassKind = (typeof PASS_KINDS)[number]

/** The token of the address that the host printed, the code of the file by which it opened the browser, or a page's key. */
export const sessionRequestSchema = z.strictObject({ credential: z.string().min(1).max(200) })

/** The key for the page's calls, and a pass for each part that a URL can access: a pass gives access to nothing else. */
export const pageSessionSchema = z.strictObject({
  key: z.string(),
  passes: z.record(z.enum(PASS_KINDS), z.string()),
})
export type PageSession = z.infer<typeof pageSessionSchema>
