import { useState } from 'react'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { ServerView } from '../../../shared/servers/contract.ts'
import type { ServerKind } from '../../../shared/servers/kinds.ts'
import { testServer } from '../../actions/servers.ts'
import { openDialog } from '../../actions/dialogs.ts'
import { useApp, useAppState, useCloseDialog } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ServerForm } from './ServerForm.tsx'
import { ServerItem } from './ServerItem.tsx'
import type { TestState } from './ServerItem.tsx'
import styles from './Servers.module.css'

/** The servers of one kind: a list of them, and a form for one. A server that was saved is tested. */
export function ServersDialog({ kind }: { readonly kind: ServerKind }) {
  const { t } = useTranslation()
  const app = useApp()
  const close = useCloseDialog()
  const servers: readonly ServerView[] = useAppState((state) => state.servers[kind])
  const [edited, setEdited] = useState<ServerView | 'new' | null>(null)
  const [wasEditing, setWasEditing] = useState(false)
  const [tests, setTests] = useState<Readonly<Record<string, TestState>>>({})

  const test = async (id: string) => {
    const note = (state: TestState) => {
      setTests((known) => ({ ...known, [id]: state }))
    }
    note({ kind: 'asking' })
    try {
      note({ kind: 'tested', test: await testServer(app, kind, id) })
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error
      note({ kind: 'failed', error })
    }
  }
  const startTest = (id: string) => {
    test(id).catch(app.report)
  }
  const leaveForm = () => {
    setEdited(null)
    setWasEditing(true)
  }

  if (edited !== null) {
    return (
      <ServerForm
        kind={kind}
        server={edited === 'new' ? null : edited}
        onLeave={leaveForm}
        onSaved={(id) => {
          leaveForm()
          startTest(id)
        }}
      />
    )
  }
  return (
    <Dialog
      title={t(`servers.${kind}.title`)}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          {kind === 'languageModel' ? null : (
            <Button
              onPress={() => {
                openDialog(app, { kind: 'voices' })
              }}
            >
              {t('servers.manageVoices')}
            </Button>
          )}
          <Button
            tone="primary"
            autoFocus={wasEditing}
            onPress={() => {
              setEdited('new')
            }}
          >
            {t(`servers.${kind}.add`)}
          </Button>
        </>
      }
    >
      <p className={styles.note}>{t(`servers.${kind}.intro`)}</p>
      {servers.length === 0 ? <p>{t(`servers.${kind}.empty`)}</p> : null}
      <ul className={styles.list} aria-label={t(`servers.${kind}.title`)}>
        {servers.map((server) => (
          <ServerItem
            key={server.id}
            server={server}
            test={tests[server.id]}
            onTest={() => {
              startTest(server.id)
            }}
            onEdit={() => {
              setEdited(server)
            }}
          />
        ))}
      </ul>
    </Dialog>
  )
}
