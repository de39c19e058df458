/**
 * How an answer travels. Electron flattens a thrown error to its message, so failures cross the boundary as values:
 * a code that the renderer translates, and what fills its placeholders.
 */
import * as z from 'zod'

export const wireErrorSchema = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type WireError = z.infer<typeof wireErrorSchema>

export type WireResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError }
