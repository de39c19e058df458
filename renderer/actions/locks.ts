/** Locking finished blocks, and reporting blocks that an edit skipped because they are locked. */
import { areLocked, countLocked, lockBlocks, unlockBlocks } from '../../shared/story/locks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { storyOf, type Session } from '../stores/app.ts'

/** Locks the selected blocks, or unlocks them if all are locked. Reports blocks that have no audio to keep. */
export function toggleLock(session: Session): void {
  const story = storyOf(session)
  const { selection } = session.editor.getState()
  if (selection.length === 0) return
  if (areLocked(story, selection)) unlock(session, selection)
  else lock(session, selection)
}

/** Tells the writer how many of these blocks were not changed because they are locked. */
export function noteLocked(session: Session, ids: readonly string[]): void {
  const count = countLocked(storyOf(session), ids)
  if (count > 0) session.note('script.lock.kept', { count })
}

function lock(session: Session, ids: readonly BlockId[]): void {
  const story = storyOf(session)
  const change = lockBlocks(story, ids, session.audio.getState().takes)
  session.edit('edits.lock', change)
  const left = ids.length - countLocked(story, ids) - change.put.length
  if (left > 0) session.note('script.lock.withoutAudio', { count: left })
  else session.announce('script.lock.locked', { count: change.put.length })
}

function unlock(session: Session, ids: readonly BlockId[]): void {
  const story = storyOf(session)
  session.edit('edits.unlock', unlockBlocks(story, ids))
  session.announce('script.lock.unlocked', { count: ids.length })
}
