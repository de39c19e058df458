/** What a writer does with the takes of a block: use, name and delete them, and have the block read again. */
import i18next from 'i18next'
import type { READ_AGAIN_TIMES } from '../../shared/ipc/takesContract.ts'
import { patchBlocks } from '../../shared/story/blockCommands.ts'
import { isLocked } from '../../shared/story/locks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { isFree } from '../../shared/story/renderPlan.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { hasSpeech } from '../../shared/story/spokenText.ts'
import { blockKeys } from '../../shared/story/takes.ts'
import type { Take } from '../../shared/story/takes.ts'
import { formatSize } from '../i18n/formatSize.ts'
import { withAudio } from '../stores/audioStore.ts'
import type { OpenStory } from '../stores/storyStore.ts'
import type { World } from '../stores/world.ts'
import { askingToBuy } from './conversions.ts'
import { openStory } from './editing.ts'
import { noteLocked } from './locks.ts'
import { deleteWithUndo, undoDelete } from './undoableDelete.ts'
import { settleVoices } from './unread.ts'

/** How often a block is read by one press. */
export type Times = (typeof READ_AGAIN_TIMES)[number]

/** Lets a block be heard with a take, until its words or settings change. A locked block stays as it is. */
export function takeForBlock(world: World, blockId: BlockId, { id: takeId }: Take, name: string): void {
  const story = openStory(world)
  const block = story === null ? undefined : findBlock(story, blockId)
  if (story === null || block === undefined) return
  if (isLocked(block)) {
    noteLocked(world, [blockId])
    return
  }
  const pick = { takeId, key: blockKeys(story, block).own }
  world.edit('edits.pickTake', patchBlocks(story, [blockId], { pick }))
  world.announce('takes.nowUsed', { name })
}

/** Has a block read again by a command that shows no price: what costs is asked first. */
export async function askToReadAgain(world: World, blockId: BlockId): Promise<void> {
  const story = openStory(world)
  const block = story === null ? undefined : findBlock(story, blockId)
  if (story === null || block === undefined) return
  if (isFree(story) || isLocked(block) || !hasSpeech(story, block)) await readAgain(world, blockId, 1)
  else world.view.setState({ dialog: { kind: 'read-again', blockId } })
}

/** Has a block read again as it is. The readings come one by one; the newest is heard unless another take is picked. */
export async function readAgain(world: World, blockId: BlockId, times: Times): Promise<void> {
  const { open } = world.story.getState()
  const block = open === null ? undefined : findBlock(open.story, blockId)
  if (open === null || block === undefined || world.audio.getState().making.has(blockId)) return
  if (isLocked(block)) {
    noteLocked(world, [blockId])
    return
  }
  if (!hasSpeech(open.story, block) || !(await settleVoices(world, ({ id }) => id === blockId))) return
  await askingToBuy(world, open, (despite) => read(world, open, { blockId, times, despite }))
}

interface ReadingOrder {
  readonly blockId: BlockId
  readonly times: Times
  /** The jobs despite which words are bought again that they have asked for. */
  readonly despite: readonly string[] | undefined
}

async function read(world: World, { session }: OpenStory, order: ReadingOrder): Promise<void> {
  const { blockId } = order
  await world.saver.flush() // the host reads the words from the disk
  const { open } = world.story.getState()
  if (open?.session !== session) return
  const { projectId } = open.project
  mark(world, blockId, true)
  world.announce('takes.reading')
  try {
    const takes = await world.bridge.call('takes:readAgain', { projectId, ...order })
    if (session.signal.aborted) return
    world.audio.setState((state) => withAudio(state, { takes, render: null }))
    world.announce('takes.done', { count: takes.length })
  } finally {
    mark(world, blockId, false)
  }
}

function mark(world: World, blockId: BlockId, isMade: boolean): void {
  world.audio.setState(({ making }) => {
    const others = [...making].filter((id) => id !== blockId)
    return { making: new Set(isMade ? [...others, blockId] : others) }
  })
}

/** Names a take; '' takes its name away. */
export async function renameTake(world: World, { id: takeId }: Take, name: string): Promise<void> {
  const projectId = world.story.getState().open?.project.projectId
  if (projectId !== undefined) await world.bridge.call('takes:rename', { projectId, takeId, name })
}

/** Deletes a take. If it was paid for, a question with its price comes first. */
export async function askToRemoveTake(world: World, take: Take, name: string): Promise<void> {
  const { open } = world.story.getState()
  if (open === null) return
  const { projectId } = open.project
  const { origins } = await world.bridge.call('takes:origins', { projectId, takeIds: [take.id] })
  if (open.session.signal.aborted) return
  const credits = origins[0]?.credits ?? null
  if (credits === null) removeTake(world, take, name)
  else world.view.setState({ dialog: { kind: 'delete-take', take, name, credits } })
}

/** Deletes a take, which can be undone for some seconds. */
export function removeTake(world: World, { id }: Take, name: string): void {
  const projectId = world.story.getState().open?.project.projectId
  if (projectId === undefined) return
  deleteWithUndo(world, world.audio, [id], async () => {
    await world.bridge.call('takes:remove', { projectId, takeIds: [id] })
  })
  world.announce('takes.deleted', { name })
}

/** Undoes the delete of a take. Does nothing where it is too late. */
export function keepTake(world: World, { id }: Take, name: string): void {
  if (undoDelete(world.audio, id)) world.announce('takes.kept', { name })
}

/** Deletes those of the takes that nothing needs, which can be undone for some seconds, and then says what that gave back. */
export function cleanTakes(world: World, takeIds: readonly string[]): void {
  const projectId = world.story.getState().open?.project.projectId
  const [first] = takeIds
  if (projectId === undefined || first === undefined) return
  const dismiss = () =>
    world.view.setState(({ notices }) => ({
      notices: notices.filter(({ action }) => action !== undo),
    }))
  const undo = {
    label: 'app.undoDelete' as const,
    async run() {
      if (undoDelete(world.audio, first)) world.announce('takes.held.kept', { count: takeIds.length })
    },
  }
  deleteWithUndo(world, world.audio, takeIds, async () => {
    dismiss() // from here on it is too late
    await world.saver.flush() // the host looks at the story on the disk
    const { count, freedBytes } = await world.bridge.call('takes:clean', { projectId, takeIds: [...takeIds] })
    world.note('takes.held.cleaned', { count, size: formatSize(i18next.t, freedBytes) })
  })
  world.note('takes.held.removed', { count: takeIds.length }, undo)
}

/** Plays a take, or stops it where it plays. */
export function toggleTake(world: World, { audioId, startMs, endMs }: Take): void {
  const { clip } = world.playback.getState()
  if (clip?.audioId === audioId && clip.startMs === startMs) world.player.pause()
  else world.player.playAudio(audioId, startMs, endMs)
}
