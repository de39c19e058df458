import { useTranslation } from 'react-i18next'
import { useAppState } from '../../hooks/world.ts'
import styles from './Documents.module.css'

/** What the export is at, where the status bar is covered or not there. */
export function DocumentExport() {
  const { t } = useTranslation()
  const exporting = useAppState((state) => state.exporting)
  if (exporting === null) return null
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
        <a className={styles.link} href={download} download={fileName}>
          {t('documents.download', { name: fileName })}
        </a>
      )}
    </p>
  )
}
