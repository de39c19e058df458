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
  if (choicesOf(source) > MOST_CHOICES) return null
  try {
    if (isCaseSensitive || !hasCase(source)) return new RegExp(source, 'u')
    // Without regard to case, “ſ” and the kelvin sign are letters of a word to this engine, and none beside a `\b` of RE2.
    return new RegExp(
      source.replace(ESCAPED, (escaped) => (escaped === '\\b' ? '(?-i:\\b)' : escaped)),
      'iu',
    )
  } catch {
    return null // RE2 tells whether it is wrong
  }
}

function choicesOf(source: string): number {
  return CHOICES.reduce((sum, [pattern, each]) => sum + each * (source.match(pattern)?.length ?? 0), 0)
}

const ESCAPED = /\\./g

/** Whether upper and lower case can differ for an expression, as in the `w` of `\w`; they are searched faster where they cannot. */
function hasCase(source: string): boolean {
  return /\p{L}/u.test(source.replace(ESCAPED, (escaped) => (escaped === '\\w' ? 'w' : '')))
}

/**
 * The most steps that the engine takes at each letter of any text for a regular expression that it may run; Infinity where that depends
 * on the text, as with an endless repetition.
 */
export function simpleSteps(source: string): number {
  if (!SIMPLE.test(source) || /[*+]/.test(source.replace(ESCAPED, ''))) return Infinity
  return source.length * 2 ** choicesOf(source)
}
