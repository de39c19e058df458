import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionView } from '../../../shared/ipc/connectionsContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { testConnection } from '../../actions/connections.ts'
import { useAppState, useWorld } from '../../stores/world.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ConnectionForm } from './ConnectionForm.tsx'
import { ConnectionItem } from './ConnectionItem.tsx'
import type { TestState } from './ConnectionItem.tsx'
import styles from './Connections.module.css'

/** The speech services that Fabula may use: a list of them, and a form for one. */
export function ConnectionsDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  const { connections, keeping } = useAppState((state) => state.connections)
  const [edited, setEdited] = useState<ConnectionView | 'new' | null>(null)
  const [wasEditing, setWasEditing] = useState(false)
  const [tests, setTests] = useState<Readonly<Record<string, TestState>>>({})
  const close = () => {
    world.view.setState({ dialog: null })
  }
  const leaveForm = () => {
    setEdited(null)
    setWasEditing(true)
  }
  const test = async (id: string) => {
    const note = (state: TestState) => {
      setTests((known) => ({ ...known, [id]: state }))
    }
    note({ kind: 'asking' })
    try {
      note({ kind: 'told', test: await testConnection(world, id) })
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error
      note({ kind: 'failed', code: error.code, params: error.params })
    }
  }
  if (edited !== null) {
    return (
      <ConnectionForm
        connection={edited === 'new' ? null : edited}
        keeping={keeping}
        onLeave={leaveForm}
        onSaved={(id) => {
          leaveForm()
          test(id).catch(world.report)
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
              test(connection.id).catch(world.report)
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
