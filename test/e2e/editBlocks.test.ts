// @module-tag long
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

test('by keyboard: blocks are copied and pasted into another story, locked, searched, replaced, and undone in the history', async () => {
  const { editor, page, context } = studio
  const { keyboard } = page
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await editor.newStory('The fox came home.', 'Nobody saw the fox.')
  await editor.text(1).press('Escape')
  await keyboard.press('Shift+ArrowDown')
  await keyboard.press('Control+C')
  await editor.announced('Copied 2 blocks.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'The fox came home.\n\nNobody saw the fox.',
  )
  await keyboard.press('Escape')
  await editor.button('Close story').click()

  await editor.newStory('It was late.')
  await editor.text(1).press('Escape')
  await keyboard.press('Control+V')
  await editor.announced('Pasted 2 blocks.')
  await editor.expectTexts('It was late.', 'The fox came home.', 'Nobody saw the fox.')

  await editor.render()
  await editor.text(2).press('Escape')
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowDown') // the row alone is selected
  await keyboard.press('l')
  await editor.item(2).getByRole('img', { name: 'Locked', exact: true }).waitFor()
  await keyboard.press('Enter')
  await keyboard.type('Never ')
  await keyboard.press('Control+H')
  await keyboard.type('fox')
  const bar = page.getByRole('search', { name: 'Find and replace' })
  await bar.getByText('2 matches', { exact: true }).waitFor()
  await bar.getByRole('textbox', { name: 'Replace with' }).focus()
  await keyboard.type('red fox')
  await bar.getByText(/in 1 place · 1 rendered block will need rendering again · .*1 match stays/).waitFor()
  await expectAccessible(page, 'find and replace, with a locked block')
  await page.setViewportSize({ width: 1440, height: 900 })
  await bar.getByRole('button', { name: 'Replace all' }).press('Enter')
  await editor.expectTexts('It was late.', 'The fox came home.', 'Nobody saw the red fox.')
  // The bar is above the script: the first row begins below it.
  const [above, first] = [await bar.boundingBox(), await editor.item(1).boundingBox()]
  const gap = (first?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
  expect(gap).toBeGreaterThanOrEqual(0)
  expect(gap).toBeLessThan(20)
  await bar.getByRole('textbox', { name: 'Find', exact: true }).press('Escape')
  await bar.waitFor({ state: 'detached' })

  await editor.chooseFromMenu('History…')
  const history = editor.dialog('History')
  await history
    .getByRole('option', { name: /Replaced/ })
    .and(history.locator('[aria-selected=true]'))
    .waitFor()
  await expectAccessible(page, 'history', '[role=dialog]')
  await keyboard.press('End')
  await keyboard.press('Enter')
  await editor.announced(/^Undid \d+ edits\./)
  await keyboard.press('Home')
  await keyboard.press('Enter')
  await editor.announced(/^Redid \d+ edits\./)
  await keyboard.press('Escape')
  await editor.expectTexts('It was late.', 'The fox came home.', 'Nobody saw the red fox.')
})
