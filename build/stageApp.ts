// Assembles the content of a package in out/app for electron-builder: the bundles, the page, the examples, and the npm packages that the
// bundles load at run time (vite.desktop.config.ts). Nothing else is there, so nothing else can get into a package.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './root.mjs'

/** The files to take from each npm package, as paths below its folder. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  '@echogarden/espeak-ng-emscripten': ['COPYING', 'espeak-ng.data', 'espeak-ng.js'],
  'hunspell-wasm': ['COPYING', 'COPYING.LESSER', 'COPYING.MPL', 'dist', 'wasm'],
  'rubberband-wasm': ['LICENSE', 'dist/index.esm.js', 'dist/index.umd.js', 'dist/rubberband.wasm'],
  opusscript: [
    'LICENSE',
    'index.js',
    'build/COPYING.libopus',
    'build/opusscript_native_wasm.js',
    'build/opusscript_native_wasm.wasm',
  ],
}

const DICTIONARY = ['index.aff', 'index.dic', 'index.js', 'license']

/** The npm package with the native code of the natural voices; undefined if there is none for that system. */
export function speechPackage(platform: string, arch: string): string | undefined {
  const system = { linux: 'linux', win32: 'win', darwin: 'darwin' }[platform]
  return system === undefined || (system === 'win' && arch === 'arm64')
    ? undefined
    : `sherpa-onnx-${system}-${arch}`
}

/** The fields of package.json that the app or electron-builder reads. */
const FIELDS = [
  'name',
  'productName',
  'version',
  'description',
  'license',
  'author',
  'homepage',
  'repository',
  'desktopName',
  'type',
  'main',
] as const

/**
 * Writes the folder again for one system and returns its path. Throws, with a message, if the native code of the natural voices is not
 * installed for that system: npm installs it only for its own.
 */
export function stageApp(
  platform: string,
  arch: string,
  { modules = join(root, 'node_modules'), folder = join(root, 'out', 'app') } = {},
): string {
  const speech = speechPackage(platform, arch)
  if (speech !== undefined && !existsSync(join(modules, speech)))
    throw new Error(
      `The natural voices of ${platform} ${arch} are not installed: npm installs ${speech} only on such a machine, so package it there.`,
    )
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const copy = (from: string, to: string) =>
    cpSync(from, join(folder, to), { recursive: true, filter: (path) => !path.endsWith('.map') })
  for (const name of ['out/desktop', 'out/renderer', 'examples']) copy(join(root, name), name)

  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: Record<string, string>
  } & Record<string, unknown> // npm's own format
  const target = (name: string) => join('node_modules', name)
  const dictionaries = Object.keys(manifest.dependencies).filter((name) => name.startsWith('dictionary-'))
  const taken = { ...PACKAGES, ...Object.fromEntries(dictionaries.map((name) => [name, DICTIONARY])) }
  for (const [name, files] of Object.entries(taken))
    for (const file of ['package.json', ...files]) copy(join(modules, name, file), join(target(name), file))
  const natural = ['sherpa-onnx-node', ...(speech === undefined ? [] : [speech])]
  const packages = [...Object.keys(taken), ...natural]
  for (const name of natural)
    cpSync(join(modules, name), join(folder, target(name)), {
      recursive: true,
      filter: (path) => !/cxx-api|^README\.md$|\.lib$/.test(basename(path)),
    })

  const facts = Object.fromEntries(FIELDS.map((field) => [field, manifest[field]]))
  // electron-builder packs the packages named here.
  const dependencies = Object.fromEntries(packages.map((name) => [name, '*']))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...facts, dependencies }, null, 2)}\n`)
  return folder
}
