/** Crash dumps of Chromium's, which stay on this computer: they are parts of memory, and may hold words of a story. */
import type { App, CrashReporter } from 'electron'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** In the app's folder. */
export const CRASHES_FOLDER = 'crashes'
const MOST_DUMPS = 5

/** Has crashes of all processes written to a folder, and sent nowhere. To be called before the app is ready. */
export function keepCrashDumps(
  app: Pick<App, 'setPath'>,
  crashReporter: Pick<CrashReporter, 'start'>,
  folder: string,
): void {
  app.setPath('crashDumps', folder)
  crashReporter.start({ uploadToServer: false })
}

/** Deletes all dumps in a folder except the newest. */
export function deleteOldDumps(folder: string): void {
  try {
    const dumps = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.dmp'))
      .map((name) => join(folder, name))
      .map((path) => ({ path, changedAtMs: statSync(path).mtimeMs }))
      .toSorted((a, b) => b.changedAtMs - a.changedAtMs)
    for (const { path } of dumps.slice(MOST_DUMPS)) {
      for (const file of [path, path.replace(/\.dmp$/, '.meta')]) rmSync(file, { force: true })
    }
  } catch {
    // There are none yet, or another Fabula is deleting them.
  }
}
