/** The list of the voice picker: the voices that match a search and the filters, their order, and the count for each filter. */
import type { Settings, VoiceView } from '../../../shared/ipc/views.ts'
import { folded } from '../../../shared/lib/folded.ts'
import { genderNamed, tellingWords } from '../../../shared/voices/genderWords.ts'

/** A voice with its searchable facts. */
export interface FoundVoice extends Pick<VoiceView, 'id' | 'name' | 'description' | 'gender'> {
  /** The language without its region, such as `en`; '' if that is not known. */
  readonly language: string
  readonly languageName: string
  /** The language in other words: its own name, and its names in the languages of the app. */
  readonly languageWords: string
  /** Its maker: the id of a connection, the name of an engine, or of a voice pack. */
  readonly maker: string
  readonly makerName: string
  /** The licence of a natural voice; '' for all others. */
  readonly licence: string
  /** Whether it is a natural voice on this computer, a voice of a server, or another. */
  readonly kind: 'natural' | 'server' | 'plain'
}

export type VoiceFilters = Settings['voiceFilters']
export type FilterName = keyof VoiceFilters
export const NO_FILTERS: VoiceFilters = { language: [], gender: [], maker: [] }
const FILTER_NAMES: readonly FilterName[] = ['language', 'gender', 'maker']

export interface VoiceGroup {
  readonly id: 'compared' | 'used' | 'favourites' | 'matches'
  readonly voices: readonly FoundVoice[]
}

export interface FoundVoices {
  /** Without empty groups. */
  readonly groups: readonly VoiceGroup[]
  /** For each filter, the number of voices for each of its values with the current search and the other filters. */
  readonly counts: Readonly<Record<FilterName, ReadonlyMap<string, number>>>
  /** Voices in all groups. */
  readonly total: number
}

interface VoiceSearch {
  readonly text: string
  readonly filters: VoiceFilters
  /** Ids of the voices of the open story. */
  readonly used: ReadonlySet<string>
  readonly favourites: ReadonlySet<string>
  /** Ids of the voices that the writer compares. */
  readonly compared: ReadonlySet<string>
  /** The language of the text, without its region; among equal matches, its voices come first. */
  readonly language: string
}

/** Natural voices come before built-in ones. */
const KINDS: readonly FoundVoice['kind'][] = ['natural', 'server', 'plain']

/**
 * Finds voices: compared ones first, regardless of the search, then those of the story, then favourites, then all others by how
 * well they match.
 */
export function findVoices(voices: readonly FoundVoice[], search: VoiceSearch): FoundVoices {
  const words = tellingWords(search.text)
  const matching = voices.flatMap((voice) => {
    const rank = rankOf(voice, words)
    return rank === null ? [] : [{ voice, rank }]
  })
  /** Voices of the language, those of unknown language, and others; each with natural ones first. */
  const fitOf = ({ language, kind }: FoundVoice) => {
    const distance = language === search.language ? 0 : language === '' ? 1 : 2
    return distance * KINDS.length + KINDS.indexOf(kind)
  }
  const passes = (voice: FoundVoice, name: FilterName) =>
    search.filters[name].length === 0 || search.filters[name].includes(valueOf(voice, name))
  const counts = Object.fromEntries(
    FILTER_NAMES.map((name) => {
      const others = FILTER_NAMES.filter((other) => other !== name)
      const shown = matching.filter(({ voice }) => others.every((other) => passes(voice, other)))
      return [name, countBy(shown.map(({ voice }) => valueOf(voice, name)))]
    }),
  ) as Record<FilterName, ReadonlyMap<string, number>> // a key for each name
  const matches = matching
    .filter(({ voice }) => FILTER_NAMES.every((name) => passes(voice, name)))
    .sort((a, b) => a.rank - b.rank || fitOf(a.voice) - fitOf(b.voice)) // stable: equal ones keep their order
    .map(({ voice }) => voice)
  const found = [...new Set([...voices.filter(({ id }) => search.compared.has(id)), ...matches])]
  const groupOf = ({ id }: FoundVoice): VoiceGroup['id'] =>
    search.compared.has(id)
      ? 'compared'
      : search.used.has(id)
        ? 'used'
        : search.favourites.has(id)
          ? 'favourites'
          : 'matches'
  const groups = (['compared', 'used', 'favourites', 'matches'] as const)
    .map((id) => ({ id, voices: found.filter((voice) => groupOf(voice) === id) }))
    .filter((group) => group.voices.length > 0)
  return { groups, counts, total: matches.length }
}

/** The value that a filter compares; '' if it is not known. */
export function valueOf(voice: FoundVoice, name: FilterName): string {
  return name === 'gender' ? (voice.gender ?? '') : voice[name]
}

/** 0 for a name that begins with the search, then names that contain its words, then other facts; null if a word is missing. */
function rankOf(voice: FoundVoice, words: readonly string[]): number | null {
  if (words.length === 0) return 0
  const name = folded(voice.name)
  const facts = folded(
    [name, voice.description, voice.languageName, voice.languageWords, voice.makerName, voice.id].join(' '),
  )
  if (!words.every((word) => hasFact(voice, facts, word))) return null
  if (name.startsWith(words.join(' '))) return 0
  return words.every((word) => name.includes(word)) ? 1 : 2
}

/** Whether a word is among the facts of a voice. A word for a gender must match the gender itself, not a part of another word. */
function hasFact({ gender }: FoundVoice, facts: string, word: string): boolean {
  const named = genderNamed(word)
  if (named === undefined) return facts.includes(word)
  if (gender === 'female' || gender === 'male') return gender === named
  return facts.split(/[^\p{L}]+/u).includes(word)
}

function countBy(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
