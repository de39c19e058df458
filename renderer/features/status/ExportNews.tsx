import { runCommand } from '../../actions/commands.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useStoryIfOpen } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { dismissExport } from '../../actions/exporting.ts'
import { NewsLine } from './NewsLine.tsx'
import styles from './News.module.css'

/** So many files can be downloaded one by one; all are in the folder that the line names. */
const MOST_FILES = 20

/** How the export is, or how it ended. */
export function ExportNews() {
  const { t } = useTranslation()
  const app = useApp()
  const exporting = useAppState((state) => state.exporting)
  const openId = useStoryIfOpen(({ project }) => project.projectId)
  const hasFileManager = useAppState((state) => state.info?.filePicker === 'system')
  if (exporting === null) return null
  const { outcome, exportId, fraction, remainingMs, projectId } = exporting
  if (outcome.kind !== 'running' && projectId !== null && projectId !== openId) return null
  const close = () => {
    dismissExport(app)
  }
  switch (outcome.kind) {
    case 'running': {
      const cancel = () => {
        if (exportId !== null) app.bridge.call('export:cancel', { exportId }).catch(app.report)
      }
      return (
        <NewsLine
          tone="progress"
          progress={{ label: t('app.exportLabel'), fraction, remainingMs }}
          actions={[{ label: t('app.cancel'), isDisabled: exportId === null, run: cancel }]}
        >
          {t('app.exporting')}
        </NewsLine>
      )
    }
    case 'done': {
      const files = [outcome, ...outcome.beside]
      const only = files.length === 1 ? files[0] : undefined
      const show =
        !hasFileManager || exportId === null
          ? []
          : [
              {
                label: t('exports.show'),
                run() {
                  app.bridge.call('export:show', { exportId }).catch(app.report)
                },
              },
            ]
      return (
        <NewsLine
          tone="note"
          actions={show}
          files={
            files.length < 2 ? [] : files.filter(({ download }) => download !== null).slice(0, MOST_FILES)
          }
          onDismiss={close}
        >
          <span
            title={hasFileManager ? `${outcome.location}\n${t('exports.drag')}` : outcome.location}
            className={hasFileManager ? styles.drag : undefined}
            draggable={hasFileManager}
            onDragStart={(event) => {
              // The system drags the files themselves.
              event.preventDefault()
              if (exportId !== null) app.bridge.call('export:drag', { exportId }).catch(app.report)
            }}
          >
            {outcome.fileCount > 1
              ? hasFileManager
                ? t('exports.doneFiles', { count: outcome.fileCount })
                : t('exports.doneFilesInto', { count: outcome.fileCount, location: outcome.location })
              : outcome.beside.length === 0
                ? t('app.exported', { name: outcome.fileName })
                : t('exports.doneWith', { name: outcome.fileName, count: outcome.beside.length })}
          </span>{' '}
          {only !== undefined && only.download !== null ? (
            <a className={styles.link} href={app.bridge.downloadUrl(only.download)} download={only.fileName}>
              {t('app.download')}
            </a>
          ) : null}
        </NewsLine>
      )
    }
    case 'cancelled':
      return (
        <NewsLine tone="note" onDismiss={close}>
          {t('app.exportEnded.cancelled')}
        </NewsLine>
      )
    case 'failed': {
      const again = {
        label: t('app.render.again'),
        run() {
          close()
          runCommand(app, projectId === null ? 'documents' : 'export')
        },
      }
      return (
        <NewsLine tone="error" actions={[again]} onDismiss={close}>
          <b>{t('app.exportEnded.failed')}</b> {t(`errors.${outcome.error.code}`, outcome.error.params)}
        </NewsLine>
      )
    }
  }
}
