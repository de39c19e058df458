#!/usr/bin/env node
// Makes a deb or rpm with the system's own dpkg-deb and rpmbuild. electron-builder calls it instead of fpm (CUSTOM_FPM_PATH), with the same
// arguments: fpm would have to be downloaded, and does nothing more for a folder of files.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

/** The arguments of electron-builder, by the names of fpm's options. */
const OPTIONS = {
  s: { type: 'string', short: 's' },
  t: { type: 'string', short: 't' },
  d: { type: 'string', short: 'd', multiple: true },
  force: { type: 'boolean' },
  architecture: { type: 'string' },
  'after-install': { type: 'string' },
  'after-remove': { type: 'string' },
  description: { type: 'string' },
  version: { type: 'string' },
  package: { type: 'string' },
  name: { type: 'string' },
  maintainer: { type: 'string' },
  vendor: { type: 'string' },
  url: { type: 'string' },
  category: { type: 'string' },
  license: { type: 'string' },
  'deb-priority': { type: 'string' },
  'deb-compression': { type: 'string' },
  'deb-recommends': { type: 'string', multiple: true },
  'rpm-summary': { type: 'string' },
  'rpm-os': { type: 'string' },
  'rpm-compression': { type: 'string' },
} as const

export interface PackageRequest {
  readonly target: 'deb' | 'rpm'
  readonly name: string
  readonly version: string
  readonly architecture: string
  readonly summary: string
  readonly description: string
  readonly maintainer: string
  readonly vendor: string
  readonly url: string
  readonly category: string
  readonly license: string
  readonly depends: readonly string[]
  readonly recommends: readonly string[]
  /** Paths of the scripts that run after installation and after removal. */
  readonly afterInstall: string
  readonly afterRemove: string
  /** The source and destination of each file or folder. */
  readonly files: readonly { readonly from: string; readonly to: string }[]
  readonly output: string
}

/** Parses fpm's arguments. Throws for an unknown option, so that none is silently ignored. */
export function readRequest(args: readonly string[]): PackageRequest {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  const target = values.t
  if (values.s !== 'dir' || (target !== 'deb' && target !== 'rpm'))
    throw new Error(
      `Only a deb or rpm from a folder can be made, not ${String(values.t)} from ${String(values.s)}`,
    )
  const need = (name: keyof typeof OPTIONS): string => {
    const value = values[name]
    if (typeof value !== 'string' || value === '') throw new Error(`The option --${name} is missing`)
    return value
  }
  const [firstLine = '', ...others] = need('description').split('\n')
  return {
    target,
    name: need('name'),
    version: need('version'),
    architecture: need('architecture'),
    summary: values['rpm-summary'] ?? firstLine.trim(),
    description: (others.length > 0 ? others.join('\n') : firstLine).trim(),
    maintainer: need('maintainer'),
    vendor: need('vendor'),
    url: need('url'),
    category: values.category ?? 'misc',
    license: need('license'),
    depends: values.d ?? [],
    recommends: values['deb-recommends'] ?? [],
    afterInstall: need('after-install'),
    afterRemove: need('after-remove'),
    files: positionals.map((position) => {
      const cut = position.lastIndexOf('=')
      if (cut < 0) throw new Error(`“${position}” does not say where the file goes`)
      return { from: position.slice(0, cut), to: position.slice(cut + 1) }
    }),
    output: need('package'),
  }
}

/**
 * Copies the files to their places in the installed system, below `stage`. Everybody may read them, and only root may write them. The first
 * file for a place wins: those of build/electron-builder.yml come before electron-builder's own.
 */
function stageFiles(request: PackageRequest, stage: string): void {
  for (const { from, to } of request.files) {
    const target = join(stage, to)
    if (existsSync(target)) continue
    mkdirSync(dirname(target), { recursive: true })
    cpSync(from, target, { recursive: true, verbatimSymlinks: true })
  }
  for (const path of ['', ...entriesBelow(stage)].map((entry) => join(stage, entry))) {
    const found = lstatSync(path)
    if (!found.isSymbolicLink()) chmodSync(path, (found.mode & 0o111) === 0 ? 0o644 : 0o755)
  }
}

/** Paths of all files and folders in a folder, relative to it. */
function entriesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
}

