/**
 * The files of eSpeak NG, read from disk when the engine opens them. Its package holds 24 MB of dictionaries for a hundred
 * languages, which every worker would keep in memory for the one or two languages that a story is told in.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import createModule from '@echogarden/espeak-ng-emscripten'
import type { EngineFiles, ESpeakNgModule } from '@echogarden/espeak-ng-emscripten'

const PACKAGE = '@echogarden/espeak-ng-emscripten'

/** Creates the engine's module. Opening a file throws what the disk says. */
export async function createEngineModule(): Promise<ESpeakNgModule> {
  const dataPath = createRequire(import.meta.url).resolve(`${PACKAGE}/espeak-ng.data`)
  const engineModule = await createModule({
    // Pages of memory that nobody has written to take no room.
    getPreloadedPackage: (_name, byteLength) => new ArrayBuffer(byteLength),
  })
  const { FS } = engineModule
  const open = FS.open.bind(FS)
  const read = new Set<string>()
  FS.open = (path, ...how) => {
    const stream = open(path, ...how)
    if (!read.has(path)) readContents(FS, path, dataPath)
    read.add(path)
    return stream
  }
  return engineModule
}

/** A file's content is the part of the package that has its place. */
function readContents(files: EngineFiles, path: string, dataPath: string): void {
  const { contents } = files.lookupPath(path).node
  if (!(contents instanceof Uint8Array)) return
  const file = openSync(dataPath, 'r')
  try {
    readSync(file, contents, 0, contents.length, contents.byteOffset)
  } finally {
    closeSync(file)
  }
}
