/** Regular expressions that are safe in the engine of the browser: it finds the same as RE2, much faster, and cannot freeze on them. */

/**
 * Only parts that both engines understand alike: letters and signs, `\b`, `\d`, `\w`, sets of letters, groups, alternatives, and
 * repetitions of a single letter or set; a group is not repeated. The engines differ in optional groups that match nothing.
 */
const SIMPLE =
  /^(?:(?:\\[bdw]|\\[\\^$.*+?()[\]{}|/]|\[(?:[\p{L}\p{N} _.,:;'’!-]|\\[dw])+\]|[^\\^$.*+?()[\]{}|])(?:[?*+]|\{\d(?:,\d)?\})?|\((?:\?:)?|\)|\|)*$/u

/**
 * The paths of a backtracking engine multiply with each choice. A few hundred at each letter of a
 * text, or one per letter, are tried quickly.
 */
const MOST_CHOICES = 8
const CHOICES: readonly (readonly [pattern: RegExp, choices: number])[] = [
  [/[|?]/g, 1],
  [/\{\d,/g, 3],
  [/[*+]/g, 7],
]

/** The expression for that engine; null if RE2 has to run it. */
export function simpleRegExp(source: string, isCaseSensitive: boolean): RegExp | null {
  if (!SIMPLE.test(source)) return null
  if (choicesOf(source) > MOST_CHOICES) return null
  try {
    if (isCaseSensitive || !hasCase(source)) return new RegExp(source, 'u')
    // Without regard to case, “ſ” and the kelvin sign are word letters for this engine, but not for RE2's `\b`.
    return new RegExp(
      source.replace(ESCAPED, (escaped) => (escaped === '\\b' ? '(?-i:\\b)' : escaped)),
      'iu',
    )
  } catch {
    return null // RE2 reports the error
  }
}

function choicesOf(source: string): number {
  return CHOICES.reduce((sum, [pattern, each]) => sum + each * (source.match(pattern)?.length ?? 0), 0)
}

const ESCAPED = /\\./g

/** Whether upper and lower case can differ for an expression, as in the `w` of `\w`; searching is faster if they cannot. */
function hasCase(source: string): boolean {
  return /\p{L}/u.test(source.replace(ESCAPED, (escaped) => (escaped === '\\w' ? 'w' : '')))
}

/**
 * The most steps that the engine takes at each letter of any text for a regular expression that it may run; Infinity if that depends
 * on the text, as with an unbounded repetition.
 */
export function simpleSteps(source: string): number {
  if (!SIMPLE.test(source) || /[*+]/.test(source.replace(ESCAPED, ''))) return Infinity
  return source.length * 2 ** choicesOf(source)
}
