import { useTranslation } from 'react-i18next'
import type { DocumentState, DocumentView } from '../../../shared/ipc/documentsContract.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { runCommand } from '../../actions/commands.ts'
import { formatRemaining, formatSpeed, formatStatus } from '../../i18n/format.ts'
import { useAppState, useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Documents.module.css'
import { ErrorText } from './ErrorText.tsx'
import { FinishedDocument } from './FinishedDocument.tsx'
import { formatSize } from './formatSize.ts'

/** One document: what it is, what goes on with it, and what can be done with it. */
export function DocumentItem({ document }: { readonly document: DocumentView }) {
  const { t } = useTranslation()
  const world = useWorld()
  const { voiceId, model, speed, sizeBytes, connectionId, name } = document
  const voice = useAppState((state) => state.voices.find(({ id }) => id === voiceId)?.name)
  const connections = useAppState((state) => state.servers.connection)
  const service =
    connectionId === BUILT_IN_CONNECTION
      ? t('servers.builtIn')
      : (connections.find(({ id }) => id === connectionId)?.name ?? t('servers.unknown'))
  const facts = t('documents.facts', {
    voice: voice ?? voiceId,
    model: t(`inspector.models.${model}`),
    speed: t('units.speed', { value: formatSpeed(speed) }),
    size: formatSize(t, sizeBytes),
    service,
  })
  return (
    <li className={styles.item}>
      <h4 className={styles.name}>
        <bdi>{name}</bdi>
      </h4>
      <p className={styles.facts}>{facts}</p>
      <DocumentProgress document={document} />
      <Trouble state={document.state} />
      {document.state.phase === 'completed' ? (
        <FinishedDocument document={document} state={document.state} />
      ) : (
        <Pending
          document={document}
          tell={(channel) => () => {
            world.bridge.call(channel, { documentId: document.id }).catch(world.report)
          }}
        />
      )}
    </li>
  )
}

function Trouble({ state }: { readonly state: DocumentState }) {
  const error = 'error' in state ? state.error : null
  return error === null ? null : <ErrorText error={error} />
}

type Told = 'documents:stop' | 'documents:follow' | 'documents:cancel' | 'documents:dismiss'

function Pending({
  document: { state, sizeBytes, connectionId },
  tell,
}: {
  readonly document: DocumentView
  readonly tell: (channel: Told) => () => void
}) {
  const { t } = useTranslation()
  const world = useWorld()
  if (state.phase === 'uploading') {
    const isSent = state.sentBytes >= sizeBytes
    return (
      <>
        <div className={styles.buttons}>
          <Button onPress={tell('documents:stop')}>
            {t(isSent ? 'documents.stopWaiting' : 'documents.cancelUpload')}
          </Button>
        </div>
        {isSent ? <p className={styles.facts}>{t('documents.stopWaitingNote')}</p> : null}
      </>
    )
  }
  if (state.phase === 'converting' && state.isFollowed) {
    return (
      <div className={styles.buttons}>
        {connectionId === BUILT_IN_CONNECTION ? (
          <Button onPress={tell('documents:cancel')}>{t('documents.cancel')}</Button>
        ) : (
          <Button onPress={tell('documents:stop')}>{t('documents.stopFollowing')}</Button>
        )}
      </div>
    )
  }
  return (
    <div className={styles.buttons}>
      {state.phase === 'converting' ? (
        <Button onPress={tell('documents:follow')}>{t('documents.follow')}</Button>
      ) : null}
      {state.phase === 'unknown' || state.phase === 'converting' ? (
        <Button
          onPress={() => {
            runCommand(world, 'conversions')
          }}
        >
          {t('documents.settle')}
        </Button>
      ) : null}
      <Button onPress={tell('documents:dismiss')}>{t('documents.dismiss')}</Button>
    </div>
  )
}

/** How far the upload or the conversion is, in words and as a bar. */
function DocumentProgress({ document: { name, sizeBytes, state } }: { readonly document: DocumentView }) {
  const { t } = useTranslation()
  if (state.phase !== 'uploading' && state.phase !== 'converting') return null
  const isUploading = state.phase === 'uploading'
  const percent = Math.round(isUploading ? (100 * state.sentBytes) / sizeBytes : state.percentage)
  return (
    <div className={styles.state}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('documents.progressOf', { name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div className={styles.fill} style={{ width: `${percent}%` }} />
      </div>
      <span>{words()}</span>
    </div>
  )

  function words(): string {
    if (state.phase === 'uploading') {
      return percent < 100 ? t('documents.uploading', { percent }) : t('documents.waiting')
    }
    if (state.phase !== 'converting') return ''
    const status = formatStatus(t, state.status)
    if (!state.isFollowed) return t('documents.unfollowed', { status })
    const left = state.remainingMs === null ? '' : ` · ${formatRemaining(t, state.remainingMs)}`
    return t('documents.converting', { status, percent }) + left
  }
}
