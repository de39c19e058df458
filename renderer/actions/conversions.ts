/** What a writer does with conversions, from the page's side. */
import { parseJobIds } from '../../shared/jobs/job.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import { blockIdSchema } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import type { OpenStory } from '../stores/storyStore.ts'
import type { OverCap, PaidWords } from '../stores/viewStore.ts'
import type { World } from '../stores/world.ts'
import { revealBlock, storyStays } from './editing.ts'
import { showDocuments } from './documents.ts'
import { replaceProject } from './projects.ts'
import { isOverCap } from './overCap.ts'
import { isAlreadyPaid } from './paidWords.ts'

/** Opens the story of a conversion, and brings the block that it speaks into view; a document is shown among its like. */
export async function showInStory(world: World, conversion: JobView): Promise<void> {
  const { id, endpoint, projectId, blockId } = conversion
  if (endpoint === 'document') {
    await showDocuments(world)
    return
  }
  if (projectId === null || world.story.getState().open?.project.projectId !== projectId) {
    await replaceProject(world, () => world.bridge.call('jobs:openStory', { id }))
  }
  world.view.setState({ dialog: null })
  const block = blockIdSchema.safeParse(blockId)
  const story = world.story.getState().open?.story
  if (block.success && story !== undefined && findBlock(story, block.data) !== undefined)
    revealBlock(world, block.data, false)
}

/** Removes a conversion from the list. The message offers to put it back. */
export async function removeConversion(world: World, { id }: JobView): Promise<void> {
  await world.bridge.call('jobs:removeFromList', { id })
  const run = async () => {
    await world.bridge.call('jobs:restoreToList', { id })
  }
  world.note('conversions.removedFromList', {}, { label: 'app.undoDelete', run })
}

/**
 * Does what spends credits. If a cap stops it, the writer is asked, and after confirmation it is done again. `story` is the story that
 * it is done for, if any: once that is closed, nothing is asked or done again.
 */
export async function askingOverCap(
  world: World,
  story: OpenStory | null,
  spend: () => Promise<unknown>,
): Promise<void> {
  const isClosed = () => story?.session.signal.aborted === true
  if (isClosed()) return
  try {
    await spend()
  } catch (error) {
    if (!isOverCap(error)) throw error
    if (isClosed()) return
    world.view.setState({ overCap: { error, again: () => askingOverCap(world, story, spend) } })
  }
}

/** The writer has confirmed a submission that goes over a cap: what was asked for is asked for again. */
export async function sendOverCap(world: World, { error, again }: OverCap): Promise<void> {
  const stays = storyStays(world)
  world.view.setState({ overCap: null })
  await world.bridge.call('ledger:allow', { request: String(error.params['request']) })
  if (!stays()) return
  const block = blockIdSchema.safeParse(error.params['blockId'])
  if (again !== null) await again()
  else if (block.success) world.player.playBlock(block.data)
  else world.note('conversions.overCap.allowed')
}

/**
 * Buys words of an open story, despite the jobs that `spend` is given. If a cap keeps that back, or other jobs have asked for the words,
 * the writer is asked, and it is done again after confirmation. Once the story is closed, nothing is asked or done again.
 */
export function askingToBuy(
  world: World,
  story: OpenStory | null,
  spend: (despite: readonly string[] | undefined) => Promise<unknown>,
  despite?: readonly string[],
): Promise<void> {
  return askingOverCap(world, story, async () => {
    try {
      await spend(despite)
    } catch (error) {
      if (!isAlreadyPaid(error)) throw error
      if (story?.session.signal.aborted === true) return
      const again = (more: readonly string[]) =>
        askingToBuy(world, story, spend, [...(despite ?? []), ...more])
      world.view.setState({ paidWords: { error, again } })
    }
  })
}

/** Asks once more for words that were paid for: their audio is fetched if it is there by now. */
export function fetchPaidWords(world: World, question: PaidWords): Promise<void> {
  return answerPaidWords(world, question, [])
}

/** Buys words once more that were paid for. */
export function buyPaidWords(world: World, question: PaidWords): Promise<void> {
  return answerPaidWords(world, question, parseJobIds(question.error.params))
}

async function answerPaidWords(
  world: World,
  { error, again }: PaidWords,
  despite: readonly string[],
): Promise<void> {
  world.view.setState({ paidWords: null })
  const block = blockIdSchema.safeParse(error.params['blockId'])
  if (again !== null) await again(despite)
  else if (block.success) world.player.playBlock(block.data, despite)
}
