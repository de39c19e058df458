// @module-tag long
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { useStudio } from './support/studio.ts'

// axe adds styles of its own, which the page's policy would block.
const studio = useStudio({ hasOwnHost: true, bypassCSP: true })
const DIALOG = '[role=dialog]' // everything else is inert then

test('the dialog of connections is accessible: the empty list, the form, a tested entry, the confirmation of a removal, voices, the choice', async () => {
  const { editor, page } = studio
  await editor.newStory('A block.')
  await editor.chooseFromMenu('Connections…')
  const dialog = editor.dialog('Connections')
  await dialog.waitFor()
  await expectAccessible(page, 'no connections', DIALOG)

  // All by keyboard: the button, the form from its first field, and back.
  await dialog.getByRole('button', { name: 'Add connection' }).focus()
  await page.keyboard.press('Enter')
  const form = editor.dialog('Add a connection')
  await form.waitFor()
  await page.keyboard.type('Nobody')
  await page.keyboard.press('Tab')
  await page.keyboard.type('http://127.0.0.1:9')
  await page.keyboard.press('Tab')
  await page.keyboard.type('a-key-for-nobody')
  await expectAccessible(page, 'the form', DIALOG)
  await page.keyboard.press('Enter')
  await dialog.getByText(/^Nothing responds/).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add connection')
  await expectAccessible(page, 'a tested connection', DIALOG)

  await dialog.getByRole('button', { name: 'Remove Nobody' }).click()
  await dialog.getByRole('button', { name: 'Keep it' }).waitFor()
  await expectAccessible(page, 'the question', DIALOG)
  await dialog.getByRole('button', { name: 'Keep it' }).click()

  await dialog.getByRole('button', { name: 'Voices…' }).click()
  await page.keyboard.type('HB042')
  await page.keyboard.press('Enter')
  await editor.dialog('Voices').getByRole('button', { name: 'Remove HB042' }).waitFor()
  await expectAccessible(page, 'voices', DIALOG)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menu').waitFor()
  await expectAccessible(page, 'who speaks', '[role=menu]')
})
