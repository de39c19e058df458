// `node build/collectRelease.ts FROM TO RELEASES WINGET`: collects the packages of all systems in one folder for publication. Merges the
// lists that electron-updater reads, because the packages of each processor have their own; SHA256SUMS contains a checksum of each file.
// Writes the manifests for winget into WINGET. RELEASES is the address below which releases are published.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { readManifest } from './checkRelease.ts'
import { root } from './root.mjs'

/** A list written by electron-builder, such as latest.yml, which names the files of a version. */
interface UpdateList {
  readonly version: string
  readonly files: readonly { readonly url: string }[]
}

const yaml = createRequire(import.meta.url)('js-yaml') as {
  load(text: string): unknown
  dump(value: unknown): string
} // the package has no types

/** Merges several lists of files into one. Throws if their versions differ. */
export function mergeLists(lists: readonly UpdateList[]): UpdateList {
  const versions = new Set(lists.map(({ version }) => version))
  const [first] = lists
  if (!first || versions.size > 1)
    throw new Error(`These are packages of different versions: ${[...versions].join(', ')}`)
  return { ...first, files: lists.flatMap(({ files }) => files) }
}

/** Collects the files below `from` in `to`. Throws if two of them have the same name. */
export function collectRelease(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  const paths = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const lists = Map.groupBy(
    paths.filter((path) => path.endsWith('.yml')),
    (path) => basename(path),
  )
  for (const [name, found] of lists) {
    const read = found.map((path) => yaml.load(readFileSync(path, 'utf8')) as UpdateList) // electron-builder's own format
    writeFileSync(join(to, name), yaml.dump(mergeLists(read)))
  }
  const packages = paths.filter((path) => !path.endsWith('.yml'))
  for (const path of packages) {
    const target = join(to, basename(path))
    if (packages.some((other) => other !== path && basename(other) === basename(path)))
      throw new Error(`Two packages are called ${basename(path)}`)
    copyFileSync(path, target)
  }
  const sums = readdirSync(to)
    .filter((name) => name !== 'SHA256SUMS')
    .toSorted()
    .map((name) => `${sumOf(join(to, name))}  ${name}\n`)
  writeFileSync(join(to, 'SHA256SUMS'), sums.join(''))
}

/** The SHA-256 of a file, in hexadecimal digits. */
function sumOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

interface ReleaseFacts {
  readonly version: string
  readonly homepage: string
  /** The address below which releases are published, such as https://github.com/OWNER/NAME/releases. */
  readonly releases: string
  /** The day of the release, as 2026-01-31. */
  readonly date: string
}

/**
 * Writes the manifests for winget (build/winget) of a release, whose collected packages are in `from`. Throws if a set-up for Windows is not
 * among them. https://learn.microsoft.com/en-us/windows/package-manager/package/manifest
 */
export function writeWinget(
  from: string,
  to: string,
  { version, homepage, releases, date }: ReleaseFacts,
): void {
  const sumFor = (arch: string) =>
    sumOf(join(from, `Fabula-${version}-windows-${arch}-setup.exe`)).toUpperCase()
  const facts: Readonly<Record<string, string>> = {
    VERSION: version,
    DATE: date,
    HOMEPAGE: homepage,
    RELEASE_URL: `${releases}/download/v${version}`,
    RELEASE_NOTES_URL: `${releases}/tag/v${version}`,
    SHA256_X64: sumFor('x64'),
    SHA256_ARM64: sumFor('arm64'),
  }
  const templates = join(root, 'build', 'winget')
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(templates)) {
    const filled = readFileSync(join(templates, name), 'utf8')
      .replaceAll(/\b[A-Z][A-Z0-9_]+\b/g, (word) => facts[word] ?? word)
      .replace(/^# (?!yaml-language-server).*\n/, '')
    writeFileSync(join(to, name), filled)
  }
}

const [from, to, releases, winget] = process.argv.slice(2)
if (import.meta.main && from && to && releases && winget) {
  collectRelease(from, to)
  const { version, homepage } = readManifest()
  const date = new Date().toISOString().slice(0, 10)
  writeWinget(to, winget, { version, homepage, releases, date })
}
