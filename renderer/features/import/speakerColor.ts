import type { CSSProperties } from 'react'
import type { ImportReview } from './useImport.ts'

/** The style with a speaker's colour, as `--c`: plain for a speaker who reads nothing yet. */
export function speakerColor({ colors }: ImportReview, speaker: string | null): CSSProperties {
  return { '--c': `var(--c${colors.get(speaker) ?? 0})` } as CSSProperties // a custom property is no key of CSSProperties
}
