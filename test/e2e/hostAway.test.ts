/**
 * Words typed while the host is away, and their return when the host is back.
 * @module-tag long
 */
import { expect, test } from 'vitest'
import { createEditor } from './support/editor.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasOwnHost: true })

/** A second tab with a new story, in which typing continues after the host was killed. */
async function tabThatOutlivesItsHost(title: string) {
  await studio.editor.newStory('Once')
  await studio.page.getByRole('textbox', { name: 'Title of the story' }).fill(title)
  await studio.editor.saved()
  const page = await studio.context.newPage()
  await page.goto(studio.page.url())
  const editor = createEditor(page)
  await editor.placeCursor(1)
  studio.problems.expect(/net::ERR_|status of 401/) // Chromium's errors for a server that is gone or no longer knows the page
  await studio.host.kill()
  await page.keyboard.type(' upon a time')
  await page.getByText('Not saved', { exact: true }).waitFor()
  await page.keyboard.type(' there was a fox.')
  return { page, editor }
}

async function openStory(title: string) {
  await studio.page.getByRole('row', { name: new RegExp(`^${title}`) }).click()
  await studio.editor.text(1).waitFor()
}

const WHOLE = 'Once upon a time there was a fox.'

test('a page that stays open saves its words by itself when Fabula is started again', async () => {
  const { page, editor } = await tabThatOutlivesItsHost('A patient tab')
  await studio.restart()
  await editor.saved()
  await editor.expectTexts(WHOLE)
  await openStory('A patient tab')
  await studio.editor.expectTexts(WHOLE)
  await page.keyboard.type(' The end.')
  await studio.editor.expectTexts(`${WHOLE} The end.`)
  await page.close()
})

test('a page asks before it closes, and unsaved words return when the story is opened again', async () => {
  const { page } = await tabThatOutlivesItsHost('A closed tab')
  const asked = page.waitForEvent('dialog')
  const closed = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await closed
  await expect.poll(() => page.isClosed()).toBe(true)

  await studio.restart()
  await openStory('A closed tab')
  await studio.editor.expectTexts(WHOLE)
  await studio.editor.notice(/Text that could not be saved/).waitFor()
  await studio.editor.saved()
  await studio.page.reload()
  await studio.editor.text(1).waitFor()
  await studio.editor.expectTexts(WHOLE)
  expect(await studio.editor.notice(/Text that could not be saved/).count()).toBe(0)
})
