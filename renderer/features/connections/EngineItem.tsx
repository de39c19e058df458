import { useTranslation } from 'react-i18next'
import type { EngineTest, EngineView } from '../../../shared/ipc/enginesContract.ts'
import { removeEngine } from '../../actions/engines.ts'
import { useWorld } from '../../hooks/world.ts'
import { ServerItem } from './ServerItem.tsx'
import { useEngineStateText } from './engineStateText.ts'
import type { TestState } from './useTests.ts'

interface EngineItemProps {
  readonly engine: EngineView
  readonly test: TestState<EngineTest> | undefined
  readonly onTest: () => void
  readonly onEdit: () => void
}

/** One engine, what it is at, and what can be done with it. */
export function EngineItem({ engine, test, onTest, onEdit }: EngineItemProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const { name, baseUrl, model, voices, hasKey, protection } = engine
  const standing = useEngineStateText(name)
  return (
    <ServerItem
      name={name}
      facts={`${baseUrl} · ${model} · ${t(`connections.keyState.${protection ?? 'none'}`)}`}
      status={test === undefined ? standing : outcomeText(test)}
      isAsking={test?.kind === 'asking'}
      hasKey={hasKey}
      removeQuestion={t('engines.removeSure', { name })}
      onTest={onTest}
      onEdit={onEdit}
      onRemoveKey={() => removeEngine(world, 'engines:removeKey', name)}
      onRemove={() => removeEngine(world, 'engines:remove', name)}
    />
  )

  function outcomeText(state: TestState<EngineTest>): string {
    switch (state.kind) {
      case 'asking':
        return t('engines.testing')
      case 'told': {
        const isTyped = state.test.outcome === 'unlisted' && voices.length > 0
        const text = isTyped ? 'typed' : state.test.outcome
        return t(`engines.outcomes.${text}`, { ...state.test, ...(isTyped && { count: voices.length }) })
      }
      case 'failed':
        return t(`errors.${state.code}`, { ...state.params })
    }
  }
}
