// @module-tag long
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { hiddenControls } from './support/reachable.ts'
import { useStudio } from './support/studio.ts'

// axe adds styles of its own, which the page's policy would block.
const studio = useStudio({ hasOwnHost: true, bypassCSP: true })

const press = async (...keys: string[]) => {
  for (const each of keys) await studio.page.keyboard.press(each)
}
const hasFocus = (name: string) =>
  expect.poll(() => studio.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name)
/** Presses Tab until a control has the focus. */
async function tabTo(name: string): Promise<void> {
  const label = () => studio.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  for (let tabs = 0; tabs < 40 && (await label()) !== name; tabs += 1) await press('Tab')
  await hasFocus(name)
}

test('takes are made, picked, named, compared, deleted and copied to another story by keyboard alone', async () => {
  const { editor, page } = studio
  const list = editor.inspector.getByRole('list', { name: 'Takes of the block' })
  await editor.newStory('It was late.')
  await press('Escape')
  await press('r')
  await editor.announced('1 new take')
  await press('r')
  await list.getByRole('listitem').nth(1).waitFor()
  await list.getByRole('img', { name: 'Take 2 is used' }).waitFor()

  // Picked, named
  const region = () => page.evaluate(() => document.activeElement?.getAttribute('data-region'))
  for (let regions = 0; regions < 6 && (await region()) !== 'inspector'; regions += 1) await press('F6')
  await tabTo('Play Take 2')
  await press('ArrowDown')
  await hasFocus('Play Take 1')
  await press('Tab', 'Enter')
  await list.getByRole('img', { name: 'Take 1 is used' }).waitFor()
  await hasFocus('Play Take 1')
  await press('F2')
  await page.keyboard.type('The tired one')
  await press('Enter')
  await list.getByRole('img', { name: 'The tired one is used' }).waitFor()
  await hasFocus('Play The tired one')
  await expectAccessible(page, 'two takes of a block')

  // A change, and back
  await press('Control+z')
  await list.getByRole('img', { name: 'Take 2 is used' }).waitFor()
  await press('Control+Shift+z')
  await list.getByRole('img', { name: 'The tired one is used' }).waitFor()
  await editor.text(1).fill('It was very late.')
  await list.getByText('Earlier text').nth(1).waitFor()
  await editor.state(1, 'Changed').waitFor()
  await press('Control+z')
  await list.getByRole('img', { name: 'The tired one is used' }).waitFor()
  await editor.state(1, 'Rendered').waitFor()

  // Compared
  await editor.inspector.getByRole('button', { name: 'Compare', exact: true }).press('Enter')
  await hasFocus('Play the comparison')
  await press('Enter')
  await editor.inspector.getByRole('button', { name: 'Stop the comparison' }).waitFor()
  await press('Tab')
  await editor.announced('B: Take 2')
  expect(await editor.inspector.getByRole('radio', { name: 'B', exact: true }).isChecked()).toBe(true)
  await editor.inspector.getByRole('button', { name: 'Stop the comparison' }).waitFor()
  await expectAccessible(page, 'a comparison')
  await press('Escape')
  await editor.inspector
    .getByRole('group', { name: 'Comparison of two takes' })
    .waitFor({ state: 'detached' })

  // Deleted, and restored
  await list.getByRole('button', { name: 'Play Take 2' }).focus()
  await press('Delete')
  await hasFocus('Undo deleting Take 2')
  await press('Enter')
  await list.getByRole('button', { name: 'Play Take 2' }).waitFor()

  // Copied to another story
  await editor.clickRow(1)
  await press('Control+c')
  await editor.announced('Copied one block')
  await press('Control+Alt+N')
  await hasFocus('Text of block 1')
  await expect.poll(() => editor.text(1).inputValue()).toBe('')
  await press('Escape', 'Control+v')
  await editor.announced('2 takes were copied too')
  await list.getByRole('img', { name: 'The tired one is used' }).waitFor()
  await editor.state(1, 'Rendered').waitFor()
})

test('the take of a block is compared, named and deleted by commands of the palette, in a small window too', async () => {
  const { editor, page } = studio
  const list = editor.inspector.getByRole('list', { name: 'Takes of the block' })
  const choose = async (words: string) => {
    await press('Control+k')
    await page.keyboard.type(words)
    await page.getByRole('menuitem', { name: new RegExp(`^${words}`) }).waitFor()
    await press('Enter')
  }
  await editor.newStory('It was late.')
  await press('Escape', 'r')
  await editor.announced('1 new take')
  await choose('Compare takes')
  await page.getByText('A comparison needs two takes').waitFor()
  await editor.clickRow(1)
  await press('r')
  await list.getByRole('img', { name: 'Take 2 is used' }).waitFor()

  await page.setViewportSize({ width: 720, height: 450 })
  await editor.inspector.waitFor({ state: 'detached' })
  await choose('Name the take')
  await hasFocus('Name of Take 2')
  await page.keyboard.type('The tired one')
  await press('Enter')
  await list.getByRole('img', { name: 'The tired one is used' }).waitFor()
  await expectAccessible(page, 'takes in a small window')
  await expect.poll(() => hiddenControls(page, '[data-region=inspector]')).toEqual([])

  await choose('Compare takes')
  await hasFocus('Play the comparison')
  await press('Tab')
  await editor.announced('B: Take 1')
  await expectAccessible(page, 'a comparison in a small window')
  await press('Escape')
  await editor.inspector
    .getByRole('group', { name: 'Comparison of two takes' })
    .waitFor({ state: 'detached' })

  await choose('Delete the take')
  await editor.announced('The tired one is deleted')
  await hasFocus('Undo deleting The tired one')
  await press('Enter')
  await list.getByRole('img', { name: 'The tired one is used' }).waitFor()
})
