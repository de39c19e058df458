/** Saving, reading and restoring versions of the open story. */
import i18next from 'i18next'
import type { Version } from '../../shared/ipc/views.ts'
import { changeBetween, isEmptyChange } from '../../shared/story/changes.ts'
import { MAX_LABEL } from '../../shared/story/limits.ts'
import { storyFromRecords } from '../../shared/story/story.ts'
import type { Story } from '../../shared/story/story.ts'
import { formatTime } from '../i18n/format.ts'
import { storyOf } from '../stores/app.ts'
import type { Session } from '../stores/app.ts'

/** What a version is called on screen: its name, or when it was saved where it has none. */
export function versionLabel({ name, createdAtMs }: Version): string {
  return name === '' ? formatTime(createdAtMs) : name
}

/** Keeps the story as it is now under a name. */
export async function saveVersion(session: Session, name: string): Promise<Version> {
  const { projectId } = session.story.getState().project
  await session.saver.flush()
  return session.bridge.call('project:saveVersion', { projectId, name })
}

/** The story as a version holds it. */
export async function readVersion(session: Session, version: Version): Promise<Story> {
  const { projectId } = session.story.getState().project
  return storyFromRecords(
    await session.bridge.call('project:readVersion', { projectId, versionId: version.id }),
  )
}

/** Makes the story what it was in a version, after a version of the present story is saved. It can be undone. */
export async function restoreVersion(session: Session, version: Version): Promise<void> {
  const restored = await readVersion(session, version)
  if (session.isClosed()) return
  if (isEmptyChange(changeBetween(storyOf(session), restored))) {
    session.note('app.versionIsPresent', { name: versionLabel(version) })
    return
  }
  const name = i18next.t('app.versionBefore', { name: versionLabel(version) })
  await saveVersion(session, name.slice(0, MAX_LABEL))
  if (session.isClosed()) return
  session.edit('edits.restoreVersion', changeBetween(storyOf(session), restored))
  session.note('app.versionRestored', { name: versionLabel(version) })
}
