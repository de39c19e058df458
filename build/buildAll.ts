// Builds what is out of date: the renderer (one page for the desktop window and the browser host) and the desktop bundle.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build as viteBuild, type InlineConfig } from 'vite'
import { desktopBuilds } from '../vite.desktop.config.ts'
import { fingerprint, readStamp, writeStamp } from './freshness.ts'
import { writeNotices } from './notices.ts'
import { root } from './root.mjs'

interface Part {
  /** Folder in out/ */
  readonly name: string
  /** A file that every complete build has */
  readonly proof: string
  /** Folders and files whose content the build depends on */
  readonly inputs: readonly string[]
  readonly configs: () => readonly InlineConfig[]
}

const renderer: Part = {
  name: 'renderer',
  proof: 'index.html',
  inputs: ['renderer', 'shared', 'vite.config.ts', 'package-lock.json'],
  configs: () => [{ configFile: join(root, 'vite.config.ts'), configLoader: 'native' }],
}

const desktop: Part = {
  name: 'desktop',
  proof: 'main.cjs',
  inputs: ['electron', 'shared', 'vite.desktop.config.ts', 'package-lock.json'],
  configs: desktopBuilds,
}

/** The warnings of the build are of no use to somebody who starts the app or a test. */
const logLevel = import.meta.main ? 'warn' : 'error'

/** Builds one part unless it is up to date. A build that fails or is interrupted leaves no stamp, so the next call starts again. */
async function ensureBuilt({ name, proof, inputs, configs }: Part): Promise<void> {
  const stamp = join(root, 'out', `${name}.stamp`)
  const wanted = await fingerprint(root, inputs)
  const isComplete = existsSync(join(root, 'out', name, proof))
  if (isComplete && (await readStamp(stamp)) === wanted) return
  await writeStamp(stamp, undefined)
  const { NODE_ENV } = process.env
  // With another value, Vite builds the page for development: larger, slower, and with the paths of its sources.
  process.env['NODE_ENV'] = 'production'
  for (const config of configs()) await viteBuild({ logLevel, mode: 'production', ...config })
  // Otherwise it would apply to the tests or the app that are started next.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
  await writeStamp(stamp, wanted)
}

/** The page, in out/renderer. */
export const ensureRenderer = () => ensureBuilt(renderer)

/** The desktop app's own processes, in out/desktop. */
export const ensureDesktop = () => ensureBuilt(desktop)

if (import.meta.main) {
  await ensureRenderer()
  await ensureDesktop()
  writeNotices()
}
