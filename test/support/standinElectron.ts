// A folder that electron-builder takes for an unpacked Electron: small, with the fuses of a real one. Packages made of it are complete
// except for Electron itself. `node test/support/standinElectron.ts DIR` writes one for trials by hand.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/root.mjs'

/** The mark before the fuses, and those of Electron as it is distributed (https://www.electronjs.org/docs/latest/tutorial/fuses). */
const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSES = '101100110'

/** Files that lie beside the program, with some of the languages of which packages keep three. */
const FILES = [
  'LICENSE',
  'LICENSES.chromium.html',
  'chrome_100_percent.pak',
  'icudtl.dat',
  'libffmpeg.so',
  'resources.pak',
  'snapshot_blob.bin',
  'v8_context_snapshot.bin',
  'vk_swiftshader_icd.json',
  ...['de', 'en-GB', 'en-US', 'es', 'fr', 'ja'].map((language) => `locales/${language}.pak`),
]

/** Writes the folder. Its program ends with 0 and does nothing. */
export function writeStandinElectron(folder: string): void {
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8'),
  ) as { version: string } // npm's own format
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  for (const name of FILES) writeFileSync(join(folder, name), `${name} of the stand-in\n`)
  writeFileSync(join(folder, 'version'), version)
  const wire = Buffer.concat([
    Buffer.from(FUSE_MARK),
    Buffer.from([1, FUSES.length]),
    Buffer.from(`${FUSES}\0`),
  ])
  writeFileSync(join(folder, 'electron'), Buffer.concat([readFileSync('/bin/true'), wire]), { mode: 0o755 })
  writeFileSync(join(folder, 'chrome-sandbox'), readFileSync('/bin/true'), { mode: 0o755 })
}

const [folder] = process.argv.slice(2)
if (import.meta.main && folder !== undefined) writeStandinElectron(folder)
