/**
 * The browser and the host of this worker. A worker runs file after file in one process (vitest.config.ts), and all its tests use
 * them one after the other: a browser, a host and a page that is loaded for the first time cost seconds each.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { inject, vi } from 'vitest'
import { launchOptions } from './browser.ts'
import { makeFolders, startHost, type Folders, type Host } from './host.ts'
import { watchProblems, type Problems } from './problems.ts'
import { watchSounds } from './sound.ts'

const VIEWPORT = { width: 1440, height: 900 }

/** No animation runs unless a test needs it: a progress animation during a render makes the page redraw sixty times a second. */
const MOTION = 'reduce'

let started: Promise<{ host: Host; folders: Folders }> | undefined

/**
 * The host that the tests of this worker share, each with a story of its own; globalSetup.ts ends it after the run. A test that
 * kills its host, or needs empty folders, settings or servers of its own, starts another.
 */
export function workerHost(): Promise<{ host: Host; folders: Folders }> {
  started ??= (async () => {
    const runFolder = inject('runFolder')
    const { folders } = await makeFolders(runFolder)
    const host = await startHost(folders)
    await writeFile(join(runFolder, `${host.pid}.pid`), '')
    return { host, folders }
  })()
  return started
}

let launched: Promise<Browser> | undefined

/** The browser of this worker. It ends with the worker, because Chromium ends when its pipe to Playwright breaks. */
export async function workerBrowser(): Promise<Browser> {
  const current = await launched?.catch(() => undefined)
  if (current?.isConnected()) return current
  // The worker ends at once when vitest tells it to, instead of waiting until Playwright has closed the browser.
  launched = chromium.launch({ ...launchOptions(), handleSIGTERM: false })
  return launched
}

export interface TestPage {
  readonly context: BrowserContext
  readonly page: Page
  readonly problems: Problems
  /** Whether a test has changed every later document of the page, such as by an init script or its own clock. */
  readonly isChanged: () => boolean
}

/** Pages that are free, by the options of their context. */
const idle = new Map<string, TestPage>()

/**
 * A page for one test: its context has nothing stored, no permissions and the usual size. A page that an earlier
 * test has given back is used again, because a new renderer process spends seconds on compiling the app once more.
 */
export async function takePage(options: BrowserContextOptions): Promise<TestPage> {
  const key = JSON.stringify(options)
  const kept = idle.get(key)
  idle.delete(key)
  if (kept?.context.browser()?.isConnected()) return kept
  const browser = await workerBrowser()
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: MOTION, ...options })
  context.setDefaultTimeout(20_000)
  const problems = await watchProblems(context)
  await watchSounds(context)
  const page = await context.newPage()
  const changes = [vi.spyOn(page, 'addInitScript'), vi.spyOn(page, 'route'), vi.spyOn(page.clock, 'install')]
  return { context, page, problems, isChanged: () => changes.some(({ mock }) => mock.calls.length > 0) }
}

/** Ends the app in a page that a test has passed with, and keeps the page for a later test. A page that a test has changed for good,
 * or that cannot be cleaned, as when its host is gone, is closed. */
export async function keepPage(used: TestPage, options: BrowserContextOptions): Promise<void> {
  try {
    if (used.isChanged()) throw new Error('The page is not as others are')
    await clean(used, options)
    idle.set(JSON.stringify(options), used)
  } catch {
    await used.context.close()
  }
}

async function clean({ context, page, problems }: TestPage, options: BrowserContextOptions): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  // A document of the same origin that runs no script: the renderer process stays, and with it the compiled app.
  await page.goto(new URL('/icon.svg', page.url()).href)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearPermissions()
  await page.setViewportSize(VIEWPORT)
  const { colorScheme = 'light', reducedMotion = MOTION, forcedColors = 'none', contrast = null } = options
  await page.emulateMedia({ colorScheme, reducedMotion, forcedColors, contrast })
  problems.take()
}
