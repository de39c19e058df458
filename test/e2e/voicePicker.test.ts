// @module-tag long
import { expect, test } from 'vitest'
import { soundingIn } from './support/sound.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

test('a voice is found, played and assigned to a block by keyboard alone, and the story stays usable behind the picker', async () => {
  const { editor, page } = studio
  await editor.newStory('A first block.', 'A second block.')
  await editor.field('button', 'Voice').focus()
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: /^A voice/ })
  await picker.waitFor()
  await page.keyboard.type('deep')
  await picker.getByText('1 of 175 voices').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await picker.getByRole('button', { name: 'Stop Onyx' }).first().waitFor()
  await expect.poll(() => soundingIn(page)).toBeDefined()
  await page.keyboard.press('Space')

  // The story is edited behind it, and the picker follows the selection.
  await editor.text(2).fill('A second block, written anew.')
  await picker.getByRole('button', { name: 'Only for block 2' }).waitFor()
  await picker.getByRole('searchbox').focus()
  await page.keyboard.press('ArrowDown')
  const only = picker.getByRole('button', { name: 'Only for block 2' })
  for (
    let press = 0;
    press < 12 && !(await only.evaluate((each) => each === document.activeElement));
    press += 1
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await picker.waitFor({ state: 'detached' })
  await editor.item(2).getByText('Onyx').waitFor()
  expect(await editor.item(1).getByText('Onyx').count()).toBe(0)

  await editor.field('button', 'Voice').focus()
  await page.keyboard.press('Enter')
  await picker.waitFor()
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Voice')
})

test('with hundreds of voices, only the visible rows are in the page, and favourites are remembered', async () => {
  const { editor, page } = studio
  await editor.newStory('A block.')
  await editor.field('button', 'Voice').click()
  const picker = page.getByRole('dialog', { name: /^A voice/ })
  await picker.getByText('175 of 175 voices').waitFor()
  expect(await picker.getByRole('row').count()).toBeLessThan(50)
  await picker.getByRole('searchbox').fill('Welsh')
  await picker.getByRole('button', { name: 'Add Welsh to the favorites' }).first().click()
  await page.keyboard.press('Escape')
  await page.reload()
  await editor.text(1).click()
  await editor.field('button', 'Voice').click()
  await picker.getByText('Favorites').waitFor()
  await picker.getByRole('button', { name: 'Remove Welsh from the favorites' }).first().click()
})
