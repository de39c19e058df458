// @module-tag long
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { soundingIn } from './support/sound.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

/** Presses Tab until an element has the focus. */
async function tabTo(element: Locator): Promise<void> {
  const { page } = studio
  // An open list of choices hides everything else from roles: the element is looked up once.
  const handle = await element.elementHandle()
  for (let presses = 0; presses < 40; presses += 1) {
    if (await handle.evaluate((each) => each === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach the element')
}

test('characters get notes, are merged and are selected by keyboard alone, on an accessible page', async () => {
  const { editor, page } = studio
  await editor.openExample()
  await editor.text(1).focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  const cast = editor.dialog('Cast')
  const row = (name: string) => cast.getByRole('row', { name, exact: true })
  const focused = (element: Locator) => element.and(page.locator(':focus')).waitFor()
  await focused(row('Narrator'))
  await expectAccessible(page, 'Cast')
  const box = await cast.boundingBox()
  const messages = await page.getByRole('region', { name: 'Messages' }).boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(messages?.y ?? 0)

  // Owl is given a note.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await focused(row('Owl'))
  await page.keyboard.press('Enter')
  const pane = cast.getByRole('region', { name: 'How Owl is spoken' })
  await focused(pane.getByRole('textbox', { name: 'Name' }))
  await tabTo(pane.getByRole('textbox', { name: 'Notes' }))
  await page.keyboard.type('Knows everybody.')

  // Two voices read lines of Owl in turn, and nothing in the story changes.
  await tabTo(pane.getByRole('button', { name: 'Voice', exact: true }))
  await page.keyboard.press('Enter')
  const picker = editor.dialog('A voice for Owl')
  await picker.getByText('Line 1 of 5').waitFor()
  await focused(picker.getByRole('searchbox'))
  await page.keyboard.type('deep')
  await picker.getByText('1 of 175 voices').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await picker.getByText('Line 2 of 5').waitFor()
  await picker.getByRole('button', { name: 'Stop Onyx' }).first().waitFor()
  await expect.poll(() => soundingIn(page)).toBeDefined()
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'detached' })

  // Fox and Owl become one, with the name and the voice of Fox.
  await tabTo(pane.getByRole('button', { name: 'Merge with another…' }))
  await page.keyboard.press('Enter')
  const merging = editor.dialog('Merge two characters')
  await tabTo(merging.getByRole('combobox', { name: 'Other character' }))
  await page.keyboard.type('Fox')
  await page.getByRole('option', { name: 'Fox' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await merging.getByText('5 blocks of Owl go to Fox, and notes and lexicon follow.').waitFor()
  await expectAccessible(page, 'Merging two characters')
  await tabTo(merging.getByRole('button', { name: 'Merge', exact: true }))
  await page.keyboard.press('Enter')
  await merging.waitFor({ state: 'detached' })
  await row('Owl').waitFor({ state: 'detached' })
  const fox = cast.getByRole('region', { name: 'How Fox is spoken' })
  await expect.poll(() => fox.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Knows everybody.')

  // All their blocks are selected, and one undo separates them again.
  await tabTo(fox.getByRole('button', { name: 'Select its blocks' }))
  await page.keyboard.press('Enter')
  await cast.waitFor({ state: 'detached' })
  await editor.inspector.getByText('11 blocks selected').waitFor()
  await page.keyboard.press('Control+z')
  await editor.outline.getByRole('button', { name: /^Owl/ }).waitFor()
})
