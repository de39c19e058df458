/** Deleting a finished document, which can be taken back for some seconds: nothing is deleted before. */
import type { DocumentView } from '../../shared/ipc/documentsContract.ts'
import type { DocumentRemoval } from '../stores/documentsStore.ts'
import type { World } from '../stores/world.ts'
import { UNDO_MS } from './vibes.ts'

/** Takes a document out of the list, and deletes its audio when that can no longer be taken back. */
export function removeDocument(world: World, { id, name }: DocumentView): void {
  const timer = setTimeout(() => {
    deleteNow(world, id).catch(world.report)
  }, UNDO_MS)
  setRemoval(world, id, { phase: 'undoable', timer })
  world.announce('documents.removed', { name })
}

/** Takes a delete back. Does nothing where it is too late. */
export function keepDocument(world: World, { id, name }: DocumentView): void {
  const removal = world.documents.getState().removing.get(id)
  if (removal?.phase !== 'undoable') return
  clearTimeout(removal.timer)
  setRemoval(world, id, null)
  world.announce('documents.kept', { name })
}

/** Deletes at once what is about to be deleted; to be awaited before the page goes. */
export async function flushDocumentRemovals(world: World): Promise<void> {
  await Promise.all([...world.documents.getState().removing.keys()].map((id) => deleteNow(world, id)))
}

async function deleteNow(world: World, documentId: string): Promise<void> {
  const removal = world.documents.getState().removing.get(documentId)
  if (removal?.phase !== 'undoable') return
  clearTimeout(removal.timer)
  setRemoval(world, documentId, { phase: 'leaving' })
  try {
    await world.bridge.call('documents:remove', { documentId })
  } finally {
    setRemoval(world, documentId, null)
  }
}

function setRemoval(world: World, id: string, removal: DocumentRemoval | null): void {
  world.documents.setState(({ removing }) => {
    const others = [...removing].filter(([other]) => other !== id)
    return { removing: new Map(removal === null ? others : [...others, [id, removal]]) }
  })
}
