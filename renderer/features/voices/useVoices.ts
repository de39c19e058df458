/** The voices that the picker chooses from. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Voice } from '../../../shared/ipc/views.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { useAppState } from '../../hooks/world.ts'
import type { FoundVoice } from './findVoices.ts'

/** The voices of a connection, and those of these ids even where they are not listed: an engine may be away. */
export function useVoices(connectionId: string, ids: ReadonlySet<string>): readonly FoundVoice[] {
  const { t, i18n } = useTranslation()
  const voices = useAppState((state) => state.voices)
  const connection = useAppState((state) => state.servers.connection.find(({ id }) => id === connectionId))
  return useMemo(() => {
    const isBuiltIn = connectionId === BUILT_IN_CONNECTION
    const names = new Intl.DisplayNames([i18n.language], { type: 'language' })
    const speaker = isBuiltIn ? t('servers.builtIn') : (connection?.name ?? t('servers.unknown'))
    const toFound = ({
      language: tag,
      engine,
      ...voice
    }: Omit<Voice, 'name'> & { name: string }): FoundVoice => {
      const language = tag === 'und' ? '' : (tag.split('-')[0] ?? '')
      return {
        ...voice,
        language,
        languageName: language === '' ? t('voices.noLanguage') : nameOf(names, language),
        maker: engine ?? connectionId,
        makerName: engine ?? speaker,
      }
    }
    const listed = voices.filter(({ engine }) => isBuiltIn || engine === null)
    const known = new Set(listed.map(({ id }) => id))
    const missing = [...ids].filter((id) => !known.has(id)).map((id) => plainVoice(id))
    return [...missing, ...listed].map(toFound)
  }, [t, i18n.language, voices, connection, connectionId, ids])
}

/** The name of a language; its tag where it has none, as engines may tell anything. */
function nameOf(names: Intl.DisplayNames, language: string): string {
  try {
    return names.of(language) ?? language
  } catch {
    return language
  }
}

/** A voice of which the id alone is known. */
function plainVoice(id: string): Voice {
  const [engine, name] = id.includes(':') ? id.split(':', 2) : []
  return { id, name: name ?? id, language: '', description: id, gender: null, engine: engine ?? null }
}
