/** Turning documents into speech, from the writer's side. */
import type { AudioFormat } from '../../shared/files/fileTypes.ts'
import type { Input } from '../../shared/ipc/contract.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { fileTypeOf, hasExtensionFor, listExtensions } from '../../shared/files/fileTypes.ts'
import { MAX_DOCUMENT_BYTES } from '../../shared/speech-api/limits.ts'
import type { DocumentJob, JobsState } from '../stores/jobsStore.ts'
import type { ChosenDocument } from '../stores/openDialog.ts'
import type { EncodingSample } from '../stores/viewStore.ts'
import type { World } from '../stores/world.ts'
import { hearJobs } from './jobs.ts'
import { choosePlace } from './places.ts'
import { runExport } from './exporting.ts'
import { replaceProject } from './projects.ts'
import { deleteWithUndo, undoDelete } from './undoableDelete.ts'

/** Shows the documents, and the given one ready to be sent. */
export async function showDocuments(world: World, chosen: ChosenDocument | null = null): Promise<void> {
  world.view.setState({ dialog: { kind: 'documents', chosen } })
  await refreshDocuments(world)
}

/** Asks for the documents anew. Why they cannot be listed is in the store: it is said where they would stand. */
export async function refreshDocuments(world: World): Promise<void> {
  try {
    const { jobs, isHeldElsewhere } = await world.bridge.call('documents:open', {})
    hearJobs(world, { jobs, gone: [] })
    setLibrary(world, { isOpen: true, isHeldElsewhere, error: null })
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error
    const { code, params } = error
    setLibrary(world, { error: { code, params: { ...params } } })
  }
}

/** Sends a document that failed once more. A document with a password is shown instead, since the password is not kept. */
export async function sendDocumentAgain(world: World, { id, document }: DocumentJob): Promise<void> {
  if (document.isProtected) {
    await showDocuments(world)
    return
  }
  const { job } = await world.bridge.call('documents:sendAgain', { id })
  hearJobs(world, { jobs: [job], gone: [] })
}

/** Begins a new library of documents where the library cannot be read, and says where the old library is now. */
export async function setDocumentsAside(world: World): Promise<void> {
  const { location } = await world.bridge.call('documents:setAside', {})
  setLibrary(world, { setAsideAt: location })
  await refreshDocuments(world)
}

function setLibrary(world: World, change: Partial<JobsState['library']>): void {
  world.jobs.setState(({ library }) => ({ library: { ...library, ...change } }))
}

/** Takes a document that was dropped or chosen in the page. Throws `document-format-unknown` or `document-too-large`. */
export async function chooseDocument(world: World, file: File): Promise<void> {
  const { name, size } = file
  if (!hasExtensionFor('document', name))
    throw new UserFacingError('document-format-unknown', { name, known: listExtensions('document') })
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
export type DocumentRequest = Omit<Extract<Input<'jobs:start'>, { kind: 'document' }>, 'kind' | 'ref'>

/** Sends a document. The form is empty again once it is on its way. */
export async function startDocument(
  world: World,
  chosen: ChosenDocument,
  order: DocumentRequest,
): Promise<void> {
  const { ref, name } = chosen
  const { job, isNew } = await world.bridge.call('jobs:start', { kind: 'document', ...order, ref })
  if (job !== null) hearJobs(world, { jobs: [job], gone: [] })
  world.view.setState(({ dialog }) => ({
    dialog: dialog?.kind === 'documents' ? { ...dialog, chosen: null } : dialog,
  }))
  if (!isNew) world.note('documents.alreadyThere', { name: job?.document?.name ?? name })
}

/** Asks where the audio of a document goes, and writes it there. */
export async function exportDocument(
  world: World,
  { id, document: { name } }: DocumentJob,
  format: AudioFormat,
): Promise<void> {
  const suggestedName = name.replace(/\.[^.]+$/, '')
  await choosePlace(world, `export-${format}`, suggestedName, async (ref) => {
    await runExport(world, null, () => world.bridge.call('documents:export', { id, format, ref }))
  })
}

/** Removes a document from the list, and deletes its audio when the delete can no longer be undone. */
export function removeDocument(world: World, { id, document: { name } }: DocumentJob): void {
  deleteWithUndo(world, world.jobs, [id], async () => {
    await world.bridge.call('documents:remove', { id })
  })
  world.announce('documents.removed', { name })
}

/** Undoes the delete of a document. Does nothing where it is too late. */
export function keepDocument(world: World, { id, document: { name } }: DocumentJob): void {
  if (undoDelete(world.jobs, id)) world.announce('documents.kept', { name })
}

/** Opens a new story of a document's words, with its audio. */
export async function storyFromDocument(
  world: World,
  { id, document: { name } }: DocumentJob,
  password: string | null,
): Promise<void> {
  await replaceProject(world, () => world.bridge.call('documents:toStory', { id, password }))
  world.note('documents.madeStory', { name })
}
