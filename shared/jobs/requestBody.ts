/** The parts of a stored request's body that describe what was to be spoken. */
import * as z from 'zod'

const bodySchema = z.object({
  input: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  fileName: z.string().optional().catch(undefined),
  emotion: z.string().optional().catch(undefined),
  custom_prompt: z.string().optional().catch(undefined),
  blocks: z
    .array(z.object({ input: z.string() }))
    .optional()
    .catch(undefined),
})

/** Reads a request's body. Missing or malformed fields are undefined. */
export function parseRequestBody(body: string): z.infer<typeof bodySchema> {
  try {
    return bodySchema.parse(JSON.parse(body))
  } catch {
    return {}
  }
}
