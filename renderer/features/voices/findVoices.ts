/** The list of the voice picker: the voices that match a search and the filters, their order, and the count for each filter. */
import i18next from 'i18next'
import { useDeferredValue, useMemo } from 'react'
import type { Settings, VoiceView } from '../../../shared/ipc/views.ts'
import { folded } from '../../../shared/lib/folded.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { blocksOf, settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { partsOfServerVoice } from '../../../shared/voices/builtInVoices.ts'
import { genderNamed, tellingWords } from '../../../shared/voices/casting.ts'
import { useAppState } from '../../hooks/app.ts'
import { useAllowsAnyVoice } from '../../hooks/voiceOptions.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { describeVoice, languageName, languageWords } from '../../i18n/voiceText.ts'

/** A voice with its searchable facts. */
export interface FoundVoice extends Pick<VoiceView, 'id' | 'name' | 'description' | 'gender'> {
  /** The language without its region, such as `en`; '' if it is unknown. */
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

/** The value that a filter compares; '' if it is unknown. */
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

// The list of the voice picker for a search, and its current voice.

interface PickerSearch {
  readonly connectionId: string
  readonly story: Story | undefined
  /** The id of the voice in use. */
  readonly present: string
  /** What was typed into the search. */
  readonly text: string
  /** The id of the voice that was chosen in the list; null before. */
  readonly picked: string | null
  /** The ids of the voices that the writer compares. */
  readonly compared: ReadonlySet<string>
  /** A tag of the spoken language; that of the app by default. */
  readonly spoken?: string
}

interface PickerVoices {
  /** All voices, regardless of the search. */
  readonly voices: readonly FoundVoice[]
  readonly found: FoundVoices
  /** The voices in the list, in its order. */
  readonly ids: readonly string[]
  /** The voice whose details are shown: the picked voice, otherwise the voice in use, otherwise the first in the list. */
  readonly currentId: string | null
  readonly current: FoundVoice | undefined
}

/** The voices that a search finds. The list follows the typing with lower priority. */
export function useFoundVoices({
  connectionId,
  story,
  present,
  text,
  picked,
  compared,
  spoken = i18next.language,
}: PickerSearch): PickerVoices {
  const [language = ''] = spoken.toLowerCase().split('-')
  const { t } = useTranslation()
  const filters = useAppState((state) => state.settings.voiceFilters)
  const favourites = useAppState((state) => state.settings.favouriteVoices)
  const allowsAny = useAllowsAnyVoice(connectionId)
  const used = useUsedVoices(story, present)
  const voices = useVoices(connectionId, used)
  const searched = useDeferredValue(text.trim())
  return useMemo(() => {
    const search = { text: searched, filters, used, favourites: new Set(favourites), compared, language }
    const listed = findVoices(voices, search)
    const isTyped =
      allowsAny && searched !== '' && !voices.some(({ id, name }) => id === searched || name === searched)
    const found = isTyped
      ? { ...listed, groups: withTyped(listed.groups, searched, t('voices.typedId')) }
      : listed
    const shown = found.groups.flatMap((group) => group.voices)
    const byId = (id: string | null) => shown.find((voice) => voice.id === id)
    const current = byId(picked) ?? byId(present) ?? shown[0]
    return { voices, found, ids: shown.map(({ id }) => id), currentId: current?.id ?? null, current }
  }, [t, allowsAny, voices, used, searched, filters, favourites, compared, picked, present, language])
}

/** The voices of the open story, and the voice in use. The same set while they stay the same. */
function useUsedVoices(story: Story | undefined, present: string): ReadonlySet<string> {
  const list = useMemo(() => {
    if (story === undefined) return present
    const ofBlocks = blocksOf(story).map((block) => settingsOf(story, block).voiceId)
    const ofCast = story.cast.map(({ settings }) => settings.voiceId)
    return [...new Set([present, ...ofCast, ...ofBlocks])].join('\n')
  }, [story, present])
  return useMemo(() => new Set(list.split('\n').filter((id) => id !== '')), [list])
}

/** The groups plus the typed id, for a service whose voices are not all listed. */
function withTyped(groups: readonly VoiceGroup[], id: string, description: string): readonly VoiceGroup[] {
  const voice = {
    id,
    name: id,
    description,
    gender: null,
    language: '',
    languageName: '',
    languageWords: '',
    maker: '',
    makerName: '',
    licence: '',
    kind: 'plain' as const,
  }
  const matches = groups.find((group) => group.id === 'matches')?.voices ?? []
  return [...groups.filter((group) => group.id !== 'matches'), { id: 'matches', voices: [...matches, voice] }]
}

// The voices offered by the picker.

/** The voices of a connection, and those with these ids even if they are not listed: an engine may be away. */
function useVoices(connectionId: string, ids: ReadonlySet<string>): readonly FoundVoice[] {
  const { t } = useTranslation()
  const voices = useAppState((state) => state.voices)
  const connection = useAppState((state) => state.servers.connection.find(({ id }) => id === connectionId))
  return useMemo(() => {
    const isBuiltIn = connectionId === BUILT_IN_CONNECTION
    const speaker = isBuiltIn ? t('servers.builtIn') : (connection?.name ?? t('servers.unknown'))
    const toFound = ({
      language: tag,
      engine,
      pack,
      ...voice
    }: Omit<VoiceView, 'name'> & { name: string }): FoundVoice => {
      const language = tag === 'und' ? '' : (tag.split('-')[0] ?? '')
      return {
        ...voice,
        description: describeVoice(t, { ...voice, language: tag }),
        language,
        languageName: language === '' ? t('voices.noLanguage') : languageName(language),
        languageWords: languageWords(language),
        maker: engine ?? pack?.name ?? connectionId,
        makerName: engine ?? pack?.name ?? speaker,
        licence: pack?.licence.name ?? '',
        kind: pack !== null ? 'natural' : engine === null ? 'plain' : 'server',
      }
    }
    const listed = voices.filter(({ engine, pack }) => isBuiltIn || (engine === null && pack === null))
    const known = new Set(listed.map(({ id }) => id))
    const missing = [...ids].filter((id) => !known.has(id)).map((id) => plainVoice(id))
    return [...missing, ...listed].map(toFound)
  }, [t, voices, connection, connectionId, ids])
}

/** A voice of which only the id is known. */
function plainVoice(id: string): VoiceView {
  const { server: engine = null, voice: name = id } = partsOfServerVoice(id) ?? {}
  return {
    id,
    name,
    language: '',
    description: id,
    gender: null,
    engine,
    pack: null,
  }
}
