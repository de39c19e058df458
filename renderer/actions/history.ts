/** Undo and redo, a step at a time or several at once. */
import { type History, type Step, travel, unreadSteps, withRead } from '../../shared/story/history.ts'
import { blocksOf, findBlock } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { reveal } from '../stores/editorStore.ts'
import { takeStep } from '../stores/storyStore.ts'
import type { Session } from '../stores/app.ts'
import { keepSelectionValid } from './editing.ts'
import { focusedInScript } from './regions.ts'

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
