// `node build/checkRelease.ts TAG`: reports what is wrong with a release before anything is packaged; exits with 1 if anything is.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The parts of package.json that every package contains. */
interface Manifest {
  readonly version: string
  readonly homepage: string
  readonly repository: { readonly url: string }
  readonly author: { readonly email: string }
}

/** Reads Fabula's package.json. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest // npm's own format
}

interface ReleaseSources {
  readonly tag: string
  readonly manifest: Manifest
  readonly changelog: string
  /** The AppStream metainfo, which lists the releases. */
  readonly metainfo: string
}

/** Reserved names, which nobody can own: https://www.rfc-editor.org/rfc/rfc2606 */
const RESERVED = /[@/.]example(?:\.(?:com|net|org))?(?:[/:]|$)/

/** The faults of a release, as sentences; empty if there are none. */
export function releaseFaults({ tag, manifest, changelog, metainfo }: ReleaseSources): string[] {
  const { version, homepage, repository, author } = manifest
  const addresses = { homepage, 'repository.url': repository.url, 'author.email': author.email }
  const isStable = !version.includes('-')
  return [
    ...(tag === `v${version}` ? [] : [`The tag ${tag} is not the version of package.json, ${version}.`]),
    ...Object.entries(addresses)
      .filter(([, address]) => RESERVED.test(address))
      .map(([field, address]) => `“${field}” of package.json is still the placeholder ${address}.`),
    ...(isStable && !changelog.split('\n').some((line) => line.startsWith(`## ${version}`))
      ? [`CHANGELOG.md has no lines for ${version}.`]
      : []),
    ...(isStable && !metainfo.includes(`<release version="${version}"`)
      ? [`build/linux/org.fabula.studio.metainfo.xml has no release ${version}.`]
      : []),
  ]
}

const [tag] = process.argv.slice(2)
if (import.meta.main && tag !== undefined) {
  const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
  const faults = releaseFaults({
    tag,
    manifest: readManifest(),
    changelog: read('CHANGELOG.md'),
    metainfo: read('build', 'linux', 'org.fabula.studio.metainfo.xml'),
  })
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
