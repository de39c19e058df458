import type { CSSProperties } from 'react'

/** The style with a character's colour as `--c`, by the colour's number; 0, the default, stands for no character. */
export function characterColor(color = 0): CSSProperties {
  return { '--c': `var(--c${color})` } as CSSProperties // CSSProperties does not include custom properties
}
