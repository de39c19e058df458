/**
 * @module-tag long
 * The desktop app from its start to its end. `npm run e2e:electron` runs this file in real Electron; elsewhere it runs on the stand-in.
 */
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { decodeAudio } from '../../electron/lib/audio/decode.ts'
import { launchDesktop, type DesktopApp } from './support/desktopApp.ts'

/** Within this, the speech service starts and speaks on a machine that is busy with other tests. */
const BUSY_MS = 100_000

let folder: string
let app: DesktopApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-electron-'))
  app = await launchDesktop(join(folder, 'data'), join(folder, 'profile'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

test('the page has the bridge and nothing of Node, and keeps its content policy', async () => {
  await app.page.getByRole('button', { name: 'New story' }).waitFor()
  expect(
    await app.page.evaluate(() => ({
      bridge: Object.keys((Reflect.get(globalThis, 'fabula') as object | undefined) ?? {}).sort(), // preload.ts
      leaks: ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
    })),
  ).toEqual({ bridge: ['call', 'on', 'takeFile'], leaks: [] })
  if (app.isElectron) expect(app.page.url()).toMatch(/^app:\/\/fabula\//)
})

test('a story that is opened from the menu is spoken by the built-in voice and exported', async () => {
  await app.chooseMenu('File', 'New story')
  await app.page.getByRole('textbox', { name: 'Text of block 1' }).fill('A fox went out.')
  const place = join(folder, 'fox.mp3')
  await app.answerDialog('showSaveDialog', { canceled: false, filePath: place })
  await app.page.keyboard.press('ControlOrMeta+e')
  const dialog = app.page.getByRole('dialog', { name: 'Export the story' })
  await dialog.getByRole('button', { name: 'Export…' }).press('Enter')
  await app.page.getByRole('button', { name: 'Show', exact: true }).waitFor({ timeout: BUSY_MS })
  expect((await decodeAudio(await readFile(place))).samples.length).toBeGreaterThan(10_000)
})

test('a link opens a text after confirmation, and nothing if it is refused', async () => {
  const path = join(folder, 'Hare.txt')
  await writeFile(path, 'A hare came by.')
  const link = `fabula://open?path=${encodeURIComponent(path)}`
  // A window that shows a story keeps it: the text would open in another window.
  await app.chooseMenu('File', 'Close story')
  await app.page.getByRole('button', { name: 'New story' }).waitFor()
  await app.answerDialog('showMessageBox', { response: 1, checkboxChecked: false })
  await app.emitOnApp('open-url', link)
  await app.answerDialog('showMessageBox', { response: 0, checkboxChecked: false })
  await app.emitOnApp('second-instance', ['fabula', link], folder)
  await app.page.getByText('A hare came by.').first().waitFor()
})

test('About, and the update check of a copy without an update address, open dialogs of the system', async () => {
  await app.answerDialog('showMessageBox', { response: 0, checkboxChecked: false })
  await app.chooseMenu(process.platform === 'darwin' && app.isElectron ? 'Fabula' : 'Help', 'About Fabula')
  await app.answerDialog('showMessageBox', { response: 0, checkboxChecked: false })
  await app.chooseMenu(
    process.platform === 'darwin' && app.isElectron ? 'Fabula' : 'Help',
    'Check for updates…',
  )
  await app.page.getByText('A hare came by.').first().waitFor()
})

// Last: unlike in Electron, a navigation in the stand-in interrupts the page's requests, even if it is refused.
test('the page cannot navigate or open windows, and reaches no server, not even one on this computer', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.end('reached')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  const before = app.page.url()
  const reached = await app.page.evaluate(async (address) => {
    window.open(`${address}/window`)
    location.href = `${address}/page`
    new Image().src = `${address}/picture`
    navigator.sendBeacon(`${address}/beacon`)
    return fetch(`${address}/fetch`, { mode: 'no-cors' }).then(
      () => 'answered',
      () => 'refused',
    )
  }, origin)
  expect(reached).toBe('refused')
  expect(app.page.url()).toBe(before)
  expect(asked).toEqual([])
})
