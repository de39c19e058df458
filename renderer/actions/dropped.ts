/** Handles files dropped on the window. */
import { fileTypeOf, hasExtensionFor } from '../../shared/files/fileTypes.ts'
import { currentSession, type App } from '../stores/app.ts'
import { chooseDocument } from './documents.ts'
import { reviewFile } from './imports.ts'
import { addMusicFile } from './music.ts'
import { showVibesOf } from './vibes.ts'
import { openStoryDialog } from './dialogs.ts'

/**
 * Opens a story, and imports any other readable file; over an open story, the writer is asked whether another story
 * should be opened or added, and audio becomes its music. In the documents dialog, everything is a document to speak.
 */
export async function takeDropped(app: App, file: File): Promise<void> {
  const session = currentSession(app)
  const isAmongDocuments = app.view.getState().dialog?.kind === 'documents'
  if (hasExtensionFor('export-vibes', file.name) && app.vibes.getState().custom !== null) {
    await showVibesOf(app, file)
  } else if (hasExtensionFor('music', file.name) && session !== null) {
    await addMusicFile(session, file, { kind: 'bed' })
  } else if (isAmongDocuments) await chooseDocument(app, file)
  else {
    const ref = await app.bridge.takeFile(file)
    const { name } = file
    if (fileTypeOf(name)?.story === 'project' && session !== null)
      openStoryDialog(session, { kind: 'dropped-story', ref, name })
    else await reviewFile(app, ref, { name })
  }
}
