import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionView } from '../../../shared/ipc/connectionsContract.ts'
import { testConnection } from '../../actions/connections.ts'
import { useAppState, useWorld } from '../../stores/world.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ConnectionForm } from './ConnectionForm.tsx'
import { ConnectionItem } from './ConnectionItem.tsx'
import styles from './Connections.module.css'
import { useTests } from './useTests.ts'

/** The speech services that Fabula may use: a list of them, and a form for one. */
export function ConnectionsDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  const { connections, keeping } = useAppState((state) => state.connections)
  const [edited, setEdited] = useState<ConnectionView | 'new' | null>(null)
  const [wasEditing, setWasEditing] = useState(false)
  const [tests, test] = useTests((id) => testConnection(world, id))
  const close = () => {
    world.view.setState({ dialog: null })
  }
  const leaveForm = () => {
    setEdited(null)
    setWasEditing(true)
  }
  if (edited !== null) {
    return (
      <ConnectionForm
        connection={edited === 'new' ? null : edited}
        keeping={keeping}
        onLeave={leaveForm}
        onSaved={(id) => {
          leaveForm()
          test(id)
        }}
      />
    )
  }
  return (
    <Dialog
      title={t('connections.title')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button
            onPress={() => {
              world.view.setState({ dialog: { kind: 'voices' } })
            }}
          >
            {t('connections.manageVoices')}
          </Button>
          <Button
            tone="primary"
            autoFocus={wasEditing}
            onPress={() => {
              setEdited('new')
            }}
          >
            {t('connections.add')}
          </Button>
        </>
      }
    >
      <p className={styles.note}>{t('connections.intro')}</p>
      {connections.length === 0 ? <p>{t('connections.empty')}</p> : null}
      <ul className={styles.list} aria-label={t('connections.title')}>
        {connections.map((connection) => (
          <ConnectionItem
            key={connection.id}
            connection={connection}
            test={tests[connection.id]}
            onTest={() => {
              test(connection.id)
            }}
            onEdit={() => {
              setEdited(connection)
            }}
          />
        ))}
      </ul>
    </Dialog>
  )
}
