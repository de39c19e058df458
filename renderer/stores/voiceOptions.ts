import { useMemo } from 'react'
import { useAppState } from './world.ts'

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
