/** The list of the voice picker for a search, and its current voice. */
import i18next from 'i18next'
import { useDeferredValue, useMemo } from 'react'
import type { VoiceView } from '../../../shared/ipc/views.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { blocksOf, settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { useAppState } from '../../hooks/app.ts'
import { useAllowsAnyVoice } from '../../hooks/voiceOptions.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { describeVoice, languageName, languageWords } from '../../i18n/voiceText.ts'
import { findVoices, type FoundVoice, type FoundVoices, type VoiceGroup } from './findVoices.ts'

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
  const [engine, name] = id.includes(':') ? id.split(':', 2) : []
  return {
    id,
    name: name ?? id,
    language: '',
    description: id,
    gender: null,
    engine: engine ?? null,
    pack: null,
  }
}
