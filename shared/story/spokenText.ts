/** The words of a block as they are sent to a service. They are never stored in the story, and never shown as its text. */
import { createPlaceBefore, withReplacements } from '../lib/replacedText.ts'
import type { Replacement, TextPlace } from '../lib/replacedText.ts'
import { countCharacters, MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import { findVoice } from '../voices/builtInVoices.ts'
import { createBlockMemo } from './blockMemo.ts'
import { catalogueLanguageOf } from '../voices/catalogueLanguages.ts'
import { baseLanguage } from '../voices/languages.ts'
import { createHitSearch } from './lexicon.ts'
import type { FindHits } from './lexicon.ts'
import type { Found, LexiconHit } from './lexiconSearch.ts'
import { pausedBlockOf, pauseMarkersOf } from './pauses.ts'
import type { BlockPart } from './pauses.ts'
import { BUILT_IN_CONNECTION } from './records.ts'
import type { Block, LexiconEntry } from './records.ts'
import { settingsOf } from './selectors.ts'
import type { Story } from './story.ts'
import { countWords } from './words.ts'

/** A text with more UTF-16 units has more characters than a service takes: it is not sent, and no entry is looked for. */
const MAX_UNITS = 2 * MAX_INPUT_CHARACTERS

const NOTHING: Found<readonly LexiconHit[]> = { hits: [], words: null, stopped: [] }

/** The words that a service gets for a block. */
export interface SpokenWords {
  readonly text: string
  /** As a service counts them. */
  readonly characters: number
  readonly isSilent: boolean
  /** Stretches of `text` that the lexicon says: nothing in them is written out in another way. None of a block with pauses, whose parts have them. */
  readonly asIs: readonly TextPlace[]
  /** How many words the block has as it is written. */
  readonly writtenWords: number
  /** The entries of the lexicon that are not used in the block, since they would take too much work in it. */
  readonly stopped: readonly LexiconEntry[]
  /** The entries of the lexicon that are not used in any block. */
  readonly off: readonly LexiconEntry[]
}

/** With the search of the lexicon that made them; null where there is no lexicon. */
interface KnownWords extends SpokenWords {
  readonly find: FindHits | null
}

const wordsByBlock = createBlockMemo<KnownWords>()

/** What was asked for last: a plan asks for the same block many times, one after the other. */
let latestStory: Story | undefined
let latestBlock: Block | undefined
let latestWords: KnownWords | undefined

/** The words that a service gets for a block, and what a plan asks of them: all of it is worked out once. */
export function spokenWordsOf(story: Story, block: Block): SpokenWords {
  if (latestWords !== undefined && latestBlock === block && latestStory === story) return latestWords
  const find = searchFor(story, block)
  const known = wordsByBlock.get(block)
  const words = known?.find === find ? known : createWords(story, block, find)
  latestStory = story
  latestBlock = block
  latestWords = words
  return words
}

function createWords(story: Story, block: Block, find: FindHits | null): KnownWords {
  const parts = pausedBlockOf(block)?.parts.map((part) => spokenWordsOf(story, part.block))
  const found = parts === undefined ? searchIn(block, find) : NOTHING
  const text = parts?.map((part) => part.text).join(' ') ?? withReplacements(block.text, found.hits)
  const words = {
    find,
    text,
    characters: parts?.reduce((sum, part) => sum + part.characters, 0) ?? countCharacters(text),
    isSilent: SILENT.test(text),
    asIs: placesOfSpoken(found.hits),
    writtenWords: found.words ?? countWords(block.text),
    off: find?.off ?? NOTHING.stopped,
    stopped: parts === undefined ? found.stopped : [...new Set(parts.flatMap(({ stopped }) => stopped))],
  }
  wordsByBlock.set(block, words)
  return words
}

/** Blank, or a break between scenes, of which nobody says anything. */
const SILENT = /^[\s*#~_=•·⁂❦—–-]*$/u

/** Where what stands for each stretch is in the new text. */
function placesOfSpoken(hits: readonly Replacement[]): readonly TextPlace[] {
  let longer = 0
  return hits.map(({ start, end, spoken }) => {
    const from = start + longer
    longer += spoken.length - (end - start)
    return { from, to: from + spoken.length }
  })
}

/** The words that a service gets for a block: what take keys, requests, credits, limits and estimates go by. */
export function spokenTextOf(story: Story, block: Block): string {
  return spokenWordsOf(story, block).text
}

/** The stretches of a block's text that the lexicon says in another way, in their order. */
export function lexiconHitsOf(story: Story, block: Block): readonly LexiconHit[] {
  return searchIn(block, searchFor(story, block)).hits
}

/** What makes the spoken text out of the block's text: the entries of the lexicon, and a space for what stands between parts. */
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

/** The replacements inside of a part, in the text of the whole block. */
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

/** Whether a block has words to say. A block without is silence only and needs no take. A locked block has its audio. */
export function hasSpeech(story: Story, block: Block): boolean {
  return block.lockedKey !== null || !spokenWordsOf(story, block).isSilent
}

/** Looks for the hits in a block that do not touch the marker of a pause. */
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
  /** Whether its entries are for every character and language. */
  readonly isForAll: boolean
  /** The search for all blocks of such a lexicon; null where it has no entries. */
  readonly only: FindHits | null
  readonly characters: ReadonlySet<string>
  readonly languages: ReadonlySet<string>
  readonly finders: Map<string, FindHits>
}

const searchesByLexicon = new WeakMap<readonly LexiconEntry[], Searches>()

/** A plan asks for the same lexicon many times for each block. */
let lastSearches: Searches | undefined

function searchesOf({ lexicon, commonLexicon: common }: Story): Searches {
  if (lastSearches?.lexicon === lexicon && lastSearches.common === common) return lastSearches
  const known = searchesByLexicon.get(lexicon)
  lastSearches = known?.common === common ? known : createSearches(lexicon, common)
  searchesByLexicon.set(lexicon, lastSearches)
  return lastSearches
}

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

/** The search of the entries that are for a block; null where the story has no lexicon. */
function searchFor(story: Story, block: Block): FindHits | null {
  const searches = searchesOf(story)
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
 * The language that a block's voice speaks, as the first part of its tag; null where it is not known, as with the voices of a
 * service or an engine, many of which speak several, and with natural voices that a writer added from a file. An entry for one
 * language is not used for such a voice.
 */
function languageOf(story: Story, block: Block): string | null {
  const tag = spokenLanguageOf(story, block)
  return tag === null ? null : baseLanguage(tag)
}

/** The tag of the same language. */
export function spokenLanguageOf(story: Story, block: Block): string | null {
  if (story.info.connectionId !== BUILT_IN_CONNECTION) return null
  const { voiceId } = settingsOf(story, block)
  return findVoice(voiceId)?.language ?? catalogueLanguageOf(voiceId) ?? null
}
