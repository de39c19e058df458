/** Regular expressions that the engine of the browser may run: it finds what RE2 finds, much faster, and they cannot freeze it. */

/**
 * Only parts that both engines understand alike: letters and signs, `\b`, `\d`, `\w`, sets of letters, groups, alternatives, and
 * repetitions of a single letter or set; a group is not repeated. What an optional group does that finds nothing differs.
 */
const SIMPLE =
  /^(?:(?:\\[bdw]|\\[\\^$.*+?()[\]{}|/]|\[(?:[\p{L}\p{N} _.,:;'’!-]|\\[dw])+\]|[^\\^$.*+?()[\]{}|])(?:[?*+]|\{\d(?:,\d)?\})?|\((?:\?:)?|\)|\|)*$/u

/**
 * The ways in which an engine that tries them all can go on multiply with each choice: at most some hundreds at each letter of a
 * text, or as many as it has letters, are soon tried.
 */
const MOST_CHOICES = 8
const CHOICES: readonly (readonly [pattern: RegExp, choices: number])[] = [
  [/[|?]/g, 1],
  [/\{\d,/g, 3],
  [/[*+]/g, 7],
]

/** The expression for that engine; null where RE2 has to run it. */
export function simpleRegExp(source: string, isCaseSensitive: boolean): RegExp | null {
  if (!SIMPLE.test(source)) return null
  const choices = CHOICES.reduce(
    (sum, [pattern, each]) => sum + each * (source.match(pattern)?.length ?? 0),
    0,
  )
  if (choices > MOST_CHOICES) return null
  try {
    return new RegExp(source, hasCase(source) && !isCaseSensitive ? 'iu' : 'u')
  } catch {
    return null // RE2 tells whether it is wrong
  }
}

/** Whether upper and lower case can differ for an expression; they are searched faster where they cannot. */
function hasCase(source: string): boolean {
  return /\p{L}/u.test(source.replace(/\\[bdw]/g, ''))
}
