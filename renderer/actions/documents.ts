/** The writer's actions for turning documents into speech. */
import type { Input } from '../../shared/ipc/contract.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import {
  type AudioFormat,
  fileTypeOf,
  hasExtensionFor,
  listExtensions,
} from '../../shared/files/fileTypes.ts'
import { MAX_DOCUMENT_BYTES } from '../../shared/speech-api/limits.ts'
import type { DocumentJob, JobsState } from '../stores/jobsStore.ts'
import type { ChosenDocument, EncodingSample } from '../stores/viewStore.ts'
import type { App } from '../stores/app.ts'
import { hearJobs } from './jobs.ts'
import { choosePlace, runExport } from './exporting.ts'
import { replaceProject } from './projects.ts'
import { deleteWithUndo, undoDelete } from '../stores/pendingDeletes.ts'
import { openDialog } from './dialogs.ts'

/** Shows the documents, and the given one ready to be sent. */
export async function showDocuments(app: App, chosen: ChosenDocument | null = null): Promise<void> {
  openDialog(app, { kind: 'documents', chosen })
  await refreshDocuments(app)
}

/** Loads the documents again. An error is put into the store, and shown in place of the list. */
export async function refreshDocuments(app: App): Promise<void> {
  try {
    const { jobs, isHeldElsewhere } = await app.bridge.call('documents:open', {})
    hearJobs(app, { jobs, gone: [] })
    setLibrary(app, { isOpen: true, isHeldElsewhere, error: null })
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error
    const { code, params } = error
    setLibrary(app, { error: { code, params: { ...params } } })
  }
}

/** Sends a failed document again. A document with a password is shown instead, since the password is not kept. */
export async function sendDocumentAgain(app: App, { id, document }: DocumentJob): Promise<void> {
  if (document.isProtected) {
    await showDocuments(app)
    return
  }
  const { job } = await app.bridge.call('documents:sendAgain', { id })
  hearJobs(app, { jobs: [job], gone: [] })
}

/** Begins a new library of documents if the library cannot be read, and shows where the old one is now. */
export async function setDocumentsAside(app: App): Promise<void> {
  const { location } = await app.bridge.call('documents:setAside', {})
  setLibrary(app, { setAsideAt: location })
  await refreshDocuments(app)
}

function setLibrary(app: App, change: Partial<JobsState['library']>): void {
  app.jobs.setState(({ library }) => ({ library: { ...library, ...change } }))
}

/** Accepts a document dropped or chosen in the page. Throws `document-format-unknown` or `document-too-large`. */
export async function chooseDocument(app: App, file: File): Promise<void> {
  const { name, size } = file
  if (!hasExtensionFor('document', name))
    throw new UserFacingError('document-format-unknown', { name, known: listExtensions('document') })
  if (size > MAX_DOCUMENT_BYTES) {
    throw new UserFacingError('document-too-large', { name, limitMb: MAX_DOCUMENT_BYTES / 1024 ** 2 })
  }
  const ref = await app.bridge.takeFile(file, 'document')
  await showDocuments(app, { ref, name, sizeBytes: size })
}

/** Some words of a chosen document; '' if it cannot be read, which the service reports when it is sent. */
export async function sampleOfDocument(
  app: App,
  { ref }: ChosenDocument,
  reading: Omit<Input<'documents:sample'>, 'ref'>,
): Promise<string> {
  try {
    return (await app.bridge.call('documents:sample', { ...reading, ref })).text
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error
    return ''
  }
}

/** A chosen text decoded in each encoding; empty if its encoding is certain, and for documents that state theirs. */
export async function encodingsOfDocument(
  app: App,
  { ref, name }: ChosenDocument,
): Promise<readonly EncodingSample[]> {
  if (fileTypeOf(name)?.story !== 'text') return []
  return app.bridge.call('documents:encodings', { ref })
}

/** The settings for speaking a document. The password is sent and not stored. */
export type DocumentRequest = Omit<Extract<Input<'jobs:start'>, { kind: 'document' }>, 'kind' | 'ref'>

/** Sends a document. The form is cleared once it is on its way. */
export async function startDocument(app: App, chosen: ChosenDocument, order: DocumentRequest): Promise<void> {
  const { ref, name } = chosen
  const { job, isNew } = await app.bridge.call('jobs:start', { kind: 'document', ...order, ref })
  if (job !== null) hearJobs(app, { jobs: [job], gone: [] })
  app.view.setState(({ dialog }) => ({
    dialog: dialog?.kind === 'documents' ? { ...dialog, chosen: null } : dialog,
  }))
  if (!isNew) app.note('documents.alreadyThere', { name: job?.document?.name ?? name })
}

/** Asks where to write the audio of a document, and writes it there. */
export async function exportDocument(
  app: App,
  { id, document: { name } }: DocumentJob,
  format: AudioFormat,
): Promise<void> {
  const suggestedName = name.replace(/\.[^.]+$/, '')
  await choosePlace(app, `export-${format}`, suggestedName, async (ref) => {
    await runExport(app, null, () => app.bridge.call('documents:export', { id, format, ref }))
  })
}

/** Removes a document from the list, and deletes its audio when the delete can no longer be undone. */
export function removeDocument(app: App, { id, document: { name } }: DocumentJob): void {
  deleteWithUndo(app, app.jobs, [id], async () => {
    await app.bridge.call('documents:remove', { id })
  })
  app.announce('documents.removed', { name })
}

/** Undoes the delete of a document. Does nothing if it is too late. */
export function keepDocument(app: App, { id, document: { name } }: DocumentJob): void {
  if (undoDelete(app.jobs, id)) app.announce('documents.kept', { name })
}

/** Opens a new story from a document's words, with its audio. */
export async function storyFromDocument(
  app: App,
  { id, document: { name } }: DocumentJob,
  password: string | null,
): Promise<void> {
  await replaceProject(app, () => app.bridge.call('documents:toStory', { id, password }))
  app.note('documents.madeStory', { name })
}
