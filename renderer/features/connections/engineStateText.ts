import { useTranslation } from 'react-i18next'
import { useAppState } from '../../hooks/world.ts'

/** What an engine is at, in words; null where it was not asked yet. */
export function useEngineStateText(name: string): string | null {
  const { t } = useTranslation()
  const found = useAppState((state) => state.engineStates.find((engine) => engine.name === name))
  const count = useAppState((state) => state.hostVoices.filter(({ engine }) => engine === name).length)
  return found === undefined ? null : t(`engines.states.${found.state}`, { ...found, count })
}
