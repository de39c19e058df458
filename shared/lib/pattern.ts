/**
 * Patterns, typed by a person or read from a file, for finding words in texts. A regular expression is compiled by RE2, since the
 * JavaScript engine can freeze on one such as `(a+)+$`, and runs with limited work.
 */
import { RE2JS, RE2JSException } from 're2js'
import { createProgram, type PatternProgram } from './patternProgram.ts'
import { runProgram, workFor, type WorkMeter } from './patternRun.ts'

/** What to search for. */
export interface PatternOptions {
  readonly source: string
  /** Whether `source` is a regular expression; otherwise it is searched for literally. */
  readonly isPattern: boolean
  readonly isCaseSensitive: boolean
  /** Whether no letter, digit or underscore may stand right before or after a match. */
  readonly isWholeWord: boolean
}

/** A match in a text: its place, and its groups; group 0 is the match itself, and a group that did not take part is undefined. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly groups: readonly (string | undefined)[]
}

/** Finds all matches in a text; null if that takes too much work. Matches do not overlap, and none is empty. */
export type FindMatches = (text: string) => readonly Match[] | null

/** The most instructions of a regular expression that is accepted. The longest entry of a lexicon without repetitions has some 600. */
const MAX_INSTRUCTIONS = 1_000

const WORD_BEFORE = /[\p{L}\p{M}\p{N}_]$/u
const WORD_AFTER = /^[\p{L}\p{M}\p{N}_]/u

/** Compiles a pattern into a search; null if it is empty, or a regular expression that cannot be used. */
export function compilePattern({
  source,
  isPattern,
  isCaseSensitive,
  isWholeWord,
}: PatternOptions): FindMatches | null {
  if (source === '') return null
  const find = isPattern ? findByProgram(source, isCaseSensitive) : findPlain(source, isCaseSensitive)
  if (find === null || !isWholeWord) return find
  return (text) => find(text)?.filter((match) => isWhole(text, match)) ?? null
}

/** RE2's message about a faulty regular expression; null if it is valid, or too complex to be compiled. */
export function patternError(source: string): string | null {
  const compiled = compileProgram(source, true)
  return compiled.kind === 'wrong' ? compiled.reason : null
}

/** A compiled regular expression, or why it cannot be used: it is invalid, with RE2's message, or too complex. */
export type CompiledPattern =
  | { readonly kind: 'program'; readonly program: PatternProgram }
  | { readonly kind: 'wrong'; readonly reason: string }
  | { readonly kind: 'complex' }

/** Compiles a regular expression. `^` and `$` are the ends of lines. */
export function compileProgram(source: string, isCaseSensitive: boolean): CompiledPattern {
  if (isTooComplex(source)) return { kind: 'complex' }
  try {
    const flags = RE2JS.MULTILINE | (isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
    return { kind: 'program', program: createProgram(RE2JS.compile(source, flags)) }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return { kind: 'wrong', reason: error.message }
  }
}

/** The matches of a program from a place on, with their groups; null if the meter is exhausted. */
export function matchesOf(
  program: PatternProgram,
  text: string,
  from: number,
  meter: WorkMeter,
): readonly Match[] | null {
  return runProgram(program, text, from, meter)?.map((places) => matchAt(text, places)) ?? null
}

/** Finds the matches of a regular expression with the JavaScript engine, from a position on. */
export function findSimple(pattern: RegExp): (text: string, from: number) => readonly Match[] {
  const all = new RegExp(pattern, `${pattern.flags}g`)
  return (text, from) => {
    all.lastIndex = from
    const found: Match[] = []
    for (let match = all.exec(text); match !== null; match = all.exec(text)) {
      const [start, end] = [match.index, all.lastIndex]
      if (end > start) found.push({ start, end, groups: match })
      else all.lastIndex += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
    }
    return found
  }
}

/**
 * Returns a search for the first position in a text at which any of some simple regular expressions may match, -1 if none matches at all.
 * This is much faster than searching for each.
 */
export function createPatternTest(
  patterns: readonly Pick<PatternOptions, 'source' | 'isCaseSensitive'>[],
): (text: string) => number {
  const simple = patterns.flatMap(
    ({ source, isCaseSensitive }) => simpleRegExp(source, isCaseSensitive) ?? [],
  )
  const alike = Array.from(
    Map.groupBy(simple, ({ flags }) => flags),
    ([flags, group]) => new RegExp(group.map(({ source }) => `(?:${source})`).join('|'), flags),
  )
  return (text) => {
    let first = -1
    for (const any of alike) {
      const start = text.search(any)
      if (start >= 0 && (first < 0 || start < first)) first = start
    }
    return first
  }
}

function plainRegExp(source: string, isCaseSensitive: boolean): RegExp {
  return new RegExp(source.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), isCaseSensitive ? 'gu' : 'giu')
}

