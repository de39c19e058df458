/**
 * @module-tag long
 * Several windows of the built desktop app, and their state in the system (test/fakes/electronStandin/README.md).
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../build/root.mjs'
import { launchWithStandin, type StandinApp } from '../fakes/electronStandin/launch.ts'
import { workerBrowser } from './support/worker.ts'

let folder: string
let app: StandinApp

const start = async (screens?: { x: number; y: number; width: number; height: number }[]) =>
  launchWithStandin({
    ...{ appFolder: root, userData: join(folder, 'electron'), args: ['--data', join(folder, 'data')] },
    ...(screens && { screens }),
    browser: await workerBrowser(),
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-windows-'))
  app = await start()
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of block 1' })
const noted = async (method: string) =>
  (await app.noted()).filter((each) => each.method === method).map(({ detail }) => detail)

test('two windows show a story each, and the menu bar applies to the window in front', async () => {
  const first = await app.page(1)
  await first.getByRole('button', { name: 'New story' }).waitFor()
  await app.chooseMenu('File', 'New story')
  await text(first).fill('A fox went out.')
  await first.getByRole('textbox', { name: 'Title of the story' }).fill('My fox')
  await app.answerDialog('showSaveDialog', { canceled: false, filePath: join(folder, 'My fox.fabula') })
  await app.chooseMenu('File', 'Save as…')
  const saved = join(folder, 'My fox.fabula')
  await expect.poll(async () => (await noted('addRecentDocument')).at(-1)).toBe(saved)
  await app.chooseMenu('File', 'New window')
  const second = await app.page(2)
  await second.getByRole('button', { name: 'New story' }).waitFor()
  expect(await app.focusedWindow()).toBe(2)
  await expect(app.chooseMenu('Story', 'Render story')).rejects.toThrow(/is disabled/)
  await app.chooseMenu('File', 'New story')
  await text(second).fill('An owl stayed in.')
  expect(await text(first).inputValue()).toBe('A fox went out.')
})

test('opening a story again brings its window to the front', async () => {
  const second = await app.page(2)
  await app.focusWindow(1)
  await app.chooseMenu('File', 'Open recent', 'Untitled story')
  expect(await app.focusedWindow()).toBe(2)
  const address = pathToFileURL(join(folder, 'My fox.fabula')).href
  await app.focusWindow(2)
  await app.emitOnApp('second-instance', ['fabula', address], '/')
  await expect.poll(() => app.focusedWindow()).toBe(1)
  await app.focusWindow(2)
  await app.chooseMenu('File', 'Close story')
  await second.getByRole('row', { name: 'My fox' }).click()
  await second
    .getByRole('alert')
    .getByText(/open in another window/)
    .waitFor()
  expect(await app.focusedWindow()).toBe(1)
})

test('a right click in a text corrects a word, and words that the writer adds count as correct in every window', async () => {
  const page = await app.page(1)
  await app.focusWindow(1)
  await text(page).fill('A lantren and a zorbl.')
  await expect.poll(() => text(page).getAttribute('data-standin-misspelt')).toBe('lantren zorbl')
  const rightClickAt = async (at: number) => {
    await text(page).evaluate((field: HTMLTextAreaElement, place) => {
      field.focus()
      field.setSelectionRange(place, place)
      field.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }))
    }, at)
  }
  await rightClickAt(4)
  await expect.poll(() => app.contextMenu()).toContain('lantern')
  await app.chooseMenu('lantern')
  await expect.poll(() => text(page).inputValue()).toBe('A lantern and a zorbl.')
  await rightClickAt(18)
  await expect.poll(async () => (await app.contextMenu())?.includes('lantern')).toBe(false)
  await app.chooseMenu('Add to dictionary')
  await expect.poll(() => text(page).getAttribute('data-standin-misspelt')).toBe('')
  const second = await app.page(2)
  await second.keyboard.press('Control+,')
  await second.getByRole('button', { name: 'Remove “zorbl”' }).click()
  await expect
    .poll(
      async () =>
        (JSON.parse(await readFile(join(folder, 'data', 'settings.json'), 'utf8')) as { ownWords: unknown })
          .ownWords,
    )
    .toEqual([])
  await second.keyboard.press('Escape')
})

test('only the app’s page may use the clipboard', async () => {
  for (const name of ['clipboard-read', 'clipboard-sanitized-write'])
    expect(await app.permission(name)).toEqual({ request: true, check: true })
})

test('a finished export is dragged out of its window', async () => {
  const page = await app.page(1)
  await app.focusWindow(1)
  const filePath = join(folder, 'Fox.mp3')
  await app.answerDialog('showSaveDialog', { canceled: false, filePath })
  await page.keyboard.press('Control+e')
  const dialog = page.getByRole('dialog', { name: 'Export the story' })
  await dialog.getByRole('button', { name: 'Export…' }).press('Enter')
  const news = page.getByTitle(/Drag the files/)
  await news.waitFor()
  await news.dispatchEvent('dragstart')
  await expect.poll(() => noted('startDrag')).toMatchObject([{ file: filePath, files: [filePath] }])
})

test('closing a window keeps its story; quitting closes all windows, and each reopens in its place', async () => {
  await app.moveWindow(1, { x: 2000, y: 200, width: 1000, height: 700 })
  await app.closeWindow(2)
  await expect.poll(() => app.focusedWindow()).not.toBe(2)
  await app.chooseMenu('File', 'New window')
  const third = await app.page(3)
  await third.getByText('An owl stayed in.').first().click()
  await third.getByRole('region', { name: 'Script' }).waitFor()
  expect(await app.stop()).toEqual({ code: 0, signal: null })
  expect(app.output()).not.toContain('is not provided')

  app = await start([{ x: 0, y: 0, width: 1366, height: 768 }])
  await app.page(1)
  expect(await app.boundsOf(1)).toEqual({ x: 366, y: 68, width: 1000, height: 700 })
})
