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

/** What a search makes of a block. */
interface Spoken {
  readonly hits: readonly LexiconHit[]
  /** Null for the block’s own words. */
  readonly text: string | null
}

const NO_HITS: readonly LexiconHit[] = []
const UNCHANGED: Spoken = { hits: NO_HITS, text: null }

/** A search, and what it has made of each block. A map that holds its blocks: a weak one takes longer than the search. */
interface Searched {
  readonly find: FindHits
  readonly spoken: Map<Block, Spoken>
}

/** The words that a service gets for a block: what take keys, requests, credits, limits and estimates go by. */
export function spokenTextOf(story: Story, block: Block): string {
  const paused = pausedBlockOf(block)
  if (paused !== null) return paused.parts.map((part) => spokenTextOf(story, part.block)).join(' ')
  return spokenOf(story, block)?.text ?? block.text
}

/** The stretches of a block's text that the lexicon says in another way, in their order. */
export function lexiconHitsOf(story: Story, block: Block): readonly LexiconHit[] {
  return spokenOf(story, block)?.hits ?? NO_HITS
}

/** Whether a block has words to say. A block without is silence only and needs no take. A locked block has its audio. */
export function hasSpeech(story: Story, block: Block): boolean {
  return block.lockedKey !== null || /\S/.test(spokenTextOf(story, block))
}

/** Undefined where the lexicon is empty. */
function spokenOf(story: Story, block: Block): Spoken | undefined {
  if (story.lexicon.length === 0 && story.commonLexicon.length === 0) return undefined
  const { find, spoken } = searchFor(story, block)
  const known = spoken.get(block)
  if (known !== undefined) return known
  const hits = block.text.length > MAX_UNITS ? NO_HITS : outsidePauses(find(block.text), block.text)
  const made = hits.length === 0 ? UNCHANGED : { hits, text: sayWith(block.text, hits) }
  if (spoken.size > 4 * story.records.size) spoken.clear() // most are of blocks that have changed since
  spoken.set(block, made)
  return made
}

/** Hits that do not touch the marker of a pause. */
function outsidePauses(hits: readonly LexiconHit[], text: string): readonly LexiconHit[] {
  const markers = hits.length === 0 ? [] : pauseMarkersOf(text)
  if (markers.length === 0) return hits
  return hits.filter((hit) => !markers.some(({ start, end }) => hit.start < end && start < hit.end))
}

/** The searches of a lexicon, by character and language: each is made once. */
interface Searches {
  readonly common: readonly LexiconEntry[]
  readonly characters: ReadonlySet<string>
  readonly languages: ReadonlySet<string>
  readonly finders: Map<string, Searched>
}

const searchesByLexicon = new WeakMap<readonly LexiconEntry[], Searches>()

function searchesOf({ lexicon, commonLexicon: common }: Story): Searches {
  const known = searchesByLexicon.get(lexicon)
  if (known?.common === common) return known
  const entries = [...lexicon, ...common]
  const searches = {
    common,
    characters: new Set(lexicon.flatMap(({ characterId }) => characterId ?? [])),
    languages: new Set(entries.flatMap(({ language }) => (language === null ? [] : baseLanguage(language)))),
    finders: new Map<string, Searched>(),
  }
  searchesByLexicon.set(lexicon, searches)
  return searches
}

function searchFor(story: Story, block: Block): Searched {
  const { characters, languages, finders } = searchesOf(story)
  const characterId =
    block.characterId !== null && characters.has(block.characterId) ? block.characterId : null
  const spokenLanguage = languages.size === 0 ? null : languageOf(story, block)
  const language = spokenLanguage !== null && languages.has(spokenLanguage) ? spokenLanguage : null
  const name = language === null && characterId === null ? '' : `${language ?? ''} ${characterId ?? ''}`
  const known = finders.get(name)
  if (known !== undefined) return known
  const common = new Set(story.commonLexicon)
  const entries = [...story.lexicon, ...common].filter(
    (entry) =>
      (entry.characterId === null || entry.characterId === characterId) &&
      (entry.language === null || baseLanguage(entry.language) === language),
  )
  const find = createHitSearch(entries, (entry) =>
    entry.characterId !== null ? 0 : common.has(entry) ? 2 : 1,
  )
  const searched = { find, spoken: new Map<Block, Spoken>() }
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
