import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './Connections.module.css'
import { useTests } from './useTests.ts'
import type { TestState } from './useTests.ts'

interface ServersDialogProps<Server, Told> {
  /** Which texts are the dialog's. */
  readonly texts: 'connections' | 'engines'
  readonly servers: readonly Server[]
  readonly idOf: (server: Server) => string
  readonly askFor: (id: string) => Promise<Told>
  /** The form for one of them, or for a new one. A server that was saved is tested. */
  readonly form: (
    server: Server | null,
    on: { readonly onLeave: () => void; readonly onSaved: (id: string) => void },
  ) => ReactNode
  readonly item: (
    server: Server,
    on: {
      readonly test: TestState<Told> | undefined
      readonly onTest: () => void
      readonly onEdit: () => void
    },
  ) => ReactNode
}

/** Servers that Fabula speaks with: a list of them, and a form for one. */
export function ServersDialog<Server, Told>(props: ServersDialogProps<Server, Told>) {
  const { texts, servers, idOf, askFor, form, item } = props
  const { t } = useTranslation()
  const world = useWorld()
  const [edited, setEdited] = useState<Server | 'new' | null>(null)
  const [wasEditing, setWasEditing] = useState(false)
  const [tests, test] = useTests(askFor)
  const leaveForm = () => {
    setEdited(null)
    setWasEditing(true)
  }
  if (edited !== null) {
    return form(edited === 'new' ? null : edited, {
      onLeave: leaveForm,
      onSaved(id) {
        leaveForm()
        test(id)
      },
    })
  }
  return (
    <Dialog
      title={t(`${texts}.title`)}
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
            {t(`${texts}.add`)}
          </Button>
        </>
      }
    >
      <p className={styles.note}>{t(`${texts}.intro`)}</p>
      {servers.length === 0 ? <p>{t(`${texts}.empty`)}</p> : null}
      <ul className={styles.list} aria-label={t(`${texts}.title`)}>
        {servers.map((server) =>
          item(server, {
            test: tests[idOf(server)],
            onTest() {
              test(idOf(server))
            },
            onEdit() {
              setEdited(server)
            },
          }),
        )}
      </ul>
    </Dialog>
  )
}
