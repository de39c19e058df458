import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EngineView } from '../../../shared/ipc/enginesContract.ts'
import { testEngine } from '../../actions/engines.ts'
import { useAppState, useWorld } from '../../stores/world.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './Connections.module.css'
import { EngineForm } from './EngineForm.tsx'
import { EngineItem } from './EngineItem.tsx'
import { useTests } from './useTests.ts'

/** The engines that the built-in service speaks with beside its own: a list of them, and a form for one. */
export function EnginesDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  const { engines, keeping } = useAppState((state) => state.engines)
  const [edited, setEdited] = useState<EngineView | 'new' | null>(null)
  const [wasEditing, setWasEditing] = useState(false)
  const [tests, test] = useTests((name) => testEngine(world, name))
  const leaveForm = () => {
    setEdited(null)
    setWasEditing(true)
  }
  if (edited !== null) {
    return (
      <EngineForm
        engine={edited === 'new' ? null : edited}
        keeping={keeping}
        onLeave={leaveForm}
        onSaved={(name) => {
          leaveForm()
          test(name)
        }}
      />
    )
  }
  return (
    <Dialog
      title={t('engines.title')}
      closeLabel={t('app.close')}
      onClose={() => {
        world.view.setState({ dialog: null })
      }}
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
            {t('engines.add')}
          </Button>
        </>
      }
    >
      <p className={styles.note}>{t('engines.intro')}</p>
      {engines.length === 0 ? <p>{t('engines.empty')}</p> : null}
      <ul className={styles.list} aria-label={t('engines.title')}>
        {engines.map((engine) => (
          <EngineItem
            key={engine.name}
            engine={engine}
            test={tests[engine.name]}
            onTest={() => {
              test(engine.name)
            }}
            onEdit={() => {
              setEdited(engine)
            }}
          />
        ))}
      </ul>
    </Dialog>
  )
}
