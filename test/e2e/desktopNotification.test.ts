// @module-tag long
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../build/root.mjs'
import { launchWithStandin } from '../fakes/electronStandin/launch.ts'
import { workerBrowser } from './support/worker.ts'

test('the desktop app shows a notification when a render ends, unless its window is in front or the setting is off', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fabula-notify-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const app = await launchWithStandin({
    appFolder: root,
    userData: join(folder, 'electron'),
    args: ['--data', join(folder, 'data')],
    browser: await workerBrowser(),
  })
  onTestFinished(() => app.stop().then(() => undefined))
  const page = await app.firstPage()
  await app.chooseMenu('File', 'New story')
  const text = page.getByRole('textbox', { name: 'Text of block 1' })
  const renderAs = async (words: string) => {
    await text.fill(words)
    await page.getByText('1 not rendered').or(page.getByText('1 changed')).first().waitFor()
    await text.press('Control+Enter')
    await page.getByText('1 rendered', { exact: true }).waitFor()
  }
  const shown = async () => (await app.noted()).filter(({ method }) => method === 'notification')
  const setFocused = (isFocused: boolean) =>
    page.evaluate((has) => {
      Object.defineProperty(document, 'hasFocus', { value: () => has, configurable: true })
    }, isFocused)

  await setFocused(true)
  await renderAs('A fox went out.')
  expect(await shown()).toEqual([])
  await setFocused(false)
  await renderAs('A fox came home.')
  await expect.poll(shown).toMatchObject([{ detail: { body: 'The story is rendered.' } }])
  await app.pressNotification()
  // A computer that wakes up requests what happened meanwhile.
  await app.wakeUp()
  await page.evaluate(() =>
    (
      globalThis as unknown as { fabula: { call(channel: string, input: object): Promise<unknown> } }
    ).fabula.call('settings:update', { isNotifying: false }),
  )
  await page.reload()
  await setFocused(false)
  await renderAs('A fox slept.')
  expect(await shown()).toHaveLength(1)
  expect(app.output()).not.toContain('is not provided')
})
