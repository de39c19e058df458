import { storyExportOf } from '../../../shared/export/storyExports.ts'
import { useAppState, useStoryState, useWorld } from '../../hooks/world.ts'
import { formatTime } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Export.module.css'

/** When the open story was exported last, and where its files are; they can be shown where this app wrote them since it was opened. */
export function LastExport() {
  const { t } = useTranslation()
  const world = useWorld()
  const project = useStoryState((state) => state.open?.project)
  const kept = useAppState((state) => state.settings.storyExports)
  const written = useAppState((state) => state.writtenExport)
  const hasFileManager = useAppState((state) => state.info?.filePicker === 'system')
  const last = project === undefined ? undefined : storyExportOf(kept, project.recentId)?.last
  if (project === undefined || !last) return null
  const canShow = hasFileManager && written?.projectId === project.projectId
  return (
    <div className={styles.last}>
      <span>
        {t('exports.last', {
          when: formatTime(last.atMs),
          files: t('exports.fileCount', { count: last.fileCount }),
        })}
      </span>
      <small className={styles.note} dir="auto">
        {last.location}
      </small>
      {canShow ? (
        <Button
          tone="quiet"
          onPress={() => {
            world.bridge.call('export:show', { exportId: written.exportId }).catch(world.report)
          }}
        >
          {t('exports.showFiles')}
        </Button>
      ) : null}
    </div>
  )
}
