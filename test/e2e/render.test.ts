// @module-tag long
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layoutIn } from './support/call.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasOwnHost: true })
const SENTENCE =
  'The lamp was lit, the kettle sang, and nobody in the house had any thought of going to bed. '

/** A story that the built-in voice needs some seconds for. */
async function newLongStory(salt: string): Promise<void> {
  const { editor, page } = studio
  const paragraphs = Array.from({ length: 10 }, (_, index) => `${salt} ${index}. ${SENTENCE.repeat(3)}`)
  await writeFile(studio.path(`${salt}.txt`), paragraphs.join('\n\n'))
  await editor.button('Open').click()
  await page.getByRole('button', { name: `${salt}.txt` }).click()
  await editor.makeStory()
  await editor.text(1).waitFor()
}

test('the example is rendered: the status bar shows the progress, and every block has audio at the end', async () => {
  const { editor, page } = studio
  await editor.openExample()
  await editor.statusBar.getByText('24 not rendered', { exact: true }).waitFor()
  await editor.button('Render story').click()
  const bar = page.getByRole('progressbar', { name: 'Rendering the story' })
  await bar.waitFor()
  expect(await editor.button('Render story').isDisabled()).toBe(true)
  await page.getByText('The story is rendered.').waitFor({ timeout: 60_000 })
  await bar.waitFor({ state: 'detached' })
  await editor.statusBar.getByText('24 rendered', { exact: true }).waitFor()
  expect(await editor.clip(1).getAttribute('aria-label')).not.toContain('about')
  const { spans } = await layoutIn(page)
  expect(spans.every(({ take }) => take !== null)).toBe(true)
  // Block 17 of the example asks for nine seconds.
  const asked = spans[16]
  expect(Math.abs((asked?.endMs ?? 0) - (asked?.startMs ?? 0) - 9_000)).toBeLessThanOrEqual(50)

  // Nothing has changed, so nothing is rendered again; after a changed word, only its block is.
  await editor.text(2).fill('Nobody knew.')
  await editor.statusBar.getByText('23 rendered', { exact: true }).waitFor()
  await editor.statusBar.getByText('1 changed', { exact: true }).waitFor()
  await editor.expectToRender('1 block, free')
  await editor.render()
  await editor.statusBar.getByText('24 rendered', { exact: true }).waitFor()
  await editor.undo()
  await editor.statusBar.getByText('24 rendered', { exact: true }).waitFor()
})

test('a render by the local voice can be cancelled and started again, and survives a reload of the page', async () => {
  const { editor, page } = studio
  await newLongStory('Evening')
  await editor.button('Render story').click()
  const bar = page.getByRole('progressbar', { name: 'Rendering the story' })
  await bar.waitFor()
  await editor.button('Cancel the render').click()
  await bar.waitFor({ state: 'detached' })
  await editor.statusBar.getByText('10 not rendered', { exact: true }).waitFor()
  await editor.button('Render story').click()
  await editor.button('Cancel the render').waitFor()
  await page.reload()
  await editor.text(1).waitFor()
  await editor.statusBar.getByText('10 rendered', { exact: true }).waitFor({ timeout: 60_000 })
})

test('a render continues where it was if the speech service dies and restarts', async () => {
  const { editor, page, host } = studio
  studio.expectOnStderr(/speech service ended/)
  await newLongStory('Night')
  await editor.button('Render story').click()
  await expect
    .poll(
      async () =>
        Number(
          await page.getByRole('progressbar', { name: 'Rendering the story' }).getAttribute('aria-valuenow'),
        ),
      { interval: 20, timeout: 20_000 },
    )
    .toBeGreaterThan(0)
  process.kill(await host.servicePid(), 'SIGKILL')
  await page.getByText('The story is rendered.').waitFor({ timeout: 60_000 })
  await editor.statusBar.getByText('10 rendered', { exact: true }).waitFor()
})

test('without a speech service, a render fails with a message and changes nothing', async () => {
  const { editor, page, host } = studio
  studio.expectOnStderr(/speech service ended/)
  await editor.newStory('A block.', 'Another block.')
  const before = await editor.snapshot()
  const service = join(studio.data, 'service')
  await rename(service, `${service}.away`)
  await writeFile(service, 'A file where the service keeps its folder: it cannot start.')
  process.kill(await host.servicePid(), 'SIGKILL')
  await page.getByText('Local voice failed').waitFor()

  await editor.button('Render story').click()
  await page
    .getByRole('alert')
    .getByText(/The local voice could not start: .*Your story is safe/)
    .waitFor()
  await editor.statusBar.getByText('The render failed').waitFor()
  expect(await editor.snapshot()).toEqual(before)
  expect(await editor.button('Render story').isEnabled()).toBe(true)

  await rm(service)
  await rename(`${service}.away`, service)
  await editor.render()
  await editor.statusBar.getByText('2 rendered', { exact: true }).waitFor()
})
