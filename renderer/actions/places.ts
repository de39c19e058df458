/** Choosing a place for a file: with the system's dialog, or with Fabula's own where the host has none. */
import { safeName } from '../../shared/export/fileNames.ts'
import type { FileRef, SavedPurpose } from '../../shared/ipc/views.ts'
import type { OpenStory } from '../stores/storyStore.ts'
import type { World } from '../stores/world.ts'

/**
 * Asks where to write a file, and writes it there with `write`. Nothing is written if no place is chosen, or if `story`, the open story
 * that the file is made of, was closed before.
 */
export async function choosePlace(
  world: World,
  purpose: SavedPurpose,
  suggestedName: string,
  write: (ref: FileRef) => Promise<void>,
  story: OpenStory | null = null,
): Promise<void> {
  const writeOpen = async (ref: FileRef) => {
    if (story?.session.signal.aborted !== true) await write(ref)
  }
  if (!hasSystemDialog(world)) {
    world.view.setState({
      savePlace: { purpose, suggestedName: safeName(suggestedName), write: writeOpen },
    })
    return
  }
  const { ref } = await world.bridge.call('files:pick', { purpose, suggestedName })
  if (ref !== null) await writeOpen(ref)
}

/** Whether the host shows the system's file dialogs; otherwise Fabula shows its own. */
export function hasSystemDialog(world: World): boolean {
  return world.app.getState().info?.filePicker === 'system'
}
