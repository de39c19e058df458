// @module-tag long
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ bypassCSP: true })

/** Whether the entry that the field names as the active one is in the page. */
const namesEntryInPage = () => {
  const id = document.activeElement?.getAttribute('aria-activedescendant')
  return typeof id === 'string' && document.getElementById(id) !== null
}

test('the palette finds words, runs commands, assigns a block to a character and opens a voice, by keyboard alone', async () => {
  const { editor, page } = studio
  await editor.openExample()
  await editor.text(3).click()
  const palette = editor.dialog('Find or do anything')
  const search = async (words: string) => {
    await page.keyboard.press('Control+k')
    await palette.waitFor()
    await page.keyboard.type(words)
  }
  await search('owl')
  await palette.getByRole('menuitem', { name: 'Assign to Owl' }).waitFor()
  // The field follows the first result a moment after the results are drawn.
  await expect.poll(() => page.evaluate(namesEntryInPage)).toBe(true)
  await expectAccessible(page, 'palette', '[role=dialog]')
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
  await editor.inspector.getByRole('heading', { name: 'Block 3' }).waitFor()

  await search('flickered')
  await palette.getByRole('menuitem', { name: /The lantern flickered/ }).waitFor()
  await page.keyboard.press('Enter')
  await editor.inspector.getByRole('heading', { name: 'Block 4' }).waitFor()

  await search('>keyb')
  await palette.getByRole('menuitem', { name: /^Keyboard shortcuts/ }).waitFor()
  await page.keyboard.press('Enter')
  await editor.dialog('Keyboard shortcuts').waitFor()
  await page.keyboard.press('Escape')
  await editor.dialog('Keyboard shortcuts').waitFor({ state: 'detached' })

  await search('')
  await palette.getByText('Recent', { exact: true }).waitFor()
  // Other specs that share the host may have used commands before.
  await expect.poll(() => palette.getByRole('menuitem').first().textContent()).toContain('Keyboard shortcuts')
  await page.keyboard.type('Shimmer')
  await palette.getByRole('menuitem', { name: /^Shimmer/ }).waitFor()
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: /^A voice/ })
  await picker.getByRole('row', { name: 'Shimmer' }).waitFor()
  await page.keyboard.press('Escape')
})
