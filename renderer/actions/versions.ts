/** Saving, reading and restoring versions of the open story. */
import i18next from 'i18next'
import type { Version } from '../../shared/ipc/views.ts'
import { changeBetween, isEmptyChange } from '../../shared/story/changes.ts'
import { MAX_LABEL } from '../../shared/story/limits.ts'
import { storyFromRecords } from '../../shared/story/story.ts'
import type { Story } from '../../shared/story/story.ts'
import { formatTime } from '../i18n/format.ts'
import { storyStays } from './editing.ts'
import type { World } from '../stores/world.ts'

/** What a version is called on screen: its name, or when it was saved where it has none. */
export function versionLabel({ name, createdAtMs }: Version): string {
  return name === '' ? formatTime(createdAtMs) : name
}

/** Keeps the story as it is now under a name. Null where no story is open. */
export async function saveVersion(world: World, name: string): Promise<Version | null> {
  const project = world.story.getState().open?.project
  if (project === undefined) return null
  await world.saver.flush()
  return world.bridge.call('project:saveVersion', { projectId: project.projectId, name })
}

/** The story as a version holds it. Null where no story is open. */
export async function readVersion(world: World, version: Version): Promise<Story | null> {
  const project = world.story.getState().open?.project
  if (project === undefined) return null
  const { projectId } = project
  return storyFromRecords(
    await world.bridge.call('project:readVersion', { projectId, versionId: version.id }),
  )
}

/** Makes the story what it was in a version, after a version of the present story is saved. It can be undone. */
export async function restoreVersion(world: World, version: Version): Promise<void> {
  const stays = storyStays(world)
  const restored = await readVersion(world, version)
  const present = world.story.getState().open
  if (restored === null || present === null || !stays()) return
  if (isEmptyChange(changeBetween(present.story, restored))) {
    world.note('app.versionIsPresent', { name: versionLabel(version) })
    return
  }
  const name = i18next.t('app.versionBefore', { name: versionLabel(version) })
  await saveVersion(world, name.slice(0, MAX_LABEL))
  const open = world.story.getState().open
  if (open === null || !stays()) return
  world.edit('edits.restoreVersion', changeBetween(open.story, restored))
  world.note('app.versionRestored', { name: versionLabel(version) })
}
