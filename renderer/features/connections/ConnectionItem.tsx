import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionTest, ConnectionView } from '../../../shared/ipc/connectionsContract.ts'
import type { MessageParams } from '../../../shared/lib/userFacingError.ts'
import { removeConnection } from '../../actions/connections.ts'
import { useWorld } from '../../stores/world.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Connections.module.css'

/** What the last test of a connection is at. */
export type TestState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'told'; readonly test: ConnectionTest }
  /** It was not asked, for a reason that has a text among the errors. */
  | { readonly kind: 'failed'; readonly code: string; readonly params: MessageParams }

interface ConnectionItemProps {
  readonly connection: ConnectionView
  readonly test: TestState | undefined
  readonly onTest: () => void
  readonly onEdit: () => void
}

/** One connection, how its key is kept, and what can be done with it. */
export function ConnectionItem({ connection, test, onTest, onEdit }: ConnectionItemProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const [isRemoving, setIsRemoving] = useState(false)
  const { name, baseUrl, hasKey, protection } = connection
  const remove = (channel: 'connections:remove' | 'connections:removeKey') => () => {
    removeConnection(world, channel, connection).catch(world.report)
  }
  return (
    <li className={styles.item}>
      <div className={styles.facts}>
        <b>{name}</b>
        <small>
          {baseUrl} · {t(`connections.keyState.${protection ?? 'none'}`)}
        </small>
      </div>
      <p className={styles.outcome} role="status">
        {test === undefined ? null : outcomeText(test)}
      </p>
      {isRemoving ? (
        <>
          <p className={styles.outcome}>{t('connections.removeSure', { name })}</p>
          <div className={styles.buttons}>
            <Button tone="danger" onPress={remove('connections:remove')}>
              {t('connections.remove')}
            </Button>
            <Button
              autoFocus
              onPress={() => {
                setIsRemoving(false)
              }}
            >
              {t('connections.keep')}
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.buttons}>
          <Button
            aria-label={t('connections.testOne', { name })}
            isDisabled={test?.kind === 'asking'}
            onPress={onTest}
          >
            {t('connections.test')}
          </Button>
          <Button aria-label={t('connections.editOne', { name })} onPress={onEdit}>
            {t('connections.edit')}
          </Button>
          {hasKey ? (
            <Button
              aria-label={t('connections.removeKeyOne', { name })}
              onPress={remove('connections:removeKey')}
            >
              {t('connections.removeKey')}
            </Button>
          ) : null}
          <Button
            tone="danger"
            aria-label={t('connections.removeOne', { name })}
            onPress={() => {
              setIsRemoving(true)
            }}
          >
            {t('connections.remove')}
          </Button>
        </div>
      )}
    </li>
  )

  function outcomeText(state: TestState): string {
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
