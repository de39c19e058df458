/**
 * The app in a browser without a session, and its downloads and audio in a browser with one.
 * @module-tag long
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'
import { workerBrowser } from './support/worker.ts'

const studio = useStudio()

test('a browser without a session is shown how to open Fabula', async () => {
  const { origin } = new URL(studio.host.url)
  const context = await (await workerBrowser()).newContext({ viewport: { width: 720, height: 450 } })
  try {
    const page = await context.newPage()
    await page.goto(origin)
    await page.getByRole('heading', { name: 'Fabula is not open in this browser' }).waitFor()
    expect(await page.getByText(/copy the whole address that it printed/).count()).toBe(1)
    // The same browser opens the app with the address that the host printed, and keeps it open.
    await page.goto(studio.host.url)
    await page.getByRole('button', { name: 'New story' }).first().waitFor()
    await page.goto(origin)
    await page.getByRole('button', { name: 'New story' }).first().waitFor()
  } finally {
    await context.close()
  }
})

test('a file of the folder can be downloaded from the list', async () => {
  await mkdir(studio.folder, { recursive: true })
  await writeFile(join(studio.folder, 'tale.txt'), 'Once upon a time')
  await studio.page.getByRole('button', { name: /^Open/ }).first().click()
  const link = studio.page.getByRole('link', { name: /tale\.txt/ })
  const started = studio.page.waitForEvent('download')
  await link.click()
  expect((await started).suggestedFilename()).toBe('tale.txt')
  const stream = await (await started).createReadStream()
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  expect(text).toBe('Once upon a time')
})
