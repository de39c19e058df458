/** What a writer does with conversions, from the page's side. */
import { parseJobIds } from '../../shared/jobs/job.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import { blockIdSchema } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { openQuestion, closeQuestion, type OverCap, type PaidWords } from '../stores/viewStore.ts'
import { currentSession, storyOf, type App } from '../stores/app.ts'
import { revealBlock } from './editing.ts'
import { showDocuments } from './documents.ts'
import { replaceProject } from './projects.ts'
import { isOverCap } from './overCap.ts'
import { isAlreadyPaid } from './paidWords.ts'
import { closeDialog } from './dialogs.ts'

/** Opens the story of a conversion, and brings the block that it speaks into view; a document is shown among its like. */
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
 * Does what spends credits. If a cap stops it, the writer is asked, and after confirmation it is done again. Once `signal`, of
 * the session that it is done for, is aborted, nothing is asked or done again.
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

/** The writer has confirmed a submission that goes over a cap: what was asked for is asked for again. */
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
 * Buys words of an open story, despite the jobs that `spend` is given. If a cap keeps that back, or other jobs have asked for the words,
 * the writer is asked, and it is done again after confirmation. Once the story is closed, nothing is asked or done again.
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

/** Asks once more for words that were paid for: their audio is fetched if it is there by now. */
export function fetchPaidWords(app: App, question: PaidWords): Promise<void> {
  return answerPaidWords(app, question, [])
}

/** Buys words once more that were paid for. */
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
