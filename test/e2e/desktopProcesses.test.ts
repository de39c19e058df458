/** main.cjs and preload.cjs as they are bundled, against a stand-in for Electron (test/fakes/electronStandin/README.md). */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Channel, Input, Output } from '../../shared/ipc/contract.ts'
import type { WireResult } from '../../shared/ipc/result.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import { storyFromRecords } from '../../shared/story/story.ts'
import { workerBrowser } from './support/worker.ts'
import { launchWithStandin, type StandinApp } from '../fakes/electronStandin/launch.ts'
import { copyApp } from './support/builtApp.ts'

interface TestWindow {
  readonly fabula: {
    call: (channel: string, input: unknown) => Promise<unknown>
    takeFile: (file: unknown) => Promise<unknown>
  }
  readonly told: [string, unknown][]
  readonly violations: string[]
}

let built: Awaited<ReturnType<typeof copyApp>>
let browser: Browser
beforeAll(async () => {
  ;[built, browser] = await Promise.all([copyApp(), workerBrowser()])
})
afterAll(() => built.remove())

function launch(args: readonly string[] = []): Promise<StandinApp> {
  const { appFolder, home } = built
  const dataArgs = ['--data', join(home, 'data')]
  return launchWithStandin({ appFolder, userData: join(home, 'user'), args: [...dataArgs, ...args], browser })
}

/** A channel's answer to the page. */
function ask(page: Page, channel: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    ([name, value]) => (globalThis as unknown as TestWindow).fabula.call(name, value), // builtApp.ts
    [channel, input] as const,
  )
}

async function valueOf<C extends Channel>(page: Page, channel: C, input: Input<C>): Promise<Output<C>> {
  const result = (await ask(page, channel, input)) as WireResult<Output<C>> // the form of every answer
  if (!result.ok) throw new Error(`${channel}: ${JSON.stringify(result.error)}`)
  return result.value
}

const toldTo = (page: Page) => page.evaluate(() => (globalThis as unknown as TestWindow).told) // builtApp.ts

describe('the desktop app', () => {
  let app: StandinApp
  let page: Page
  beforeAll(async () => {
    app = await launch()
    page = await app.firstPage()
  })
  afterAll(() => app.stop())

  test('answers calls of its page', async () => {
    expect(await valueOf(page, 'app:info', {})).toEqual({
      version: expect.any(String) as string,
      host: 'desktop',
      platform: process.platform,
      isSafe: false,
      systemLanguages: ['en-US'],
      filePicker: 'system',
      folder: null,
      setAside: [],
    })
    expect(await ask(page, 'project:close', { projectId: 7 })).toEqual({
      ok: false,
      error: { code: 'bad-request', params: { channel: 'project:close', field: 'projectId' } },
    })
    expect(await ask(page, 'window:refOfPath', '/etc/passwd')).toEqual({
      ok: false,
      error: { code: 'unknown-channel', params: {} },
    })
  })

  test('keeps its page within the policy', async () => {
    const seen = await page.evaluate(async () => {
      const script = document.createElement('script')
      script.textContent = 'window.wasRun = true'
      document.body.append(script)
      const reached = await fetch('https://fabula.example/').then(
        () => true,
        () => false,
      )
      return { wasRun: Reflect.has(globalThis, 'wasRun'), reached }
    })
    expect(seen).toEqual({ wasRun: false, reached: false })
    const violations = () => page.evaluate(() => (globalThis as unknown as TestWindow).violations) // builtApp.ts
    await expect.poll(async () => (await violations()).sort()).toEqual(['connect-src', 'script-src-elem'])
  })

  test('makes and serves speech by a process of its own', async () => {
    const view = await valueOf(page, 'project:openExample', { exampleId: 'the-fox-and-the-lantern' })
    const [block] = blocksOf(storyFromRecords(view.records))
    if (!block) throw new Error('The example has no blocks')
    const { projectId } = view
    const take = await valueOf(page, 'takes:make', { projectId, blockId: block.id })
    expect(take.endMs).toBeGreaterThan(1000)
    const part = await page.evaluate(async (address) => {
      const response = await fetch(address, { headers: { range: 'bytes=0-99' } })
      return { status: response.status, length: (await response.arrayBuffer()).byteLength }
    }, `./media/${projectId}/${take.audioId}`)
    expect(part).toEqual({ status: 206, length: 100 })
    expect(await toldTo(page)).toContainEqual(['speech:state', { state: 'ready' }])
  })

  test('writes to the place that the writer chose in the system’s dialog', async () => {
    const { projectId } = await valueOf(page, 'project:create', { title: 'Lantern' })
    const filePath = join(built.home, 'Lantern.fabula')
    await app.answerDialog('showSaveDialog', { canceled: false, filePath })
    const { ref } = await valueOf(page, 'files:pick', { purpose: 'save-as', suggestedName: 'Lantern' })
    if (ref === null) throw new Error('The dialog was answered')
    expect(await valueOf(page, 'project:saveAs', { projectId, ref })).toMatchObject({
      fileName: 'Lantern.fabula',
    })
    expect((await readFile(filePath)).subarray(0, 15).toString()).toBe('SQLite format 3')
    await valueOf(page, 'project:close', { projectId })
  })

  test('passes menu commands to the page', async () => {
    await app.chooseMenu('File', 'New story')
    await expect.poll(() => toldTo(page)).toContainEqual(['menu:command', { command: 'newStory' }])
  })

  test('enables the commands of the menu whose condition the page reports, and no others', async () => {
    await expect(app.chooseMenu('Story', 'Render story')).rejects.toThrow(/is disabled/)
    await valueOf(page, 'menu:setConditions', { holding: ['always', 'story', 'canRender'] })
    await app.chooseMenu('Story', 'Render story')
    await expect.poll(() => toldTo(page)).toContainEqual(['menu:command', { command: 'renderStory' }])
    await expect(app.chooseMenu('Edit', 'Undo')).rejects.toThrow(/is disabled/)
    await valueOf(page, 'menu:setConditions', { holding: ['always'] })
    await expect(app.chooseMenu('Story', 'Render story')).rejects.toThrow(/is disabled/)
  })

  test('opens the file of a second start in another window while the first has a story open', async () => {
    const path = join(built.home, 'tale.md')
    await writeFile(path, '# A tale\n\nOnce there was a fox.\n')
    await app.emitOnApp('second-instance', ['fabula', 'tale.md'], built.home)
    const second = await app.page(2)
    const opened = async () => (await toldTo(second)).find(([name]) => name === 'app:openFile')?.[1]
    await expect.poll(opened).toBeDefined()
    const { ref } = (await opened()) as { ref: Input<'import:readFile'>['ref'] } // the event's payload
    const reading = await valueOf(second, 'import:readFile', { ref, password: null })
    expect(reading?.plan.rows.rows.map(({ entry }) => entry)).toMatchObject([
      { text: 'Once there was a fox.' },
    ])
  })

  test('never navigates its page, and opens only listed sites, in the browser', async () => {
    const before = page.url()
    await page.getByText('away').click()
    await page.getByText('licence').click()
    await expect
      .poll(async () => (await app.noted()).filter(({ method }) => method === 'openExternal'))
      .toEqual([{ method: 'openExternal', detail: 'https://www.gnu.org/' }])
    expect(page.url()).toBe(before)
  })

  test('applies the chosen theme to its page and the system’s dialogs', async () => {
    const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    await valueOf(page, 'settings:update', { theme: 'dark' })
    await expect.poll(isDark).toBe(true)
    await valueOf(page, 'settings:update', { theme: 'light' })
    await expect.poll(isDark).toBe(false)
  })
})
