/** The words of a block as they are sent to a service. They are never stored in the story, and never shown as its text. */
import { MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import { findVoice } from '../voices/builtInVoices.ts'
import { createHitSearch, sayWith } from './lexicon.ts'
import type { FindHits, LexiconHit } from './lexicon.ts'
import { pausedBlockOf, pauseMarkersOf } from './pauses.ts'
import { BUILT_IN_CONNECTION } from './records.ts'
import type { Block, LexiconEntry } from './records.ts'
import { settingsOf } from './selectors.ts'
import type { Story } from './story.ts'

/** A text with more UTF-16 units has more characters than a service takes: it is not sent, and no entry is looked for. */
const MAX_UNITS = 2 * MAX_INPUT_CHARACTERS

const NO_HITS: readonly LexiconHit[] = []

/** A search, and what it has made of each block. A map that holds its blocks: a weak one takes longer than the search. */
interface Searched {
  readonly find: FindHits
  readonly spoken: Map<Block, string>
  /** The block that was asked for last: a plan asks for the words of one block many times in a row. */
  lastBlock: Block | null
  lastSaid: string
}

/** The words that a service gets for a block: what take keys, requests, credits, limits and estimates go by. */
export function spokenTextOf(story: Story, block: Block): string {
  const paused = pausedBlockOf(block)
  if (paused !== null) return paused.parts.map((part) => spokenTextOf(story, part.block)).join(' ')
  if (hasNoLexicon(story)) return block.text
  const searched = searchFor(story, block)
  if (searched.lastBlock === block) return searched.lastSaid
  const { find, spoken } = searched
  let said = spoken.get(block)
  if (said === undefined) {
    said = sayWith(block.text, hitsIn(block, find))
    if (spoken.size > 4 * story.records.size) spoken.clear() // most are of blocks that have changed since
    spoken.set(block, said)
  }
  searched.lastBlock = block
  searched.lastSaid = said
  return said
}

/** The stretches of a block's text that the lexicon says in another way, in their order. */
export function lexiconHitsOf(story: Story, block: Block): readonly LexiconHit[] {
  return hasNoLexicon(story) ? NO_HITS : hitsIn(block, searchFor(story, block).find)
}

/** Whether a block has words to say. A block without is silence only and needs no take. A locked block has its audio. */
export function hasSpeech(story: Story, block: Block): boolean {
  return block.lockedKey !== null || /\S/.test(spokenTextOf(story, block))
}

function hasNoLexicon({ lexicon, commonLexicon }: Story): boolean {
  return lexicon.length === 0 && commonLexicon.length === 0
}

function hitsIn({ text }: Block, find: FindHits): readonly LexiconHit[] {
  return text.length > MAX_UNITS ? NO_HITS : outsidePauses(find(text), text)
}

/** Hits that do not touch the marker of a pause. */
function outsidePauses(hits: readonly LexiconHit[], text: string): readonly LexiconHit[] {
  const markers = hits.length === 0 ? [] : pauseMarkersOf(text)
  if (markers.length === 0) return hits
  return hits.filter((hit) => !markers.some(({ start, end }) => hit.start < end && start < hit.end))
}

/** The searches of a lexicon, by character and language: each is made once. */
interface Searches {
  readonly lexicon: readonly LexiconEntry[]
  readonly common: readonly LexiconEntry[]
  /** Of a lexicon whose entries are for every character and language. */
  readonly only: Searched | null
  readonly characters: ReadonlySet<string>
  readonly languages: ReadonlySet<string>
  readonly finders: Map<string, Searched>
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
  const only = isForAll ? createSearched(lexicon, common) : null
  return { lexicon, common, only, characters, languages, finders: new Map() }
}

function createSearched(lexicon: readonly LexiconEntry[], common: readonly LexiconEntry[]): Searched {
  const forAll = new Set(common)
  const find = createHitSearch([...lexicon, ...common], (entry) =>
    entry.characterId !== null ? 0 : forAll.has(entry) ? 2 : 1,
  )
  return { find, spoken: new Map(), lastBlock: null, lastSaid: '' }
}

function searchFor(story: Story, block: Block): Searched {
  const { lexicon, common, only, characters, languages, finders } = searchesOf(story)
  if (only !== null) return only
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
  const searched = createSearched(lexicon.filter(isForBlock), common.filter(isForBlock))
  finders.set(name, searched)
  return searched
}

/**
 * The language that a block's voice speaks, as the first part of its tag; null where it is not known, as with the voices of a
 * service or an engine, many of which speak several. An entry for one language is not used for such a voice.
 */
function languageOf(story: Story, block: Block): string | null {
  if (story.info.connectionId !== BUILT_IN_CONNECTION) return null
  const voice = findVoice(settingsOf(story, block).voiceId)
  return voice === null ? null : baseLanguage(voice.language)
}

/** The language of a tag such as `en-gb`. */
export function baseLanguage(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}
