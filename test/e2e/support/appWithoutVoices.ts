/** The app if `npm ci` found no natural voices for the computer: its own files, and every package except optional ones. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../build/root.mjs'

interface Manifest {
  readonly optionalDependencies: Readonly<Record<string, string>>
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest // npm's own format

/** A folder with such an app, already built, and a function that removes it. */
export function appWithoutVoices(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-without-voices-'))
  for (const name of ['electron', 'shared', 'examples', 'out/renderer', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  const own = Object.keys(readManifest(root).optionalDependencies)
  const missing = new Set([
    ...own,
    ...own.flatMap((name) =>
      Object.keys(readManifest(join(root, 'node_modules', name)).optionalDependencies),
    ),
  ])
  for (const name of packages().filter((each) => !missing.has(each))) {
    mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function packages(): string[] {
  const names = readdirSync(join(root, 'node_modules'))
  return names.flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(root, 'node_modules', name)).map((scoped) => `${name}/${scoped}`)
      : [name],
  )
}
