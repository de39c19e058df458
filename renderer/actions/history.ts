/** Undo and redo, and the versions of the open story. */
import { type History, type Step, travel, unreadSteps, withRead } from '../../shared/story/history.ts'
import { blockNumber, blocksOf, findBlock } from '../../shared/story/selectors.ts'
import { type Story, storyFromRecords } from '../../shared/story/story.ts'
import { reveal } from '../stores/editorStore.ts'
import { takeStep } from '../stores/storyStore.ts'
import { type Session, storyOf } from '../stores/app.ts'
import { keepSelectionValid } from './editing.ts'
import { focusedInScript } from './panels.ts'
import type { KeptReason, Version } from '../../shared/ipc/views.ts'
import { changeBetween, isEmptyChange } from '../../shared/story/changes.ts'
import { restoreEntry } from '../../shared/story/compareStories.ts'
import { MAX_LABEL } from '../../shared/story/limits.ts'
import type { RecordId } from '../../shared/story/records.ts'
import { formatTime } from '../i18n/format.ts'

/** Undoes the last edit. */
export function undoLast(session: Session): void {
  takeSteps(session, -1, (history) => {
    const label = history.past.at(-1)?.label
    if (label !== undefined) session.announce('app.undone', { edit: label })
  })
}

/** Redoes the last edit that was undone. */
export function redoLast(session: Session): void {
  takeSteps(session, 1, (history) => {
    const label = history.future.at(-1)?.label
    if (label !== undefined) session.announce('app.redone', { edit: label })
  })
}

/** Goes to an earlier (negative) or later state of the story, and announces how many edits that undoes or redoes. */
export function jumpInHistory(session: Session, steps: number): void {
  takeSteps(session, steps, () => {
    session.announce(steps < 0 ? 'app.history.undone' : 'app.history.redone', { count: Math.abs(steps) })
  })
}

/** Steps waiting for records of other steps: each starts from the result of the one before. */
const waiting = new WeakMap<Session, Promise<void>>()

/** Takes steps, at once if their records are loaded, and calls `say` with the history before them. */
function takeSteps(session: Session, steps: number, say: (before: History) => void): void {
  const before = waiting.get(session)
  if (before === undefined && unreadSteps(session.story.getState().history, steps).length === 0) {
    takeRead(session, steps, say)
    return
  }
  const taken = (before ?? Promise.resolve())
    .then(() => readSteps(session, unreadSteps(session.story.getState().history, steps)))
    .then((isWhole) => {
      if (isWhole && !session.isClosed()) takeRead(session, steps, say)
    })
    .catch(session.report)
    .finally(() => {
      if (waiting.get(session) === taken) waiting.delete(session)
    })
  waiting.set(session, taken)
}

/** The most entries that are requested at once. */
const READ_AT_ONCE = 20

/** Reads entries of earlier sessions. Returns false, and tells the writer, if some are gone. */
async function readSteps(session: Session, ids: readonly string[]): Promise<boolean> {
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const { projectId } = session.story.getState().project
    const asked = ids.slice(at, at + READ_AT_ONCE)
    const { edits, gone } = await session.bridge.call('project:readSteps', { projectId, ids: asked })
    const read = new Map(edits.map(({ id, change, inverse }) => [id, { change, inverse }]))
    session.story.setState(({ history }) => ({ history: withRead(history, read, new Set(gone)) }))
    if (gone.length === 0) continue
    session.warn('app.history.gone')
    return false
  }
  return true
}

function takeRead(session: Session, steps: number, say: (before: History) => void): void {
  const open = session.story.getState()
  const next = travel(open.story, open.history, steps)
  if (next === null) return
  const focused = focusedInScript()
  takeStep(session.story, next)
  session.saver.push(next)
  keepSelectionValid(session, open.story, next.story)
  showStep(session, open.story, next, focused)
  say(open.history)
}

/**
 * Selects the restored blocks, otherwise the first changed one if no changed one is selected, and brings the selected block into view. The
 * focus follows if a block had it, so that typing continues where undo changed the text.
 */
function showStep(
  session: Session,
  before: Story,
  { story, change }: Step,
  focused: ReturnType<typeof focusedInScript>,
): void {
  const touched = new Set(change.put.map(({ id }) => id))
  const blocks = blocksOf(story).filter(({ id }) => touched.has(id))
  const back = blocks.filter(({ id }) => !before.records.has(id))
  const isGone = change.remove.some((id) => findBlock(before, id) !== undefined)
  if (blocks.length === 0 && !isGone) return
  const { selection } = session.editor.getState()
  const stays = blocks.length === 0 || (back.length === 0 && blocks.some(({ id }) => selection.includes(id)))
  const [first, ...others] = (back.length > 0 ? back : blocks.slice(0, 1)).map(({ id }) => id)
  // The inspector shows the last one.
  const chosen = stays || first === undefined ? selection : [...others, first]
  const shown = chosen.at(-1)
  if (shown === undefined) return
  // A text that already has the focus keeps its cursor.
  const movesFocus = !stays || isGone
  const focusText = movesFocus && focused === 'text'
  const how = movesFocus && focused === 'row' ? ({ focusText, focusRow: true } as const) : { focusText }
  reveal(session.editor, { blockId: shown, ...how }, chosen)
}

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
