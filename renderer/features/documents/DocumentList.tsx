import { Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { reasonOf } from '../../../shared/jobs/renderState.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { runCommand } from '../../actions/commands.ts'
import { keepDocument, refreshDocuments, setDocumentsAside } from '../../actions/documents.ts'
import { useApp, useAppState, useJobsState } from '../../hooks/app.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { formatRemaining, formatSize, formatSpeed, formatStatus } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { type DocumentJob, documentsOf } from '../../stores/jobsStore.ts'
import type { PendingDelete } from '../../stores/pendingDeletes.ts'
import { Button } from '../../ui/Button.tsx'
import { Warning } from '../../ui/Warning.tsx'
import styles from './Documents.module.css'
import { ErrorText, FinishedDocument } from './FinishedDocument.tsx'

/** The documents that were sent, newest first, or why they cannot be listed. */
export function DocumentList() {
  const { t } = useTranslation()
  const documents = useJobsState(useShallow(documentsOf))
  const { isOpen, error } = useJobsState((state) => state.library)
  const removing = useJobsState((state) => state.removing)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className={styles.spoken}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('documents.list')}
      </h3>
      <DocumentExport />
      <SetAside />
      <HeldElsewhere />
      {error !== null ? (
        <LibraryError />
      ) : isOpen && documents.length === 0 ? (
        <p className={styles.note}>{t('documents.empty')}</p>
      ) : null}
      <ul className={styles.list} aria-label={t('documents.list')}>
        {documents.map((job) => {
          const removal = removing.get(job.id)
          return removal === undefined ? (
            <DocumentItem key={job.id} job={job} />
          ) : (
            <RemovedDocument
              key={job.id}
              job={job}
              removal={removal}
              onGone={() => {
                // Keep keyboard users in the list.
                if (document.activeElement === document.body) heading.current?.focus()
              }}
            />
          )
        })}
      </ul>
    </section>
  )
}

/** What is wrong with the file of all documents, and how to continue. */
function LibraryError() {
  const { t } = useTranslation()
  const app = useApp()
  const { error } = useJobsState((state) => state.library)
  if (error === null) return null
  const canSetAside = error.code === 'documents-damaged' || error.code === 'documents-newer'
  return (
    <div role="alert" className={styles.libraryError}>
      <b>{t('documents.listFailed')}</b>
      <p>{errorText(t, error)}</p>
      <div className={styles.buttons}>
        {canSetAside ? (
          <Button
            onPress={() => {
              setDocumentsAside(app).catch(app.report)
            }}
          >
            {t('documents.setAside')}
          </Button>
        ) : null}
        <Button
          onPress={() => {
            refreshDocuments(app).catch(app.report)
          }}
        >
          {t('documents.retry')}
        </Button>
      </div>
    </div>
  )
}

/** Another instance of Fabula with the same folder has the other documents. */
function HeldElsewhere() {
  const { t } = useTranslation()
  const app = useApp()
  const { isHeldElsewhere } = useJobsState((state) => state.library)
  if (!isHeldElsewhere) return null
  return (
    <Warning
      text={t('documents.heldElsewhere')}
      actions={[
        {
          label: t('documents.retry'),
          onPress: () => {
            refreshDocuments(app).catch(app.report)
          },
        },
      ]}
    />
  )
}

/** Where the old file is, for anyone who wants to repair it. */
function SetAside() {
  const { t } = useTranslation()
  const location = useJobsState((state) => state.library.setAsideAt)
  if (location === null) return null
  return (
    <p role="status" className={styles.note}>
      {t('documents.setAsideAt', { location })}
    </p>
  )
}

/** The progress of a document's export, if the status bar is covered or missing. */
function DocumentExport() {
  const { t } = useTranslation()
  const app = useApp()
  const exporting = useAppState((state) => state.exporting)
  if (exporting === null || exporting.projectId !== null) return null
  const { outcome, fraction } = exporting
  if (outcome.kind === 'running') {
    return <p className={styles.note}>{t('documents.exporting', { percent: Math.round(fraction * 100) })}</p>
  }
  if (outcome.kind !== 'done') return null
  const { fileName, download } = outcome
  return (
    <p className={styles.note}>
      {t('documents.exported', { name: fileName })}{' '}
      {download === null ? null : (
        <a className={styles.link} href={app.bridge.downloadUrl(download)} download={fileName}>
          {t('documents.download', { name: fileName })}
        </a>
      )}
    </p>
  )
}

interface RemovedDocumentProps {
  readonly job: DocumentJob
  readonly removal: PendingDelete
  /** The row is no longer drawn. */
  readonly onGone: () => void
}

