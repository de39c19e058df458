/** What becomes of a file that is dropped on the window. */
import { hasExtensionFor } from '../../shared/files/fileTypes.ts'
import type { World } from '../stores/world.ts'
import { chooseDocument } from './documents.ts'
import { openFile } from './projects.ts'
import { showVibesOf } from './vibeFiles.ts'

/**
 * A story is opened, a text becomes one, a document can be spoken. A plain text can be either, and only the writer knows
 * which. Among the documents everything is a document.
 */
export async function takeDropped(world: World, file: File): Promise<void> {
  const isDocument = hasExtensionFor('document', file.name)
  const isStory = hasExtensionFor('open', file.name)
  if (isDocument && isStory && !isAmongDocuments(world)) {
    world.view.setState({ dialog: { kind: 'dropped-text', file } })
    return
  }
  if (hasExtensionFor('export-vibes', file.name) && world.vibes.getState().custom !== null) {
    await showVibesOf(world, file)
    return
  }
  if (isDocument || isAmongDocuments(world)) await chooseDocument(world, file)
  else await openDropped(world, file)
}

/** Opens a file that was dropped as a story. */
export async function openDropped(world: World, file: File): Promise<void> {
  await openFile(world, await world.bridge.takeFile(file))
}

function isAmongDocuments(world: World): boolean {
  return world.view.getState().dialog?.kind === 'documents'
}
