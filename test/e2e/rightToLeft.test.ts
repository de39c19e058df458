// @module-tag long
import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

test('right-to-left words are shown right to left wherever they are, and nothing else moves', async () => {
  const { editor, page } = studio
  await editor.newStory('قال الثعلب: أين المصباح؟', 'The fox looked up.', 'השועל מצא 3 פנסים.')
  await editor.button('Add chapter').click()
  await page.keyboard.type('الفصل الأول')
  await page.keyboard.press('Tab')
  await editor.saved()
  const isRightToLeft = (of: ReturnType<typeof editor.text>) =>
    of.evaluate((each) => each.matches(':dir(rtl)'))
  expect(await Promise.all([1, 2, 3].map((number) => isRightToLeft(editor.text(number))))).toEqual([
    true,
    false,
    true,
  ])
  expect(await isRightToLeft(editor.outline.getByText('الفصل الأول').first())).toBe(true)

  // The row keeps its order: the number, the character, the words, the state.
  const left = async (locator: ReturnType<typeof editor.text>) => (await locator.boundingBox())?.x
  expect(await left(editor.text(1))).toBe(await left(editor.text(2)))
  expect(await left(editor.handle(1))).toBe(await left(editor.handle(2)))

  // The left arrow key goes on in the text, and the down arrow key at its end to the next block.
  await editor.placeCursor(1, 0)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('–')
  await expect.poll(() => editor.text(1).inputValue()).toBe('ق–ال الثعلب: أين المصباح؟')
  await editor.placeCursor(1)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => editor.text(2).evaluate((field) => field === document.activeElement)).toBe(true)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('الثعلب')
  const found = page.getByRole('dialog').getByText('المصباح', { exact: false }).first()
  expect(await isRightToLeft(found)).toBe(true)
})
