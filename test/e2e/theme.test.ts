// @module-tag long
import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ colorScheme: 'light' })

const paper = () => studio.page.evaluate(() => getComputedStyle(document.body).backgroundColor)

test('the page follows the system’s light or dark theme until one is chosen, which stays after a reload', async () => {
  const { editor, page } = studio
  await editor.newStory('A block.')
  const light = await paper()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(paper).not.toBe(light)
  await page.keyboard.press('Control+,')
  await editor.dialog('Settings').getByRole('radio', { name: 'Light' }).focus()
  await page.keyboard.press('Space')
  await expect.poll(paper).toBe(light)
  await page.reload()
  await editor.text(1).waitFor()
  expect(await paper()).toBe(light)
})
