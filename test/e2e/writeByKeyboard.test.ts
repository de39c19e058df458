// @module-tag long
import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

test('blocks are written, split, joined, moved, deleted and restored by keyboard alone', async () => {
  const { editor, page } = studio
  const { keyboard } = page
  const press = async (...keys: string[]) => {
    for (const each of keys) await keyboard.press(each)
  }
  const isWritten = (number: number) =>
    expect.poll(() => editor.text(number).evaluate((field) => field === document.activeElement)).toBe(true)
  const hasRow = (number: number) =>
    expect
      .poll(() =>
        editor
          .item(number)
          .getByRole('group')
          .evaluate((row) => row === document.activeElement),
      )
      .toBe(true)

  await press('Control+Alt+N')
  await isWritten(1)
  await keyboard.type('It was late.')
  await press('Enter')
  await isWritten(2)
  await keyboard.type('Nobody slept. The lamp burned.')
  await press('Enter')
  await isWritten(3)
  await keyboard.type('Then it rang')
  await press('Shift+Enter')
  await keyboard.type('twice.')
  await editor.expectTexts('It was late.', 'Nobody slept. The lamp burned.', 'Then it rang\ntwice.')

  await press('Escape')
  await hasRow(3)
  await press('ArrowUp')
  await hasRow(2)
  await press('Enter')
  await isWritten(2)
  await press('Home')
  for (let step = 0; step < 'Nobody slept.'.length; step += 1) await press('ArrowRight')
  await press('Alt+Enter')
  await isWritten(3)
  await editor.expectTexts('It was late.', 'Nobody slept.', 'The lamp burned.', 'Then it rang\ntwice.')
  await editor.announced('Split. The second part is block 3.')
  await press('Backspace')
  await isWritten(2)
  await keyboard.type(' Yes.')
  await editor.expectTexts('It was late.', 'Nobody slept. Yes. The lamp burned.', 'Then it rang\ntwice.')

  await press('Alt+ArrowDown')
  await editor.announced('Now block 3 of 3.')
  await editor.expectTexts('It was late.', 'Then it rang\ntwice.', 'Nobody slept. Yes. The lamp burned.')
  await press('Escape')
  await hasRow(3)
  await press('Shift+ArrowUp')
  await editor.inspector.getByText('2 blocks selected').waitFor()
  await press('Delete')
  await editor.expectTexts('It was late.')
  await press('Control+Z')
  await editor.expectTexts('It was late.', 'Then it rang\ntwice.', 'Nobody slept. Yes. The lamp burned.')
})

test('a row that is scrolled out of view keeps the focus, and the script has few elements, however long the story is', async () => {
  const { editor, page } = studio
  await editor.newStory('First.')
  const many = Array.from({ length: 900 }, (_, index) => `Paragraph ${index + 1} of a long story.`)
  await editor.text(1).fill('')
  await editor.text(1).evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, many.join('\n\n'))
  const review = page.getByRole('dialog', { name: 'Import' })
  await review.getByRole('button', { name: 'Add to the story' }).click()
  await review.waitFor({ state: 'detached' })
  await page
    .getByText(/^900 blocks\b/)
    .first()
    .waitFor() // the last one is known from then on
  await editor.text(1).press('Escape')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(() => editor.text(900).evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await editor.script.getByRole('listitem').count()).toBeLessThan(60)
  expect(await editor.script.locator('*').count()).toBeLessThan(1000)
  await page.keyboard.type(' The end')
  await editor.script.getByRole('list').evaluate((list) => list.parentElement?.parentElement?.scrollTo(0, 0))
  await editor.text(1).waitFor()
  await page.keyboard.type('.')
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value))
    .toBe('Paragraph 900 of a long story. The end.')
})
