import { readFile } from 'node:fs/promises'
import type { JSHandle } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFaultServer, type FaultServer } from '../fakes/faultServer.ts'
import { toneMp3, workingService } from '../electron/takes/support.ts'
import { expectAccessible } from './support/accessibility.ts'
import { callHost } from './support/call.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()
let server: FaultServer
let audio: Uint8Array

beforeAll(async () => {
  audio = await toneMp3(1_500)
  server = await startFaultServer(workingService(audio))
})
afterAll(() => server.close())

async function setUpService(): Promise<void> {
  await callHost(studio.page, 'connections:save', {
    id: null,
    name: 'Harbour Voices',
    baseUrl: server.baseUrl,
    webhookPublicKey: '',
    key: { text: 'a-key-of-ours', keep: 'file' },
  })
}

function fileToDrop(name: string, text: string): Promise<JSHandle<DataTransfer>> {
  return studio.page.evaluateHandle(
    ([name, text]) => {
      const data = new DataTransfer()
      data.items.add(new File([text ?? ''], name ?? ''))
      return data
    },
    [name, text],
  )
}

test('a document that is dropped is sent once, can be heard, exported, and put into a story', async () => {
  const { editor, page, path } = studio
  await setUpService()
  const dataTransfer = await fileToDrop('Tides of May.pdf', '%PDF-1.4 of a kind')
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer })
  const dialog = editor.dialog('Documents to speech')
  await dialog.getByText('Tides of May.pdf · 1 kB').waitFor()
  await editor.chooseOption(dialog.getByRole('combobox', { name: 'Speech service' }), 'Harbour Voices')
  await dialog.getByLabel('Password of the document').fill('low-water')
  await expectAccessible(page, 'a chosen document')
  await dialog.getByRole('button', { name: 'Speak the document' }).click()

  await dialog.getByText('0:01 · 5 credits').waitFor()
  expect(server.submissions).toHaveLength(1)
  expect(server.submissions[0]?.body).toContain('low-water')
  expect(await dialog.getByLabel('Password of the document').inputValue()).toBe('')
  await expectAccessible(page, 'a spoken document')

  const durationOf = await dialog.locator('audio').evaluate(async (element: HTMLAudioElement) => {
    element.load()
    await new Promise((resolve) => element.addEventListener('loadedmetadata', resolve))
    return element.duration
  })
  expect(Math.abs(durationOf - 1.5)).toBeLessThan(0.06)

  await dialog.getByRole('button', { name: 'Export as MP3…' }).click()
  await editor.dialog('Export as MP3').getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('link', { name: 'Download Tides of May.mp3' }).waitFor()
  expect(await readFile(path('Tides of May.mp3'))).toEqual(Buffer.from(audio))
})

test('a text is spoken from the dialog by keyboard, and becomes a story with its audio', async () => {
  const { editor, page } = studio
  await setUpService()
  await page.keyboard.press('Control+Shift+D')
  const dialog = editor.dialog('Documents to speech')
  const text = 'The tide comes in. The tide goes out.'
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'tide.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  })
  await dialog.getByText('tide.txt · 1 kB').waitFor()
  await editor.chooseOption(dialog.getByRole('combobox', { name: 'Speech service' }), 'Harbour Voices')
  await dialog.getByRole('button', { name: 'Speak the document' }).press('Enter')
  const item = dialog.getByRole('listitem').filter({ hasText: 'tide.txt' })
  await item.getByRole('button', { name: 'New story from it' }).press('Enter')
  await editor.expectTexts(text)
  await editor.statusBar.getByText(/1 rendered · 0 changed/).waitFor()
})

test('a document of another kind is refused in words', async () => {
  const { editor, page } = studio
  await page.keyboard.press('Control+Shift+D')
  const dialog = editor.dialog('Documents to speech')
  const chooser = dialog.locator('input[type=file]')
  await chooser.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await page.getByText(/^“picture\.png” is not a document that can be spoken\. Nothing was sent\./).waitFor()
  expect(await dialog.getByRole('button', { name: 'Speak the document' }).isDisabled()).toBe(true)
})
