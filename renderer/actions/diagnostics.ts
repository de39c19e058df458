/** What a person sends to somebody who looks for a fault. */
import type { World } from '../stores/world.ts'

/** Puts versions, settings and the last lines of the log on the clipboard. */
export async function copyDiagnostics(world: World): Promise<void> {
  const { text } = await world.bridge.call('app:diagnostics', {})
  await navigator.clipboard.writeText(text)
  world.note('app.diagnosticsCopied')
}

/** Opens the folder of the log, or tells where it is. */
export async function showLogs(world: World): Promise<void> {
  const { folder, isShown } = await world.bridge.call('app:showLogs', {})
  if (!isShown) world.note('app.logsAt', { folder })
}

/** Tells in which folders Fabula keeps what, and what stays when it is removed. */
export async function showPlaces(world: World): Promise<void> {
  world.warn('app.places', await world.bridge.call('app:places', {}))
}
