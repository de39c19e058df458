/** A key that is typed into the page is passed to the app, and stays nowhere in the page. */
import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'
import { long } from '../support/tags.ts'

const KEY = 'typed-secret-Qx71-of-the-harbour'
/** The search text: the beginning of the key, which a field would contain while the key is typed. */
const BEGINNING = KEY.slice(0, 18)
const studio = useStudio({ hasOwnHost: true })

/** Everything in the page's memory after a collection of garbage, as the developer tools would write it. */
async function heapSnapshot(): Promise<string> {
  const client = await studio.context.newCDPSession(studio.page)
  const chunks: string[] = []
  client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await client.send('HeapProfiler.enable')
  await client.send('HeapProfiler.collectGarbage')
  await client.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await client.detach()
  return chunks.join('')
}

/** Waits until the form that closes, which may still be drawn a moment longer, has taken the key along. */
async function expectForgotten(): Promise<void> {
  await expect.poll(async () => (await heapSnapshot()).includes(BEGINNING), { timeout: 30_000 }).toBe(false)
}

async function typeKey(): Promise<void> {
  const { editor, page } = studio
  await editor.newStory('Once.')
  await editor.chooseFromMenu('Connections…')
  await editor.dialog('Connections').getByRole('button', { name: 'Add connection' }).click()
  const form = editor.dialog('Add a connection')
  await form.getByLabel('Name', { exact: true }).fill('Harbour')
  await form.getByLabel('Base URL').fill('https://127.0.0.1:9')
  await form.getByLabel('Key', { exact: true }).focus()
  await page.keyboard.type(KEY)
}

test('a saved key is in no store, in no element, and nowhere else in the page’s memory', long, async () => {
  const { editor, page } = studio
  await typeKey()
  expect((await heapSnapshot()).includes(BEGINNING)).toBe(true)
  await page.keyboard.press('Enter')
  const dialog = editor.dialog('Connections')
  await dialog.getByText('Key stored unencrypted on this computer').waitFor()
  await expectForgotten()
  expect(
    await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.body.outerHTML]),
    ),
  ).not.toContain(BEGINNING)
})

test('a typed key that was not saved is dropped with its dialog', long, async () => {
  const { editor, page } = studio
  await typeKey()
  await page.keyboard.press('Escape')
  await editor.dialog('Connections').getByRole('button', { name: 'Add connection' }).waitFor()
  await expectForgotten()
})
