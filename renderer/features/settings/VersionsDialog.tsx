import { useEffect, useState } from 'react'
import type { Version } from '../../../shared/ipc/views.ts'
import type { Story } from '../../../shared/story/story.ts'
import { readVersion, restoreVersion, versionLabel } from '../../actions/versions.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useProjectId, useSession } from '../../hooks/session.ts'
import { formatTime } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { VersionComparison } from './VersionComparison.tsx'
import styles from './Settings.module.css'

/** The versions of the story: to look at, to compare with the present, and to restore. Restoring is an edit that can be undone. */
export function VersionsDialog() {
  const { t } = useTranslation()
  const session = useSession()
  const projectId = useProjectId()
  const [versions, setVersions] = useState<readonly Version[] | null>(null)
  const [shown, setShown] = useState<{ readonly version: Version; readonly story: Story } | null>(null)
  useEffect(() => {
    session.bridge.call('project:versions', { projectId }).then(setVersions, session.report)
  }, [session, projectId])
  const close = useCloseDialog()
  const restore = (version: Version) => {
    restoreVersion(session, version).then(close, session.report)
  }
  const view = async (version: Version) => {
    const story = await readVersion(session, version)
    setShown({ version, story })
  }
  if (shown !== null) {
    const { version, story } = shown
    return (
      <Dialog
        title={t('app.versionTitle', { name: versionLabel(version) })}
        closeLabel={t('app.close')}
        onClose={close}
        size="wide"
        actions={
          <>
            <Button
              onPress={() => {
                setShown(null)
              }}
            >
              {t('app.backToVersions')}
            </Button>
            <Button
              tone="primary"
              onPress={() => {
                restore(version)
              }}
            >
              {t('app.restore')}
            </Button>
          </>
        }
      >
        <VersionComparison version={version} story={story} />
      </Dialog>
    )
  }
  return (
    <Dialog title={t('app.versionsTitle')} closeLabel={t('app.close')} onClose={close}>
      {versions?.length === 0 ? <p>{t('app.noVersions')}</p> : null}
      <ul className={styles.versions}>
        {versions?.map((version) => (
          <li key={version.id} className={styles.version}>
            <div>
              <b dir="auto">{versionLabel(version)}</b>
              <small>
                {version.name === '' ? '' : `${formatTime(version.createdAtMs)} · `}
                {t('units.blocks', { count: version.blocks })}
              </small>
            </div>
            <span className={styles.buttons}>
              <Button
                onPress={() => {
                  view(version).catch(session.report)
                }}
              >
                {t('app.viewVersion')}
              </Button>
              <Button
                onPress={() => {
                  restore(version)
                }}
              >
                {t('app.restore')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
