// @module-tag long
import { test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasOwnHost: true, bypassCSP: true })

test('a shortcut is changed by keyboard alone, works at once and after a reload, and every section is accessible', async () => {
  const { editor, page } = studio
  await editor.newStory('A block.')
  await editor.text(1).blur()
  await page.keyboard.press('Control+,')
  const settings = editor.dialog('Settings')
  await settings.getByRole('tab', { name: 'General' }).focus()
  for (const name of ['Voices', 'Connections', 'Spending', 'Shortcuts']) {
    await page.keyboard.press('ArrowDown')
    await settings
      .getByRole('heading', { name })
      .or(settings.getByRole('heading', { name: 'Keyboard shortcuts' }))
      .first()
      .waitFor()
    await expectAccessible(page, name, '[role=dialog]')
  }
  const keys = settings.getByRole('button', { name: /, keys of Export$/ })
  await keys.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+d')
  await settings.getByText('Ctrl+D is used by Duplicate').waitFor()
  await expectAccessible(page, 'a clash of keys', '[role=dialog]')
  await settings.getByRole('button', { name: 'Swap' }).press('Enter')
  await keys.getByText('Ctrl+D', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })
  for (const isReloaded of [false, true]) {
    if (isReloaded) {
      await page.reload()
      await editor.text(1).waitFor()
    }
    await page.keyboard.press('Control+d')
    await editor.dialog('Export the story').waitFor()
    await page.keyboard.press('Escape')
    await editor.dialog('Export the story').waitFor({ state: 'detached' })
  }
})
