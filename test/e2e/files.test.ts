import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'
import { long } from '../support/tags.ts'

const studio = useStudio()

test('restoring a saved version is an edit that can be undone', long, async () => {
  const { editor, page } = studio
  await editor.newStory('As it was.')
  await page.keyboard.press('Control+S')
  await page.getByRole('textbox', { name: 'Name of the version' }).fill('First draft')
  await editor.button('Save version').click()
  await editor.notice('Saved the version “First draft”.').waitFor()
  await editor.text(1).fill('As it became.')
  await editor.button('Add block').click()
  await page.keyboard.type('And more.')

  await editor.chooseFromMenu('Versions…')
  const versions = editor.dialog('Versions')
  await versions.getByText('1 block').waitFor()
  await versions.getByRole('button', { name: 'View and compare' }).click()
  const version = editor.dialog('Version “First draft”')
  await version.locator('del', { hasText: 'was' }).waitFor()
  await version.locator('ins', { hasText: 'became' }).waitFor()
  await version.getByText('Added since').waitFor()
  await version.getByRole('radio', { name: 'The whole version' }).press('Space')
  expect(await version.getByRole('list').getByRole('listitem').allTextContents()).toEqual(['As it was.'])
  await version.getByRole('button', { name: 'Restore' }).click()
  await editor.expectTexts('As it was.')

  await editor.chooseFromMenu('Versions…')
  const kept = versions.getByRole('listitem').filter({ hasText: 'Before restoring “First draft”' })
  await kept.getByRole('button', { name: 'Restore' }).click()
  await editor.expectTexts('As it became.', 'And more.')
  await editor.undo()
  await editor.expectTexts('As it was.')
  await editor.undo()
  await editor.expectTexts('As it became.', 'And more.')
})

test(
  'undo still works after a story was closed, and a single block of a version can be restored',
  long,
  async () => {
    const { editor, page } = studio
    await editor.newStory('The lamp burned.', 'Two gulls walked.')
    await page.getByRole('textbox', { name: 'Title of the story' }).fill('The lamp')
    await page.keyboard.press('Control+S')
    await page.getByRole('textbox', { name: 'Name of the version' }).fill('Draft')
    await editor.button('Save version').click()
    await editor.notice('Saved the version “Draft”.').waitFor()
    await editor.text(1).fill('The lamp went out.')
    await editor.clickRow(2)
    await page.keyboard.press('Delete')
    await editor.expectTexts('The lamp went out.')
    await editor.saved()

    await editor.button('Close story').click()
    await page.getByRole('row', { name: 'The lamp', exact: true }).click()
    await editor.expectTexts('The lamp went out.')
    await editor.undo()
    await editor.expectTexts('The lamp went out.', 'Two gulls walked.')
    await editor.saved()
    await page.reload()
    await editor.text(1).waitFor()
    await editor.undo()
    await editor.expectTexts('The lamp burned.', 'Two gulls walked.')
    await editor.redo()
    await editor.redo()
    await editor.expectTexts('The lamp went out.')

    await editor.chooseFromMenu('Versions…')
    await editor.dialog('Versions').getByRole('button', { name: 'View and compare' }).click()
    const version = editor.dialog('Version “Draft”')
    await version.getByRole('button', { name: 'Restore block 2' }).press('Enter')
    await version.getByRole('button', { name: 'Show in the script: block 1' }).click()
    await editor.expectTexts('The lamp went out.', 'Two gulls walked.')
    await editor.undo()
    await editor.expectTexts('The lamp went out.')
  },
)

test('Save As gives a story a file; it is closed, and opened again unchanged from the recent stories', async () => {
  const { editor, page } = studio
  await editor.openExample()
  await editor.text(2).fill('Words of mine.')
  await editor.button('Play block 2').click()
  await editor.state(2, 'Rendered').waitFor()
  await editor.button('Play block 2').click()
  await page.getByRole('textbox', { name: 'Title of the story' }).fill('My fox')
  await page.keyboard.press('Control+Shift+S')
  const dialog = editor.dialog('Save the story as')
  await dialog.getByRole('textbox', { name: 'File name' }).fill('Fox/of mine')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('alert')
    .getByText(/^“Fox\/of mine” cannot be the name of a file on every system\./)
    .waitFor()
  await dialog.getByRole('textbox', { name: 'File name' }).fill('Fox of mine')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await editor.notice('Saved. You now work in the new file.').waitFor()
  expect(await readdir(studio.folder)).toContain('Fox of mine.fabula')
  await editor.item(2).getByRole('img', { name: 'Waveform of block 2' }).waitFor()
  const before = await editor.snapshot()

  await editor.button('Close story').click()
  await page.getByRole('row', { name: 'My fox', exact: true }).click()
  await expect.poll(() => editor.snapshot()).toEqual(before)
})

test(
  'a reload of the page shows exactly the same story, with what was typed right before it; a draft is deleted on the welcome screen, stays deleted after a reload, and is restored with its words',
  long,
  async () => {
    const { editor, page } = studio
    await editor.newStory('Before the reload.', 'With a silence.')
    await editor.field('spinbutton', 'Silence before').fill('3')
    await editor.saved()
    const before = await editor.snapshot()
    await page.reload()
    await expect.poll(() => editor.snapshot()).toEqual(before)
    await editor.text(1).fill('New words.')
    await page.reload()
    await editor.text(1).waitFor()
    await editor.expectTexts('New words.', 'With a silence.')

    await page.getByRole('textbox', { name: 'Title of the story' }).fill('Keep me')
    await editor.button('Close story').click()
    await page.getByRole('button', { name: 'More about Keep me' }).click()
    await page.getByRole('menuitem', { name: 'Delete draft…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete draft', exact: true }).click()
    const message = editor.notice('Deleted the draft “Keep me”.')
    await message.waitFor()
    const deleted = page.getByRole('region', { name: 'Deleted drafts' })
    await deleted.getByText('Keep me').waitFor()
    await deleted.scrollIntoViewIfNeeded()
    const [rows, above] = [await deleted.boundingBox(), await message.boundingBox()]
    expect((rows?.y ?? 0) + (rows?.height ?? 0)).toBeLessThan(above?.y ?? 0)
    await page.reload()
    await deleted.getByText('Keep me').waitFor()
    await deleted.getByRole('button', { name: 'Restore Keep me' }).click()
    await page.getByRole('row', { name: 'Keep me', exact: true }).click()
    await editor.expectTexts('New words.', 'With a silence.')
  },
)
