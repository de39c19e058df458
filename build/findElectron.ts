// Finds the Electron program without importing the `electron` package, which would start a download.
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './children.mjs'
import { pinnedNode } from './pinnedNode.mjs'

export type ElectronSearch = { readonly path: string } | { readonly missing: string }

/** Why a desktop window cannot be shown on this computer, as text; undefined if it can. */
export function whyNoWindow(
  env = process.env,
  platform: string = process.platform,
  userId = process.getuid?.(),
) {
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return 'there is no display'
  if (platform === 'linux' && userId === 0)
    return 'Electron keeps its sandbox, which the root user cannot have'
  return undefined
}

/** The Electron program of the package in `packageFolder`, if it is complete and has the package's version. */
export function findElectron(packageFolder: string, env = process.env): ElectronSearch {
  if (!existsSync(join(packageFolder, 'package.json'))) return { missing: 'its package is not installed' }
  try {
    const name = readFileSync(join(packageFolder, 'path.txt'), 'utf8')
    const folder = env['ELECTRON_OVERRIDE_DIST_PATH'] || join(packageFolder, 'dist')
    const path = join(folder, name)
    if (!existsSync(path)) return { missing: 'its program is not there' }
    const present = readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, '')
    const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
      version: string
    } // npm's own format
    return present === version ? { path } : { missing: `its program is version ${present}, not ${version}` }
  } catch {
    return { missing: 'its program has not been downloaded' }
  }
}

/** Finds Electron, and downloads it if it is missing. Gives up when nothing has arrived for `patienceMs`. */
export async function obtainElectron(packageFolder: string, patienceMs = 15_000): Promise<ElectronSearch> {
  const found = findElectron(packageFolder)
  if ('path' in found) return found
  const installer = join(packageFolder, 'install.js')
  if (!existsSync(installer)) return found
  const temporary = await mkdtemp(join(tmpdir(), 'fabula-electron-'))
  try {
    await download(installer, { temporary, growing: [temporary, join(packageFolder, 'dist')], patienceMs })
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  const now = findElectron(packageFolder)
  return 'path' in now ? now : { missing: 'its program is not there and cannot be downloaded now' }
}

interface Download {
  readonly temporary: string
  /** Folders whose growth shows that the download continues. */
  readonly growing: readonly string[]
  readonly patienceMs: number
}

async function download(installer: string, { temporary, growing, patienceMs }: Download): Promise<void> {
  const announce = setTimeout(() => console.error('Fabula: fetching Electron, once…'), 2_000)
  let watch: NodeJS.Timeout | undefined
  try {
    const env = {
      ...process.env,
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
      ELECTRON_GET_NO_PROGRESS: '1',
    }
    await run(pinnedNode, [installer], { stdio: 'ignore', env }, (child) => {
      let size = -1
      let sinceMs = Date.now()
      watch = setInterval(() => {
        const now = growing.reduce((sum, folder) => sum + folderSize(folder), 0)
        if (now !== size) [size, sinceMs] = [now, Date.now()]
        else if (Date.now() - sinceMs > patienceMs) child.kill('SIGKILL')
      }, 200)
    })
  } finally {
    clearTimeout(announce)
    clearInterval(watch)
  }
}

function folderSize(folder: string): number {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  } catch {
    return 0 // a file was deleted meanwhile, or the folder does not exist yet
  }
}
