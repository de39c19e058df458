import type { PlannedChapter } from '../../../shared/import/planned.ts'
import { ESTIMATED_MS_PER_CHARACTER } from '../../../shared/story/layout.ts'

/** How long a chapter will roughly speak, in ms. */
export function lengthOf({ characters }: PlannedChapter): number {
  return characters * ESTIMATED_MS_PER_CHARACTER
}
