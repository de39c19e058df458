import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workerBrowser } from '../../e2e/support/worker.ts'
import { launchWithStandin, type StandinApp } from './launch.ts'

const appFolder = join(import.meta.dirname, 'sample')
let browser: Browser
let folder: string

beforeAll(async () => {
  browser = await workerBrowser()
  folder = await mkdtemp(join(tmpdir(), 'fabula-standin-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Calls the sample's exposed API in the page. */
function call(page: Page, channel: string, ...args: unknown[]): Promise<unknown> {
  return page.evaluate(
    ([name, values]) => {
      const { sample } = globalThis as unknown as {
        sample: { call: (...args: unknown[]) => Promise<unknown> }
      } // sample/preload.cjs
      return sample.call(name, ...values)
    },
    [channel, args] as const,
  )
}

describe('an app under the stand-in', () => {
  let app: StandinApp
  let page: Page
  beforeAll(async () => {
    app = await launchWithStandin({ appFolder, userData: folder, browser })
    page = await app.firstPage()
  })
  afterAll(() => app.stop())

  test('states that it is not Electron', () => {
    expect(app.output()).toContain('NOT Electron')
  })

  test('answers calls of its page, which it recognizes by the address of its own scheme', async () => {
    expect(await call(page, 'describe')).toEqual({
      url: 'app://bundle/index.html',
      isOwn: true,
      isVisible: true,
    })
  })

  test('passes everything that a structured clone can hold, and nothing else', async () => {
    const kinds = await page.evaluate(async () => {
      const { sample } = globalThis as unknown as {
        sample: { call: (...args: unknown[]) => Promise<unknown> }
      } // sample/preload.cjs
      const value = {
        bytes: new Uint8Array([1, 2]),
        map: new Map([['a', new Date(5)]]),
        none: undefined,
        huge: Infinity,
        big: 7n,
      }
      const echoed = (await sample.call('echo', value)) as typeof value // the sample's echo
      const refused = await sample.call('echo', () => 1).catch((error: unknown) => String(error))
      return {
        bytes: echoed.bytes instanceof Uint8Array && [...echoed.bytes],
        date: echoed.map.get('a')?.getTime(),
        keys: Object.keys(echoed),
        huge: echoed.huge,
        big: String(echoed.big),
        refused,
      }
    })
    expect(kinds).toMatchObject({
      bytes: [1, 2],
      date: 5,
      keys: ['bytes', 'map', 'none', 'huge', 'big'],
      huge: Infinity,
      big: '7',
    })
    expect(kinds.refused).toContain('could not be cloned')
  })

  test('sends errors to the page flattened, as Electron does', async () => {
    await expect(call(page, 'fail')).rejects.toThrow(
      "Error invoking remote method 'fail': RangeError: bad voice",
    )
    await expect(call(page, 'nothing')).rejects.toThrow("No handler registered for 'nothing'")
  })

  test('sends a message to its page when a menu item is chosen', async () => {
    await app.chooseMenu('File', 'Say')
    await page.getByText('from the menu 3').waitFor()
    await expect(app.chooseMenu('File', 'Sing')).rejects.toThrow('no menu item')
  })

  test('serves its own scheme with ranges', async () => {
    const part = await page.evaluate(async () => {
      const response = await fetch('./tone.wav', { headers: { range: 'bytes=10-13' } })
      return {
        status: response.status,
        range: response.headers.get('content-range'),
        bytes: [...new Uint8Array(await response.arrayBuffer())],
      }
    })
    expect(part).toEqual({ status: 206, range: 'bytes 10-13/1000', bytes: [10, 11, 12, 13] })
  })

  test('exposes a frozen API to the page, and nothing of Node or of the stand-in', async () => {
    const seen = await page.evaluate(() => ({
      isFrozen: Object.isFrozen(Reflect.get(globalThis, 'sample')),
      leaks: ['require', 'process', 'module', '__standinCall'].filter((name) => name in globalThis),
    }))
    expect(seen).toEqual({ isFrozen: true, leaks: [] })
  })

  test('gets the answers that a test prepares for dialogs, and an error without one', async () => {
    await app.answerDialog('showOpenDialog', { canceled: false, filePaths: ['/a.fabula'] })
    expect(await call(page, 'open')).toEqual({ canceled: false, filePaths: ['/a.fabula'] })
    await expect(call(page, 'open')).rejects.toThrow('showOpenDialog was called without an answer')
    expect(await app.noted()).toContainEqual({ method: 'showOpenDialog', detail: { title: 'Open a story' } })
  })

  test('seals and opens secrets', async () => {
    expect(await call(page, 'seal', 'key-123')).toEqual({ isPlain: false, opened: 'key-123' })
  })

  test('decides about permissions, new windows and navigation', async () => {
    expect(await app.permission('media')).toEqual({ request: true, check: false })
    expect(await app.permission('geolocation')).toEqual({ request: false, check: false })
    await page.getByText('out').click()
    await page.getByText('new').click()
    await expect
      .poll(async () =>
        (await app.noted()).filter(({ method }) => method === 'openExternal').map(({ detail }) => detail),
      )
      .toEqual(['https://example.invalid/', 'https://example.invalid/new'])
    expect(page.url()).toContain('bundle.app.localhost')
  })

  test('switches its pages to dark', async () => {
    await call(page, 'darken')
    await expect
      .poll(() => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches))
      .toBe(true)
  })

  test('starts utility processes', async () => {
    expect(await call(page, 'service')).toEqual({ doubled: 40 })
  })

  test('is notified of a second instance', async () => {
    await app.emitOnApp('second-instance', ['fabula', 'a.fabula'])
    await expect.poll(() => app.output()).toContain("second instance [ 'fabula', 'a.fabula' ]")
  })

  test('fails with an error if it uses something that the stand-in does not provide', async () => {
    await expect(call(page, 'unprovided')).rejects.toThrow(
      'electron stand-in: app.getAppMetrics is not provided',
    )
  })
})

test('an app quits in Electron’s order of events when its last window closes', async () => {
  const app = await launchWithStandin({ appFolder, userData: folder, browser })
  await app.firstPage()
  await app.closeFirstWindow()
  expect(await app.exited).toEqual({ code: 0, signal: null })
  expect(app.output().indexOf('before-quit')).toBeLessThan(app.output().indexOf('will-quit'))
})

test('an app that asks for an unsafe window is refused', async () => {
  const main = join(folder, 'unsafe.cjs')
  await writeFile(
    main,
    `const { app, BrowserWindow } = require('electron')
     void app.whenReady().then(() => new BrowserWindow({ webPreferences: { sandbox: false } }))`,
  )
  const app = await launchWithStandin({ appFolder, main, userData: folder, browser })
  await expect(app.firstPage()).rejects.toThrow('is not provided')
  expect((await app.exited).code).not.toBe(0)
})
