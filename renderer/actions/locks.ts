/** Locking finished blocks, and saying which blocks an edit left alone because they are locked. */
import { areLocked, countLocked, lockBlocks, unlockBlocks } from '../../shared/story/locks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import type { World } from '../stores/world.ts'

/** Locks the chosen blocks; where all of them are locked, unlocks them. Says which blocks have no audio to keep. */
export function toggleLock(world: World): void {
  const story = world.story.getState().open?.story
  const { selection } = world.view.getState()
  if (story === undefined || selection.length === 0) return
  if (areLocked(story, selection)) unlock(world, selection)
  else lock(world, selection)
}

/** Tells the writer how many of these blocks stay as they are because they are locked. */
export function noteLocked(world: World, ids: readonly string[]): void {
  const story = world.story.getState().open?.story
  const count = story === undefined ? 0 : countLocked(story, ids)
  if (count > 0) world.note('script.lock.kept', { count })
}

function lock(world: World, ids: readonly BlockId[]): void {
  const story = world.story.getState().open?.story
  if (story === undefined) return
  const change = lockBlocks(story, ids, world.audio.getState().takes)
  world.edit('edits.lock', change)
  const left = ids.length - countLocked(story, ids) - change.put.length
  if (left > 0) world.note('script.lock.withoutAudio', { count: left })
  else world.announce('script.lock.locked', { count: change.put.length })
}

function unlock(world: World, ids: readonly BlockId[]): void {
  const story = world.story.getState().open?.story
  if (story === undefined) return
  world.edit('edits.unlock', unlockBlocks(story, ids))
  world.announce('script.lock.unlocked', { count: ids.length })
}
