/**
 * Entries of the lexicon applied to a text. An entry of the character comes before an entry of the story, and that before an
 * entry for all stories; among these, a form comes before a pattern, and a longer form before a shorter one. A stretch
 * of the text that an entry has replaced is not replaced again.
 */
import { compilePattern, createPatternTest, fillReferences } from '../lib/pattern.ts'
import type { FindMatches, Match } from '../lib/pattern.ts'
import type { Replacement } from '../lib/replacedText.ts'
import { createFormSearch } from './lexiconSearch.ts'
import type { Form, FormMatch } from './lexiconSearch.ts'
import type { LexiconEntry } from './records.ts'

/** A stretch of a text, in UTF-16 units, and what is said for it. */
export interface LexiconHit extends Replacement {
  readonly entry: LexiconEntry
}

/** The stretches of a text that are said in another way, in their order, none over another. */
export type FindHits = (text: string) => readonly LexiconHit[]

/**
 * Makes the search for the hits of some entries. `rankOf` gives the order of the entries' scopes, the first to be used having
 * the lowest rank. An entry whose pattern is not valid has no hits.
 */
export function createHitSearch(
  entries: readonly LexiconEntry[],
  rankOf: (entry: LexiconEntry) => number,
): FindHits {
  const compare = (a: LexiconEntry, b: LexiconEntry) => rankOf(a) - rankOf(b) || compareEntries(a, b)
  const forms: Form<LexiconEntry>[] = []
  const patterns: { readonly find: FindMatches; readonly entry: LexiconEntry }[] = []
  for (const entry of entries) {
    const { written, match, isCaseSensitive } = entry
    if (match !== 'pattern') {
      forms.push({ written, isCaseSensitive, isWord: match === 'word', value: entry })
      continue
    }
    const find = compilePattern({ source: written, isCaseSensitive, isPattern: true, isWholeWord: false })
    if (find !== null) patterns.push({ find, entry })
  }
  const findForms = createFormSearch(forms)
  const patternStart = createPatternTest(
    patterns.map(({ entry }) => ({ source: entry.written, isCaseSensitive: entry.isCaseSensitive })),
  )
  return (text) => {
    const found: Found[] = findForms(text)
    const from = patterns.length === 0 ? -1 : patternStart(text)
    if (from >= 0)
      for (const { find, entry } of patterns)
        for (const match of find(text, from))
          found.push({ start: match.start, end: match.end, value: entry, match })
    return keepFirst(found, text.length, compare)
  }
}

/** A place of an entry. */
interface Found extends FormMatch<LexiconEntry> {
  /** Of a pattern. */
  readonly match?: Match
}

const NO_HITS: readonly LexiconHit[] = []

/** Keeps each stretch that no entry that comes first, and no earlier stretch of the same entry, has a part of. */
function keepFirst(
  found: readonly Found[],
  length: number,
  compare: (a: LexiconEntry, b: LexiconEntry) => number,
): readonly LexiconHit[] {
  const [only, other] = found
  if (only === undefined) return NO_HITS
  if (other === undefined) return [hitOf(only)] // nearly every text
  const taken = new Uint8Array(length)
  const hits: LexiconHit[] = []
  for (const place of found.toSorted((a, b) => compare(a.value, b.value) || a.start - b.start)) {
    if (taken.subarray(place.start, place.end).includes(1)) continue
    taken.fill(1, place.start, place.end)
    hits.push(hitOf(place))
  }
  return hits.sort((a, b) => a.start - b.start)
}

function hitOf({ start, end, value: entry, match }: Found): LexiconHit {
  return {
    entry,
    start,
    end,
    spoken: match === undefined ? entry.spoken : fillReferences(entry.spoken, match),
  }
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
