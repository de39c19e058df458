/** The limits of the published interface, and those that the embedded service adds. */
import { z } from 'zod'

/** Longest text of one request or one story block, counted by `countCharacters`. */
export const MAX_INPUT_CHARACTERS = 10_000

export const MIN_SPEED = 1
export const MAX_SPEED = 4
export const DEFAULT_SPEED = 1

export const MAX_DOCUMENT_BYTES = 100 * 1024 * 1024
export const MAX_DOCUMENT_ROWS = 500_000

/** Not published: the limits of the embedded service, which Fabula also applies. */
/** For all texts of one conversion: more than any novel has, and some 90 hours of speech. */
export const MAX_CONVERSION_CHARACTERS = 5_000_000
export const MAX_STORY_BLOCKS = 20_000
export const MAX_NAME_CHARACTERS = 500
export const MAX_VOICE_ID_CHARACTERS = 200
export const MAX_EMOTION_CHARACTERS = 100
export const MAX_PROMPT_CHARACTERS = 2_000
export const MAX_VIBE_NAME_CHARACTERS = 200
export const MAX_PASSWORD_CHARACTERS = 1_000
export const MAX_CUSTOM_VIBES = 1_000
export const MAX_SILENCE_SECONDS = 3_600
export const MAX_DURATION_SECONDS = 3_600

/**
 * Counts characters as the service does: one for each Unicode code point, so an emoji is one and not two. A grapheme of
 * several code points (a flag, a letter with a combining accent) counts each of them.
 */
export function countCharacters(text: string): number {
  let count = text.length
  for (let index = 0; index + 1 < text.length; index++) {
    if (isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1))) {
      count--
      index++
    }
  }
  return count
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

// Text fields. JSON Schema cannot describe a refinement, so its description is stated beside it.

/** Text of at most `limit` characters (code points, which is also what JSON Schema counts). */
export const upTo = (limit: number) =>
  z
    .string()
    .refine(
      // Text that is short in any case is not counted, because counting leaves it in memory, and it may be a password.
      (text) => text.length <= limit || countCharacters(text) <= limit,
      `must be at most ${limit.toLocaleString('en')} characters`,
    )
    .meta({ maxLength: limit })

export const isNotBlank = (text: string) => text.trim() !== ''

/** `isNotBlank` as JSON Schema. */
export const NOT_BLANK = { minLength: 1, pattern: '\\S' }
