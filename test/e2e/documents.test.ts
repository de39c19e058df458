// @module-tag long
import { readFile } from 'node:fs/promises'
import type { JSHandle } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startFaultServer, type FaultServer } from '../fakes/faultServer.ts'
import { startSlowServer } from '../fakes/slowServer.ts'
import { PASSWORD, sample } from '../electron/lib/documents/formats/samples.ts'
import { toneMp3, workingService } from '../electron/jobs/engineSupport.ts'
import { expectAccessible } from './support/accessibility.ts'
import { callHost } from './support/call.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasOwnHost: true, bypassCSP: true })
let server: FaultServer
let audio: Uint8Array

beforeAll(async () => {
  audio = await toneMp3(1_500)
  server = await startFaultServer(workingService(audio))
})
afterAll(() => server.close())

/** Adds a service to the app, if no earlier test of this file has. */
async function setUpService(name = 'Harbour Voices', baseUrl = server.baseUrl): Promise<void> {
  const { connection: known } = await callHost(studio.page, 'servers:list', {})
  if (known.some((each) => each.name === name)) return
  await callHost(studio.page, 'servers:save', {
    kind: 'connection',
    id: null,
    name,
    baseUrl,
    webhookPublicKey: '',
    key: { text: 'a-key-of-ours', keep: 'file' },
  })
  await studio.page.reload() // the page may not have listened yet when the host announced it
  await studio.editor.button('New story').waitFor()
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

/** The dialog with a document that is ready to be sent to a service. */
async function choose(name: string, bytes: Buffer, service = 'Harbour Voices') {
  const { editor } = studio
  const dialog = editor.dialog('Documents to speech')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
  await dialog.getByText(new RegExp(`^${name} ·`)).waitFor()
  await editor.chooseOption(dialog.getByRole('combobox', { name: 'Speech service' }), service)
  return dialog
}

test('a document that is dropped is sent once, and can be played, exported and put into a story', async () => {
  const { editor, page, path } = studio
  await setUpService()
  const dataTransfer = await fileToDrop('Tides of May.pdf', '%PDF-1.4 of a kind')
  await page.keyboard.press('Control+Shift+D')
  const dialog = editor.dialog('Documents to speech')
  await dialog.dispatchEvent('drop', { dataTransfer })
  await dialog.getByText('Tides of May.pdf · 1 kB').waitFor()
  await editor.chooseOption(dialog.getByRole('combobox', { name: 'Speech service' }), 'Harbour Voices')
  await dialog.getByLabel('Password of the document').fill('low-water')
  await expectAccessible(page, 'a chosen document')
  await dialog.getByRole('button', { name: 'Read the document aloud' }).click()

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
  await editor.dialog('Export as MP3').getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('link', { name: 'Download Tides of May.mp3' }).waitFor()
  const exported = await readFile(path('Tides of May.mp3')) // a tag with the title, and the audio
  expect(exported.subarray(-audio.byteLength)).toEqual(Buffer.from(audio))
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
  await dialog.getByRole('button', { name: 'Read the document aloud' }).press('Enter')
  const item = dialog.getByRole('listitem').filter({ hasText: 'tide.txt' })
  await item.getByRole('button', { name: 'New story from this document' }).press('Enter')
  await editor.expectTexts(text)
  await editor.statusBar.getByText('1 rendered', { exact: true }).waitFor()
})

test('a document of an unsupported kind is refused in plain words', async () => {
  const { editor, page } = studio
  await page.keyboard.press('Control+Shift+D')
  const dialog = editor.dialog('Documents to speech')
  const chooser = dialog.locator('input[type=file]')
  await chooser.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await page
    .getByText(/^“picture\.png” is not a document that can be read aloud\. Nothing was sent\./)
    .waitFor()
  expect(await dialog.getByRole('button', { name: 'Read the document aloud' }).isDisabled()).toBe(true)
})

test('a finished document is deleted with its audio after some seconds, during which it can be undone', async () => {
  const { page } = studio
  await setUpService()
  await page.keyboard.press('Control+Shift+D')
  const dialog = await choose('Ebb.pdf', Buffer.from('the ebb'))
  await dialog.getByRole('button', { name: 'Read the document aloud' }).click()
  const remove = dialog.getByRole('button', { name: 'Delete Ebb.pdf and its audio' })
  await remove.waitFor()
  await page.clock.install()
  await remove.press('Enter')
  await dialog.getByText('Deleted “Ebb.pdf” and its audio.').waitFor()
  await page.keyboard.press('Enter') // the undo button has the focus
  await remove.press('Enter')
  await dialog.getByText('Deleted “Ebb.pdf” and its audio.').waitFor()
  await page.clock.fastForward(10_000)
  await dialog.getByRole('listitem').filter({ hasText: 'Ebb.pdf' }).waitFor({ state: 'detached' })
  const listed = await callHost(page, 'documents:open', {})
  expect(listed.jobs.map(({ input }) => input)).not.toContain('Ebb.pdf')
})

test('an upload shows its progress, and is cancelled without leaving anything at the service', async () => {
  const { editor, page } = studio
  const slow = await startSlowServer(500_000) // a busy machine takes a while until the upload is cancelled
  onTestFinished(() => slow.close())
  await setUpService('Slow Line', slow.baseUrl)
  await page.keyboard.press('Control+Shift+D')
  const dialog = editor.dialog('Documents to speech')
  await dialog.waitFor()
  // Larger than the buffers of a connection. Made in the page, because transferring it there is slow.
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(24_000_000)], 'Atlas.pdf'))
    return data
  })
  await dialog.dispatchEvent('drop', { dataTransfer })
  await dialog.getByText('Atlas.pdf · 24 MB').waitFor()
  await editor.chooseOption(dialog.getByRole('combobox', { name: 'Speech service' }), 'Slow Line')
  await dialog.getByRole('button', { name: 'Read the document aloud' }).click()
  const item = dialog.getByRole('listitem').filter({ hasText: 'Atlas.pdf' })
  await item.getByText(/^Uploading, [1-9]\d? %$/).waitFor()
  const progress = item.getByRole('progressbar', { name: 'Progress of Atlas.pdf' })
  expect(Number(await progress.getAttribute('aria-valuenow'))).toBeLessThan(90)
  await expectAccessible(page, 'an upload')
  await item.getByRole('button', { name: 'Cancel the upload' }).click()
  await item.getByText(/^The upload was canceled before the whole document was sent/).waitFor()
  expect(slow.submissions()).toBe(0)
})

