import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { isPackVoiceId } from '../../shared/voices/voicePacks.ts'
import { refreshVoices } from '../actions/servers.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { WarningProps } from '../ui/Warning.tsx'
import { useApp, useAppState } from './app.ts'
import { useStoryIfOpen } from './session.ts'
import { type PackLanguages, packLanguagesOf } from '../../shared/voices/languages.ts'

function useStoryConnection(): string {
  return useStoryIfOpen(({ story }) => story.info.connectionId) ?? BUILT_IN_CONNECTION
}

/**
 * Whether any voice id may be typed for a connection, the story's by default. The built-in service has only the listed
 * voices while no other engine is set up.
 */
export function useAllowsAnyVoice(connectionId?: string): boolean {
  const ofStory = useStoryConnection()
  const hasEngines = useAppState((state) => state.servers.engine.length > 0)
  return (connectionId ?? ofStory) !== BUILT_IN_CONNECTION || hasEngines
}

/** Whether a voice of a connection, the story's by default, is a natural voice, which expresses emotions only by pace and loudness. */
export function useIsPlainVoice(voiceId: string, connectionId?: string): boolean {
  const ofStory = useStoryConnection()
  return (connectionId ?? ofStory) === BUILT_IN_CONNECTION && isPackVoiceId(voiceId)
}

/**
 * Why a connection, the story's by default, does not offer a voice now, and how to retry; null if no problem is
 * known.
 */
export function useVoiceProblem(voiceId: string, connectionId?: string): WarningProps | null {
  const { t } = useTranslation()
  const app = useApp()
  const ofStory = useStoryConnection()
  const absent = useAppState((state) =>
    state.engineStates.find(({ name, state }) => state === 'absent' && voiceId.startsWith(`${name}:`)),
  )
  if ((connectionId ?? ofStory) !== BUILT_IN_CONNECTION || absent === undefined) return null
  return {
    text: t('servers.engine.voiceAbsent', { message: absent.message }),
    actions: [
      {
        label: t('servers.engine.askAgain'),
        onPress: () => void refreshVoices(app).catch(app.report),
      },
    ],
  }
}

/** The languages of the natural voices on this computer. */
export function usePackLanguages(): PackLanguages {
  return useAppState(({ voices }) => packLanguagesOf(voices))
}
