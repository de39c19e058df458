/** The writer's actions on the takes of a block: use, name and delete them, and read the block again. */
import i18next from 'i18next'
import type { READ_AGAIN_TIMES } from '../../shared/ipc/takesContract.ts'
import { patchBlocks } from '../../shared/story/blockCommands.ts'
import { isLocked } from '../../shared/story/locks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { isFree } from '../../shared/story/renderPlan.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { speechGainOf, withTakeGain } from '../../shared/story/gain.ts'
import { hasSpeech } from '../../shared/story/spokenText.ts'
import { cutTake, type MsRange, takeAsHeard, withCuts } from '../../shared/story/takeCuts.ts'
import { blockKeys, type Take } from '../../shared/story/takes.ts'
import { formatSeconds, formatSize } from '../i18n/format.ts'
import { addAudio, markMaking } from '../stores/audioStore.ts'
import { withdrawNotices } from '../stores/viewStore.ts'
import { type Session, storyOf } from '../stores/app.ts'
import { askingToBuy } from './conversions.ts'
import { noteLocked } from './editing.ts'
import { deleteWithUndo, undoDelete } from '../stores/pendingDeletes.ts'
import { settleVoices } from './rendering.ts'
import { openStoryDialog } from './dialogs.ts'

/** How many readings one press requests. */
export type Times = (typeof READ_AGAIN_TIMES)[number]

/** Uses a take, with its cuts, for a block until its words or settings change. A locked block is not changed. */
export function takeForBlock(
  session: Session,
  blockId: BlockId,
  take: Take,
  name: string,
  cuts?: readonly MsRange[],
): void {
  const story = storyOf(session)
  const block = findBlock(story, blockId)
  if (block === undefined) return
  if (isLocked(block)) {
    noteLocked(session, [blockId])
    return
  }
  const picking = { ...block, pick: { takeId: take.id, key: blockKeys(story, block).own } }
  const picked = cuts === undefined ? picking : withCuts(picking, take, cuts)
  session.edit('edits.pickTake', { put: [picked], remove: [] })
  session.announce('takes.nowUsed', { name })
}

/** Reads a block again by a command that shows no price: a paid reading is confirmed first. */
export async function askToReadAgain(session: Session, blockId: BlockId): Promise<void> {
  const story = storyOf(session)
  const block = findBlock(story, blockId)
  if (block === undefined) return
  if (isFree(story) || isLocked(block) || !hasSpeech(story, block)) await readAgain(session, blockId, 1)
  else openStoryDialog(session, { kind: 'read-again', blockId })
}

/** Reads a block again unchanged. The readings arrive one by one; the newest is used unless another take is picked. */
export async function readAgain(session: Session, blockId: BlockId, times: Times): Promise<void> {
  const story = storyOf(session)
  const block = findBlock(story, blockId)
  if (block === undefined || session.audio.getState().making.has(blockId)) return
  if (isLocked(block)) {
    noteLocked(session, [blockId])
    return
  }
  if (!hasSpeech(story, block) || !(await settleVoices(session, ({ id }) => id === blockId))) return
  await askingToBuy(session, session.signal, (despite) => read(session, { blockId, times, despite }))
}

interface ReadingOrder {
  readonly blockId: BlockId
  readonly times: Times
  /** Jobs whose words may be bought again although they already requested them. */
  readonly despite: readonly string[] | undefined
}

async function read(session: Session, order: ReadingOrder): Promise<void> {
  const { blockId } = order
  await session.saver.flush() // the host reads the words from disk
  if (session.isClosed()) return
  const { projectId } = session.story.getState().project
  markMaking(session.audio, blockId, true)
  session.announce('takes.reading')
  try {
    const takes = await session.bridge.call('takes:readAgain', { projectId, ...order })
    if (session.isClosed()) return
    addAudio(session.audio, { takes, render: null })
    session.announce('takes.done', { count: takes.length })
  } finally {
    markMaking(session.audio, blockId, false)
  }
}

