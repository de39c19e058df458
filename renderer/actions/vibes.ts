/** The writer's actions on the library of vibes and their effect on the open story, and files that share vibes with other writers. */
import i18next from 'i18next'
import type { VibeView } from '../../shared/ipc/libraryContract.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { patchBlocks } from '../../shared/story/blockCommands.ts'
import { isEmptyChange } from '../../shared/story/changes.ts'
import { type SpeechSettings, toOverrides, type VibeRef } from '../../shared/story/speechSettings.ts'
import {
  isVibeUsed,
  parseVibeFile,
  replaceVibe,
  usesOfVibe,
  vibeRefOf,
  type VibeWords,
  vibeWordsSchema,
} from '../../shared/story/vibes.ts'
import { type EditorStore, inspectVibes, type VibesView } from '../stores/editorStore.ts'
import { NO_VIBES } from '../stores/vibesStore.ts'
import { type App, type Session, storyOf } from '../stores/app.ts'
import { withdrawNotices } from '../stores/viewStore.ts'
import { noteLocked } from './editing.ts'
import { showDock } from './panels.ts'
import { deleteWithUndo, undoDelete } from '../stores/pendingDeletes.ts'
import { toWireError } from './errors.ts'
import { closeDialog, openDialog, openStoryDialog } from './dialogs.ts'
import { choosePlace } from './exporting.ts'

/** Shows the library of vibes in the inspector's place, with an open vibe or a new one, and focuses it. */
export function showVibes(session: Session, view: Partial<VibesView> = {}): void {
  const inspect = (editor: EditorStore) => inspectVibes(editor, { openId: null, isAdding: false, ...view })
  showDock(session, inspect, view.isAdding !== true)
}

/** Loads the open story's library, unless it is loaded or loading. */
export function ensureVibes(session: Session): void {
  const { connectionId, phase } = session.vibes.getState()
  if (connectionId !== libraryOf(session) || phase === 'idle') void refreshVibes(session)
}

/** Loads the open story's library again. An error is put into the store, and shown in place of the list. */
export async function refreshVibes(session: Session): Promise<void> {
  await loadVibes(session, libraryOf(session))
}

async function loadVibes(app: App, connectionId: string): Promise<void> {
  const { removing, ...before } = app.vibes.getState()
  const lists = before.connectionId === connectionId ? before : NO_VIBES
  app.vibes.setState({ ...lists, removing, connectionId, phase: 'loading', error: null })
  const isCurrent = () => app.vibes.getState().connectionId === connectionId
  try {
    const { custom, master } = await app.bridge.call('vibes:list', { connectionId })
    if (isCurrent()) app.vibes.setState({ custom, master, phase: 'ready' })
  } catch (error) {
    if (isCurrent()) app.vibes.setState({ phase: 'failed', error: toWireError(app, error) })
  }
}

/** Creates one of the writer's own vibes at a connection. It is in the list when this returns. */
export async function createVibe(app: App, words: VibeWords, connectionId: string): Promise<VibeView> {
  try {
    const made = await app.bridge.call('vibes:create', { connectionId, vibe: words })
    putVibe(app, connectionId, made)
    return made
  } catch (error) {
    // The library is loaded again if its state is uncertain.
    if (error instanceof UserFacingError && error.code === 'vibe-outcome-unknown')
      await loadVibes(app, connectionId)
    throw error
  }
}

/**
 * Changes a vibe, and the open story's copy of it: its blocks then count as changed. Returns false if the vibe was
 * deleted elsewhere: its words are then kept in the store, to be saved as a new one.
 */
export async function updateVibe(session: Session, id: number, words: VibeWords): Promise<boolean> {
  const connectionId = libraryOf(session)
  try {
    const changed = await session.bridge.call('vibes:update', { connectionId, id, vibe: words })
    putVibe(session, connectionId, changed)
    exchangeVibe(session, id, changed)
    return true
  } catch (error) {
    if (!(error instanceof UserFacingError) || error.code !== 'vibe-gone') throw error
    session.vibes.setState({ lost: { words, error: toWireError(session, error) } })
    await refreshVibes(session)
    return false
  }
}

/** Forgets the words of an edited vibe that was deleted at the service meanwhile. */
export function forgetLost(session: Session): void {
  session.vibes.setState({ lost: null })
}

/** Replaces this vibe with the library's throughout the open story. */
export function exchangeVibe(session: Session, id: number, next: VibeView): void {
  const story = storyOf(session)
  const change = replaceVibe(story, id, vibeRefOf(next))
  if (!isEmptyChange(change)) session.edit('edits.vibe', change)
}

/** Restores a vibe that is gone from the library: uses one with the same words there, otherwise creates it again. */
export async function restoreVibe(
  session: Session,
  vibe: VibeRef,
  connectionId = libraryOf(session),
): Promise<void> {
  const { id, name, prompt } = vibe
  const library = session.vibes.getState()
  const known = library.connectionId === connectionId ? [library.custom, library.master] : []
  const same = known
    .flatMap((list) => list ?? [])
    .find((other) => other.name === name && other.prompt === prompt)
  const next = same ?? (await createVibe(session, vibeWordsSchema.parse({ name, prompt }), connectionId))
  if (libraryOf(session) === connectionId) exchangeVibe(session, id, next)
}

