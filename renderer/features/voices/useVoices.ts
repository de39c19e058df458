/** The voices that the picker chooses from. */
import { useMemo } from 'react'
import type { VoiceView } from '../../../shared/ipc/views.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { useAppState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { describeVoice, languageName, languageWords } from '../../i18n/voiceText.ts'
import type { FoundVoice } from './findVoices.ts'

/** The voices of a connection, and those of these ids even where they are not listed: an engine may be away. */
export function useVoices(connectionId: string, ids: ReadonlySet<string>): readonly FoundVoice[] {
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

/** A voice of which the id alone is known. */
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