/** A document about to be deleted, with an undo button while undo is possible. */
function RemovedDocument({ job, removal, onGone }: RemovedDocumentProps) {
  const { t } = useTranslation()
  const app = useApp()
  const { name } = job.document
  const leave = useRef(onGone)
  useEffect(() => {
    const gone = leave.current
    return () => {
      requestAnimationFrame(gone)
    }
  }, [])
  return (
    <li className={styles.removed}>
      <span>
        {t('documents.removedRow', { name })} <small>{t('documents.removedNote')}</small>
      </span>
      {removal.deleting !== null ? null : (
        <Button
          autoFocus
          icon={<Undo2 size={15} />}
          aria-label={t('documents.undoDelete', { name })}
          onPress={() => {
            keepDocument(app, job)
          }}
        >
          {t('documents.undo')}
        </Button>
      )}
    </li>
  )
}

interface DocumentProps {
  readonly job: DocumentJob
}

/** One document: its facts, its state, and its actions. */
function DocumentItem({ job }: DocumentProps) {
  const { t } = useTranslation()
  const { connectionId, state, durationMs } = job
  const { voiceId, model, speed, sizeBytes, name } = job.document
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
      <DocumentProgress job={job} />
      <DocumentError job={job} />
      {state === 'completed' && durationMs !== null ? (
        <FinishedDocument job={job} durationMs={durationMs} />
      ) : (
        <Pending job={job} />
      )}
    </li>
  )
}

/** Why there is no audio. */
function DocumentError({ job }: DocumentProps) {
  const { state, error, activity, durationMs } = job
  if (state === 'failed' || state === 'unknown') return <ErrorText error={reasonOf(job)} />
  if (state === 'accepted' && activity === null && error !== null) return <ErrorText error={error} />
  const isAudioGone = state === 'completed' && durationMs === null
  return isAudioGone ? <ErrorText error={{ code: 'audio-not-in-project', params: {} }} /> : null
}

function Pending({ job }: DocumentProps) {
  const { t } = useTranslation()
  const app = useApp()
  const { id, state, activity } = job
  const tell = (channel: 'jobs:stop' | 'jobs:cancel' | 'jobs:resume' | 'jobs:dismiss') => () => {
    app.bridge.call(channel, { id }).catch(app.report)
  }
  if (state === 'sending') {
    const isSent = sentBytes(job) >= job.document.sizeBytes
    return (
      <>
        <div className={styles.buttons}>
          <Button onPress={tell('jobs:stop')}>
            {t(isSent ? 'documents.stopWaiting' : 'documents.cancelUpload')}
          </Button>
        </div>
        {isSent ? <p className={styles.facts}>{t('documents.stopWaitingNote')}</p> : null}
      </>
    )
  }
  const isWaiting = state === 'accepted'
  if (isWaiting && activity?.isFollowed === true) {
    return (
      <div className={styles.buttons}>
        {job.connectionId === BUILT_IN_CONNECTION ? (
          <Button onPress={tell('jobs:cancel')}>{t('documents.cancel')}</Button>
        ) : (
          <Button onPress={tell('jobs:stop')}>{t('documents.stopFollowing')}</Button>
        )}
      </div>
    )
  }
  return (
    <div className={styles.buttons}>
      {isWaiting ? <Button onPress={tell('jobs:resume')}>{t('documents.follow')}</Button> : null}
      {state === 'unknown' || isWaiting ? (
        <Button
          onPress={() => {
            runCommand(app, 'conversions')
          }}
        >
          {t('documents.settle')}
        </Button>
      ) : null}
      <Button onPress={tell('jobs:dismiss')}>{t('documents.dismiss')}</Button>
    </div>
  )
}

/** The progress of the upload or the conversion, in words and as a bar. */
function DocumentProgress({ job }: DocumentProps) {
  const { t } = useTranslation()
  const { state, activity } = job
  if (state !== 'sending' && state !== 'accepted') return null
  const { name, sizeBytes } = job.document
  const percent = Math.round(
    state === 'sending' ? (100 * sentBytes(job)) / sizeBytes : (activity?.percentage ?? job.percentage),
  )
  return (
    <div className={styles.state}>
      <div
        data-track
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
    if (state === 'sending')
      return percent < 100 ? t('documents.uploading', { percent }) : t('documents.waiting')
    const status = formatStatus(t, activity?.status ?? job.status)
    if (activity?.isFollowed !== true) return t('documents.unfollowed', { status })
    const { remainingMs } = activity
    const left = remainingMs === null ? '' : ` · ${formatRemaining(t, remainingMs)}`
    return t('documents.converting', { status, percent }) + left
  }
}

function sentBytes({ activity }: DocumentJob): number {
  return activity?.sentBytes ?? 0
}
