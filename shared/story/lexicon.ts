/**
 * Entries of the lexicon applied to a text. An entry of the character comes before an entry of the story, and that before an
 * entry for all stories; among these, a form comes before a pattern, and a longer form before a shorter one. A stretch
 * of the text that an entry has replaced is not replaced again.
 *
 * Patterns run on an engine whose time is linear in the text, so that no pattern can stop the window. It has no
 * backreferences and no lookaround.
 */
import { RE2JS, RE2JSSyntaxException } from 're2js'
import { createFormSearch } from './lexiconSearch.ts'
import type { Form } from './lexiconSearch.ts'
import type { LexiconEntry } from './records.ts'

/** A stretch of a text, in UTF-16 units, and what is said for it. */
export interface LexiconHit {
  readonly entry: LexiconEntry
  readonly start: number
  readonly end: number
  readonly spoken: string
}

/** The stretches of a text that are said in another way, in their order, none over another. */
export type FindHits = (text: string) => readonly LexiconHit[]

/** Why a pattern cannot be used, in the words of the engine; null where it can. */
export function patternError(pattern: string): string | null {
  try {
    RE2JS.compile(pattern)
    return null
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    return error.message
  }
}

/**
 * Makes the search for the hits of some entries. `rankOf` gives the order of the entries' scopes, the first to be used having
 * the lowest rank. An entry whose pattern is not valid has no hits.
 */
export function createHitSearch(
  entries: readonly LexiconEntry[],
  rankOf: (entry: LexiconEntry) => number,
): FindHits {
  const ordered = entries.toSorted((a, b) => rankOf(a) - rankOf(b) || compareEntries(a, b))
  const forms: Form<number>[] = []
  const patterns: { readonly rank: number; readonly pattern: RE2JS }[] = []
  for (const [rank, { written, match, isCaseSensitive }] of ordered.entries()) {
    if (match !== 'pattern') forms.push({ written, isCaseSensitive, isWord: match === 'word', value: rank })
    else if (patternError(written) === null)
      patterns.push({ rank, pattern: RE2JS.compile(written, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE) })
  }
  const findForms = createFormSearch(forms)
  const mayHavePattern = createQuickTest(patterns.map(({ pattern }) => pattern))
  return (text) => {
    const found: Found[] = findForms(text).map(({ start, end, value }) => ({ start, end, rank: value }))
    for (const { rank, pattern } of mayHavePattern(text) ? patterns : []) {
      if (!pattern.test(text)) continue
      for (const groups of pattern.matchAll(text)) {
        const start = groups.index ?? 0
        const end = start + groups[0].length
        if (end > start) found.push({ start, end, rank, groups })
      }
    }
    return found.length === 0 ? NO_HITS : keepFirst(found, text.length, ordered)
  }
}

/** Whether any of some patterns may have a match: all at once, which takes as long as one of them. */
function createQuickTest(patterns: readonly RE2JS[]): (text: string) => boolean {
  if (patterns.length < 2) return () => true
  const all = patterns.map((pattern) => {
    const flags = (pattern.flags() & RE2JS.CASE_INSENSITIVE) === 0 ? '-i' : 'i'
    return `(?${flags}:${pattern.pattern()})`
  })
  try {
    const any = RE2JS.compile(all.join('|'))
    return (text) => any.test(text)
  } catch {
    return () => true // two groups of one name, or more of them than one pattern may have
  }
}

interface Found {
  readonly start: number
  readonly end: number
  readonly rank: number
  readonly groups?: readonly (string | undefined)[]
}

const NO_HITS: readonly LexiconHit[] = []

/** Keeps each stretch that no entry of a lower rank, and no earlier stretch of the same entry, has a part of. */
function keepFirst(
  found: readonly Found[],
  length: number,
  ordered: readonly LexiconEntry[],
): readonly LexiconHit[] {
  const taken = found.length === 1 ? undefined : new Uint8Array(length)
  const hits: LexiconHit[] = []
  for (const { start, end, rank, groups } of found.toSorted((a, b) => a.rank - b.rank || a.start - b.start)) {
    const entry = ordered[rank]
    if (entry === undefined || isTaken(taken, start, end)) continue
    taken?.fill(1, start, end)
    const spoken = groups === undefined ? entry.spoken : withGroups(entry.spoken, groups)
    hits.push({ entry, start, end, spoken })
  }
  return hits.sort((a, b) => a.start - b.start)
}

function isTaken(taken: Uint8Array | undefined, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) if (taken?.[index] === 1) return true
  return false
}

/** A spoken form with what the groups of a pattern have found: `$1` to `$99`, `$0` for all of it, `$$` for a dollar sign. */
function withGroups(spoken: string, groups: readonly (string | undefined)[]): string {
  return spoken.replace(/\$(\$|\d{1,2})/g, (sign, name: string) => {
    if (name === '$') return '$'
    const index = Number(name)
    return index < groups.length ? (groups[index] ?? '') : sign
  })
}

/** The order of entries of one scope: what says more about where it is used comes first. */
function compareEntries(a: LexiconEntry, b: LexiconEntry): number {
  return (
    Number(a.match === 'pattern') - Number(b.match === 'pattern') ||
    b.written.length - a.written.length ||
    Number(b.isCaseSensitive) - Number(a.isCaseSensitive) ||
    Number(b.language !== null) - Number(a.language !== null) ||
    Number(b.match === 'word') - Number(a.match === 'word') ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  )
}

/** A text as it is said. */
export function sayWith(text: string, hits: readonly LexiconHit[]): string {
  let said = ''
  let from = 0
  for (const { start, end, spoken } of hits) {
    said += text.slice(from, start) + spoken
    from = end
  }
  return said + text.slice(from)
}
