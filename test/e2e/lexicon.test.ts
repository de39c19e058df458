// @module-tag long
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { soundingIn } from './support/sound.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

// test/renderer/lexicon tests the parts of the panel; here it is used by keyboard alone in a real browser, with a real voice.
test('a word is added, played, saved and removed by keyboard', async () => {
  const { editor, page } = studio
  const { keyboard } = page
  await editor.newStory(
    'The ferry at Saltmarsh ran twice a day. Nobody waited.',
    'A gull walked along the rail.',
  )
  await editor.placeCursor(1)
  await keyboard.press('Control+Enter')
  for (const number of [1, 2]) await editor.state(number, 'Rendered').waitFor()

  await editor.placeCursor(1, 'The ferry at Salt'.length)
  await keyboard.press('Alt+l')
  const lexicon = page.getByRole('region', { name: 'Lexicon' })
  const sayItAs = lexicon.getByRole('textbox', { name: 'Say it as' })
  await expect.poll(() => sayItAs.evaluate((field) => field === document.activeElement)).toBe(true)
  await keyboard.type('SAWLT-marsh')
  await lexicon.getByText('1 match in 1 block').waitFor()
  await expect.poll(() => editor.item(1).locator('mark').allTextContents()).toEqual(['Saltmarsh'])
  await lexicon.getByRole('definition').filter({ hasText: '1 block' }).waitFor()
  await expectAccessible(page, 'lexicon')

  await lexicon.getByRole('button', { name: 'New: hear it as “SAWLT-marsh”' }).focus()
  await keyboard.press('Enter')
  await expect.poll(() => soundingIn(page)).toBeDefined()
  await editor.state(1, 'Rendered').waitFor()
  expect(await editor.text(1).inputValue()).toBe('The ferry at Saltmarsh ran twice a day. Nobody waited.')

  await sayItAs.focus()
  await keyboard.press('Enter')
  await editor.state(1, 'Changed').waitFor()
  await editor.state(2, 'Rendered').waitFor()
  await lexicon.getByRole('row', { name: 'Saltmarsh, said as SAWLT-marsh' }).waitFor()
  await keyboard.press('Control+z')
  await editor.state(1, 'Rendered').waitFor()
  await lexicon.getByText('No words yet.').waitFor()
  await lexicon.getByRole('button', { name: 'Close' }).focus()
  await keyboard.press('Enter')
  await editor.inspector.waitFor()
})

test('in a narrow window, the lexicon opens over the script with the focus in the spoken form', async () => {
  const { editor, page } = studio
  await editor.newStory('The ferry at Saltmarsh ran twice a day.')
  await page.setViewportSize({ width: 1024, height: 700 })
  await editor.placeCursor(1, 'The ferry at Salt'.length)
  await page.keyboard.press('Alt+l')
  const lexicon = page.getByRole('region', { name: 'Lexicon' })
  await lexicon.getByRole('textbox', { name: 'Say it as' }).and(page.locator(':focus')).waitFor()
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await page.keyboard.type('SAWLT-marsh')
  await page.keyboard.press('Enter')
  await lexicon.getByRole('row', { name: 'Saltmarsh, said as SAWLT-marsh' }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a word that is spoken differently is shown under the pointer, and can be changed from there', async () => {
  const { editor, page } = studio
  await editor.newStory('Dr. Quill came.')
  const box = await editor.text(1).boundingBox()
  if (box === null) throw new Error('The text is on the screen')
  await page.mouse.move(box.x + 10, box.y + 12)
  await expect.poll(() => editor.item(1).locator('mark').allTextContents()).toEqual(['Dr.'])
  await editor.item(1).getByText('Said as “Doctor”').waitFor()
  await page.getByRole('button', { name: 'Say it as…' }).click()
  const lexicon = page.getByRole('region', { name: 'Lexicon' })
  await expect.poll(() => lexicon.getByRole('textbox', { name: 'Say it as' }).inputValue()).toBe('Doctor')

  // By keyboard, from the word at the cursor.
  await lexicon.getByRole('button', { name: 'Close' }).click()
  await editor.placeCursor(1, 1)
  await page.keyboard.press('Alt+l')
  await expect.poll(() => lexicon.getByRole('textbox', { name: 'Say it as' }).inputValue()).toBe('Doctor')
})