/** The control file of a deb (https://www.debian.org/doc/debian-policy/ch-controlfields.html). */
export function debControl(request: PackageRequest, installedKiB: number): string {
  const fields = [
    ['Package', request.name],
    ['Version', request.version],
    ['Architecture', request.architecture],
    ['Maintainer', request.maintainer],
    ['Installed-Size', String(installedKiB)],
    ['Depends', request.depends.join(', ')],
    ['Recommends', request.recommends.join(', ')],
    ['Section', request.category],
    ['Priority', 'optional'],
    ['Homepage', request.url],
    ['Description', `${request.summary}\n ${request.description.split('\n').join('\n ')}`],
  ]
  return `${fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n`
}

function makeDeb(request: PackageRequest, stage: string): void {
  const files = entriesBelow(stage).filter((path) => lstatSync(join(stage, path)).isFile())
  const bytes = files.reduce((sum, path) => sum + lstatSync(join(stage, path)).size, 0)
  const sums = files.map((path) => {
    const sum = createHash('md5')
      .update(readFileSync(join(stage, path)))
      .digest('hex')
    return `${sum}  ${path}\n`
  })
  const control = join(stage, 'DEBIAN')
  mkdirSync(control, { mode: 0o755 })
  writeFileSync(join(control, 'control'), debControl(request, Math.ceil(bytes / 1024)))
  writeFileSync(join(control, 'md5sums'), sums.join(''))
  for (const [name, path] of [
    ['postinst', request.afterInstall],
    ['postrm', request.afterRemove],
  ] as const)
    writeFileSync(join(control, name), readFileSync(path), { mode: 0o755 })
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', stage, request.output], {
    stdio: 'pipe',
  })
}

/** The spec file of an rpm (https://rpm.org/docs/latest/manual/spec.html) with the content of `stage`. */
export function rpmSpec(request: PackageRequest, stage: string, paths: readonly string[]): string {
  const script = (path: string) =>
    readFileSync(path, 'utf8')
      .replaceAll('%', '%%')
      .replace(/^#!.*\n/, '')
  const listed = paths
    .filter((path) => !SYSTEM_FOLDERS.test(path))
    .map((path) => (lstatSync(join(stage, path)).isDirectory() ? `%dir "/${path}"` : `"/${path}"`))
  return `Name: ${request.name}
Version: ${request.version}
Release: 1
Summary: ${request.summary}
License: ${request.license}
Vendor: ${request.vendor}
Packager: ${request.maintainer}
URL: ${request.url}
Group: ${request.category}
${request.depends.map((name) => `Requires: ${name}`).join('\n')}
AutoReqProv: no
%global __os_install_post %{nil}
%global _build_id_links none
%global _binary_payload w6.xzdio

%description
${request.description}

%install
cp --archive --link '${stage}/.' '%{buildroot}/'

%post -p /bin/bash
${script(request.afterInstall)}
%postun -p /bin/bash
# An update removes the old package after it has installed the new one.
if [ "$1" -gt 0 ]; then exit 0; fi
${script(request.afterRemove)}
%files
%defattr(-,root,root,-)
${listed.join('\n')}
`
}

/** rpm's names of processor architectures, by Debian's. */
const RPM_ARCHITECTURES: Readonly<Record<string, string>> = { amd64: 'x86_64', arm64: 'aarch64' }

/** Folders of the system, which a package does not own. */
const SYSTEM_FOLDERS =
  /^(?:opt|usr(?:\/share(?:\/(?:applications|doc|metainfo|mime(?:\/packages)?|icons(?:\/hicolor(?:\/[^/]+){0,2})?))?)?)$/

function makeRpm(request: PackageRequest, stage: string, work: string): void {
  const spec = join(work, 'package.spec')
  writeFileSync(spec, rpmSpec(request, stage, entriesBelow(stage)))
  const folders = [`_topdir ${work}/rpm`, `_rpmdir ${work}/made`].flatMap((define) => ['--define', define])
  const architecture = RPM_ARCHITECTURES[request.architecture] ?? request.architecture
  execFileSync('rpmbuild', ['-bb', '--quiet', '--target', architecture, ...folders, spec], { stdio: 'pipe' })
  const made = join(work, 'made', architecture)
  for (const name of readdirSync(made)) cpSync(join(made, name), request.output)
}

/** Makes the package that the arguments describe. */
export function makeLinuxPackage(args: readonly string[]): void {
  const request = readRequest(args)
  const work = mkdtempSync(join(tmpdir(), 'fabula-package-'))
  try {
    const stage = join(work, 'stage')
    stageFiles(request, stage)
    if (request.target === 'deb') makeDeb(request, stage)
    else makeRpm(request, stage, work)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

if (import.meta.main) makeLinuxPackage(process.argv.slice(2))
