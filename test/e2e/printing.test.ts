import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

test('the whole script is printed with its notes, even the part outside the window', async () => {
  const { editor, page } = studio
  await editor.newStory()
  await editor.text(1).click()
  await page.keyboard.insertText(Array.from({ length: 120 }, (_, index) => `Line ${index + 1}.`).join('\n'))
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await page.keyboard.type('Slower.')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('>Split at line ends')
  await page.getByRole('menuitem', { name: /^Split at line ends/ }).click()
  await editor.announced('Split: 119 more blocks.')
  expect(await page.getByRole('textbox', { name: 'Text of block 120' }).count()).toBe(0)
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A5' })))
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  expect(totalPages).toBeGreaterThan(2)
  expect(text).toMatch(/Line 1\..*Slower\..*Line 2\..*Line 120\./s)
  expect(text).not.toContain('Render')
})
