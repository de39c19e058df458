import { useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useApp, useAppState, useJobsState } from '../../hooks/app.ts'
import { errorText } from '../../i18n/errorText.ts'
import { refreshDocuments, setDocumentsAside } from '../../actions/documents.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { documentsOf } from '../../stores/jobsStore.ts'
import { Button } from '../../ui/Button.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { DocumentItem } from './DocumentItem.tsx'
import styles from './Documents.module.css'
import { RemovedDocument } from './RemovedDocument.tsx'

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
                // Whoever works by keyboard stays in the list.
                if (document.activeElement === document.body) heading.current?.focus()
              }}
            />
          )
        })}
      </ul>
    </section>
  )
}

/** What is wrong with the file that all documents are in, and the way on. */
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

/** Another Fabula over the same folder has the other documents. */
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

/** Where the old file is, for whoever wants to have it mended. */
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

/** How far the export of a document is, where the status bar is covered or not there. */
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