function findPlain(source: string, isCaseSensitive: boolean): FindMatches {
  const pattern = plainRegExp(source, isCaseSensitive)
  return (text) =>
    Array.from(text.matchAll(pattern), (match) => ({
      start: match.index,
      end: match.index + match[0].length,
      groups: match,
    }))
}

function findByProgram(source: string, isCaseSensitive: boolean): FindMatches | null {
  const compiled = compileProgram(source, isCaseSensitive)
  if (compiled.kind !== 'program') return null
  return (text) => matchesOf(compiled.program, text, 0, { left: workFor(text) })
}

function matchAt(text: string, places: Int32Array): Match {
  const groups = Array.from({ length: places.length / 2 }, (_, group) => {
    const [start = -1, end = -1] = [places[2 * group], places[2 * group + 1]]
    return start < 0 || end < 0 ? undefined : text.slice(start, end)
  })
  return { start: places[0] ?? 0, end: places[1] ?? 0, groups }
}

/**
 * Whether a regular expression is rejected before it is compiled: a few letters can stand for a million instructions, which take
 * seconds to compile. Decided by its letters, so that another version of RE2 does not change what is spoken.
 */
export function isTooComplex(source: string): boolean {
  return instructionsOf(source) > MAX_INSTRUCTIONS
}

/** The cost of compiling a regular expression: its letters, its instructions, and its classes of Unicode, which are long lists. */
export function sizeOf(source: string): number {
  return source.length + instructionsOf(source) + 25 * (source.match(/\\p/gi)?.length ?? 0)
}

/** A token of a regular expression: quoted letters, an escaped letter or class, a set, the begin of a group, or a repetition. */
const TOKEN =
  /\\Q([\s\S]*?)(?:\\E|$)|\\[pPx]\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\\\]])*\]|\((?:\?(?:P?<\w*>|[\w-]*:?))?|\{(\d+)(?:,(\d*))?\}|[\s\S]/g

/** An upper estimate of the instructions of a regular expression: repeated parts count as often as they repeat. */
function instructionsOf(source: string): number {
  const outer: number[] = []
  let [sum, last] = [0, 0]
  for (const [token, quoted, least, most] of source.matchAll(TOKEN)) {
    if (token.startsWith('(')) {
      outer.push(sum)
      sum = token.startsWith('(?') ? 0 : 2 // both ends of a group are kept
    } else if (token === ')') {
      last = sum
      sum += outer.pop() ?? 0
    } else if (least !== undefined) {
      const times = Math.max(Number(least), Number(most ?? 0))
      sum += last * (times - 1)
      last *= times
    } else {
      const isRepeating = /^[?*+]$/.test(token)
      sum += quoted?.length ?? 1
      last = isRepeating ? last + 1 : (quoted?.length ?? 1)
    }
  }
  return sum + outer.reduce((total, each) => total + each, 0)
}

function isWhole(text: string, { start, end }: Match): boolean {
  // Two units before and after hold a letter outside of the basic plane.
  return (
    !WORD_BEFORE.test(text.slice(Math.max(0, start - 2), start)) && !WORD_AFTER.test(text.slice(end, end + 2))
  )
}

/** A replacement with its references filled in: `$1` to `$99` are groups, `$0` and `$&` are the match, `$$` is a dollar sign. */
export function fillReferences(template: string, { groups }: Pick<Match, 'groups'>): string {
  return template.replace(/\$(\$|&|\d{1,2})/g, (written, name: string) => {
    if (name === '$') return '$'
    if (name === '&') return groups[0] ?? ''
    // `$12` is group 12 if there is one, otherwise group 1 and the digit 2.
    const [both, one] = [Number(name), Number(name.charAt(0))]
    if (both < groups.length) return groups[both] ?? ''
    return one < groups.length && name.length === 2 ? `${groups[one] ?? ''}${name.charAt(1)}` : written
  })
}

// Regular expressions that are safe in the JavaScript engine: it finds the same as RE2, much faster, and cannot freeze on them.

/**
 * Only parts that both engines understand alike: letters and signs, `\b`, `\d`, `\w`, sets of letters, groups, alternatives, and
 * repetitions of a single letter or set; a group is not repeated. The engines differ in optional groups that match nothing.
 */
const SIMPLE =
  /^(?:(?:\\[bdw]|\\[\\^$.*+?()[\]{}|/]|\[(?:[\p{L}\p{N} _.,:;'’!-]|\\[dw])+\]|[^\\^$.*+?()[\]{}|])(?:[?*+]|\{\d(?:,\d)?\})?|\((?:\?:)?|\)|\|)*$/u

/** The paths of a backtracking engine multiply with each choice. A few hundred per letter of a text are tried quickly. */
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
 * The most steps that the engine takes per letter of any text for a regular expression that it may run; Infinity if that depends on the
 * text, as with an unbounded repetition.
 */
export function simpleSteps(source: string): number {
  if (!SIMPLE.test(source) || /[*+]/.test(source.replace(ESCAPED, ''))) return Infinity
  return source.length * 2 ** choicesOf(source)
}
