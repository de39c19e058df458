// @module-tag long
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

/** How far the open menu is from a button, along both axes, in px. */
async function distanceOf(button: { x: number; y: number; width: number; height: number }): Promise<number> {
  const menu = await studio.page.getByRole('menu').boundingBox()
  if (menu === null) throw new Error('No menu is open')
  const across = Math.max(menu.x - button.x - button.width, button.x - menu.x - menu.width, 0)
  const down = Math.max(menu.y - button.y - button.height, button.y - menu.y - menu.height, 0)
  return Math.max(across, down)
}

const boxOf = async (button: Locator) => {
  const box = await button.boundingBox()
  if (box === null) throw new Error('The button is in view')
  return box
}
const focused = () =>
  studio.page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('aria-label') ?? '')

test('the menu of a row under the pointer opens beside its button, and the row has the focus afterwards', async () => {
  const { editor, page } = studio
  await editor.openExample()
  for (const [number, size] of [
    [2, { width: 1440, height: 900 }],
    [3, { width: 1024, height: 700 }],
  ] as const) {
    await page.setViewportSize(size)
    await editor.item(number).hover()
    const more = editor.button(`More for block ${number}`)
    const box = await boxOf(more)
    await more.click()
    await page.getByRole('menu').waitFor()
    expect(await distanceOf(box)).toBeLessThan(20)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(focused).toMatch(new RegExp(`^Block ${number}\\b`))
  }
})

test('activating a button of a row by keyboard selects the block of that row', async () => {
  const { editor, page } = studio
  await editor.newStory('The first words.', 'The second words.')
  await editor.clip(1).click()
  await editor.button('No character, character of block 2').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await expect.poll(() => editor.item(2).locator('[data-chosen]').count()).toBe(1)
})

test('the menu for the number of readings of a block closes after a choice', async () => {
  const { editor, page } = studio
  await editor.newStory('The first words.')
  await editor.clip(1).click()
  await editor.inspector.getByRole('button', { name: /^How often/ }).click()
  await page.getByRole('menuitemradio').nth(1).click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
})

test('Enter moves the focus from the title of the story or a chapter to a row, where keys are commands', async () => {
  const { editor, page } = studio
  await editor.newStory('The first words.')
  await page.getByRole('textbox', { name: 'Title of the story' }).fill('Eleven Times')
  await page.keyboard.press('Enter')
  await page.keyboard.press('c')
  await editor.dialog('Cast').waitFor()
  await page.keyboard.press('Escape')
  await editor.dialog('Cast').waitFor({ state: 'detached' })
  expect(await page.getByRole('textbox', { name: 'Title of the story' }).inputValue()).toBe('Eleven Times')
  await editor.button('Add chapter').click()
  await page.keyboard.type('The first')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('input'))).toBe(false)
})
