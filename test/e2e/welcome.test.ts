import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { useStudio } from './support/studio.ts'
import { long } from '../support/tags.ts'

const studio = useStudio({
  hasOwnHost: true,
  bypassCSP: true,
  permissions: ['clipboard-read', 'clipboard-write'],
})

test('by keyboard: a text is pasted, becomes a story, is renamed among the recent stories, and is opened again', async () => {
  const { editor, page } = studio
  await page.evaluate(() =>
    navigator.clipboard.writeText('# The Ferry\n\nIt ran twice a day.\n\nThen the tide came.'),
  )
  await page.keyboard.press('Control+v')
  await editor.text(1).waitFor()
  expect(await page.getByRole('textbox', { name: 'Title of the story' }).inputValue()).toBe('The Ferry')
  await editor.expectTexts('It ran twice a day.', 'Then the tide came.')
  await editor.button('Close story').click()

  const row = (name: string) => page.getByRole('row', { name, exact: true })
  await row('The Ferry').getByText('It ran twice a day.').waitFor()
  await row('The Ferry')
    .getByText(/1 chapter · 2 blocks/)
    .waitFor()
  await row('The Ferry').focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Title of the story' }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('The Crossing')
  await page.keyboard.press('Enter')
  await row('The Crossing').waitFor()
  await expectAccessible(page, 'welcome with a story')
  await row('The Crossing').focus()
  await page.keyboard.press('Enter')
  await editor.expectTexts('It ran twice a day.', 'Then the tide came.')
})

test('by mouse: typed words become a story, which the menu of its card deletes', long, async () => {
  const { editor, page } = studio
  await page.getByRole('textbox', { name: 'Text for a new story' }).fill('Once upon a time.')
  await editor.button('New story').click()
  await editor.expectTexts('Once upon a time.')
  await editor.button('Close story').click()
  await page.getByRole('row', { name: 'Untitled story' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete draft…' }).waitFor()
  await expectAccessible(page, 'menu of a recent story', '[role=menu]')
  await page.getByRole('menuitem', { name: 'Delete draft…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft', exact: true }).click()
  await page.getByRole('region', { name: 'Deleted drafts' }).getByText('Untitled story').waitFor()
})

test('a text file that is dropped anywhere on the page becomes a story', long, async () => {
  const { editor, page } = studio
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['Dropped words.'], 'Dropped.txt', { type: 'text/plain' }))
    return data
  })
  await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped })
  await editor.makeStory()
  await editor.expectTexts('Dropped words.')
})
