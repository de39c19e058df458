// `npm run package [-- --dir | --linux | --mac | --win] [--x64 | --arm64] [--electron-dist DIR]`: makes packages of the desktop app in
// out/packages, by default those that this system can make; --dir makes only the unpacked app. Linux packages need no network, except to
// download Electron.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareAppImage } from './appImage.ts'
import { ensureDesktop, ensureRenderer } from './buildAll.ts'
import { wrongFuses } from './checkFuses.ts'
import { readManifest } from './checkRelease.ts'
import { findElectron } from './findElectron.ts'
import { findProgram } from './findProgram.ts'
import { writeNotices } from './notices.ts'
import { root } from './root.mjs'
import { stageApp } from './stageApp.ts'

export type System = 'linux' | 'mac' | 'win'

const PLATFORMS = { linux: 'linux', mac: 'darwin', win: 'win32' } as const

/** The programs that each kind of package needs, besides npm's packages, and the Debian and Fedora packages that contain them. */
const NEEDS: Readonly<Record<string, readonly [program: string, debian: string, fedora: string][]>> = {
  deb: [
    ['dpkg-deb', 'dpkg', 'dpkg'],
    ['xz', 'xz-utils', 'xz'],
  ],
  rpm: [['rpmbuild', 'rpm', 'rpm-build']],
}

const KINDS: Readonly<Record<System, readonly string[]>> = {
  linux: ['deb', 'rpm', 'AppImage'],
  mac: ['dmg', 'zip'],
  win: ['nsis', 'zip'],
}

export interface PackageOptions {
  readonly system: System
  readonly arch: 'x64' | 'arm64'
  /** Only the unpacked app */
  readonly isDir: boolean
  readonly electronDist: string | undefined
}

/** Parses the arguments. Throws, with a message, for combinations that are invalid or unavailable on `platform`. */
export function readOptions(
  args: readonly string[],
  platform: string = process.platform,
  machine: string = process.arch,
): PackageOptions {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      dir: flag,
      linux: flag,
      mac: flag,
      win: flag,
      x64: flag,
      arm64: flag,
      'electron-dist': { type: 'string' },
    },
  })
  const here: System = platform === 'win32' ? 'win' : platform === 'darwin' ? 'mac' : 'linux'
  const asked = (['linux', 'mac', 'win'] as const).filter((system) => values[system])
  if (asked.length > 1 || (values.x64 && values.arm64))
    throw new Error('Name one system and one processor: each is packaged on a machine of its own.')
  const [system = here] = asked
  const arch = values.arm64 ? 'arm64' : values.x64 ? 'x64' : machine === 'arm64' ? 'arm64' : 'x64'
  if (system !== here)
    throw new Error(
      `Packages for ${NAMES[system]} are made on ${NAMES[system]}, because npm installs the native code of the voices only for the system that it runs on. The release workflow makes all of them (docs/releasing.md).`,
    )
  const { 'electron-dist': electronDist } = values
  return {
    system,
    arch,
    isDir: values.dir,
    electronDist: electronDist === undefined ? undefined : resolve(electronDist),
  }
}

const NAMES: Readonly<Record<System, string>> = { linux: 'Linux', mac: 'macOS', win: 'Windows' }

/** The missing programs for a kind of package, as text; undefined if there are none. */
export function whyNot(kind: string, find = findProgram): string | undefined {
  const missing = (NEEDS[kind] ?? []).filter(([program]) => find(program) === undefined)
  if (missing.length === 0) return undefined
  const [names, debian, fedora] = [0, 1, 2].map((index) => missing.map((need) => need[index]).join(' '))
  return `${kind} is left out, because ${names} is missing. Install it: “apt-get install ${debian}” or “dnf install ${fedora}”.`
}

/** The folder or archive of Electron to use; undefined if electron-builder has to download it. Throws if the named path is neither. */
export function electronDistFor({
  electronDist,
  arch,
}: Pick<PackageOptions, 'electronDist' | 'arch'>): string | undefined {
  if (electronDist !== undefined) {
    const programs = ['electron', 'electron.exe', 'Electron.app'].map((name) => join(electronDist, name))
    if (!(electronDist.endsWith('.zip') ? [electronDist] : programs).some((path) => existsSync(path)))
      throw new Error(
        `There is no Electron in ${electronDist}: name the folder that an Electron was unpacked to, or its zip.`,
      )
    return electronDist
  }
  const installed = findElectron(join(root, 'node_modules', 'electron'))
  return 'path' in installed && arch === process.arch
    ? join(root, 'node_modules', 'electron', 'dist')
    : undefined
}

