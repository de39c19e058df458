import { Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { keepDocument } from '../../actions/documents.ts'
import { useApp } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { DocumentJob } from '../../stores/jobsStore.ts'
import type { PendingDelete } from '../../stores/pendingDeletes.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Documents.module.css'

interface RemovedDocumentProps {
  readonly job: DocumentJob
  readonly removal: PendingDelete
  /** The row is not drawn any more. */
  readonly onGone: () => void
}

/** A document that is about to be deleted, and the way back while there is one. */
export function RemovedDocument({ job, removal, onGone }: RemovedDocumentProps) {
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
