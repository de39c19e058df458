import { useTranslation } from 'react-i18next'
import type { ConnectionTest, ConnectionView } from '../../../shared/ipc/connectionsContract.ts'
import { removeConnection } from '../../actions/connections.ts'
import { useWorld } from '../../hooks/world.ts'
import { ServerItem } from './ServerItem.tsx'
import type { TestState } from './useTests.ts'

interface ConnectionItemProps {
  readonly connection: ConnectionView
  readonly test: TestState<ConnectionTest> | undefined
  readonly onTest: () => void
  readonly onEdit: () => void
}

/** One connection, how its key is kept, and what can be done with it. */
export function ConnectionItem({ connection, test, onTest, onEdit }: ConnectionItemProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const { name, baseUrl, hasKey, protection } = connection
  return (
    <ServerItem
      name={name}
      facts={`${baseUrl} · ${t(`connections.keyState.${protection ?? 'none'}`)}`}
      status={test === undefined ? null : outcomeText(test)}
      isAsking={test?.kind === 'asking'}
      hasKey={hasKey}
      removeQuestion={t('connections.removeSure', { name })}
      onTest={onTest}
      onEdit={onEdit}
      onRemoveKey={() => removeConnection(world, 'connections:removeKey', connection)}
      onRemove={() => removeConnection(world, 'connections:remove', connection)}
    />
  )

  function outcomeText(state: TestState<ConnectionTest>): string {
    switch (state.kind) {
      case 'asking':
        return t('connections.testing')
      case 'told':
        return t(`connections.outcomes.${state.test.outcome}`, { ...state.test })
      case 'failed':
        return t(`errors.${state.code}`, { ...state.params })
    }
  }
}
