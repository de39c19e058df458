/**
 * A story that is rendered by a service which does not tell where its blocks are: the published interface has no place for it.
 * @module-tag long
 */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { decodeAudio } from '../../electron/lib/audio/decode.ts'
import { recordBody, sendJson } from '../fakes/faultServer.ts'
import { useHostedService } from './support/hostedService.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasOwnHost: true })
const hosted = useHostedService()

test('it counts as rendered, is exported whole, and a changed block makes the story to be rendered again', async () => {
  const { editor, page } = studio
  hosted.server.script = hosted.working()
  await editor.newStory('Good evening, keeper.', 'Is the lamp lit?')
  await hosted.connect(page, 'Harbour')
  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menuitemradio', { name: 'Harbour' }).click()
  await editor.expectToRender('2 blocks, ≈ 37 credits')
  await editor.startPaidRender('Whole story at once')
  await page.getByText('The story is rendered.').waitFor()
  await editor.statusBar.getByText('2 ready', { exact: true }).waitFor()
  await editor.state(1, 'Ready').waitFor()

  await editor.button('Export').click()
  await editor.dialog('Export the story').getByRole('button', { name: 'Export…' }).click()
  const place = editor.dialog('Export as MP3')
  await place.getByRole('textbox', { name: 'File name' }).fill('Harbour')
  await place.getByRole('button', { name: 'Save' }).click()
  await editor.statusBar.getByText('Exported Harbour.mp3.').waitFor()
  const { samples, sampleRate } = await decodeAudio(await readFile(studio.path('Harbour.mp3')))
  expect(samples.length / sampleRate).toBeCloseTo(1.5, 1)

  await editor.text(2).fill('Is the lamp out?')
  await editor.statusBar.getByText('2 changed', { exact: true }).waitFor()
  await editor.expectToRender('2 blocks, ≈ 37 credits')
  expect(hosted.server.submissions).toHaveLength(1)
})

test('a render by a service that goes on in any case can be left running, and followed again', async () => {
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
  await editor.button('Stop waiting (the service goes on)').click()
  await editor.statusBar.getByText('Rendering; Fabula does not wait').waitFor()
  await editor.button('Wait again').click()
  await editor.button('Stop waiting (the service goes on)').waitFor()
  hosted.server.script = working
  await editor.statusBar.getByText('1 ready', { exact: true }).waitFor({ timeout: 60_000 })
})
