/** Vibes as a file to share, `{"fabulaVibes": 1, "vibes": [{"vibe", "prompt"}]}`, and in a story: finding and replacing the uses of one. */
import * as z from 'zod'
import { UserFacingError } from '../lib/userFacingError.ts'
import { countCharacters, MAX_PROMPT_CHARACTERS, MAX_VIBE_NAME_CHARACTERS } from '../speech-api/limits.ts'
import type { Change } from './changes.ts'
import { MAX_LABEL, MAX_STORED_PROMPT } from './limits.ts'
import { isLocked } from './locks.ts'
import type { StoryRecord } from './records.ts'
import { blocksOf, settingsOf } from './selectors.ts'
import { isEmotional, type SpeechSettings, type VibeRef } from './speechSettings.ts'
import type { Story } from './story.ts'

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

/** A library vibe in the form that a story keeps. */
export function vibeRefOf({ id, name, prompt }: VibeRef): VibeRef {
  return { id, name: name.slice(0, MAX_LABEL), prompt: prompt.slice(0, MAX_STORED_PROMPT) }
}

/** The parts of a story that use a vibe. */
export interface VibeUses {
  /** The numbers of the blocks that are spoken with it, from 1 on. */
  readonly blocks: readonly number[]
  /** The names of the characters that have it in their settings. */
  readonly characters: readonly string[]
}

/** The blocks that are spoken with a vibe, and the characters that have it. */
export function usesOfVibe(story: Story, vibeId: number): VibeUses {
  const usesIt = (settings: SpeechSettings) => isEmotional(settings) && settings.vibe?.id === vibeId
  return {
    blocks: blocksOf(story).flatMap((block, index) => (usesIt(settingsOf(story, block)) ? [index + 1] : [])),
    characters: story.cast.filter(({ settings }) => usesIt(settings)).map(({ name }) => name),
  }
}

export function isVibeUsed({ blocks, characters }: VibeUses): boolean {
  return blocks.length > 0 || characters.length > 0
}

/** Replaces the vibe with an id in blocks that are not locked, characters and the story's defaults. */
export function replaceVibe(story: Story, vibeId: number, next: VibeRef): Change {
  const usesIt = ({ vibe }: SpeechSettings) => vibe?.id === vibeId
  const put = [...story.records.values()].flatMap((record): StoryRecord[] => {
    switch (record.type) {
      case 'block':
        return !isLocked(record) && record.vibe !== 'none' && record.vibe?.id === vibeId
          ? [{ ...record, vibe: next }]
          : []
      case 'character':
        return usesIt(record.settings) ? [{ ...record, settings: { ...record.settings, vibe: next } }] : []
      case 'story':
        return usesIt(record.defaults) ? [{ ...record, defaults: { ...record.defaults, vibe: next } }] : []
      case 'chapter':
      case 'lexiconEntry':
      case 'music':
      case 'cover':
        return []
    }
  })
  return { put, remove: [] }
}
