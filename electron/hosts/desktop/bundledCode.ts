/** Where the parts of the built app lie that run outside the main process. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The code of other processes and threads, in the folder of the built desktop app. */
export function bundledCode(appFolder: string) {
  const folder = join(appFolder, 'out', 'desktop')
  const url = (name: string) => pathToFileURL(join(folder, name))
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
