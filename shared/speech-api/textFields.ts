/** Fields that hold text. What a refinement checks, a schema's description would not tell: it is told beside it. */
import { z } from 'zod'
import { countCharacters } from './limits.ts'

/** Text of at most so many characters (code points, which is also what JSON Schema counts). */
export const upTo = (limit: number) =>
  z
    .string()
    .refine(
      // Text that is short in any case is not counted: that leaves it in memory, and it can be a password.
      (text) => text.length <= limit || countCharacters(text) <= limit,
      `must be at most ${limit.toLocaleString('en')} characters`,
    )
    .meta({ maxLength: limit })

export const isNotBlank = (text: string) => text.trim() !== ''

/** What `isNotBlank` is in JSON Schema. */
export const NOT_BLANK = { minLength: 1, pattern: '\\S' }
