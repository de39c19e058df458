import { useTranslation } from 'react-i18next'
import type { DocumentView } from '../../../shared/ipc/documentsContract.ts'
import { formatRemaining } from '../../i18n/format.ts'
import styles from './Documents.module.css'

/** How far the upload or the conversion is, in words and as a bar. */
export function DocumentProgress({
  document: { name, sizeBytes, state },
}: {
  readonly document: DocumentView
}) {
  const { t, i18n } = useTranslation()
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
    const key = `app.status.${state.status}`
    const status = i18n.exists(key) ? t(key) : t('app.statusOther', { status: state.status })
    if (!state.isFollowed) return t('documents.unfollowed', { status })
    const left = state.remainingMs === null ? '' : ` · ${formatRemaining(t, state.remainingMs)}`
    return t('documents.converting', { status, percent }) + left
  }
}
