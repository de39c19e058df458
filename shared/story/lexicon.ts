/**
 * Entries of the lexicon applied to a text. An entry of the character comes before an entry of the story, and that before an
 * entry for all stories; among these, a form comes before a pattern, and a longer form before a shorter one. A stretch
 * of the text that an entry has replaced is not replaced again.
 */
import { fillReferences } from '../lib/pattern.ts'
import { createPatternSearch } from './lexiconPatterns.ts'
import type { PatternHit } from './lexiconPatterns.ts'
import { createFormSearch } from './lexiconSearch.ts'
import type { Found, LexiconHit } from './lexiconSearch.ts'
import type { LexiconEntry } from './records.ts'

/** Gives the stretches of a text that are said in another way, in their order, none over another. */
export interface FindHits {
  (text: string): Found<readonly LexiconHit[]>
  /** The entries that it looks for in no text. */
  readonly off: readonly LexiconEntry[]
}

/**
 * Makes the search for the hits of some entries. `rankOf` gives the order of the entries' scopes, the first to be used having
 * the lowest rank. An entry whose pattern is not valid has no hits.
 */
export function createHitSearch(
  entries: readonly LexiconEntry[],
  rankOf: (entry: LexiconEntry) => number,
): FindHits {
  const compare = (a: LexiconEntry, b: LexiconEntry) => rankOf(a) - rankOf(b) || compareEntries(a, b)
  const findForms = createFormSearch(entries.filter(({ match }) => match !== 'pattern'))
  const patterns = createPatternSearch(entries)

  function find(text: string): Found<readonly LexiconHit[]> {
    const forms = findForms(text)
    const found = patterns.find(text)
    const hits = found.hits.length === 0 ? forms.hits : [...forms.hits, ...found.hits]
    if (hits.length + found.stopped.length === 0) return forms
    const kept = hits.length < 2 ? hits : keepFirst(hits, text.length, compare)
    const tooLong = tooLongIn(kept, text.length)
    return {
      hits: kept.filter(({ entry }) => !tooLong.includes(entry)).map(withSpoken),
      words: forms.words,
      stopped: [...forms.stopped, ...found.stopped, ...tooLong],
    }
  }

  return Object.assign(find, { off: patterns.off })
}

/** A hit with what is said for it. */
function withSpoken(hit: LexiconHit | PatternHit): LexiconHit {
  if (!('match' in hit)) return hit
  const { start, end, entry, match } = hit
  return { start, end, entry, spoken: fillReferences(entry.spoken, match) }
}

/** The most UTF-16 units that entries say in a text. */
const mostSaidIn = (length: number) => 40 * length + 2_000

/**
 * The entries that are not used in a text since it would become too long, those that say the most first: a few letters of a spoken
 * form can stand for the whole text many times.
 */
function tooLongIn(hits: readonly (LexiconHit | PatternHit)[], length: number): readonly LexiconEntry[] {
  const most = mostSaidIn(length)
  let said = hits.reduce((sum, hit) => sum + mostSaidFor(hit), 0)
  if (said <= most) return NONE
  const saidBy = Map.groupBy(hits, ({ entry }) => entry)
  const sums = Array.from(saidBy, ([entry, own]) => ({
    entry,
    sum: own.reduce((sum, hit) => sum + mostSaidFor(hit), 0),
  }))
  sums.sort((a, b) => b.sum - a.sum || (a.entry.id < b.entry.id ? -1 : 1))
  return sums
    .filter(({ sum }) => {
      const isOver = said > most
      if (isOver) said -= sum
      return isOver
    })
    .map(({ entry }) => entry)
}

const NONE: readonly LexiconEntry[] = []

/** The most that can be said for a hit, in UTF-16 units: each reference of a pattern's spoken form can stand for all of the match. */
function mostSaidFor({ start, end, entry: { match, spoken } }: LexiconHit): number {
  return spoken.length + (match === 'pattern' ? spoken.split('$').length - 1 : 0) * (end - start)
}

/** Keeps each stretch that no entry that comes first, and no earlier stretch of the same entry, has a part of. */
function keepFirst(
  found: readonly (LexiconHit | PatternHit)[],
  length: number,
  compare: (a: LexiconEntry, b: LexiconEntry) => number,
): readonly (LexiconHit | PatternHit)[] {
  const taken = new Uint8Array(length)
  const hits: (LexiconHit | PatternHit)[] = []
  for (const hit of found.toSorted((a, b) => compare(a.entry, b.entry) || a.start - b.start)) {
    if (taken.subarray(hit.start, hit.end).includes(1)) continue
    taken.fill(1, hit.start, hit.end)
    hits.push(hit)
  }
  return hits.sort((a, b) => a.start - b.start)
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
