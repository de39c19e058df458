/** The app in a browser, for the tests of a file: a clean page per test. After each test, no unexpected problem may have occurred. */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Settings } from '../../../shared/ipc/views.ts'
import { callHost } from './call.ts'
import { createEditor, type Editor } from './editor.ts'
import { makeFolders, startHost, type Folders, type Host, type HostOptions } from './host.ts'
import type { Problems } from './problems.ts'
import { keepPage, takePage, workerHost, type TestPage } from './worker.ts'

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
  /** From now to the end of the test, the host may write this to standard error. */
  expectOnStderr(pattern: RegExp): void
}

export interface StudioOptions extends BrowserContextOptions {
  /** For tests that kill or restart the host, or need empty folders, settings or servers of their own. Other files of tests share
   * the host of their worker. */
  readonly hasOwnHost?: boolean
  /** Of a host of its own. */
  readonly hostOptions?: HostOptions
}

/** The settings of the shared host before its first test. */
let firstSettings: Settings | undefined

/** Sets up a studio for the tests of a file. Its fields are available once a test runs. */
export function useStudio({
  hasOwnHost = false,
  hostOptions = {},
  ...contextOptions
}: StudioOptions = {}): Studio {
  let folders: Folders
  let host: Host
  let used: TestPage
  let editor: Editor
  let errorsSeen = 0
  let expectedOnStderr: RegExp | undefined
  let hasFirstSettings = hasOwnHost

  const studio: Studio = {
    get folder() {
      return folders.folder
    },
    get data() {
      return folders.data
    },
    get host() {
      return host
    },
    get page() {
      return used.page
    },
    get context() {
      return used.context
    },
    get editor() {
      return editor
    },
    get problems() {
      return used.problems
    },
    path: (name) => join(studio.folder, name),
    async restart() {
      host = await startHost(folders, hostOptions)
      errorsSeen = 0
      await openApp()
    },
    expectOnStderr: (pattern) => (expectedOnStderr = pattern),
  }

  /** Opens the app in the page. The app handles keys when it is drawn, which is some time after the page is loaded. */
  async function openApp(): Promise<void> {
    await used.page.goto(host.url)
    await used.page.locator('#root > *').first().waitFor({ state: 'attached' })
  }

  async function shownText(): Promise<string> {
    const { page } = used
    const text = await page.evaluate(() => document.body.innerText).catch(String)
    return `${page.url()}\n${text.replaceAll(/\s+/g, ' ').slice(0, 1000)}`
  }

  /** Tests of other files may have left the shared host with settings of theirs. */
  async function restoreSettings(): Promise<void> {
    const settings = await callHost(used.page, 'settings:get', {})
    firstSettings ??= settings
    hasFirstSettings = true
    if (isDeepStrictEqual(settings, firstSettings)) return
    await callHost(used.page, 'settings:update', firstSettings)
    await openApp()
  }

  beforeAll(async () => {
    if (!hasOwnHost) {
      ;({ host, folders } = await workerHost())
      errorsSeen = host.errors().length
      return
    }
    const made = await makeFolders()
    folders = made.folders
    host = await startHost(folders, hostOptions)
    return async () => {
      await host.stop()
      await made.remove()
    }
  })
  beforeEach(async () => {
    used = await takePage(contextOptions)
    editor = createEditor(used.page)
    await openApp()
    if (!hasFirstSettings) await restoreSettings()
  })
  afterEach(async ({ task }) => {
    const problems = used.problems.take()
    const hasFailed = task.result?.state === 'fail'
    if (hasFailed) console.log(`What the page of the failed test shows:\n${await shownText()}`)
    const isFine = !hasFailed && problems.length === 0
    await (isFine ? keepPage(used, contextOptions) : used.context.close())
    const onStderr = host.errors().slice(errorsSeen)
    errorsSeen = host.errors().length
    expect(problems.join('\n')).toBe('')
    if (expectedOnStderr === undefined) expect(onStderr).toBe('')
    else expect(onStderr).toMatch(expectedOnStderr)
    expectedOnStderr = undefined
  })
  return studio
}
