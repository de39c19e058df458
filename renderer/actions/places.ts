/** Choosing a place for a file: with the system's dialog, or with Fabula's own if the host has none. */
import type { SavedPurpose } from '../../shared/files/fileTypes.ts'
import { safeName } from '../../shared/export/fileNames.ts'
import type { FileRef } from '../../shared/ipc/views.ts'
import type { App } from '../stores/app.ts'

/**
 * Asks where to write a file, and writes it there with `write`. Nothing is written if no place is chosen, or if `signal`, of the file's
 * session, was aborted before.
 */
export async function choosePlace(
  app: App,
  purpose: SavedPurpose,
  suggestedName: string,
  write: (ref: FileRef) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const writeOpen = async (ref: FileRef) => {
    if (signal?.aborted !== true) await write(ref)
  }
  if (!hasSystemDialog(app)) {
    app.view.setState({
      savePlace: { purpose, suggestedName: safeName(suggestedName), write: writeOpen },
    })
    return
  }
  const { ref } = await app.bridge.call('files:pick', { purpose, suggestedName })
  if (ref !== null) await writeOpen(ref)
}

/** Whether the host shows the system's file dialogs; otherwise Fabula shows its own. */
export function hasSystemDialog(app: App): boolean {
  return app.state.getState().info?.filePicker === 'system'
}
