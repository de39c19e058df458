/**
 * Patterns that a person types, to find words in texts. A regular expression is run by RE2, in linear time: the browser's own
 * engine can be frozen by one such as `(a+)+$`.
 */
import { RE2JS } from 're2js'

/** What is looked for. */
export interface PatternOptions {
  readonly source: string
  /** Whether `source` is a regular expression; else it is looked for as it is. */
  readonly isPattern: boolean
  readonly isCaseSensitive: boolean
  /** Whether no letter, digit or underscore may stand right before or after a match. */
  readonly isWholeWord: boolean
}

/** A match in a text: its place, and what its groups hold; group 0 is the match itself. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly groups: readonly string[]
}

/** Finds all matches in a text, from its start to its end. Matches do not overlap, and none is empty. */
export type FindMatches = (text: string) => readonly Match[]

const WORD_BEFORE = /[\p{L}\p{M}\p{N}_]$/u
const WORD_AFTER = /^[\p{L}\p{M}\p{N}_]/u

/** What finds a pattern in texts; null where it is empty, or no regular expression that is understood. */
export function compilePattern(options: PatternOptions): FindMatches | null {
  if (options.source === '') return null
  const find = options.isPattern ? findByRe2(options) : findPlain(options)
  if (find === null || !options.isWholeWord) return find
  return (text) => find(text).filter((match) => isWhole(text, match))
}

function findPlain({ source, isCaseSensitive }: PatternOptions): FindMatches {
  const escaped = source.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const pattern = new RegExp(escaped, isCaseSensitive ? 'gu' : 'giu')
  return (text) =>
    [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
      start: index,
      end: index + match.length,
      groups: [match],
    }))
}

function findByRe2({ source, isCaseSensitive }: PatternOptions): FindMatches | null {
  const flags = RE2JS.MULTILINE | (isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
  const pattern = compileRe2(source, flags)
  if (pattern === null) return null
  return (text) => {
    if (!pattern.test(text)) return [] // much faster than to look for the place of a match
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

function compileRe2(source: string, flags: number): RE2JS | null {
  try {
    return RE2JS.compile(source, flags)
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

/** A replacement with its references filled in: `$1` to `$99` are groups, `$&` is the match, `$$` a dollar sign. */
export function fillReferences(template: string, { groups }: Match): string {
  return template.replace(/\$(\$|&|\d{1,2})/g, (written, name: string) => {
    if (name === '$') return '$'
    if (name === '&') return groups[0] ?? ''
    // `$12` is group 12 where there is such a group, else group 1 and the digit 2.
    const [both, one] = [Number(name), Number(name.charAt(0))]
    if (both > 0 && both < groups.length) return groups[both] ?? ''
    return one > 0 && one < groups.length && name.length === 2
      ? `${groups[one] ?? ''}${name.charAt(1)}`
      : written
  })
}
