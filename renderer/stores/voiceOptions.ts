import { useMemo } from 'react'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import { useAppState, useStoryState } from './world.ts'

/** Whether any voice id may be typed: only the built-in voice is known to have no others. */
export function useAllowsAnyVoice(): boolean {
  return useStoryState(
    (state) => (state.open?.story.info.connectionId ?? BUILT_IN_CONNECTION) !== BUILT_IN_CONNECTION,
  )
}

/** The voices to choose from, each with a word on its language and sound. */
export function useVoiceOptions(): readonly {
  readonly id: string
  readonly name: string
  readonly detail: string
}[] {
  const voices = useAppState((state) => state.voices)
  return useMemo(
    () => voices.map(({ id, name, description }) => ({ id, name, detail: description })),
    [voices],
  )
}
