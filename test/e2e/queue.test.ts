/**
 * The queue of a render at a service that charges: shown, paused, changed and retried, by mouse and by keyboard.
 * @module-tag long
 */
import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sendJson, type FaultScript } from '../fakes/faultServer.ts'
import { expectAccessible } from './support/accessibility.ts'
import { hiddenControls } from './support/reachable.ts'
import { useHostedService } from './support/hostedService.ts'
import { useStudio } from './support/studio.ts'

// axe adds styles of its own, which the page's policy would block.
const studio = useStudio({ hasOwnHost: true, bypassCSP: true })
const hosted = useHostedService()

test('the blocks of a render are paused, moved, removed and retried, and a failed block does not stop the others', async () => {
  const { editor, page } = studio
  const working = hosted.working()
  const held: Parameters<NonNullable<FaultScript['history']>>[] = []
  hosted.server.script = {
    ...working,
    submit(response, received, socket) {
      if (received.body.includes('Line 2'))
        sendJson(response, 422, { success: false, message: 'No such voice' })
      else working.submit?.(response, received, socket)
    },
    // A delayed answer, so that the blocks in progress end as soon as they are allowed to: polling becomes less frequent over time.
    history: (...asked) => void held.push(asked),
  }
  await editor.newStory(...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `Line ${number}.`))
  await hosted.connect(page, 'Harbour')
  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menuitemradio', { name: 'Harbour' }).click()
  await editor.startPaidRender('Block by block')

  await editor.button('Queue').click()
  const queue = editor.dialog('Render queue')
  await queue.getByText(/^0 of 8 rendered/).waitFor()
  await queue
    .getByRole('region', { name: 'Failed' })
    .getByText(/No such voice/)
    .waitFor()
  // The focus is on the button that pauses.
  await page.keyboard.press('Enter')
  await queue.getByText(/Paused/).waitFor()
  await editor.announced(/Rendering is paused/)
  await expectAccessible(page, 'the queue of a render')
  await page.setViewportSize({ width: 720, height: 450 })
  await expectAccessible(page, 'the queue of a render in a small window')
  await expect.poll(() => hiddenControls(page, '[role=dialog]')).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  const waiting = () => queue.getByRole('region', { name: 'Waiting' }).getByRole('listitem').allInnerTexts()
  const order = async () => (await waiting()).map((row) => /Line (\d)/.exec(row)?.[1])
  expect(await order()).toEqual(['5', '6', '7', '8'])
  await queue.getByRole('button', { name: 'Render block 8 first' }).click()
  await expect.poll(order).toEqual(['8', '5', '6', '7'])
  await queue.getByRole('button', { name: 'Render block 6 sooner' }).press('Enter')
  await expect.poll(order).toEqual(['8', '6', '5', '7'])
  await editor.announced(/Now number 2 of 4 waiting: block 6/)
  await queue.getByRole('button', { name: 'Remove block 5 from the queue' }).press('Enter')
  await expect.poll(order).toEqual(['8', '6', '7'])

  hosted.server.script = working
  for (const asked of held) working.history?.(...asked)
  await queue.getByRole('button', { name: 'Try again: block 2' }).press('Enter')
  await expect.poll(order).toEqual(['2', '8', '6', '7'])
  await queue.getByRole('button', { name: 'Resume' }).click()
  await queue.getByText('No blocks are being rendered one by one.').waitFor()
  await page.keyboard.press('Escape')
  await editor.statusBar.getByText('7 rendered', { exact: true }).waitFor()
  await editor.statusBar.getByText('1 not rendered', { exact: true }).waitFor()
  // The first three, the line that was refused and sent again, and the four others except the one that was removed.
  expect(hosted.server.submissions).toHaveLength(8)
})

test('a render interrupted by a power cut asks before it continues in an older copy of its story', async () => {
  const { editor, page, problems } = studio
  const working = hosted.working()
  const before = hosted.server.submissions.length
  const sent = () => hosted.server.submissions.length - before
  hosted.server.script = {
    ...working,
    submit(...request) {
      if (sent() <= 2) working.submit?.(...request)
    },
  }
  await hosted.connect(page, 'Harbour')
  await editor.newStory('Line 1.', 'Line 2.', 'Line 3.', 'Line 4.', 'Line 5.')
  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menuitemradio', { name: 'Harbour' }).click()
  await editor.saved()
  const drafts = join(studio.data, 'drafts')
  const files = (await readdir(drafts)).filter((name) => name.endsWith('.fabula'))
  for (const name of files) await copyFile(join(drafts, name), studio.path(name))
  await editor.startPaidRender('Block by block')
  await expect.poll(sent).toBe(5)

  problems.expect(/net::ERR_|status of 401/) // Chromium's errors for a server that is gone or no longer knows the page
  await studio.host.kill()
  for (const name of files) await copyFile(studio.path(name), join(drafts, name))
  hosted.server.script = working
  await studio.restart()
  const question = editor.dialog('Continue rendering?')
  await studio.page.getByRole('row', { name: 'Untitled story' }).filter({ hasText: '5 blocks' }).click()
  await question
    .getByText(/Continuing renders 5 blocks, some of which may be paid for a second time/)
    .waitFor()
  await expectAccessible(studio.page, 'a render that broke off')
  await studio.page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  expect(sent()).toBe(5)

  await studio.page.reload()
  await question.getByRole('button', { name: /Continue, ≈\s35 credits/ }).click()
  await editor.statusBar.getByText('5 rendered', { exact: true }).waitFor()
  expect(sent()).toBe(10)
  await studio.page.reload()
  await editor.statusBar.getByText('5 rendered', { exact: true }).waitFor()
  expect(await question.count()).toBe(0)
})
