import { CircleCheck, CircleX, KeyRound, LoaderCircle, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { ServerTest, ServerView } from '../../../shared/servers/contract.ts'
import { fieldsOf, type ServerKind, type TestOutcome } from '../../../shared/servers/kinds.ts'
import { openDialog } from '../../actions/dialogs.ts'
import { removeServer, removeServerKey, testServer } from '../../actions/servers.ts'
import { useApp, useAppState, useCloseDialog } from '../../hooks/app.ts'
import { errorText, optionalText } from '../../i18n/textKeys.ts'
import { localeFormats } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useEngineStateText } from './VoicesDialog.tsx'
import { ServerForm } from './ServerForm.tsx'
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

/** The servers of one kind as part of a page; their form opens above it. */
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

/** Opens the writer's own list of voices, which language models do not have. */
function VoicesButton({ kind }: { readonly kind: ServerKind }) {
  const { t } = useTranslation()
  const app = useApp()
  return kind === 'languageModel' ? null : (
    <Button onPress={() => openDialog(app, { kind: 'voices' })}>{t('servers.manageVoices')}</Button>
  )
}

/** The parts of a list of servers: its content, the button that adds one, and the open form. A saved server is tested. */
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

/** The state of the last test of a server. */
type TestState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'tested'; readonly test: ServerTest }
  /** The server was not asked, for a reason that has a text among the errors. */
  | { readonly kind: 'failed'; readonly error: UserFacingError }

/** Outcomes after which the server can be used. */
const GOOD_OUTCOMES: readonly string[] = ['works', 'typed'] satisfies TestOutcome[]

function toneOf(test: TestState | undefined): 'good' | 'bad' | undefined {
  if (test === undefined || test.kind === 'asking') return undefined
  return test.kind === 'tested' && GOOD_OUTCOMES.includes(test.test.outcome) ? 'good' : 'bad'
}

/** An icon for the outcome of the last test; the text says it in words. */
function TestMark({ test }: { readonly test: TestState | undefined }) {
  if (test === undefined) return null
  const Mark = test.kind === 'asking' ? LoaderCircle : toneOf(test) === 'good' ? CircleCheck : CircleX
  return <Mark size={15} aria-hidden="true" />
}

interface ServerItemProps {
  readonly server: ServerView
  readonly test: TestState | undefined
  readonly onTest: () => void
  readonly onEdit: () => void
}

/** A server that the writer set up, the outcome of its last test, and its actions. */
function ServerItem({ server, test, onTest, onEdit }: ServerItemProps) {
  const { t } = useTranslation()
  const app = useApp()
  const [removing, setRemoving] = useState<'server' | 'key' | null>(null)
  const stateText = useEngineStateText(server.kind === 'engine' ? server.id : null)
  const { kind, name, hasKey, protection } = server
  const values: Readonly<Record<string, unknown>> = server
  const facts = fieldsOf(kind).flatMap(([id, { isFact = false }]) => (isFact ? [String(values[id])] : []))
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <div className={styles.facts}>
          <b>{name}</b>
          <small>{[...facts, t(`servers.keyState.${protection ?? 'none'}`)].join(' · ')}</small>
        </div>
        <Button
          size="small"
          aria-label={t('servers.testOne', { name })}
          isDisabled={test?.kind === 'asking'}
          onPress={onTest}
        >
          {t('servers.test')}
        </Button>
        <IconButton label={t('servers.editOne', { name })} onPress={onEdit}>
          <Pencil size={15} />
        </IconButton>
        {hasKey ? (
          <IconButton label={t('servers.removeKeyOne', { name })} onPress={() => setRemoving('key')}>
            <KeyRound size={15} />
          </IconButton>
        ) : null}
        <IconButton label={t('servers.removeOne', { name })} onPress={() => setRemoving('server')}>
          <Trash2 size={15} />
        </IconButton>
      </div>
      <p className={styles.outcome} role="status" data-tone={toneOf(test)}>
        <TestMark test={test} />
        <span>{test === undefined ? stateText : testText(test)}</span>
      </p>
      {removing !== null ? (
        <>
          <p className={styles.outcome}>
            {removing === 'key'
              ? t('servers.removeKeySure', { name })
              : t(`servers.${kind}.removeSure`, { name })}
          </p>
          <div className={styles.buttons}>
            <Button
              tone="danger"
              onPress={() => {
                setRemoving(null)
                const remove = removing === 'key' ? removeServerKey : removeServer
                remove(app, server).catch(app.report)
              }}
            >
              {t(removing === 'key' ? 'servers.removeKey' : 'servers.remove')}
            </Button>
            <Button
              autoFocus
              onPress={() => {
                setRemoving(null)
              }}
            >
              {t('servers.keep')}
            </Button>
          </div>
        </>
      ) : null}
    </li>
  )

  function testText(state: TestState): string {
    switch (state.kind) {
      case 'asking':
        return t(`servers.${kind}.testing`)
      case 'tested':
        return optionalText(t, `servers.${kind}.outcomes.${state.test.outcome}`, { ...state.test })
      case 'failed':
        return errorText(t, state.error)
    }
  }
}
