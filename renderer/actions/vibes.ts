/** The library of vibes, from the writer's side: reading it, changing it, and what that means for the open story. */
import type { VibeView } from '../../shared/ipc/vibesContract.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { patchBlocks } from '../../shared/story/blockCommands.ts'
import { isEmptyChange } from '../../shared/story/changes.ts'
import { toOverrides } from '../../shared/story/speechSettings.ts'
import type { SpeechSettings, VibeRef } from '../../shared/story/speechSettings.ts'
import { isVibeUsed, replaceVibe, usesOfVibe, vibeRefOf } from '../../shared/story/vibeCommands.ts'
import { vibeWordsSchema } from '../../shared/story/vibeFile.ts'
import type { VibeWords } from '../../shared/story/vibeFile.ts'
import { NO_VIBES } from '../stores/vibesStore.ts'
import type { World } from '../stores/world.ts'
import { openStory } from './editing.ts'
import { noteLocked } from './locks.ts'
import { deleteWithUndo, undoDelete } from './undoableDelete.ts'
import { toWireError } from './wireError.ts'

/** Asks for the open story's library, unless it is there or on its way. */
export function ensureVibes(world: World): void {
  const connectionId = openStory(world)?.info.connectionId
  const { connectionId: known, phase } = world.vibes.getState()
  if (connectionId !== undefined && (known !== connectionId || phase === 'idle')) void refreshVibes(world)
}

/** Asks for the open story's library anew. What goes wrong is in the store: the list says it where it would stand. */
export async function refreshVibes(world: World): Promise<void> {
  const connectionId = openStory(world)?.info.connectionId
  if (connectionId === undefined) return
  const { removing, ...before } = world.vibes.getState()
  const lists = before.connectionId === connectionId ? before : NO_VIBES
  world.vibes.setState({ ...lists, removing, connectionId, phase: 'loading', error: null })
  const isCurrent = () => world.vibes.getState().connectionId === connectionId
  try {
    const { custom, master } = await world.bridge.call('vibes:list', { connectionId })
    if (isCurrent()) world.vibes.setState({ custom, master, phase: 'ready' })
  } catch (error) {
    if (isCurrent()) world.vibes.setState({ phase: 'failed', error: toWireError(world, error) })
  }
}

/** Creates a vibe of the writer's own at a connection: that of the open story by default. It is in the list when this returns. */
export async function createVibe(
  world: World,
  words: VibeWords,
  connectionId = libraryOf(world),
): Promise<VibeView> {
  const made = await orRefresh(world, () => world.bridge.call('vibes:create', { connectionId, vibe: words }))
  putVibe(world, connectionId, made)
  return made
}

/**
 * Changes a vibe, and what the open story keeps of it: its blocks then count as changed. Gives false where the vibe was
 * deleted elsewhere: its words are then kept in the store, to be saved as a new one.
 */
export async function updateVibe(world: World, id: number, words: VibeWords): Promise<boolean> {
  const connectionId = libraryOf(world)
  try {
    const changed = await world.bridge.call('vibes:update', { connectionId, id, vibe: words })
    putVibe(world, connectionId, changed)
    exchangeVibe(world, id, changed)
    return true
  } catch (error) {
    if (!(error instanceof UserFacingError) || error.code !== 'vibe-gone') throw error
    world.vibes.setState({ lost: { words, error: toWireError(world, error) } })
    await refreshVibes(world)
    return false
  }
}

/** Puts the library's vibe wherever the open story has this one. */
export function exchangeVibe(world: World, id: number, next: VibeView): void {
  const story = openStory(world)
  if (story === null) return
  const change = replaceVibe(story, id, vibeRefOf(next))
  if (!isEmptyChange(change)) world.edit('edits.vibe', change)
}

/** Brings back a vibe that is gone from the library: one with the same words there will do, otherwise it is created again. */
export async function restoreVibe(
  world: World,
  vibe: VibeRef,
  connectionId = libraryOf(world),
): Promise<void> {
  const { id, name, prompt } = vibe
  const library = world.vibes.getState()
  const known = library.connectionId === connectionId ? [library.custom, library.master] : []
  const same = known
    .flatMap((list) => list ?? [])
    .find((other) => other.name === name && other.prompt === prompt)
  const next = same ?? (await createVibe(world, vibeWordsSchema.parse({ name, prompt }), connectionId))
  if (openStory(world)?.info.connectionId === connectionId) exchangeVibe(world, id, next)
}

