import type { CSSProperties } from 'react'

/** The style with a character's colour as `--c`, by the colour's number; 0, the default, is no character. */
export function characterColor(color = 0): CSSProperties {
  return { '--c': `var(--c${color})` } as CSSProperties // a custom property is no key of CSSProperties
}