test('a document that was sent completely but never answered has an unknown outcome', async () => {
  const { page } = studio
  const slow = await startSlowServer(0)
  slow.takeAll()
  onTestFinished(() => slow.close())
  await setUpService('Silent Line', slow.baseUrl)
  await page.keyboard.press('Control+Shift+D')
  const dialog = await choose('Silent.pdf', Buffer.from('hush'), 'Silent Line')
  await dialog.getByRole('button', { name: 'Read the document aloud' }).click()
  const item = dialog.getByRole('listitem').filter({ hasText: 'Silent.pdf' })
  await item.getByText(/Fabula cannot know whether the service makes the audio/).waitFor()
  await item.getByRole('button', { name: 'Stop watching' }).click()
  await item.getByText(/It may have been charged/).waitFor()
  expect(slow.submissions()).toBe(1)
  await item.getByRole('button', { name: 'Settle it in Conversions…' }).click()
  await studio.editor.dialog('Conversions and credits').getByText('Silent.pdf').waitFor()
})

test('confirming a cost over a cap continues with the same document, voice and password', async () => {
  const { page } = studio
  await setUpService()
  await callHost(page, 'settings:update', { creditsPerDay: 1_000 })
  const before = server.submissions.length
  await page.keyboard.press('Control+Shift+D')
  const dialog = await choose('Costly.pdf', Buffer.from('gold'))
  await dialog.getByRole('radio', { name: 'High quality' }).click({ force: true })
  await dialog.getByLabel('Password of the document').fill('low-water')
  await dialog.getByRole('button', { name: 'Read the document aloud' }).click()
  const question = page.getByRole('dialog', { name: 'Over your credit limit' })
  await question.waitFor()
  await expectAccessible(page, 'a question about a cap')
  await page.keyboard.press('Enter') // it sends nothing unless that is chosen
  await question.waitFor({ state: 'detached' })
  expect(server.submissions).toHaveLength(before)

  await dialog.getByRole('button', { name: 'Read the document aloud' }).click()
  await question.getByRole('button', { name: 'Send anyway' }).click()
  const item = dialog.getByRole('listitem').filter({ hasText: 'Costly.pdf' })
  await item.getByText('0:01 · 5 credits').waitFor()
  expect(server.submissions).toHaveLength(before + 1)
  expect(server.submissions.at(-1)?.body).toContain('low-water')
  expect(server.submissions.at(-1)?.body).toContain('tts-1-hd')
  await callHost(page, 'settings:update', { creditsPerDay: null })
})

