/** The author of a text as the line under its title says it. */

const BY = /^(?:(?:written|(?:a|ein|eine|un|una) \p{L}+) )?(?:by|von|por|par)\s+(.+)$/iu
/** Names have capitals, and no end of a sentence; longer lines are text. */
const NAME = /^\p{Lu}[^!?;:\n]{0,79}(?<![.,])$/u

/** Whom a line such as “by Mary Shelley” names; null for any other line. */
export function authorIn(line: string): string | null {
  const name = BY.exec(line.trim())?.[1]?.trim() ?? ''
  return NAME.test(name) ? name : null
}
