/** Where the parts of the built app lie that run outside the main process. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The code of other processes and threads, in the folder of the built desktop app. In a package, that folder is an archive, and what is
 * started by its path lies beside it as real files (build/electron-builder.yml): Electron does not resolve every import of a module inside
 * an archive (https://github.com/electron/electron/issues/45896).
 */
export function bundledCode(appFolder: string) {
  const folder = join(appFolder, 'out', 'desktop')
  const unpacked = join(appFolder.replace(/\bapp\.asar$/, 'app.asar.unpacked'), 'out', 'desktop')
  const url = (name: string) => pathToFileURL(join(unpacked, name))
  return {
    preloadPath: join(folder, 'preload.cjs'),
    service: {
      entryUrl: url('localService.mjs'),
      workerUrl: url('speakWorker.mjs'),
      documentWorkerUrl: url('documentWorker.mjs'),
      naturalUrl: url('naturalProcess.mjs'),
    },
    outlineWorkerUrl: url('outlineWorker.mjs'),
    spellWorkerUrl: url('spellWorker.mjs'),
    unpackWorkerUrl: url('unpackWorker.mjs'),
    mixThreads: { mixUrl: url('mixWorker.mjs'), encodeUrl: url('encodeWorker.mjs') },
  }
}
