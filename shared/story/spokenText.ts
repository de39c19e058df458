/** The words of a block as they are sent to a service. They are never stored in the story, and never shown as its text. */
import { derive } from '../lib/derive.ts'
import { fillReferences } from '../lib/pattern.ts'
import { createPlaceBefore, withReplacements, type Replacement, type TextPlace } from '../lib/replacedText.ts'
import { countCharacters, MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import { findVoice } from '../voices/builtInVoices.ts'
import { catalogueLanguageOf } from '../voices/catalogueLanguages.ts'
import { baseLanguage } from '../voices/languages.ts'
import { createPatternSearch, type PatternHit } from './lexiconPatterns.ts'
import { createFormSearch, type Found, type LexiconHit } from './lexiconSearch.ts'
import { pausedBlockOf, pauseMarkersOf, type BlockPart } from './pauses.ts'
import { BUILT_IN_CONNECTION, type Block, type LexiconEntry } from './records.ts'
import { settingsOf } from './selectors.ts'
import type { Story } from './story.ts'
import { countWords } from './words.ts'

/** A text with more UTF-16 units has more characters than a service accepts: it is not sent, and not searched for entries. */
const MAX_UNITS = 2 * MAX_INPUT_CHARACTERS

const NOTHING: Found<readonly LexiconHit[]> = { hits: [], words: null, stopped: [] }

/** The words sent to a service for a block. */
export interface SpokenWords {
  readonly text: string
  /** Counted as a service does. */
  readonly characters: number
  readonly isSilent: boolean
  /** Stretches of `text` that come from the lexicon: nothing in them is expanded further. Empty for a block with pauses, whose parts have them. */
  readonly asIs: readonly TextPlace[]
  /** The number of words of the block as written. */
  readonly writtenWords: number
  /** The entries of the lexicon that are not used in the block, because they would take too much work in it. */
  readonly stopped: readonly LexiconEntry[]
  /** The entries of the lexicon that are not used in any block. */
  readonly off: readonly LexiconEntry[]
}

/** The words sent to a service for a block, and the facts about them that a plan needs, computed once. */
export function spokenWordsOf(story: Story, block: Block): SpokenWords {
  return wordsOf(block, searchFor(story, block))
}

const wordsOf: (block: Block, find: FindHits | null) => SpokenWords = derive((block, find) => {
  const parts = pausedBlockOf(block)?.parts.map((part) => wordsOf(part.block, find))
  const found = parts === undefined ? searchIn(block, find) : NOTHING
  const text = parts?.map((part) => part.text).join(' ') ?? withReplacements(block.text, found.hits)
  return {
    text,
    characters: parts?.reduce((sum, part) => sum + part.characters, 0) ?? countCharacters(text),
    isSilent: SILENT.test(text),
    asIs: placesOfSpoken(found.hits),
    writtenWords: found.words ?? countWords(block.text),
    off: find?.off ?? NOTHING.stopped,
    stopped: parts === undefined ? found.stopped : [...new Set(parts.flatMap(({ stopped }) => stopped))],
  }
})

/** Blank, or a scene break, which is not spoken. */
const SILENT = /^[\s*#~_=•·⁂❦—–-]*$/u

/** The positions of the replacements in the new text. */
function placesOfSpoken(hits: readonly Replacement[]): readonly TextPlace[] {
  let longer = 0
  return hits.map(({ start, end, spoken }) => {
    const from = start + longer
    longer += spoken.length - (end - start)
    return { from, to: from + spoken.length }
  })
}

/** The words sent to a service for a block: the basis of take keys, requests, credits, limits and estimates. */
export function spokenTextOf(story: Story, block: Block): string {
  return spokenWordsOf(story, block).text
}

/** The stretches of a block's text that the lexicon replaces, in order. */
export function lexiconHitsOf(story: Story, block: Block): readonly LexiconHit[] {
  return searchIn(block, searchFor(story, block)).hits
}

/** The replacements that turn the block's text into the spoken text: the entries of the lexicon, and a space for each pause marker. */
export function spokenReplacements(story: Story, block: Block): readonly Replacement[] {
  const paused = pausedBlockOf(block)
  if (paused === null) return lexiconHitsOf(story, block)
  let end = 0
  const replaced = paused.parts.flatMap((part, index) => {
    const before = { start: end, end: part.stretches[0]?.start ?? end, spoken: index === 0 ? '' : ' ' }
    end = part.stretches.at(-1)?.end ?? end
    return [before, ...replacementsIn(story, part)]
  })
  return [...replaced, { start: end, end: block.text.length, spoken: '' }]
}

/** The replacements within a part, as places in the text of the whole block. */
function replacementsIn(story: Story, { block, stretches }: BlockPart): readonly Replacement[] {
  const gaps = stretches.map(({ start }, index) => ({
    start: stretches[index - 1]?.end ?? 0,
    end: start,
    spoken: '',
  }))
  const placeBefore = createPlaceBefore(gaps)
  const hits = lexiconHitsOf(story, block).map((hit) => {
    const { from, to } = placeBefore({ from: hit.start, to: hit.end })
    return { start: from, end: to, spoken: hit.spoken }
  })
  const isInHit = (gap: Replacement) => hits.some(({ start, end }) => start < gap.end && gap.start < end)
  return [...hits, ...gaps.slice(1).filter((gap) => !isInHit(gap))].toSorted((a, b) => a.start - b.start)
}

/** Whether a block has words to say. A block without words is silence only and needs no take. A locked block has its audio. */
export function hasSpeech(story: Story, block: Block): boolean {
  return block.lockedKey !== null || !spokenWordsOf(story, block).isSilent
}

/** Finds the hits in a block that do not touch a pause marker. */
function searchIn({ text }: Block, find: FindHits | null): Found<readonly LexiconHit[]> {
  if (find === null || text.length > MAX_UNITS) return NOTHING
  const found = find(text)
  const markers = found.hits.length === 0 ? [] : pauseMarkersOf(text)
  if (markers.length === 0) return found
  const isOutside = (hit: LexiconHit) => !markers.some(({ start, end }) => hit.start < end && start < hit.end)
  return { ...found, hits: found.hits.filter(isOutside) }
}

/** The searches of a lexicon, by character and language: each is made once. */
interface Searches {
  readonly lexicon: readonly LexiconEntry[]
  readonly common: readonly LexiconEntry[]
  /** Whether all entries apply to every character and language. */
  readonly isForAll: boolean
  /** The single search of such a lexicon; null if it has no entries. */
  readonly only: FindHits | null
  readonly characters: ReadonlySet<string>
  readonly languages: ReadonlySet<string>
  readonly finders: Map<string, FindHits>
}

const searchesOf = derive(createSearches)

function createSearches(lexicon: readonly LexiconEntry[], common: readonly LexiconEntry[]): Searches {
  const entries = [...lexicon, ...common]
  const characters = new Set(lexicon.flatMap(({ characterId }) => characterId ?? []))
  const languages = new Set(
    entries.flatMap(({ language }) => (language === null ? [] : baseLanguage(language))),
  )
  const isForAll = characters.size === 0 && languages.size === 0
  const only = isForAll && entries.length > 0 ? createFind(lexicon, common) : null
  return { lexicon, common, isForAll, only, characters, languages, finders: new Map() }
}

function createFind(lexicon: readonly LexiconEntry[], common: readonly LexiconEntry[]): FindHits {
  const forAll = new Set(common)
  return createHitSearch([...lexicon, ...common], (entry) =>
    entry.characterId !== null ? 0 : forAll.has(entry) ? 2 : 1,
  )
}

/** The search of the entries that apply to a block; null if the story has no lexicon. */
function searchFor(story: Story, block: Block): FindHits | null {
  const searches = searchesOf(story.lexicon, story.commonLexicon)
  return searches.isForAll ? searches.only : searchAmong(searches, story, block)
}

function searchAmong(searches: Searches, story: Story, block: Block): FindHits {
  const { lexicon, common, characters, languages, finders } = searches
  const characterId =
    block.characterId !== null && characters.has(block.characterId) ? block.characterId : null
  const spokenLanguage = languages.size === 0 ? null : languageOf(story, block)
  const language = spokenLanguage !== null && languages.has(spokenLanguage) ? spokenLanguage : null
  const name = language === null && characterId === null ? '' : `${language ?? ''} ${characterId ?? ''}`
  const known = finders.get(name)
  if (known !== undefined) return known
  const isForBlock = (entry: LexiconEntry) =>
    (entry.characterId === null || entry.characterId === characterId) &&
    (entry.language === null || baseLanguage(entry.language) === language)
  const find = createFind(lexicon.filter(isForBlock), common.filter(isForBlock))
  finders.set(name, find)
  return find
}

/**
 * The language that a block's voice speaks, as the first part of its tag; null if it is not known, as for the voices of a
 * service or an engine, many of which speak several, and for natural voices that a writer added from a file. An entry for one
 * language is not used for such a voice.
 */
function languageOf(story: Story, block: Block): string | null {
  const tag = spokenLanguageOf(story, block)
  return tag === null ? null : baseLanguage(tag)
}

/** The full tag of that language. */
export function spokenLanguageOf(story: Story, block: Block): string | null {
  if (story.info.connectionId !== BUILT_IN_CONNECTION) return null
  const { voiceId } = settingsOf(story, block)
  return findVoice(voiceId)?.language ?? catalogueLanguageOf(voiceId) ?? null
}

// Entries of the lexicon applied to a text. An entry of the character takes precedence over an entry of the story, and that over an
// entry for all stories; among these, a form comes before a pattern, and a longer form before a shorter one. A stretch
// of the text that an entry has replaced is not replaced again.

/** Returns the stretches of a text to replace, in order and without overlaps. */
interface FindHits {
  (text: string): Found<readonly LexiconHit[]>
  /** The entries that are never searched for. */
  readonly off: readonly LexiconEntry[]
}

/**
 * Creates the search for the hits of some entries. `rankOf` returns the precedence of an entry's scope, the strongest having
 * the lowest rank. An entry with an invalid pattern has no hits.
 */
function createHitSearch(
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

/** A hit with its spoken form. */
function withSpoken(hit: LexiconHit | PatternHit): LexiconHit {
  if (!('match' in hit)) return hit
  const { start, end, entry, match } = hit
  return { start, end, entry, spoken: fillReferences(entry.spoken, match) }
}

/** The most UTF-16 units that replacements may add to a text. */
const mostSaidIn = (length: number) => 40 * length + 2_000

/**
 * The entries to leave out because the text would become too long, those that add the most first: a few letters of a spoken
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

/** The most that a hit can expand to, in UTF-16 units: each reference of a pattern's spoken form can stand for all of the match. */
function mostSaidFor({ start, end, entry: { match, spoken } }: LexiconHit): number {
  return spoken.length + (match === 'pattern' ? spoken.split('$').length - 1 : 0) * (end - start)
}

/** Keeps each stretch that does not overlap one of an entry with precedence, or an earlier one of the same entry. */
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

/** The order of entries of one scope: the more specific one comes first. */
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