test('making a story from a protected document asks for its password if needed, and reports a wrong one', async () => {
  const { editor, page } = studio
  await setUpService()
  await page.keyboard.press('Control+Shift+D')
  const dialog = await choose('locked.docx', Buffer.from(sample('locked.docx')))
  await dialog.getByLabel('Password of the document').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Read the document aloud' }).click()
  const item = dialog.getByRole('listitem').filter({ hasText: 'locked.docx' })
  await item.getByRole('button', { name: 'New story from this document' }).click()
  await item.getByLabel('Password of locked.docx').fill('not this')
  await page.keyboard.press('Enter')
  await item.getByText(/^This is not its password/).waitFor()
  await expectAccessible(page, 'a password that was wrong')
  await item.getByLabel('Password of locked.docx').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await editor.statusBar.getByText('10 rendered', { exact: true }).waitFor()
})

test('a drop is accepted over an open dialog, and a text file dropped among the documents is a document', async () => {
  const { editor, page } = studio
  await editor.newStory('Mine.')
  await editor.button('Export').click()
  await page.getByRole('dialog').waitFor()
  const words = await fileToDrop('words.txt', 'Some words.')
  await page.getByRole('dialog').dispatchEvent('dragover', { dataTransfer: words })
  await page.getByText('Drop a story, a text or a document to open it').waitFor()
  await page.getByRole('dialog').dispatchEvent('drop', { dataTransfer: words })
  await editor.makeStory()
  await editor.expectTexts('Some words.')
  await page.keyboard.press('Control+Shift+D')
  const dialog = editor.dialog('Documents to speech')
  await dialog.dispatchEvent('drop', { dataTransfer: words })
  await dialog.getByText('words.txt · 1 kB').waitFor()
  await page.keyboard.press('Escape')
})

test('a text whose encoding is uncertain is shown before it is sent, and is sent in the chosen encoding', async () => {
  await setUpService()
  await studio.page.keyboard.press('Control+Shift+D')
  const dialog = await choose('oil.txt', Buffer.from('Gr\xf6\xdfe und \xd6l. Stra\xdfe\n', 'latin1'))
  const sample = dialog.getByLabel('Sample of the text')
  await sample.waitFor()
  await studio.editor.chooseOption(
    dialog.getByRole('combobox', { name: 'Encoding' }),
    'Western European (Mac Roman)',
  )
  await expect.poll(() => sample.textContent()).toContain('Grˆﬂe und ÷l')
  await studio.editor.chooseOption(
    dialog.getByRole('combobox', { name: 'Encoding' }),
    'Western European (Windows-1252)',
  )
  await expect.poll(() => sample.textContent()).toContain('Größe und Öl')
  await expectAccessible(studio.page, 'a text in an uncertain encoding')
  await dialog.getByRole('button', { name: 'Read the document aloud' }).click()
  await expect.poll(() => server.submissions.at(-1)?.body).toContain('Größe und Öl. Straße')
})
