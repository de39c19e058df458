/** What a person sends to somebody who looks for a fault. */
import type { App } from '../stores/app.ts'

/** Puts versions, settings and the last lines of the log on the clipboard. */
export async function copyDiagnostics(app: App): Promise<void> {
  const { text } = await app.bridge.call('app:diagnostics', {})
  await navigator.clipboard.writeText(text)
  app.note('app.diagnosticsCopied')
}

/** Opens the folder of the log, or tells where it is. */
export async function showLogs(app: App): Promise<void> {
  const { folder, isShown } = await app.bridge.call('app:showLogs', {})
  if (!isShown) app.note('app.logsAt', { folder })
}

/** Tells in which folders Fabula keeps what, and what stays when it is removed. */
export async function showPlaces(app: App): Promise<void> {
  app.warn('app.places', await app.bridge.call('app:places', {}))
}