/** Speaks the chosen blocks with a vibe, which needs the emotion model, or with other settings. */
export function speakWith(world: World, settings: Partial<SpeechSettings>): void {
  const story = openStory(world)
  const { selection } = world.view.getState()
  if (story === null || selection.length === 0) return
  world.edit('edits.vibe', patchBlocks(story, selection, toOverrides(settings)))
  noteLocked(world, selection)
}

/** Deletes a vibe. If something has it, a question that names what has it comes first. */
export async function askToRemoveVibe(world: World, vibe: VibeView): Promise<void> {
  const { open } = world.story.getState()
  if (open === null) return
  const { id } = vibe
  await world.saver.flush() // the host looks at the stories on the disk
  const { titles: stories } = await world.bridge.call('vibes:usedIn', {
    connectionId: libraryOf(world),
    id,
    recentId: open.project.recentId,
  })
  if (open.session.signal.aborted) return
  const uses = usesOfVibe(openStory(world) ?? open.story, id)
  if (isVibeUsed(uses) || stories.length > 0)
    world.view.setState({ dialog: { kind: 'delete-vibe', vibe, inUse: { ...uses, stories } } })
  else removeVibe(world, vibe)
}

/**
 * Removes a vibe from the list, and deletes it at the service some seconds later. The message offers to undo it as long as it is
 * shown: after the delete, the vibe is created again.
 */
export function removeVibe(world: World, vibe: VibeView): void {
  const connectionId = libraryOf(world)
  const { id } = vibe
  deleteWithUndo(world, world.vibes, [id], async () => {
    try {
      await world.bridge.call('vibes:remove', { connectionId, id })
    } catch (error) {
      dismissRemoved(world, id)
      throw error
    }
    if (world.vibes.getState().connectionId === connectionId)
      world.vibes.setState(({ custom }) => ({ custom: custom?.filter((other) => other.id !== id) ?? null }))
  })
  offerUndo(world, vibe, connectionId)
}

function offerUndo(world: World, vibe: VibeView, connectionId: string): void {
  const run = () => keepVibe(world, vibe, connectionId)
  world.note('vibes.removed', { name: vibe.name, id: vibe.id }, { label: 'app.undoDelete', run })
}

/**
 * Undoes the delete of a vibe. If it is deleted at the service already, it is created again, by one request, and the open story gets
 * the new one wherever it has the old one. Throws what creating throws; the way back is then offered again.
 */
export async function keepVibe(world: World, vibe: VibeView, connectionId = libraryOf(world)): Promise<void> {
  const { id, name } = vibe
  if (undoDelete(world.vibes, id)) {
    dismissRemoved(world, id)
    world.announce('vibes.kept', { name })
    return
  }
  await world.vibes
    .getState()
    .removing.get(id)
    ?.deleting?.catch(() => undefined) // reported where it began
  try {
    await restoreVibe(world, vibe, connectionId)
  } catch (error) {
    offerUndo(world, vibe, connectionId)
    throw error
  }
  world.note('vibes.restored', { name })
}

/** Takes back the message that a vibe is deleted. */
function dismissRemoved(world: World, id: number): void {
  world.view.setState(({ notices }) => ({
    notices: notices.filter(({ message, params }) => message !== 'vibes.removed' || params['id'] !== id),
  }))
}

function libraryOf(world: World): string {
  const connectionId = openStory(world)?.info.connectionId
  if (connectionId === undefined) throw new Error('No story is open, so there is no library')
  return connectionId
}

/** What the library holds is asked for anew where an answer says that it is not what it seemed. */
async function orRefresh<T>(world: World, change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof UserFacingError && error.code === 'vibe-outcome-unknown') await refreshVibes(world)
    throw error
  }
}

function putVibe(world: World, connectionId: string, vibe: VibeView): void {
  if (world.vibes.getState().connectionId !== connectionId) return
  world.vibes.setState(({ custom }) => {
    const others = custom ?? []
    const isThere = others.some(({ id }) => id === vibe.id)
    return {
      custom: isThere ? others.map((other) => (other.id === vibe.id ? vibe : other)) : [...others, vibe],
    }
  })
}
