import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Version } from '../../../shared/ipc/views.ts'
import { changeBetween } from '../../../shared/story/changes.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { useStory, useStoryState, useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Settings.module.css'

/** Every edit is on disk already; Save keeps a version with a name that can be gone back to. */
export function SaveVersionDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  const projectId = useStoryState((state) => state.open?.project.projectId)
  const [name, setName] = useState('')
  const close = () => {
    world.view.setState({ dialog: null })
  }
  const save = async () => {
    if (projectId === undefined) return
    await world.saver.flush()
    const version = await world.bridge.call('project:saveVersion', { projectId, name: name.trim() })
    close()
    world.note('app.versionSaved', { name: version.name })
  }
  return (
    <Dialog
      title={t('app.saveVersionTitle')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('app.cancel')}</Button>
          <Button
            tone="primary"
            onPress={() => {
              save().catch(world.report)
            }}
          >
            {t('app.saveVersion')}
          </Button>
        </>
      }
    >
      <p>{t('app.saveVersionText')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save().catch(world.report)
        }}
      >
        <TextField
          label={t('app.versionName')}
          value={name}
          placeholder={t('app.versionPlaceholder')}
          autoFocus
          onChange={setName}
        />
      </form>
    </Dialog>
  )
}

/** The named versions; going back to one is an edit like any other, and can be undone. */
export function VersionsDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  const story = useStory()
  const projectId = useStoryState((state) => state.open?.project.projectId)
  const [versions, setVersions] = useState<readonly Version[] | null>(null)
  useEffect(() => {
    if (projectId === undefined) return
    world.bridge.call('project:versions', { projectId }).then(setVersions, world.report)
  }, [world, projectId])
  const close = () => {
    world.view.setState({ dialog: null })
  }
  const restore = async (version: Version) => {
    if (projectId === undefined) return
    const records = await world.bridge.call('project:readVersion', { projectId, versionId: version.id })
    world.edit('edits.restoreVersion', changeBetween(story, storyFromRecords(records)))
    close()
    world.note('app.versionRestored', { name: version.name })
  }
  return (
    <Dialog title={t('app.versionsTitle')} closeLabel={t('app.close')} onClose={close}>
      {versions?.length === 0 ? <p>{t('app.noVersions')}</p> : null}
      <ul className={styles.versions}>
        {versions?.map((version) => (
          <li key={version.id} className={styles.version}>
            <div>
              <b>{version.name}</b>
              <small>
                {new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(
                  version.createdAtMs,
                )}
                {' · '}
                {t('units.blocks', { count: version.blocks })}
              </small>
            </div>
            <Button
              onPress={() => {
                restore(version).catch(world.report)
              }}
            >
              {t('app.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