/** Names a take; '' removes its name. */
export async function renameTake(session: Session, { id: takeId }: Take, name: string): Promise<void> {
  const { projectId } = session.story.getState().project
  await session.bridge.call('takes:rename', { projectId, takeId, name })
}

/** Keeps the cuts of a take of a block, as one edit. A locked block is not changed. */
export function saveCuts(
  session: Session,
  blockId: BlockId,
  take: Take,
  cuts: readonly MsRange[],
  name: string,
): void {
  session.edit('edits.cutTake', cutTake(storyOf(session), blockId, take, cuts))
  noteLocked(session, [blockId])
  const block = findBlock(storyOf(session), blockId)
  if (block === undefined) return
  const { startMs, endMs } = takeAsHeard(block, take)
  const length = i18next.t('units.seconds', { value: formatSeconds(endMs - startMs, 2) })
  session.announce('sound.kept', { name, length })
}

/** Deletes a take. If it was paid for, asks for confirmation first, with its price. */
export async function askToRemoveTake(session: Session, take: Take, name: string): Promise<void> {
  const { projectId } = session.story.getState().project
  const { origins } = await session.bridge.call('takes:origins', { projectId, takeIds: [take.id] })
  if (session.isClosed()) return
  const credits = origins[0]?.credits ?? null
  if (credits === null) removeTake(session, take, name)
  else openStoryDialog(session, { kind: 'delete-take', take, name, credits })
}

/** Deletes a take, which can be undone for some seconds. */
export function removeTake(session: Session, { id }: Take, name: string): void {
  const projectId = session.story.getState().project.projectId
  deleteWithUndo(session, session.audio, [id], async () => {
    await session.bridge.call('takes:remove', { projectId, takeIds: [id] })
  })
  session.announce('takes.deleted', { name })
}

/** Undoes the delete of a take. Does nothing if it is too late. */
export function keepTake(session: Session, { id }: Take, name: string): void {
  if (undoDelete(session.audio, id)) session.announce('takes.kept', { name })
}

/** Deletes those of the takes that nothing needs, which can be undone for some seconds, and then announces the freed space. */
export function cleanTakes(session: Session, takeIds: readonly string[]): void {
  const projectId = session.story.getState().project.projectId
  const [first] = takeIds
  if (first === undefined) return
  const dismiss = () => withdrawNotices(session.view, ({ action }) => action === undo)
  const undo = {
    label: 'app.undoDelete' as const,
    async run() {
      if (undoDelete(session.audio, first)) session.announce('takes.held.kept', { count: takeIds.length })
    },
  }
  deleteWithUndo(session, session.audio, takeIds, async () => {
    dismiss() // from here on it is too late to undo
    await session.saver.flush() // the host reads the story from disk
    const { count, freedBytes } = await session.bridge.call('takes:clean', {
      projectId,
      takeIds: [...takeIds],
    })
    session.note('takes.held.cleaned', { count, size: formatSize(i18next.t, freedBytes) })
  })
  session.note('takes.held.removed', { count: takeIds.length }, undo)
}

/** Plays a take, or stops it if it is playing. */
export function toggleTake(session: Session, take: Take): void {
  const { audioId, startMs, endMs } = take
  const { clip } = session.playback.getState()
  if (clip?.audioId === audioId && clip.startMs === startMs) session.player.pause()
  else session.player.playAudio(audioId, startMs, endMs, { gainDb: gainOfTake(session, take) })
}

/** The gain of a take in its block, in dB. */
export function gainOfTake(session: Session, { id, blockId }: Take): number {
  return speechGainOf(storyOf(session), blockId, id)
}

/** Sets the gain of a take in a block, on top of the gains of the block and its character. */
export function changeTakeGain(session: Session, blockId: BlockId, { id }: Take, gainDb: number): void {
  const story = storyOf(session)
  const block = findBlock(story, blockId)
  if (block === undefined) return
  const takeGains = withTakeGain(block.takeGains, id, gainDb)
  session.edit('edits.takeGain', patchBlocks(story, [blockId], { takeGains }), `takeGain:${blockId}:${id}`)
}
