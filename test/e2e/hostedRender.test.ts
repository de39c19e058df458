/**
 * A story rendered by a service that does not report the times of blocks, which the published interface does not contain.
 * @module-tag long
 */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { decodeAudio } from '../../electron/lib/audio/decode.ts'
import { recordBody, sendJson } from '../fakes/faultServer.ts'
import { expectAccessible } from './support/accessibility.ts'
import { useHostedService } from './support/hostedService.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasOwnHost: true })
const hosted = useHostedService()

test('a story rendered without block times counts as rendered, is exported whole, and must be rendered again after a change', async () => {
  const { editor, page } = studio
  hosted.server.script = hosted.working()
  await editor.newStory('Good evening, keeper.', 'Is the lamp lit?')
  await hosted.connect(page, 'Harbour')
  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menuitemradio', { name: 'Harbour' }).click()
  await editor.expectToRender('2 blocks, ≈\u00a037 credits')
  await editor.startPaidRender('Whole story at once')
  await page.getByText('The story is rendered.').waitFor()
  await editor.statusBar.getByText('2 rendered', { exact: true }).waitFor()
  await editor.state(1, 'Rendered').waitFor()

  await editor.button('Export').click()
  await editor.dialog('Export the story').getByRole('button', { name: 'Export…' }).click()
  const place = editor.dialog('Export as MP3')
  await place.getByRole('textbox', { name: 'File name' }).fill('Harbour')
  await place.getByRole('button', { name: 'Save', exact: true }).click()
  await editor.statusBar.getByText('Exported Harbour.mp3.').waitFor()
  const { samples, sampleRate } = await decodeAudio(await readFile(studio.path('Harbour.mp3')))
  expect(samples.length / sampleRate).toBeCloseTo(1.5, 1)

  await editor.text(2).fill('Is the lamp out?')
  await editor.statusBar.getByText('2 changed', { exact: true }).waitFor()
  await editor.expectToRender('2 blocks, ≈\u00a037 credits')
  expect(hosted.server.submissions).toHaveLength(1)
})

test('a render by a service that cannot cancel can be left running, and followed again', async () => {
  const { editor, page } = studio
  const working = hosted.working()
  hosted.server.script = {
    ...working,
    history: (response, _, uuid) =>
      sendJson(response, 200, recordBody({ uuid, status: 1, status_percentage: 10 })),
  }
  await editor.newStory('Good night, keeper.')
  await hosted.connect(page, 'Haven')
  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menuitemradio', { name: 'Haven' }).click()
  await editor.startPaidRender('Whole story at once')
  await editor.button('Stop watching').click()
  await editor.statusBar.getByText('Running at the service').waitFor()
  await editor.button('Watch again').click()
  await editor.button('Stop watching').waitFor()
  hosted.server.script = working
  await editor.statusBar.getByText('1 rendered', { exact: true }).waitFor({ timeout: 60_000 })
})

test('a block of a paid story that cannot be fetched is bought again only on purpose', async () => {
  const { editor, page } = studio
  const timings = [
    { index: 0, name: '', start_ms: 0, end_ms: 700 },
    { index: 1, name: '', start_ms: 800, end_ms: 1_500 },
  ]
  const working = hosted.working({ timings })
  hosted.server.script = { ...working, history: (to) => sendJson(to, 500, {}) }
  await editor.newStory('Who is there?', 'Only the wind.')
  await hosted.connect(page, 'Harbour')
  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menuitemradio', { name: 'Harbour' }).click()
  const before = hosted.server.submissions.length
  const sent = () => hosted.server.submissions.slice(before).map(({ path }) => path.split('/').at(-1))
  await editor.startPaidRender('Whole story at once')
  await expect.poll(sent).toEqual(['story-maker'])

  // Play waits for the render. If its service refuses the key, nothing must be paid twice.
  await editor.button('Play block 1').click()
  hosted.server.script = { ...working, history: (to) => sendJson(to, 401, {}) }
  const question = editor.dialog('You have already paid for this text')
  await question.getByText(/accepted it, but its audio is not here yet\. Nothing was bought again/).waitFor()
  await question.getByText(/Why the audio is not here: .+ does not accept the key/).waitFor()
  await expectAccessible(page, 'words that are paid for')
  expect(sent()).toEqual(['story-maker'])

  await expect
    .poll(() => question.getByRole('button', { name: 'Wait' }).evaluate((it) => it.matches(':focus')))
    .toBe(true)
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'hidden' })
  await editor.announced('Nothing was bought.')
  expect(sent()).toEqual(['story-maker'])

  await editor.button('Play block 1').click()
  await question.getByRole('button', { name: /Buy again, ≈\s13 credits/ }).click()
  await expect.poll(sent).toEqual(['story-maker', 'text-to-speech'])
  await question.waitFor({ state: 'hidden' })

  await editor.button('Play block 2').click()
  await question.waitFor()
  hosted.server.script = working
  await question.getByRole('button', { name: 'Try to fetch' }).click()
  await editor.state(2, 'Rendered').waitFor()
  await editor.state(1, 'Rendered').waitFor()
  expect(sent()).toEqual(['story-maker', 'text-to-speech'])
})

test('paid takes keep the name of their service and their price when the story switches back to the local voice', async () => {
  const { editor, page } = studio
  hosted.server.script = hosted.working({ used_credit: 1234 })
  await editor.newStory('Good morning, keeper.', 'The lamp is out.')
  await hosted.connect(page, 'Lighthouse')
  const connect = async (name: string) => {
    await page.getByRole('button', { name: /^Connection: / }).click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  await connect('Lighthouse')
  await editor.startPaidRender('Block by block')
  await editor.statusBar.getByText('2 rendered', { exact: true }).waitFor()
  await connect('Local voice')
  await editor.clickRow(1)
  const takes = editor.inspector.getByRole('list', { name: 'Takes of the block' })
  await takes.getByText('Rendered by Lighthouse · 1,234 credits').waitFor()
  expect(await takes.getByText('Earlier text').count()).toBe(0)

  await editor.chooseFromMenu('Storage…')
  const held = editor.dialog('Storage')
  const paid = held.getByRole('region', { name: 'Rendered by Lighthouse' })
  await paid.getByText(/^2 · .* · 2,468 credits$/).waitFor()
  expect(await held.getByText(/earlier text/i).count()).toBe(0)
  await paid.getByText('Delete these 2 takes').click()
  await held.getByRole('button', { name: /^Delete 2 takes/ }).click()
  await held
    .getByText('These 2 takes cost 2,468 credits. Rendering them again costs credits again.')
    .waitFor()
  await held.getByRole('button', { name: 'Delete audio worth 2,468 credits' }).click()
  await paid.waitFor({ state: 'detached' })
  await editor.notice('Deleted 2 takes.').waitFor()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await paid.waitFor()
  await held.getByRole('button', { name: 'Close' }).last().click()
  await takes.getByText('Rendered by Lighthouse · 1,234 credits').waitFor()

  await takes.getByRole('button', { name: 'Play Take 1' }).focus()
  await page.keyboard.press('Delete')
  const question = editor.dialog('Delete Take 1')
  await question.getByText('This take cost 1,234 credits. Rendering it again costs credits again.').waitFor()
  await question.getByRole('button', { name: 'Delete Take 1' }).click()
  await takes.getByRole('button', { name: 'Undo deleting Take 1' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await takes.getByText('Rendered by Lighthouse · 1,234 credits').waitFor()
})
