/**
 * Entries of the lexicon applied to a text. An entry of the character comes before an entry of the story, and that before an
 * entry for all stories; among these, a form comes before a pattern, and a longer form before a shorter one. A stretch
 * of the text that an entry has replaced is not replaced again.
 */
import { compilePattern, createPatternTest, fillReferences } from '../lib/pattern.ts'
import type { FindMatches } from '../lib/pattern.ts'
import { createFormSearch } from './lexiconSearch.ts'
import type { Found, LexiconHit } from './lexiconSearch.ts'
import type { LexiconEntry } from './records.ts'

/** Gives the stretches of a text that are said in another way, in their order, none over another. */
export type FindHits = (text: string) => Found<readonly LexiconHit[]>

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
  const patterns = entries.filter(({ match }) => match === 'pattern').flatMap(patternOf)
  const patternStart = createPatternTest(
    patterns.map(({ entry }) => ({ source: entry.written, isCaseSensitive: entry.isCaseSensitive })),
  )
  return (text) => {
    const { hits, words } = findForms(text)
    const from = patterns.length === 0 ? -1 : patternStart(text)
    if (from >= 0)
      for (const { find, entry } of patterns)
        for (const match of find(text, from)) {
          const { start, end } = match
          hits.push({ start, end, spoken: fillReferences(entry.spoken, match), entry })
        }
    return { hits: hits.length < 2 ? hits : keepFirst(hits, text.length, compare), words }
  }
}

interface Pattern {
  readonly find: FindMatches
  readonly entry: LexiconEntry
}

function patternOf(entry: LexiconEntry): Pattern[] {
  const { written: source, isCaseSensitive } = entry
  const find = compilePattern({ source, isCaseSensitive, isPattern: true, isWholeWord: false })
  return find === null ? [] : [{ find, entry }]
}

/** Keeps each stretch that no entry that comes first, and no earlier stretch of the same entry, has a part of. */
function keepFirst(
  found: readonly LexiconHit[],
  length: number,
  compare: (a: LexiconEntry, b: LexiconEntry) => number,
): readonly LexiconHit[] {
  const taken = new Uint8Array(length)
  const hits: LexiconHit[] = []
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
