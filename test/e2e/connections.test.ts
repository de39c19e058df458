/**
 * A second speech service, like a hosted one, beside the built-in voice: set up, tested, chosen and removed by a writer.
 * @module-tag long
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pinnedEnv, pinnedNode, scriptArgs } from '../../build/pinnedNode.mjs'
import { root } from '../../build/root.mjs'
import { findKey } from '../fakes/keyForms.ts'
import { useStudio } from './support/studio.ts'

const KEY = 'second-service/Key+41c0'
const studio = useStudio({ hasOwnHost: true })

let home: string
let service: ChildProcess
let baseUrl = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'fabula-second-'))
  const words = ['service', '--port', '0', '--key', KEY, '--data', home]
  service = spawn(pinnedNode, scriptArgs('build/run.mjs', words), {
    cwd: root,
    env: pinnedEnv(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    if (service.stdout !== null) createInterface(service.stdout).once('line', resolve)
    service.once('exit', () => reject(new Error('The service ended')))
  })
  baseUrl = (JSON.parse(line) as { baseUrl: string }).baseUrl // the line that a service prints when it is ready
})
afterAll(async () => {
  const ended = new Promise((resolve) => void service.once('exit', resolve))
  service.kill('SIGTERM')
  await ended
  await rm(home, { recursive: true, force: true })
})

async function addConnection(name: string): Promise<void> {
  const { editor } = studio
  await editor.chooseFromMenu('Connections…')
  await editor.dialog('Connections').getByRole('button', { name: 'Add connection' }).click()
  const form = editor.dialog('Add a connection')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Base URL').fill(baseUrl)
  await form.getByLabel('Key', { exact: true }).fill(KEY)
  await form.getByLabel('Key', { exact: true }).press('Enter')
}

async function choose(name: string): Promise<void> {
  const { page } = studio
  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menuitemradio', { name }).click()
  await page.getByRole('button', { name: `Connection: ${name}` }).waitFor()
}

test('a story is rendered by a connection that the writer added, and by nothing else', async () => {
  const { editor, page } = studio
  await editor.newStory('Good evening, keeper.', 'Is the lamp lit?')
  await addConnection('Harbour')
  const dialog = editor.dialog('Connections')
  await dialog
    .getByRole('status')
    .getByText(/^Connected/)
    .waitFor()
  await dialog.getByText('Key stored unencrypted on this computer').waitFor()
  await page.keyboard.press('Escape')

  await choose('Harbour')
  await editor.saved()
  // Playing costs nothing: it does not render a story at a service that charges.
  await editor.button('Play story').click()
  await page
    .getByRole('alert')
    .getByText(/charges for making it/)
    .waitFor()
  await editor.statusBar.getByText('2 not rendered', { exact: true }).waitFor()
  await editor.startPaidRender()
  await page.getByText('The story is rendered.').waitFor()
  await editor.statusBar.getByText('2 rendered', { exact: true }).waitFor()

  // The same words have another take there: a take of one service is not used for the other, and is not lost.
  await editor.undo()
  await page.getByRole('button', { name: 'Connection: Local voice' }).waitFor()
  await editor.statusBar.getByText('2 changed', { exact: true }).waitFor()
  await editor.redo()
  await editor.statusBar.getByText('2 rendered', { exact: true }).waitFor()

  const shown = await page.evaluate(() => document.documentElement.outerHTML + JSON.stringify(localStorage))
  expect(findKey(KEY, shown)).toEqual([])
})

test('a removed connection is reported as missing with a clear error, and its key is deleted', async () => {
  const { editor, page } = studio
  await editor.newStory('Who speaks?')
  await addConnection('Passing')
  const dialog = editor.dialog('Connections')
  await dialog
    .getByText(/^Connected/)
    .last()
    .waitFor()
  await page.keyboard.press('Escape')
  await choose('Passing')
  await editor.chooseFromMenu('Connections…')
  await dialog.getByRole('button', { name: 'Remove Passing' }).click()
  await dialog.getByText(/^Remove “Passing” and its key\?/).waitFor()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog.getByText('Passing', { exact: true }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Connection: Unknown connection' }).waitFor()
  await editor.startPaidRender()
  await page
    .getByRole('alert')
    .getByText(/connection that is not set up here/)
    .waitFor()
  await editor.statusBar.getByText('1 not rendered', { exact: true }).waitFor()
})

test('any voice id can be typed for a service, and the writer’s own voices can be added to the library', async () => {
  const { editor, page } = studio
  await editor.newStory('Another voice.')
  await addConnection('Harbour two')
  await editor
    .dialog('Connections')
    .getByText(/^Connected/)
    .last()
    .waitFor()
  await editor.dialog('Connections').getByRole('button', { name: 'Voices…' }).click()
  const voices = editor.dialog('Voices')
  await voices.getByLabel('Voice ID').fill('HB042')
  await voices.getByLabel('Name', { exact: true }).fill('Harbour master')
  await voices.getByLabel('Name', { exact: true }).press('Enter')
  await voices.getByText('HB042').waitFor()
  await page.keyboard.press('Escape')
  await choose('Harbour two')

  await editor.chooseVoice('Harbour master')
  await editor.item(1).getByText('Harbour master').waitFor()
  await editor.chooseVoice('XX777')
  await editor.item(1).getByText('XX777').waitFor()
})
