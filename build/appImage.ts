// Prepares the tools for an AppImage. electron-builder downloads them, including a static runtime; without a network they are assembled
// here from the system's own, with a small runtime of Fabula's (build/linux/runtime.c).
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from './findProgram.ts'
import { root } from './root.mjs'

/** The address from which electron-builder downloads its tools (app-builder-lib/out/toolsets/linux.js). */
const DOWNLOADS =
  'https://github.com/electron-userland/electron-builder-binaries/releases/download/appimage@1.0.3/appimage-tools-runtime-20251108.tar.gz'

/** The libraries of the runtime, each of which Debian packages for static linking. */
const LIBRARIES = [
  'squashfuse_ll',
  'squashfuse',
  'fuse3',
  'zstd',
  'z',
  'lzma',
  'lz4',
  'lzo2',
  'pthread',
  'dl',
]
const DEBIAN_PACKAGES =
  'gcc libsquashfuse-dev libfuse3-dev libzstd-dev zlib1g-dev liblzma-dev liblz4-dev liblzo2-dev'

async function canDownload(): Promise<boolean> {
  try {
    const { ok } = await fetch(DOWNLOADS, { method: 'HEAD', signal: AbortSignal.timeout(5_000) })
    return ok
  } catch {
    return false
  }
}

/**
 * Makes sure that electron-builder finds the tools for an AppImage: it may download them, or they are in APPIMAGE_TOOLS_PATH. Resolves to
 * what is missing and how to get it; undefined if nothing is.
 */
export async function prepareAppImage(arch: string, isOnline = canDownload): Promise<string | undefined> {
  if (process.env['APPIMAGE_TOOLS_PATH'] || (await isOnline())) return undefined
  const found = ['mksquashfs', 'desktop-file-validate'].map((name) => [name, findProgram(name)] as const)
  const missing = found.filter(([, path]) => path === undefined).map(([name]) => name)
  if (missing.length > 0 || arch !== process.arch)
    return 'AppImage is left out: its tools cannot be fetched now, and this system’s own are not complete. Install them: “apt-get install squashfs-tools desktop-file-utils”.'
  const folder = join(root, 'out', 'appimage-tools')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'runtimes'), { recursive: true })
  mkdirSync(join(folder, 'lib', arch), { recursive: true })
  for (const [name, path] of found) if (path !== undefined) symlinkSync(path, join(folder, name))
  try {
    const runtime = join(folder, 'runtimes', `runtime-${arch}`)
    const source = join(root, 'build', 'linux', 'runtime.c')
    const libraries = LIBRARIES.map((name) => `-l${name}`)
    execFileSync('cc', ['-Os', '-static', '-s', '-o', runtime, source, ...libraries], { stdio: 'pipe' })
  } catch {
    return `AppImage is left out: its runtime can be neither fetched nor compiled now. Install what it is compiled with: “apt-get install ${DEBIAN_PACKAGES}”.`
  }
  console.log('The AppImage gets Fabula’s own runtime, because the usual one cannot be fetched now.')
  process.env['APPIMAGE_TOOLS_PATH'] = folder
  return undefined
}
