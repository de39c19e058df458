/** Vibes: named emotion prompts, the caller's own (`user_vibe`) and the platform's (`api_vibe`). */
import { z } from 'zod'
import { MAX_PROMPT_CHARACTERS, MAX_VIBE_NAME_CHARACTERS, isNotBlank, NOT_BLANK, upTo } from './limits.ts'
import { parseServiceTime, serviceTimeSchema } from './records.ts'

const filled = (limit: number) => upTo(limit).refine(isNotBlank, 'must not be empty').meta(NOT_BLANK)

/** Body of creating and updating a custom vibe. */
export const vibeRequestSchema = z.object({
  vibe: filled(MAX_VIBE_NAME_CHARACTERS).describe('Name of the vibe.'),
  prompt: filled(MAX_PROMPT_CHARACTERS).describe('How the emotion is expressed.'),
})

/** Query of a search: the text to find in names and prompts; the empty text matches everything. */
export const vibeSearchSchema = z.object({
  key: upTo(MAX_PROMPT_CHARACTERS).describe('Text in a name or a prompt, in any case.'),
})

/** A custom vibe's id as part of a path. */
export const vibeIdSchema = z.coerce.number<string>().int().min(1)

/** A vibe as in the published interface. */
export const vibeRecordSchema = z
  .strictObject({
    type: z.enum(['user_vibe', 'api_vibe']).describe("The caller's own, or the platform's."),
    id: z.number().int(),
    created_at: serviceTimeSchema,
    vibe: z.string(),
    prompt: z.string(),
    user_id: z.number().int().nullable(),
    updated_at: serviceTimeSchema,
  })
  .meta({ id: 'Vibe' })

/** What the answer to a delete carries besides the vibe; normally empty. */
export const deletedVibeRecordSchema = vibeRecordSchema
  .extend({
    user: z.record(z.string(), z.unknown()),
    tts_histories: z.array(z.unknown()),
    story_blocks: z.array(z.unknown()),
  })
  .meta({ id: 'DeletedVibe' })

export type VibeRequest = z.input<typeof vibeRequestSchema>
export type VibeRecord = z.output<typeof vibeRecordSchema>
export type DeletedVibeRecord = z.output<typeof deletedVibeRecordSchema>

/** A vibe in a uniform shape. `isMaster` ones belong to the platform and are read-only. */
export interface Vibe {
  readonly id: number
  readonly name: string
  readonly prompt: string
  readonly isMaster: boolean
  readonly createdAtMs: number | null
  readonly updatedAtMs: number | null
}

const tolerantVibeSchema = z.looseObject({
  id: z.number().int(),
  type: z.string().nullish().catch(null),
  vibe: z.string(),
  prompt: z.string().nullish().catch(null),
  created_at: z.string().nullish().catch(null),
  updated_at: z.string().nullish().catch(null),
})

const envelopeSchema = z.looseObject({ success: z.boolean().optional(), result: z.unknown() })

/** Reads an answer about one vibe, or null if it is not one. */
export function parseVibeResponse(json: unknown): Vibe | null {
  const envelope = envelopeSchema.safeParse(json)
  if (!envelope.success || envelope.data.success === false) return null
  return readVibe(envelope.data.result)
}

/** Reads a list of vibes, or null if it is not one; unusable entries are left out. */
export function parseVibeList(json: unknown): Vibe[] | null {
  const envelope = envelopeSchema.safeParse(json)
  if (!envelope.success || envelope.data.success === false || !Array.isArray(envelope.data.result))
    return null
  return envelope.data.result.map(readVibe).filter((vibe) => vibe !== null)
}

function readVibe(value: unknown): Vibe | null {
  const vibe = tolerantVibeSchema.safeParse(value)
  if (!vibe.success) return null
  const { id, type, vibe: name, prompt, created_at, updated_at } = vibe.data
  return {
    id,
    name,
    prompt: prompt ?? '',
    isMaster: type === 'api_vibe',
    createdAtMs: parseServiceTime(created_at),
    updatedAtMs: parseServiceTime(updated_at),
  }
}
