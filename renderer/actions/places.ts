/** Choosing a place for a file: with the system's dialog, or with Fabula's own where the host has none. */
import { safeName } from '../../shared/export/fileNames.ts'
import type { FileRef, SavedPurpose } from '../../shared/ipc/views.ts'
import type { World } from '../stores/world.ts'

/** Asks where to write a file, and writes it there with `write`. Nothing is written where no place is chosen. */
export async function choosePlace(
  world: World,
  purpose: SavedPurpose,
  suggestedName: string,
  write: (ref: FileRef) => Promise<void>,
): Promise<void> {
  if (!hasSystemDialog(world)) {
    const name = safeName(suggestedName)
    world.view.setState({ dialog: { kind: 'file-save', purpose, suggestedName: name, write } })
    return
  }
  const { ref } = await world.bridge.call('files:pick', { purpose, suggestedName })
  if (ref !== null) await write(ref)
}

/** Whether the host shows the system's file dialogs; otherwise Fabula shows its own. */
export function hasSystemDialog(world: World): boolean {
  return world.app.getState().info?.filePicker === 'system'
}
