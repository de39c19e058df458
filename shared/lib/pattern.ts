/**
 * Patterns that a person types, to find words in texts. A regular expression is run by RE2, in linear time: the engine of the
 * browser can be frozen by one such as `(a+)+$`. A simple one, which cannot, is run by that engine, which is much faster.
 */
import { RE2JS, RE2JSSyntaxException } from 're2js'
import { simpleRegExp } from './simplePattern.ts'

/** What is looked for. */
export interface PatternOptions {
  readonly source: string
  /** Whether `source` is a regular expression; else it is looked for as it is. */
  readonly isPattern: boolean
  readonly isCaseSensitive: boolean
  /** Whether no letter, digit or underscore may stand right before or after a match. */
  readonly isWholeWord: boolean
}

/** A match in a text: its place, and what its groups hold; group 0 is the match itself, and a group that took no part is undefined. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly groups: readonly (string | undefined)[]
}

/** Finds all matches in a text, from a place, by default its start, to its end. Matches do not overlap, and none is empty. */
export type FindMatches = (text: string, from?: number) => readonly Match[]

const WORD_BEFORE = /[\p{L}\p{M}\p{N}_]$/u
const WORD_AFTER = /^[\p{L}\p{M}\p{N}_]/u

/** What finds a pattern in texts; null where it is empty, or no regular expression that is understood. */
export function compilePattern({
  source,
  isPattern,
  isCaseSensitive,
  isWholeWord,
}: PatternOptions): FindMatches | null {
  if (source === '') return null
  const simple = isPattern ? simpleRegExp(source, isCaseSensitive) : plainRegExp(source, isCaseSensitive)
  const re2 = simple === null ? compileRe2(source, isCaseSensitive) : null
  const find = simple !== null ? findByRegExp(simple) : re2 !== null ? findByRe2(re2) : null
  if (find === null || !isWholeWord) return find
  return (text, from) => find(text, from).filter((match) => isWhole(text, match))
}

/** Why a regular expression cannot be used, in the words of the engine; null where it can. */
export function patternError(source: string): string | null {
  try {
    RE2JS.compile(source)
    return null
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    return error.message
  }
}

/**
 * Gives a place in a text before which none of some regular expressions, all of which can be used, has a match; -1 where none of
 * them has a match in it. This is much faster than to look for each.
 */
export function createPatternTest(
  patterns: readonly Pick<PatternOptions, 'source' | 'isCaseSensitive'>[],
): (text: string) => number {
  const sources = patterns.map(({ source, isCaseSensitive }) => {
    const simple = simpleRegExp(source, isCaseSensitive)
    return {
      isCaseSensitive,
      source: simple?.source ?? source,
      kind: simple?.flags ?? `re2 ${isCaseSensitive}`,
    }
  })
  const alike = Map.groupBy(sources, ({ kind }) => kind)
  const starts = Array.from(alike, ([kind, group]): ((text: string) => number) => {
    const any = group.map(({ source }) => `(?:${source})`).join('|')
    if (!kind.startsWith('re2')) {
      const simple = new RegExp(any, kind)
      return (text) => text.search(simple)
    }
    const re2 = compileRe2(any, group[0]?.isCaseSensitive === true) // null for two groups of one name
    return (text) => (re2 === null || re2.test(text) ? 0 : -1)
  })
  return (text) => {
    let first = -1
    for (const startIn of starts) {
      const start = startIn(text)
      if (start >= 0 && (first < 0 || start < first)) first = start
    }
    return first
  }
}

const flagsOf = (isCaseSensitive: boolean) => (isCaseSensitive ? 'u' : 'iu')

function plainRegExp(source: string, isCaseSensitive: boolean): RegExp {
  return new RegExp(source.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), flagsOf(isCaseSensitive))
}

const NO_MATCHES: readonly Match[] = []

function findByRegExp(pattern: RegExp): FindMatches {
  const all = new RegExp(pattern, `${pattern.flags}g`)
  return (text, from = 0) => {
    all.lastIndex = from
    let match = all.exec(text)
    if (match === null) return NO_MATCHES
    const found: Match[] = []
    for (; match !== null; match = all.exec(text)) {
      const [start, end] = [match.index, all.lastIndex]
      if (end > start) found.push({ start, end, groups: match })
      else all.lastIndex += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
    }
    return found
  }
}

function findByRe2(pattern: RE2JS): FindMatches {
  return (text) => {
    if (!pattern.test(text)) return NO_MATCHES // much faster than to look for the place of a match
    const found: Match[] = []
    const matcher = pattern.matcher(text)
    while (matcher.find()) {
      const [start, end] = [matcher.start(), matcher.end()]
      if (start === end) continue
      found.push({
        start,
        end,
        // Groups take longer than the match, and only a replacement asks for them.
        get groups() {
          return groupsAt(pattern, text, start)
        },
      })
    }
    return found
  }
}

function groupsAt(pattern: RE2JS, text: string, start: number): readonly string[] {
  const matcher = pattern.matcher(text)
  matcher.find(start)
  return Array.from({ length: matcher.groupCount() + 1 }, (_, at) => matcher.group(at) ?? '')
}

function compileRe2(source: string, isCaseSensitive: boolean): RE2JS | null {
  try {
    return RE2JS.compile(source, RE2JS.MULTILINE | (isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE))
  } catch {
    return null // the pattern is not finished, or asks for what RE2 does not have
  }
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
    // `$12` is group 12 where there is such a group, else group 1 and the digit 2.
    const [both, one] = [Number(name), Number(name.charAt(0))]
    if (both < groups.length) return groups[both] ?? ''
    return one < groups.length && name.length === 2 ? `${groups[one] ?? ''}${name.charAt(1)}` : written
  })
}
