/** Text fields. JSON Schema cannot describe a refinement, so its description is stated beside it. */
import { z } from 'zod'
import { countCharacters } from './limits.ts'

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

/** What `isNotBlank` is in JSON Schema. */
export const NOT_BLANK = { minLength: 1, pattern: '\\S' }
