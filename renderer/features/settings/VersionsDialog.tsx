import { useEffect, useState } from 'react'
import type { Version } from '../../../shared/ipc/views.ts'
import type { Story } from '../../../shared/story/story.ts'
import { readVersion, restoreVersion, versionLabel } from '../../actions/versions.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useProjectId, useSession } from '../../hooks/session.ts'
import { formatTime } from '../../i18n/format.ts'
import { formatSize } from '../../i18n/formatSize.ts'
import { isTextKey } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { VersionComparison } from './VersionComparison.tsx'
import styles from './Lists.module.css'

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
              {t('app.restoreVersion')}
            </Button>
          </>
        }
      >
        <VersionComparison version={version} story={story} />
      </Dialog>
    )
  }
  const groups = (['saved', 'kept'] as const).map((kind) => ({
    kind,
    members: (versions ?? []).filter(({ reason }) => (reason === 'saved') === (kind === 'saved')),
  }))
  return (
    <Dialog title={t('app.versionsTitle')} closeLabel={t('app.close')} onClose={close} size="wide">
      {versions === null ? null : (
        <p className={styles.total}>{versions.length === 0 ? t('app.noVersions') : totalOf(versions)}</p>
      )}
      {groups.map(({ kind, members }) =>
        members.length === 0 ? null : (
          <section key={kind} aria-label={t(`app.versionGroups.${kind}`)}>
            <div className={styles.head}>
              <h3>{t(`app.versionGroups.${kind}`)}</h3>
              <span>{totalOf(members)}</span>
            </div>
            {kind === 'kept' ? <p className={styles.hint}>{t('app.keptVersionsHint')}</p> : null}
            <ul className={styles.list}>
              {members.map((version) => (
                <li key={version.id} className={styles.row}>
                  <span className={styles.what}>
                    <b dir="auto" title={nameOf(version)}>
                      {nameOf(version)}
                    </b>
                    <small>
                      {formatTime(version.createdAtMs)}
                      {' · '}
                      <span>{t('units.blocks', { count: version.blocks })}</span>
                    </small>
                  </span>
                  <span className={styles.size}>{formatSize(t, version.bytes)}</span>
                  <Button
                    size="small"
                    onPress={() => {
                      view(version).catch(session.report)
                    }}
                  >
                    {t('app.viewVersion')}
                  </Button>
                  <Button
                    size="small"
                    onPress={() => {
                      restore(version)
                    }}
                  >
                    {t('app.restore')}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </Dialog>
  )

  function totalOf(some: readonly Version[]): string {
    const bytes = some.reduce((sum, version) => sum + version.bytes, 0)
    return t('app.versionTotal', { count: some.length, size: formatSize(t, bytes) })
  }

  /** What the list says of a version: its name, or why it was kept. */
  function nameOf({ reason, name }: Version): string {
    if (reason === 'saved') return name === '' ? t('app.versionUnnamed') : name
    const named = `app.versionReasonOf.${reason}`
    return name !== '' && isTextKey(named) ? t(named, { name }) : t(`app.versionReason.${reason}`)
  }
}
