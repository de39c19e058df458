/** What becomes of a file that is dropped on the window. */
import { fileTypeOf, hasExtensionFor } from '../../shared/files/fileTypes.ts'
import type { World } from '../stores/world.ts'
import { chooseDocument } from './documents.ts'
import { reviewFile } from './imports.ts'
import { addMusicFile } from './music.ts'
import { showVibesOf } from './vibeFiles.ts'

/**
 * A story is opened, and anything else that Fabula reads becomes one; over an open story, the writer is asked whether another story
 * is to be opened or added, and audio becomes its music. Among the documents everything is a document to be spoken.
 */
export async function takeDropped(world: World, file: File): Promise<void> {
  const isAmongDocuments = world.view.getState().dialog?.kind === 'documents'
  if (hasExtensionFor('export-vibes', file.name) && world.vibes.getState().custom !== null) {
    await showVibesOf(world, file)
  } else if (hasExtensionFor('music', file.name) && world.story.getState().open !== null) {
    await addMusicFile(world, file, { kind: 'bed' })
  } else if (isAmongDocuments) await chooseDocument(world, file)
  else {
    const ref = await world.bridge.takeFile(file)
    const { name } = file
    const isAsked = fileTypeOf(name)?.story === 'project' && world.story.getState().open !== null
    if (isAsked) world.view.setState({ dialog: { kind: 'dropped-story', ref, name } })
    else await reviewFile(world, ref, { name })
  }
}
