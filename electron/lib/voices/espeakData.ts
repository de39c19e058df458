/**
 * The files of eSpeak NG, read from disk when the engine opens them. Its package contains 24 MB of dictionaries for a hundred languages,
 * which every worker would otherwise keep in memory for the one or two languages of a story.
 */
import { closeSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import createModule, { type EngineFiles, type ESpeakNgModule } from '@echogarden/espeak-ng-emscripten'

const PACKAGE = '@echogarden/espeak-ng-emscripten'
/** The module's folder for its data. */
const DATA_FOLDER = '/usr/share/espeak-ng-data'

/** Creates the engine's module. Opening a file throws the errors of the disk. */
export async function createEngineModule(): Promise<ESpeakNgModule> {
  const dataPath = createRequire(import.meta.url).resolve(`${PACKAGE}/espeak-ng.data`)
  const engineModule = await createModule({
    // Untouched memory pages take no space.
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

/** Reads a file's content from its part of the package. */
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

/**
 * Writes eSpeak NG's data into the new folder `to`: the files that every language needs, and the dictionaries of the language `voice` (such
 * as `en-us`) and of English, to which voices of other languages switch for English words. Returns false, without writing, if eSpeak NG has
 * no dictionary of the language. Throws the errors of the disk.
 */
export async function writeEspeakData(to: string, voice: string): Promise<boolean> {
  const { FS: files } = await createEngineModule()
  const language = voice.toLowerCase().split(/[-_]/)[0] ?? ''
  const dictionaries = new Set([`${language}_dict`, 'en_dict'])
  if (!files.readdir(DATA_FOLDER).includes(`${language}_dict`)) return false
  const copy = (from: string, into: string) => {
    mkdirSync(into, { recursive: true })
    for (const name of files.readdir(from)) {
      if (name.startsWith('.') || (name.endsWith('_dict') && !dictionaries.has(name))) continue
      const path = `${from}/${name}`
      if (files.isDir(files.lookupPath(path).node.mode)) copy(path, join(into, name))
      else writeFileSync(join(into, name), contentsOf(files, path))
    }
  }
  copy(DATA_FOLDER, to)
  return true
}

function contentsOf(files: EngineFiles, path: string): Uint8Array {
  files.open(path, 'r') // reads the content
  return files.lookupPath(path).node.contents ?? new Uint8Array()
}
