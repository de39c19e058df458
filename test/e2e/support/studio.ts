/** One host and one browser per file; a fresh page per test. What no test may leave behind is asked after each. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { launchBrowser } from './browser.ts'
import { createEditor, type Editor } from './editor.ts'
import { startHost, type Folders, type Host } from './host.ts'
import { watchProblems, type Problems } from './problems.ts'
import { watchSounds } from './sound.ts'

export interface Studio extends Folders {
  readonly host: Host
  readonly page: Page
  readonly context: BrowserContext
  readonly editor: Editor
  readonly problems: Problems
  /** A path in the folder of stories. */
  path(name: string): string
  /** Starts a host over the same folders, after the last one has ended, and opens its app in the page. */
  restart(): Promise<void>
  /** From here to the end of the test, the host may say this on standard error. */
  expectOnStderr(pattern: RegExp): void
}

/** Sets up a studio for the tests of a file. Its fields are there once a test runs. */
export function useStudio(options: BrowserContextOptions = {}): Studio {
  let home: string
  let browser: Browser
  let host: Host
  let context: BrowserContext
  let problems: Problems
  let page: Page
  let editor: Editor
  let errorsSeen = 0
  let expectedOnStderr: RegExp | undefined

  const start = async () => {
    host = await startHost(studio)
    errorsSeen = 0
  }
  const studio: Studio = {
    get folder() {
      return join(home, 'stories')
    },
    get data() {
      return join(home, 'data')
    },
    get host() {
      return host
    },
    get page() {
      return page
    },
    get context() {
      return context
    },
    get editor() {
      return editor
    },
    get problems() {
      return problems
    },
    path: (name) => join(studio.folder, name),
    async restart() {
      await start()
      await page.goto(host.url)
    },
    expectOnStderr: (pattern) => (expectedOnStderr = pattern),
  }

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'fabula-e2e-'))
    await mkdir(studio.folder)
    ;[browser] = await Promise.all([launchBrowser(), start()])
  })
  afterAll(async () => {
    await browser.close()
    await host.stop()
    await rm(home, { recursive: true, force: true })
  })
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
    context.setDefaultTimeout(20_000)
    problems = await watchProblems(context)
    await watchSounds(context)
    page = await context.newPage()
    editor = createEditor(page)
    await page.goto(host.url)
  })
  afterEach(async () => {
    await context.close()
    const onStderr = host.errors().slice(errorsSeen)
    errorsSeen = host.errors().length
    expect(problems.take()).toEqual([])
    if (expectedOnStderr === undefined) expect(onStderr).toBe('')
    else expect(onStderr).toMatch(expectedOnStderr)
    expectedOnStderr = undefined
  })
  return studio
}
