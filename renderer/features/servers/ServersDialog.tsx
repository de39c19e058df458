import { useState } from 'react'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { ServerView } from '../../../shared/servers/contract.ts'
import type { ServerKind } from '../../../shared/servers/kinds.ts'
import { testServer } from '../../actions/servers.ts'
import { openDialog } from '../../actions/dialogs.ts'
import { useApp, useAppState, useCloseDialog } from '../../hooks/app.ts'
import { localeFormats } from '../../i18n/locale.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ServerForm } from './ServerForm.tsx'
import { ServerItem } from './ServerItem.tsx'
import type { TestState } from './ServerItem.tsx'
import styles from './Servers.module.css'

/** The servers of one kind: a list of them, and a form for one. */
export function ServersDialog({ kind }: { readonly kind: ServerKind }) {
  const { t } = useTranslation()
  const close = useCloseDialog()
  const list = useServerList(kind)
  if (list.form !== null) return list.form
  return (
    <Dialog
      title={t(`servers.${kind}.title`)}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <VoicesButton kind={kind} />
          {list.addButton}
        </>
      }
    >
      {list.servers}
    </Dialog>
  )
}

/** The servers of one kind among other things of a page; their form opens above it. */
export function ServerSection({ kind }: { readonly kind: ServerKind }) {
  const { t } = useTranslation()
  const list = useServerList(kind, 'plain')
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>{t(`servers.${kind}.title`)}</h3>
        <VoicesButton kind={kind} />
        {list.addButton}
      </div>
      {list.servers}
      {list.form}
    </section>
  )
}

/** Opens the writer's own list of voices, which language models have none of. */
function VoicesButton({ kind }: { readonly kind: ServerKind }) {
  const { t } = useTranslation()
  const app = useApp()
  return kind === 'languageModel' ? null : (
    <Button onPress={() => openDialog(app, { kind: 'voices' })}>{t('servers.manageVoices')}</Button>
  )
}

/** The parts of a list of servers, wherever it stands: what is in it, the button that adds one, and the open form. A server that was saved is tested. */
function useServerList(kind: ServerKind, tone: 'primary' | 'plain' = 'primary') {
  const { t } = useTranslation()
  const app = useApp()
  const known: readonly ServerView[] = useAppState((state) => state.servers[kind])
  const [edited, setEdited] = useState<ServerView | 'new' | null>(null)
  const [wasEditing, setWasEditing] = useState(false)
  const [tests, setTests] = useState<Readonly<Record<string, TestState>>>({})
  const sorted = known.toSorted((a, b) => localeFormats().names.compare(a.name, b.name))

  const test = async (id: string) => {
    const note = (state: TestState) => {
      setTests((before) => ({ ...before, [id]: state }))
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
  return {
    form:
      edited === null ? null : (
        <ServerForm
          kind={kind}
          server={edited === 'new' ? null : edited}
          onLeave={leaveForm}
          onSaved={(id) => {
            leaveForm()
            startTest(id)
          }}
        />
      ),
    addButton: (
      <Button tone={tone} autoFocus={wasEditing} onPress={() => setEdited('new')}>
        {t(`servers.${kind}.add`)}
      </Button>
    ),
    servers: (
      <>
        <p className={styles.note}>{t(`servers.${kind}.intro`)}</p>
        {sorted.length === 0 ? <p>{t(`servers.${kind}.empty`)}</p> : null}
        <ul className={styles.list} aria-label={t(`servers.${kind}.title`)}>
          {sorted.map((server) => (
            <ServerItem
              key={server.id}
              server={server}
              test={tests[server.id]}
              onTest={() => startTest(server.id)}
              onEdit={() => setEdited(server)}
            />
          ))}
        </ul>
      </>
    ),
  }
}
