import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { refreshVoices } from '../actions/engines.ts'
import { useAppState, useStoryState, useWorld } from './world.ts'

function useStoryConnection(): string {
  return useStoryState((state) => state.open?.story.info.connectionId ?? BUILT_IN_CONNECTION)
}

/**
 * Whether any voice id may be typed for a connection, the story's unless told: the built-in service is known to have no others
 * as long as it speaks with no other engine.
 */
export function useAllowsAnyVoice(connectionId?: string): boolean {
  const ofStory = useStoryConnection()
  const hasEngines = useAppState((state) => state.engines.engines.length > 0)
  return (connectionId ?? ofStory) !== BUILT_IN_CONNECTION || hasEngines
}

/** The voices to choose from for a connection, the story's unless told, each with a word on its language and sound. */
export function useVoiceOptions(connectionId?: string): readonly {
  readonly id: string
  readonly name: string
  readonly detail: string
}[] {
  const ofStory = useStoryConnection()
  const isBuiltIn = (connectionId ?? ofStory) === BUILT_IN_CONNECTION
  const voices = useAppState((state) => state.voices)
  return useMemo(
    () =>
      voices
        .filter(({ engine }) => isBuiltIn || engine === null)
        .map(({ id, name, description }) => ({ id, name, detail: description })),
    [voices, isBuiltIn],
  )
}

export interface VoiceTrouble {
  readonly text: string
  readonly remedy: { readonly label: string; readonly onMend: () => void }
}

/** Why a voice of the story cannot be had now, in words, and how to ask again; null where nothing is known to be wrong. */
export function useVoiceTrouble(voiceId: string): VoiceTrouble | null {
  const { t } = useTranslation()
  const world = useWorld()
  const isBuiltIn = useStoryConnection() === BUILT_IN_CONNECTION
  const absent = useAppState((state) =>
    state.engineStates.find(({ name, state }) => state === 'absent' && voiceId.startsWith(`${name}:`)),
  )
  if (!isBuiltIn || absent === undefined) return null
  const onMend = () => void refreshVoices(world).catch(world.report)
  return {
    text: t('engines.voiceAbsent', { message: absent.message }),
    remedy: { label: t('engines.askAgain'), onMend },
  }
}
