import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ colorScheme: 'light' })

const paper = () => studio.page.evaluate(() => getComputedStyle(document.body).backgroundColor)

async function choose(theme: string): Promise<void> {
  const { editor, page } = studio
  await page.keyboard.press('Control+,')
  await editor.dialog('Settings').getByRole('radio', { name: theme }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await editor.dialog('Settings').waitFor({ state: 'detached' })
}

test('light and dark follow the system, until one is chosen, which is remembered', async () => {
  const { editor, page } = studio
  await editor.newStory('A block.')
  const light = await paper()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(paper).not.toBe(light)
  const dark = await paper()

  await choose('Light')
  await expect.poll(paper).toBe(light)
  await page.reload()
  await editor.text(1).waitFor()
  expect(await paper()).toBe(light)

  await choose('System')
  await expect.poll(paper).toBe(dark)
})
