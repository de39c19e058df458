/** What becomes of a file that is dropped on the window. */
import { hasExtensionFor } from '../../shared/files/fileTypes.ts'
import type { World } from '../stores/world.ts'
import { chooseDocument } from './documents.ts'
import { reviewFile } from './imports.ts'
import { showVibesOf } from './vibeFiles.ts'

/**
 * A story is opened, and anything else that Fabula reads becomes one. Among the documents everything is a document to be spoken.
 */
export async function takeDropped(world: World, file: File): Promise<void> {
  const isAmongDocuments = world.view.getState().dialog?.kind === 'documents'
  if (hasExtensionFor('export-vibes', file.name) && world.vibes.getState().custom !== null) {
    await showVibesOf(world, file)
  } else if (isAmongDocuments) await chooseDocument(world, file)
  else await reviewFile(world, await world.bridge.takeFile(file))
}
