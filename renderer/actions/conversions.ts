/** The writer's actions on conversions. */
import { parseJobIds } from '../../shared/jobs/job.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import { blockIdSchema } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { closeQuestion, openQuestion, type OverCap, type PaidWords } from '../stores/viewStore.ts'
import { type App, currentSession, storyOf } from '../stores/app.ts'
import { revealBlock } from './editing.ts'
import { showDocuments } from './documents.ts'
import { replaceProject } from './projects.ts'
import { isAlreadyPaid, isOverCap } from './errors.ts'
import { closeDialog } from './dialogs.ts'

/** Opens the story of a conversion, and reveals its block; a document is shown in the list of documents. */
export async function showInStory(app: App, conversion: JobView): Promise<void> {
  const { id, endpoint, projectId, blockId } = conversion
  if (endpoint === 'document') {
    await showDocuments(app)
    return
  }
  const open = currentSession(app)
  const session =
    open === null || projectId === null || open.story.getState().project.projectId !== projectId
      ? await replaceProject(app, () => app.bridge.call('jobs:openStory', { id }))
      : open
  closeDialog(app)
  const block = blockIdSchema.safeParse(blockId)
  if (block.success && findBlock(storyOf(session), block.data) !== undefined)
    revealBlock(session, block.data, false)
}

/** Removes a conversion from the list. The message offers to put it back. */
export async function removeConversion(app: App, { id }: JobView): Promise<void> {
  await app.bridge.call('jobs:removeFromList', { id })
  const run = async () => {
    await app.bridge.call('jobs:restoreToList', { id })
  }
  app.note('conversions.removedFromList', {}, { label: 'app.undoDelete', run })
}

/**
 * Runs an action that spends credits. If a cap stops it, asks the writer, and repeats it after confirmation. Once `signal`, of
 * its session, is aborted, nothing is asked or repeated.
 */
export async function askingOverCap(
  app: App,
  signal: AbortSignal | null,
  spend: () => Promise<unknown>,
): Promise<void> {
  const isClosed = () => signal?.aborted === true
  if (isClosed()) return
  try {
    await spend()
  } catch (error) {
    if (!isOverCap(error)) throw error
    if (isClosed()) return
    openQuestion(app.view, { overCap: { error, again: () => askingOverCap(app, signal, spend) } })
  }
}

/** Repeats a submission over a cap after the writer's confirmation. */
export async function sendOverCap(app: App, { error, again }: OverCap): Promise<void> {
  const session = currentSession(app)
  closeQuestion(app.view, 'overCap')
  await app.bridge.call('ledger:allow', { request: String(error.params['request']) })
  if (currentSession(app) !== session) return
  const block = blockIdSchema.safeParse(error.params['blockId'])
  if (again !== null) await again()
  else if (block.success) session?.player.playBlock(block.data)
  else app.note('conversions.overCap.allowed')
}

/**
 * Buys words of an open story, despite the jobs passed to `spend`. If a cap prevents that, or other jobs have requested the words,
 * asks the writer, and repeats it after confirmation. Once the story is closed, nothing is asked or repeated.
 */
export function askingToBuy(
  app: App,
  signal: AbortSignal,
  spend: (despite: readonly string[] | undefined) => Promise<unknown>,
  despite?: readonly string[],
): Promise<void> {
  return askingOverCap(app, signal, async () => {
    try {
      await spend(despite)
    } catch (error) {
      if (!isAlreadyPaid(error)) throw error
      if (signal.aborted) return
      const again = (more: readonly string[]) =>
        askingToBuy(app, signal, spend, [...(despite ?? []), ...more])
      openQuestion(app.view, { paidWords: { error, again } })
    }
  })
}

/** Requests words that were already paid for again: their audio is fetched if it exists by now. */
export function fetchPaidWords(app: App, question: PaidWords): Promise<void> {
  return answerPaidWords(app, question, [])
}

/** Buys words again that were already paid for. */
export function buyPaidWords(app: App, question: PaidWords): Promise<void> {
  return answerPaidWords(app, question, parseJobIds(question.error.params))
}

async function answerPaidWords(
  app: App,
  { error, again }: PaidWords,
  despite: readonly string[],
): Promise<void> {
  closeQuestion(app.view, 'paidWords')
  const block = blockIdSchema.safeParse(error.params['blockId'])
  if (again !== null) await again(despite)
  else if (block.success) currentSession(app)?.player.playBlock(block.data, despite)
}
