// @module-tag long
import { expect, test } from 'vitest'
import { toneMp3 } from '../electron/jobs/engineSupport.ts'
import { expectAccessible } from './support/accessibility.ts'
import { callHost, layoutIn } from './support/call.ts'
import { exportWav } from './support/exportWav.ts'
import { useStudio } from './support/studio.ts'
import { recentIdSchema } from '../../shared/ipc/views.ts'

// axe adds styles of its own, which the page's policy would block.
const studio = useStudio({ hasOwnHost: true, bypassCSP: true })

test('a block is recorded with the microphone, trimmed by hand and exported, and recorded from a file, and the recordings are its takes', async () => {
  const { editor, page } = studio
  const takes = editor.inspector.getByRole('list', { name: 'Takes of the block' })
  await editor.newStory('It was late.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('record with the mic')
  await page.getByRole('menuitem', { name: /^Record with the microphone/ }).waitFor()
  await page.keyboard.press('Enter')
  await editor.announced('Recording')
  const recorder = editor.inspector.getByRole('group', { name: 'Recorder' })
  await recorder.getByText('Recording · 0:02').waitFor() // the fake microphone beeps each second
  await page.keyboard.press('Space')
  await recorder.waitFor({ state: 'detached' })
  await takes.getByRole('img', { name: 'Own recording is used' }).waitFor()
  await editor.state(1, 'Rendered').waitFor()
  await expectAccessible(page, 'a recording')

  // Trimmed by hand on its wave, it is exported with the remaining length.
  const { totalMs: wholeMs } = await layoutIn(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('trim and cut')
  await page.getByRole('menuitem', { name: /^Trim and cut the take/ }).click()
  const sound = page.getByRole('dialog', { name: /^Trim and cut/ })
  const wave = sound.locator('[role=slider][data-ready]')
  const { width = 0, height = 0 } = (await wave.boundingBox()) ?? {}
  await wave.click({ position: { x: width / 2, y: height / 2 } }) // the silence at the start is left out already
  await sound.getByRole('button', { name: 'Trim start to here' }).click()
  await sound.getByRole('group', { name: 'At the start' }).waitFor()
  await sound.getByRole('button', { name: 'Keep' }).click()
  await expect.poll(async () => (await layoutIn(page)).totalMs).toBeLessThan(wholeMs - 100)
  await editor.saved()
  const { totalMs: trimmedMs } = await layoutIn(page)
  expect(Math.abs((await exportWav(studio, 'Trimmed')) - trimmedMs)).toBeLessThan(2)
  await page.keyboard.press('Escape')
  await editor.clickRow(1)

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    (async () => {
      await editor.inspector.getByRole('button', { name: 'Record', exact: true }).click()
      await page.getByRole('menuitem', { name: 'From a file…' }).click()
    })(),
  ])
  const buffer = Buffer.from(await toneMp3(1_000))
  await chooser.setFiles({ name: 'speech.mp3', mimeType: 'audio/mpeg', buffer })
  await takes.getByRole('listitem').nth(1).waitFor()
  const recentId = recentIdSchema.parse(new URL(page.url()).hash.slice(1))
  const { takes: stored } = await callHost(page, 'project:openRecent', { recentId })
  expect(stored.map(({ kind }) => kind)).toEqual(['recording', 'recording'])

  // A recording of the old words is not used for new words.
  await editor.text(1).fill('It was early.')
  await editor.state(1, 'Changed').waitFor()
  await takes.getByText('Earlier text').nth(1).waitFor()
})
