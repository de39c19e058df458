import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

test('a new story begins with an empty block; blocks are added with button and key, and keys move between blocks, select them, and move between regions', async () => {
  const { editor, page } = studio
  const isFocused = (number: number) =>
    editor.text(number).evaluate((field) => field === document.activeElement)
  await editor.newStory()
  await editor.expectTexts('')
  await editor.text(1).pressSequentially('It was late.')
  await editor.button('Add block').click()
  await page.keyboard.type('Nobody slept.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Then it rang.')
  await editor.expectTexts('It was late.', 'Nobody slept.', 'Then it rang.')
  await editor.announced('Added block 3.')

  await editor.placeCursor(1)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => isFocused(2)).toBe(true)
  await editor.placeCursor(2, 0)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => isFocused(1)).toBe(true)

  // F6 goes from region to region, and Shift+F6 back.
  const hasFocus = (region: Locator) => region.evaluate((element) => element.contains(document.activeElement))
  const bars = ['banner', 'contentinfo'] as const
  const regions = [
    editor.timeline,
    editor.inspector,
    editor.outline,
    ...bars.map((role) => page.getByRole(role)),
  ]
  for (const region of regions) {
    await page.keyboard.press('F6')
    await expect.poll(() => hasFocus(region)).toBe(true)
  }
  await page.keyboard.press('F6')
  await page.keyboard.type('First: ')
  await page.keyboard.press('Shift+F6')
  expect(await hasFocus(page.getByRole('contentinfo', { name: 'Status bar' }))).toBe(true)
  expect((await editor.texts()).join()).toContain('First: ')

  // Outside of a text, Ctrl+A and Shift+click select blocks and no text of the page, and Escape selects nothing.
  const pageText = () => page.evaluate(() => getSelection()?.toString() ?? '')
  await editor.text(1).fill('One.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+A')
  await editor.inspector.getByText('3 blocks selected').waitFor()
  expect(await pageText()).toBe('')
  await page.keyboard.press('Escape')
  await editor.inspector.getByText('Select a block').waitFor()
  await editor.text(1).click()
  await editor.text(2).click({ modifiers: ['Control'] })
  await editor.inspector.getByText('2 blocks selected').waitFor()
  await editor.text(3).click({ modifiers: ['Shift'] })
  expect(await pageText()).toBe('')
  await editor.text(2).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Space')
  await editor.expectTexts('One.', 'Nobody slept. ', 'Then it rang.')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Words')
  await editor.expectTexts('One.', 'Words', 'Then it rang.')
})

test('pasted paragraphs become a block each, as one edit', async () => {
  const { editor, page, context } = studio
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await editor.newStory()
  await page.evaluate(() => navigator.clipboard.writeText('First.\n\nSecond,\nin two lines.\n\n\nThird.'))
  await editor.text(1).press('Control+V')
  await editor.expectTexts('First.', 'Second,\nin two lines.', 'Third.')
  await editor.undo()
  await editor.expectTexts('')
  await editor.redo()
  await editor.expectTexts('First.', 'Second,\nin two lines.', 'Third.')
})

test('blocks are duplicated, deleted, split and joined; chapters and the story are renamed in place; a text that is too long for any service is marked', async () => {
  const { editor, page } = studio
  await editor.newStory('One.', 'Two.')
  await editor.item(1).hover()
  await editor.button('Duplicate block 1').click()
  await editor.expectTexts('One.', 'One.', 'Two.')
  await editor.item(3).hover()
  await editor.button('More for block 3').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await editor.expectTexts('One.', 'One.')
  await editor.announced('Undo brings it back.')
  await editor.undo()
  await editor.undo()
  await editor.expectTexts('One.', 'Two.')

  // A block is split at the cursor and joined again with Backspace.
  await editor.text(1).fill('Before, and after.')
  await editor.placeCursor(1, 7)
  await page.keyboard.press('Alt+Enter')
  await editor.expectTexts('Before,', 'and after.', 'Two.')
  await editor.placeCursor(2, 0)
  await page.keyboard.press('Backspace')
  await expect.poll(() => editor.texts()).toHaveLength(2)
  expect((await editor.texts())[0]).toMatch(/^Before,\s+and after\.$/)
  await editor.undo()
  await editor.expectTexts('Before,', 'and after.', 'Two.')

  // Chapters and the story are renamed in place, and the outline follows.
  await editor.button('Add chapter').click()
  await page.getByRole('textbox', { name: 'Title of chapter 1' }).fill('The door')
  await editor.outline.getByRole('row', { name: '1 · The door' }).waitFor()
  await page.getByRole('textbox', { name: 'Title of the story' }).fill('A house')
  await editor.undo()
  expect(await page.getByRole('textbox', { name: 'Title of the story' }).inputValue()).toBe('Untitled story')
  await editor.undo()
  await editor.outline.getByRole('row', { name: '1 · New chapter' }).waitFor()

  // A text that no service takes stops the render with a message that names the block.
  await editor.text(2).fill('x'.repeat(10_001))
  await editor.item(2).getByText('10,001 characters').waitFor()
  expect(await editor.text(2).getAttribute('aria-invalid')).toBe('true')
  await editor.button('Render story').click()
  await page
    .getByRole('alert')
    .getByText(/^Block 2 has 10,001 characters; a service accepts 10,000\. Nothing was sent\./)
    .waitFor()
  expect(await editor.text(2).inputValue()).toHaveLength(10_001)
})
