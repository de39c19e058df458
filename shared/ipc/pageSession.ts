/** How a page in a browser proves to its host that it was opened by the person who started the host. */
import * as z from 'zod'

/** The parts of the host that a URL can open by a pass, because the browser requests them itself, without the page's headers. */
export const PASS_KINDS = ['events', 'media', 'download'] as const
export type PassKind = (typeof PASS_KINDS)[number]

/** The token of the address that the host printed, the code of the file by which it opened the browser, or a page's key. */
export const sessionRequestSchema = z.strictObject({ credential: z.string().min(1).max(200) })

/** The key for the page's calls, and a pass for each part that a URL can open: a pass opens nothing else. */
export const pageSessionSchema = z.strictObject({
  key: z.string(),
  passes: z.record(z.enum(PASS_KINDS), z.string()),
})
export type PageSession = z.infer<typeof pageSessionSchema>
