import { CircleCheck, CircleX, KeyRound, LoaderCircle, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { ServerTest, ServerView } from '../../../shared/servers/contract.ts'
import { fieldsOf } from '../../../shared/servers/kinds.ts'
import type { TestOutcome } from '../../../shared/servers/kinds.ts'
import { removeServer, removeServerKey } from '../../actions/servers.ts'
import { useApp } from '../../hooks/app.ts'
import { errorText } from '../../i18n/errorText.ts'
import { optionalText } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { useEngineStateText } from './EngineVoices.tsx'
import styles from './Servers.module.css'

/** How far the last test of a server is. */
export type TestState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'tested'; readonly test: ServerTest }
  /** The server was not asked, for a reason that has a text among the errors. */
  | { readonly kind: 'failed'; readonly error: UserFacingError }

/** Outcomes after which the server can be used as it is. */
const GOOD_OUTCOMES: readonly string[] = ['works', 'typed'] satisfies TestOutcome[]

function toneOf(test: TestState | undefined): 'good' | 'bad' | undefined {
  if (test === undefined || test.kind === 'asking') return undefined
  return test.kind === 'tested' && GOOD_OUTCOMES.includes(test.test.outcome) ? 'good' : 'bad'
}

/** Whether the last test went well, at a glance; the text says it in words. */
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

/** A server that the writer set up, the outcome of its last test, and what can be done with it. */
export function ServerItem({ server, test, onTest, onEdit }: ServerItemProps) {
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
