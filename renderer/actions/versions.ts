/** Saving, reading and restoring versions of the open story. */
import type { KeptReason, Version } from '../../shared/ipc/views.ts'
import { changeBetween, isEmptyChange } from '../../shared/story/changes.ts'
import { restoreEntry } from '../../shared/story/compareStories.ts'
import { MAX_LABEL } from '../../shared/story/limits.ts'
import type { RecordId } from '../../shared/story/records.ts'
import { blockNumber, findBlock } from '../../shared/story/selectors.ts'
import { storyFromRecords, type Story } from '../../shared/story/story.ts'
import { formatTime } from '../i18n/format.ts'
import { storyOf, type Session } from '../stores/app.ts'

/** The name of a version on screen: the writer's name, otherwise when it was kept. */
export function versionLabel({ reason, name, createdAtMs }: Version): string {
  return reason !== 'saved' || name === '' ? formatTime(createdAtMs) : name
}

/** Restores a block or heading from a version, as one edit: its words, settings and place. */
export function restoreFromVersion(session: Session, version: Version, story: Story, id: RecordId): void {
  const name = versionLabel(version)
  session.edit('edits.restoreBlock', restoreEntry(story, storyOf(session), id), undefined, name)
  const block = findBlock(storyOf(session), id)
  if (block === undefined) session.announce('app.headingRestored', { name })
  else session.announce('app.blockRestored', { number: blockNumber(storyOf(session), block.id), name })
}

/** Saves the current story as a named version. */
export async function saveVersion(session: Session, name: string): Promise<Version> {
  const { projectId } = session.story.getState().project
  await session.saver.flush()
  return session.bridge.call('project:saveVersion', { projectId, name })
}

/** The story of a version. */
export async function readVersion(session: Session, version: Version): Promise<Story> {
  const { projectId } = session.story.getState().project
  return storyFromRecords(
    await session.bridge.call('project:readVersion', { projectId, versionId: version.id }),
  )
}

/**
 * Keeps a version before a change that the writer may want to revert; `name` is the name of the change's source, such as
 * a file. Nothing is kept if the newest version equals the story.
 */
export async function keepVersionBefore(session: Session, reason: KeptReason, name = ''): Promise<void> {
  await session.saver.flush()
  if (session.isClosed()) return
  const { projectId } = session.story.getState().project
  await session.bridge.call('project:keepVersion', { projectId, reason, name: name.slice(0, MAX_LABEL) })
}

/** Restores a version, after keeping one of the current story. It can be undone. */
export async function restoreVersion(session: Session, version: Version): Promise<void> {
  const restored = await readVersion(session, version)
  if (session.isClosed()) return
  const name = versionLabel(version)
  if (isEmptyChange(changeBetween(storyOf(session), restored))) {
    session.note('app.versionIsPresent', { name })
    return
  }
  await keepVersionBefore(session, 'restore', name)
  if (session.isClosed()) return
  session.edit('edits.restoreVersion', changeBetween(storyOf(session), restored), undefined, name)
  session.note('app.versionRestored', { name })
}
