import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../../build/root.mjs'
import { decodeAudio } from '../../electron/lib/audio/decode.ts'
import { launchWithStandin, type StandinApp } from '../fakes/electronStandin/launch.ts'
import { rmsDb } from '../support/measure.ts'
import { writeSyntheticModel } from '../support/syntheticVoice.ts'
import { workerBrowser } from './support/worker.ts'

describe('the built desktop app against the Electron stand-in', () => {
  let folder: string
  let app: StandinApp
  let page: Page
  const start = async () =>
    launchWithStandin({
      appFolder: root,
      userData: join(folder, 'electron'),
      args: ['--data', join(folder, 'data')],
      browser: await workerBrowser(),
    })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fabula-desktop-'))
    app = await start()
    page = await app.firstPage()
  })
  afterAll(async () => {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('shows its welcome screen with the built preload script', async () => {
    await page.getByRole('button', { name: 'New story' }).waitFor()
    expect(app.output()).not.toContain('is not provided')
  })

  test('exposes three frozen functions to the page, and nothing of Node', async () => {
    const seen = await page.evaluate(() => {
      const api: unknown = Reflect.get(globalThis, 'fabula')
      const names = Object.keys(api ?? {}).sort()
      return {
        names,
        isFrozen: Object.isFrozen(api),
        leaks: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
          (name) => name in globalThis,
        ),
      }
    })
    expect(seen).toEqual({ names: ['call', 'on', 'takeFile'], isFrozen: true, leaks: [] })
  })

  test('denies its page every permission that it does not need, and all navigation', async () => {
    for (const name of ['media', 'geolocation', 'notifications', 'midi']) {
      expect(await app.permission(name)).toEqual({ request: false, check: false })
    }
    const address = page.url()
    await page.evaluate(() => {
      location.href = 'https://example.invalid/'
      window.open('https://example.invalid/new')
    })
    const waysOut = async () =>
      (await app.noted()).filter(({ method }) => method === 'will-navigate' || method === 'window-open')
    await expect.poll(waysOut).toHaveLength(2)
    expect(await waysOut()).toEqual(
      expect.arrayContaining([
        { method: 'will-navigate', detail: { url: 'https://example.invalid/', isAllowed: false } },
        { method: 'window-open', detail: { url: 'https://example.invalid/new', action: 'deny' } },
      ]),
    )
    expect(page.url()).toBe(address)
  })

  test('opens a new story from its menu', async () => {
    await app.chooseMenu('File', 'New story')
    await page.getByRole('region', { name: 'Script' }).waitFor()
  })

  test('opens the entries of the page’s own menu from its menu bar', async () => {
    for (const [menu, name, title] of [
      ['Speech', 'Conversions and credits', 'Conversions and credits'],
      ['Speech', 'Connections…', 'Connections'],
      ['File', 'Documents to speech…', 'Documents to speech'],
    ] as const) {
      await app.chooseMenu(menu, name)
      await page.getByRole('dialog', { name: title, exact: true }).waitFor()
      await page.keyboard.press('Escape')
    }
    await app.chooseMenu('Speech', 'Vibes')
    await page.getByRole('region', { name: 'Vibes', exact: true }).waitFor()
  })

  test('makes a block’s audio with the speech service in a separate process', async () => {
    await page.getByRole('textbox', { name: 'Text of block 1' }).fill('A fox went out.')
    await page.getByRole('button', { name: 'Play block 1' }).click()
    const media = await page.waitForResponse(
      (response) => response.url().includes('/media/') && response.ok(),
    )
    expect(media.headers()['content-type']).toMatch(/^audio\//)
  })

  test('exports a file for each block into a folder that the writer names', async () => {
    const place = join(folder, 'Lines of the fox')
    await app.answerDialog('showSaveDialog', { canceled: false, filePath: place })
    await page.keyboard.press('Control+e')
    const dialog = page.getByRole('dialog', { name: 'Export the story' })
    await dialog.getByRole('radio', { name: /^Game lines/ }).press('Space')
    await dialog.getByRole('button', { name: 'Export…' }).press('Enter')
    await page.getByRole('button', { name: 'Show', exact: true }).waitFor()
    const [list, audio = ''] = (await readdir(place)).toSorted((a, b) => b.localeCompare(a))
    expect([list, audio]).toEqual(['Untitled story.csv', '0001__A fox went out.wav'])
    expect(rmsDb((await decodeAudio(await readFile(join(place, audio)))).samples)).toBeGreaterThan(-40)
    const signs = (await app.noted()).filter(({ method }) =>
      /^(powerSaveBlocker|setProgressBar)$/.test(method),
    )
    expect(signs).toContainEqual({ method: 'powerSaveBlocker', detail: 'prevent-app-suspension' })
    expect(signs.slice(-2)).toEqual([
      { method: 'powerSaveBlocker', detail: null },
      { method: 'setProgressBar', detail: { fraction: -1 } },
    ])
  })

  test('adds a natural voice from a folder that the writer chooses', async () => {
    const model = join(folder, 'My voice')
    writeSyntheticModel(model)
    await app.answerDialog('showOpenDialog', { canceled: false, filePaths: [model] })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('natural voices')
    await page.getByRole('menuitem', { name: /^Get natural voices/ }).press('Enter')
    await page.getByRole('button', { name: 'Add a voice from a folder…' }).press('Enter')
    await page.getByRole('button', { name: 'More about My voice' }).waitFor()
    expect(await app.noted()).toContainEqual(
      expect.objectContaining({
        method: 'showOpenDialog',
        detail: expect.objectContaining({ properties: ['openDirectory'] }),
      }),
    )
    await page.keyboard.press('Escape')
  })

  test('asks before it closes a window with words that could not be saved', async () => {
    const [drafts, away] = [join(folder, 'data', 'drafts'), join(folder, 'data', 'drafts-away')]
    await rename(drafts, away)
    await page.getByRole('textbox', { name: 'Text of block 1' }).fill('A fox that nobody saved.')
    await page.getByText('Not saved', { exact: true }).waitFor()
    await app.answerDialog('showMessageBox', { response: 0 })
    await app.closeFirstWindow()
    await expect
      .poll(async () => (await app.noted()).filter(({ method }) => method === 'showMessageBox'))
      .toMatchObject([{ detail: { buttons: ['Keep the window open', 'Close anyway'] } }])
    expect(await page.getByRole('textbox', { name: 'Text of block 1' }).inputValue()).toBe(
      'A fox that nobody saved.',
    )
    await rename(away, drafts)
    await page.getByRole('textbox', { name: 'Text of block 1' }).fill('A fox that was saved.')
    await page.getByText('Saved', { exact: true }).waitFor()
  })

  test('saves what was typed right before its window closes', async () => {
    await page.getByRole('textbox', { name: 'Text of block 1' }).fill('A fox came home.')
    await app.closeFirstWindow()
    expect(await app.exited).toEqual({ code: 0, signal: null })

    app = await start()
    page = await app.firstPage()
    await page.getByRole('row', { name: 'Untitled story' }).click()
    await page.getByText('A fox came home.').first().waitFor()
    expect(existsSync(join(folder, 'data', 'drafts'))).toBe(true)
    expect((await app.stop()).code).toBe(0)
  })
})

test('a desktop app that cannot start explains why in plain words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fabula-desktop-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'data'), 'a file')
  const app = await launchWithStandin({
    appFolder: root,
    userData: join(folder, 'electron'),
    args: ['--data', join(folder, 'data')],
    browser: await workerBrowser(),
  })
  expect(await app.exited).toEqual({ code: 1, signal: null })
  expect(app.output()).toContain('error box: Fabula: There is a file in the place of Fabula’s folder.')
})
