/** Vibes as a file to share: `{"fabulaVibes": 1, "vibes": [{"vibe", "prompt"}]}`. Ids are a service's own. */
import * as z from 'zod'
import { UserFacingError } from '../lib/userFacingError.ts'
import { countCharacters, MAX_PROMPT_CHARACTERS, MAX_VIBE_NAME_CHARACTERS } from '../speech-api/limits.ts'

const FORMAT = 1
/** More vibes than any library holds. */
export const MAX_VIBES_IN_FILE = 2_000

/** A vibe without its id in a library. */
export interface VibeWords {
  readonly name: string
  readonly prompt: string
}

const text = (limit: number) =>
  z
    .string()
    .trim()
    .min(1)
    .refine((value) => countCharacters(value) <= limit, `must be at most ${limit} characters`)

/** A name and a prompt that a library accepts. */
export const vibeWordsSchema = z.strictObject({
  name: text(MAX_VIBE_NAME_CHARACTERS),
  prompt: text(MAX_PROMPT_CHARACTERS),
})

const vibeFileSchema = z.object({
  fabulaVibes: z.literal(FORMAT),
  vibes: z
    .array(z.object({ vibe: text(MAX_VIBE_NAME_CHARACTERS), prompt: text(MAX_PROMPT_CHARACTERS) }))
    .max(MAX_VIBES_IN_FILE),
})
const newerSchema = z.object({ fabulaVibes: z.int().min(FORMAT + 1) })

/** Writes vibes one field to a line, so that versions can be compared. */
export function formatVibeFile(vibes: readonly VibeWords[]): string {
  const file: z.input<typeof vibeFileSchema> = {
    fabulaVibes: FORMAT,
    vibes: vibes.map(({ name, prompt }) => ({ vibe: name, prompt })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Reads a file of vibes, each of them once. Throws `vibe-file-newer` for a format that this version does not know, and
 * `vibe-file-invalid` if it is not a vibe file.
 */
export function parseVibeFile(content: string, fileName: string): VibeWords[] {
  const json = parseJson(content)
  if (newerSchema.safeParse(json).success) throw new UserFacingError('vibe-file-newer', { name: fileName })
  const parsed = vibeFileSchema.safeParse(json)
  if (!parsed.success) throw new UserFacingError('vibe-file-invalid', { name: fileName })
  return withoutDoubles(parsed.data.vibes.map(({ vibe, prompt }) => ({ name: vibe, prompt })))
}

/** The vibes that are not among `known` by name and prompt. */
export function withoutKnown(vibes: readonly VibeWords[], known: readonly VibeWords[]): VibeWords[] {
  const keys = new Set(known.map(keyOf))
  return vibes.filter((vibe) => !keys.has(keyOf(vibe)))
}

function withoutDoubles(vibes: readonly VibeWords[]): VibeWords[] {
  return [...new Map(vibes.map((vibe) => [keyOf(vibe), vibe])).values()]
}

function keyOf({ name, prompt }: VibeWords): string {
  return JSON.stringify([name.trim(), prompt.trim()])
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