/** Sets a vibe for the selected blocks, which needs the emotion model, or with other settings. */
export function speakWith(session: Session, settings: Partial<SpeechSettings>): void {
  const story = storyOf(session)
  const { selection } = session.editor.getState()
  if (selection.length === 0) return
  session.edit('edits.vibe', patchBlocks(story, selection, toOverrides(settings)))
  noteLocked(session, selection)
}

/** Deletes a vibe. If it is in use, asks for confirmation first, naming its uses. */
export async function askToRemoveVibe(session: Session, vibe: VibeView): Promise<void> {
  const { id } = vibe
  await session.saver.flush() // the host reads the stories from disk
  const { titles: stories } = await session.bridge.call('vibes:usedIn', {
    connectionId: libraryOf(session),
    id,
    recentId: session.story.getState().project.recentId,
  })
  if (session.isClosed()) return
  const uses = usesOfVibe(storyOf(session), id)
  if (isVibeUsed(uses) || stories.length > 0)
    openStoryDialog(session, { kind: 'delete-vibe', vibe, inUse: { ...uses, stories } })
  else removeVibe(session, vibe)
}

/**
 * Removes a vibe from the list, and deletes it at the service some seconds later. The message offers to undo it while it is
 * shown: after the delete, the vibe is created again.
 */
export function removeVibe(session: Session, vibe: VibeView): void {
  const connectionId = libraryOf(session)
  const { id } = vibe
  deleteWithUndo(session, session.vibes, [id], async () => {
    try {
      await session.bridge.call('vibes:remove', { connectionId, id })
    } catch (error) {
      dismissRemoved(session, id)
      throw error
    }
    if (session.vibes.getState().connectionId === connectionId)
      session.vibes.setState(({ custom }) => ({ custom: custom?.filter((other) => other.id !== id) ?? null }))
  })
  offerUndo(session, vibe, connectionId)
}

function offerUndo(session: Session, vibe: VibeView, connectionId: string): void {
  const run = () => keepVibe(session, vibe, connectionId)
  session.note('vibes.removed', { name: vibe.name, id: vibe.id }, { label: 'app.undoDelete', run })
}

/**
 * Undoes the delete of a vibe. If it is already deleted at the service, it is created again, by one request, and the open story uses
 * the new one instead of the old one. Throws the errors of creating; undo is then offered again.
 */
export async function keepVibe(
  session: Session,
  vibe: VibeView,
  connectionId = libraryOf(session),
): Promise<void> {
  const { id, name } = vibe
  if (undoDelete(session.vibes, id)) {
    dismissRemoved(session, id)
    session.announce('vibes.kept', { name })
    return
  }
  await session.vibes
    .getState()
    .removing.get(id)
    ?.deleting?.catch(() => undefined) // reported where it started
  try {
    await restoreVibe(session, vibe, connectionId)
  } catch (error) {
    offerUndo(session, vibe, connectionId)
    throw error
  }
  session.note('vibes.restored', { name })
}

/** Removes the message that a vibe was deleted. */
function dismissRemoved(app: App, id: number): void {
  withdrawNotices(app.view, ({ message, params }) => message === 'vibes.removed' && params['id'] === id)
}

/** The connection whose library the story uses. */
export function libraryOf(session: Session): string {
  return storyOf(session).info.connectionId
}

function putVibe(app: App, connectionId: string, vibe: VibeView): void {
  if (app.vibes.getState().connectionId !== connectionId) return
  app.vibes.setState(({ custom }) => {
    const others = custom ?? []
    const isThere = others.some(({ id }) => id === vibe.id)
    return {
      custom: isThere ? others.map((other) => (other.id === vibe.id ? vibe : other)) : [...others, vibe],
    }
  })
}

/** Far above a full library. */
const MAX_FILE_BYTES = 16 * 1024 * 1024

/** Shows the vibes in a file, to choose which of them to import. Nothing is sent yet. */
export async function showVibesOf(app: App, file: File): Promise<void> {
  if (file.size > MAX_FILE_BYTES) throw new UserFacingError('vibe-file-invalid', { name: file.name })
  const vibes = parseVibeFile(await file.text(), file.name)
  openDialog(app, { kind: 'import-vibes', fileName: file.name, vibes })
}

/** Asks where to write vibes, and writes them there. Leaves out vibes that are too long for a file. */
export async function shareVibes(app: App, chosen: readonly VibeWords[]): Promise<void> {
  const vibes = chosen.flatMap(({ name, prompt }) => {
    const words = vibeWordsSchema.safeParse({ name, prompt })
    return words.success ? [words.data] : []
  })
  const [only, ...others] = vibes
  const suggestedName = others.length === 0 && only !== undefined ? only.name : i18next.t('vibes.shareName')
  closeDialog(app)
  await choosePlace(app, 'export-vibes', suggestedName, async (ref) => {
    const { fileName } = await app.bridge.call('vibes:writeFile', { ref, vibes })
    app.note('vibes.shared', { count: vibes.length, name: fileName })
  })
}