/** The address for updates of these packages; null for packages that do not look for updates. */
function updatesAddress(env = process.env) {
  const url = env['FABULA_UPDATES_URL']
  return url ? { provider: 'generic' as const, url } : null
}

/**
 * The signing options for macOS: the certificate that the environment names, or else an ad hoc signature. macOS does not start a program
 * for Apple's processors that has no signature, or that of an unchanged Electron. https://www.electron.build/code-signing-mac
 */
export function macSigning(system: System, env = process.env): { mac?: { identity: string } } {
  return system === 'mac' && !env['CSC_LINK'] && !env['CSC_NAME'] ? { mac: { identity: '-' } } : {}
}

/** Writes the files that are installed with the app on Linux into out/linux, with the homepage of package.json. */
export function writeLinuxFiles(homepage: string, folder = join(root, 'out', 'linux')): void {
  mkdirSync(folder, { recursive: true })
  for (const name of ['org.fabula.studio.metainfo.xml', 'copyright']) {
    const template = readFileSync(join(root, 'build', 'linux', name), 'utf8')
    writeFileSync(
      join(folder, name),
      template.replaceAll('HOMEPAGE', () => homepage),
    )
  }
}

/** The program with the fuses, in the folder of an unpacked app. */
function programOf(system: System, arch: string): string {
  const suffix = arch === 'x64' ? '' : `-${arch}`
  const folder = join(root, 'out', 'packages')
  if (system === 'linux') return join(folder, `linux${suffix}-unpacked`, 'fabula')
  if (system === 'win') return join(folder, `win${suffix}-unpacked`, 'Fabula.exe')
  return join(folder, `mac${suffix}`, 'Fabula.app')
}

/** Makes the packages and prints the outcome. Resolves to the exit code. */
async function makePackages(options: PackageOptions, isAsked: boolean): Promise<number> {
  const { system, arch, isDir } = options
  const electronDist = electronDistFor(options)
  const wanted = isDir ? ['dir'] : KINDS[system]
  const faults = await Promise.all(
    wanted.map(async (kind) => whyNot(kind) ?? (kind === 'AppImage' ? prepareAppImage(arch) : undefined)),
  )
  const missing = faults.filter((fault) => fault !== undefined)
  const kinds = wanted.filter((_, index) => faults[index] === undefined)
  for (const line of missing) console.error(line)
  if (kinds.length === 0) return 1

  await ensureRenderer()
  await ensureDesktop()
  writeNotices()
  stageApp(PLATFORMS[system], arch)
  if (system === 'linux') {
    writeLinuxFiles(readManifest().homepage)
    process.env['CUSTOM_FPM_PATH'] ??= join(root, 'build', 'fpm.ts')
  }
  // Loaded only here, because it takes a second.
  const { Arch, build, Platform } = await import('electron-builder')
  const target = { linux: Platform.LINUX, mac: Platform.MAC, win: Platform.WINDOWS }[system]
  const made = await build({
    targets: target.createTarget(kinds, Arch[arch]),
    projectDir: root,
    publish: 'never',
    config: {
      extends: join(root, 'build', 'electron-builder.yml'),
      publish: updatesAddress(),
      ...macSigning(system),
      ...(electronDist === undefined ? {} : { electronDist }),
    },
  })
  const wrong = await wrongFuses(programOf(system, arch))
  if (wrong.length > 0) throw new Error(`The fuses of the package are wrong: ${wrong.join(', ')}`)
  for (const path of made) console.log(path)
  return missing.length > 0 && isAsked ? 1 : 0
}

/** What went wrong, and what to do, as text. */
export function inWords(error: unknown, version: string): string {
  const text = error instanceof Error ? error.message : String(error)
  return /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|fetch failed/.test(text)
    ? `Something that the package needs cannot be fetched: Electron ${version}, or a tool of electron-builder. Connect to the network, or name the folder of an unpacked Electron with --electron-dist.\n${text}`
    : text
}

if (import.meta.main) {
  try {
    const args = process.argv.slice(2)
    process.exitCode = await makePackages(readOptions(args), args.includes('--linux'))
  } catch (error) {
    const { version } = JSON.parse(
      readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8'),
    ) as { version: string } // npm's own format
    console.error(`Fabula could not be packaged. ${inWords(error, version)}`)
    process.exitCode = 1
  }
}
