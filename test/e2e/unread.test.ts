// @module-tag long
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ bypassCSP: true })

test('a text that the voice cannot read is rendered with a voice that can, by keyboard alone', async () => {
  const { editor, page } = studio
  await editor.newStory('היה היה פעם', 'Once upon a time.')
  const warning = editor.inspector.getByRole('note').filter({ hasText: 'cannot read' })
  await warning.getByText('cannot read Hebrew letters').waitFor()
  await expectAccessible(page, 'a voice that cannot read a block')
  await editor.button('Render story').press('Enter')
  const question = editor.dialog('Voices that cannot read their blocks')
  await question.getByText(/^Block 1: Alloy cannot read Hebrew letters/).waitFor()
  expect(await question.getByRole('combobox', { name: 'Voice for Hebrew letters' }).inputValue()).toBe(
    'Hebrew',
  )
  await expectAccessible(page, 'the question about voices')
  await page.keyboard.press('Enter') // the button that has the focus
  await page.getByText('The story is rendered.').waitFor({ timeout: 60_000 })
  await editor.inspector.getByText('Hebrew', { exact: true }).waitFor()
  await warning.waitFor({ state: 'detached' })
  await editor.undo()
  await warning.waitFor()
})
