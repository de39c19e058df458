// `node build/collectRelease.ts FROM TO`: collects the packages of all systems in one folder for publication. Merges the lists that
// electron-updater reads, because the packages of each processor have their own; SHA256SUMS contains a checksum of each file.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

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
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(to, name)))
          .digest('hex')}  ${name}\n`,
    )
  writeFileSync(join(to, 'SHA256SUMS'), sums.join(''))
}

const [from, to] = process.argv.slice(2)
if (import.meta.main && from !== undefined && to !== undefined) collectRelease(from, to)
