/** Turning documents into speech, from the writer's side. */
import type { AudioFormat } from '../../shared/files/fileTypes.ts'
import type { Input } from '../../shared/ipc/contract.ts'
import type { DocumentView } from '../../shared/ipc/documentsContract.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { fileTypeOf, hasExtensionFor } from '../../shared/files/fileTypes.ts'
import { MAX_DOCUMENT_BYTES } from '../../shared/speech-api/limits.ts'
import { withDocument, withTold } from '../stores/documentsStore.ts'
import type { ChosenDocument, EncodingSample } from '../stores/viewStore.ts'
import type { World } from '../stores/world.ts'
import { choosePlace } from './places.ts'
import { replaceProject, runExport } from './projects.ts'
import { deleteWithUndo, undoDelete } from './undoableDelete.ts'

/** Shows the documents, and the given one ready to be sent. */
export async function showDocuments(world: World, chosen: ChosenDocument | null = null): Promise<void> {
  world.view.setState({ dialog: { kind: 'documents', chosen } })
  await refreshDocuments(world)
}

/** Asks for the documents anew. Why they cannot be listed is in the store: it is said where they would stand. */
export async function refreshDocuments(world: World): Promise<void> {
  try {
    const listed = await world.bridge.call('documents:list', {})
    world.documents.setState(({ documents }) => ({
      documents: withTold(listed.documents, documents ?? []),
      isHeldElsewhere: listed.isHeldElsewhere,
      trouble: null,
    }))
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error
    const { code, params } = error
    world.documents.setState({ trouble: { code, params: { ...params } } })
  }
}

/** Begins a new library of documents where the one that is there cannot be read, and says where that one is now. */
export async function setDocumentsAside(world: World): Promise<void> {
  const { location } = await world.bridge.call('documents:setAside', {})
  world.documents.setState({ setAsideAt: location })
  await refreshDocuments(world)
}

/** Takes a document that was dropped or chosen in the page. Throws `document-format-unknown` or `document-too-large`. */
export async function chooseDocument(world: World, file: File): Promise<void> {
  const { name, size } = file
  if (!hasExtensionFor('document', name)) throw new UserFacingError('document-format-unknown', { name })
  if (size > MAX_DOCUMENT_BYTES) {
    throw new UserFacingError('document-too-large', { name, limitMb: MAX_DOCUMENT_BYTES / 1024 ** 2 })
  }
  const ref = await world.bridge.takeFile(file, 'document')
  await showDocuments(world, { ref, name, sizeBytes: size })
}

/** Some words of a chosen document; '' where it cannot be read, which the service says when it is sent. */
export async function sampleOfDocument(
  world: World,
  { ref }: ChosenDocument,
  reading: Omit<Input<'documents:sample'>, 'ref'>,
): Promise<string> {
  try {
    return (await world.bridge.call('documents:sample', { ...reading, ref })).text
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error
    return ''
  }
}

/** What each encoding makes of a chosen text; none where its encoding is certain, and for documents that say theirs. */
export async function encodingsOfDocument(
  world: World,
  { ref, name }: ChosenDocument,
): Promise<readonly EncodingSample[]> {
  if (fileTypeOf(name)?.story !== 'text') return []
  return world.bridge.call('documents:encodings', { ref })
}

/** How a document is to be spoken. The password is sent along and kept nowhere. */
export type DocumentOrder = Omit<Input<'documents:start'>, 'ref'>

/** Sends a document. The form is empty again once it is on its way. */
export async function startDocument(
  world: World,
  chosen: ChosenDocument,
  order: DocumentOrder,
): Promise<void> {
  const { document, isNew } = await world.bridge.call('documents:start', { ...order, ref: chosen.ref })
  noteDocument(world, document)
  world.view.setState(({ dialog }) => ({
    dialog: dialog?.kind === 'documents' ? { ...dialog, chosen: null } : dialog,
  }))
  if (!isNew) world.note('documents.alreadyThere', { name: document.name })
}

/** Asks where the audio of a document goes, and writes it there. */
export async function exportDocument(
  world: World,
  { id: documentId, name }: DocumentView,
  format: AudioFormat,
): Promise<void> {
  const suggestedName = name.replace(/\.[^.]+$/, '')
  await choosePlace(world, `export-${format}`, suggestedName, async (ref) => {
    await showDocuments(world)
    await runExport(world, null, () => world.bridge.call('documents:export', { documentId, format, ref }))
  })
}

/** Removes a document from the list, and deletes its audio when the delete can no longer be undone. */
export function removeDocument(world: World, { id: documentId, name }: DocumentView): void {
  deleteWithUndo(world, world.documents, documentId, async () => {
    await world.bridge.call('documents:remove', { documentId })
  })
  world.announce('documents.removed', { name })
}

/** Undoes the delete of a document. Does nothing where it is too late. */
export function keepDocument(world: World, { id, name }: DocumentView): void {
  if (undoDelete(world.documents, id)) world.announce('documents.kept', { name })
}

/** Opens a new story of a document's words, with its audio. */
export async function storyFromDocument(
  world: World,
  { id: documentId, name }: DocumentView,
  password: string | null,
): Promise<void> {
  await replaceProject(world, () => world.bridge.call('documents:toStory', { documentId, password }))
  world.note('documents.madeStory', { name })
}

/** Follows what the host tells of documents. */
export function followDocuments(world: World): void {
  world.bridge.on('documents:changed', ({ document }) => {
    noteDocument(world, document)
  })
}

function noteDocument(world: World, document: DocumentView): void {
  const { documents } = world.documents.getState()
  const before = documents?.find(({ id }) => id === document.id)?.state.phase
  const after = withDocument(documents ?? [], document)
  if (after === documents) return
  world.documents.setState({ documents: after })
  const { name, state } = document
  if (before === undefined || before === state.phase) return
  if (state.phase === 'completed') world.note('documents.done', { name })
  if (state.phase === 'failed') world.announce('documents.failed', { name })
}
