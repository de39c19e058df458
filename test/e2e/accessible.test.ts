// @module-tag long
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { useStudio } from './support/studio.ts'

// axe adds styles of its own, which the page's policy would block.
const studio = useStudio({ hasOwnHost: true, bypassCSP: true })

test('the welcome screen is accessible without and with recent stories', async () => {
  const { editor, page } = studio
  await expectAccessible(page, 'first welcome')
  await editor.newStory('A story to go back to.')
  await editor.button('Close story').click()
  await page.getByRole('row', { name: 'Untitled story' }).waitFor()
  await expectAccessible(page, 'welcome')
  const choose = async (entry: string) => {
    await page.getByRole('button', { name: 'More about Untitled story' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await choose('Tags…')
  await page.getByRole('textbox', { name: 'Tags' }).fill('autumn, for children')
  await page.keyboard.press('Enter')
  await page.getByRole('row').getByText('for children').waitFor()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expectAccessible(page, 'recent stories with tags, as a list')
  await choose('Delete draft…')
  await expectAccessible(page, 'the question before a draft is deleted')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft', exact: true }).click()
  await page.getByRole('region', { name: 'Deleted drafts' }).waitFor()
  await expectAccessible(page, 'a deleted draft')
})

test('the example is accessible before, during and after its render, with its notices', async () => {
  const { editor, page } = studio
  await editor.openExample()
  await expectAccessible(page, 'before the render')
  await editor.render()
  await expectAccessible(page, 'after the render, with a note')
  await editor.state(1, 'Rendered').waitFor() // a narrow window shows no waveform
  await editor.text(1).fill('x'.repeat(10_001))
  await editor.button('Render story').click()
  await page.getByRole('alert').waitFor()
  await expectAccessible(page, 'a block that is too long, with an error')
})

test('the cast, several selected blocks, the voice picker, an open list of characters and the menu are accessible', async () => {
  const { editor, page } = studio
  await editor.openExample()
  await editor.outline.getByRole('button', { name: /^Fox/ }).click()
  await editor.outline.getByRole('button', { name: 'Voice', exact: true }).waitFor()
  const models = editor.outline.getByRole('radiogroup', { name: 'Model' })
  const [all, last] = [await models.boundingBox(), await models.getByText('Expressive').boundingBox()]
  expect((last?.x ?? Infinity) + (last?.width ?? 0)).toBeLessThanOrEqual((all?.x ?? 0) + (all?.width ?? 0))
  await expectAccessible(page, 'cast')
  await editor.clickRow(1)
  await editor.field('button', 'Voice').click()
  await page.getByRole('row', { selected: true }).waitFor()
  await expectAccessible(page, 'voice picker')
  await page.keyboard.press('Escape')
  await editor.clickRow(1)
  await editor.clickRow(3, 'Shift')
  await editor.inspector.getByText('3 blocks selected').waitFor()
  await expectAccessible(page, 'several blocks')
  // While the list is open, React Aria takes the rest of the page out of the accessibility tree; leaving the field, and a picture
  // in a window of another size, closes it.
  for (const [name, part] of [
    ['list of characters', '[role=listbox]'],
    ['field of characters', '[role=combobox][aria-expanded=true]'],
  ] as const) {
    await editor.button('Show suggestions Character').click()
    await page.getByRole('option').first().waitFor()
    await expectAccessible(page, name, part)
    if ((await page.getByRole('listbox').count()) > 0) await page.keyboard.press('Escape')
  }
  await editor.button('More').click()
  await page.getByRole('menu').waitFor()
  await expectAccessible(page, 'menu')
})

test('a new story and every dialog are accessible', async () => {
  const { editor, page } = studio
  await editor.newStory()
  await expectAccessible(page, 'new story')
  await editor.text(1).fill('A block.')
  await editor.saved()
  await editor.clickRow(1)
  await editor.text(1).blur()
  for (const { name, keys } of [
    { name: 'Open a story or a text', keys: 'Control+o' },
    { name: 'Save a version', keys: 'Control+s' },
    { name: 'Save the story as', keys: 'Control+Shift+S' },
    { name: 'Export the story', keys: 'Control+e' },
    { name: 'Settings', keys: 'Control+,' },
    { name: 'Keyboard shortcuts', keys: '?' },
  ]) {
    await page.keyboard.press(keys)
    await editor.dialog(name).waitFor()
    await expectAccessible(page, name, '[role=dialog]') // everything else is inert then
    await page.keyboard.press('Escape')
    await editor.dialog(name).waitFor({ state: 'detached' })
  }
  await editor.chooseFromMenu('Save a version…')
  await editor.button('Save version').click()
  await editor.notice(/^Saved the version/).waitFor()
  await editor.chooseFromMenu('Versions…')
  await editor.dialog('Versions').getByRole('button', { name: 'Restore' }).waitFor()
  await expectAccessible(page, 'Versions', '[role=dialog]')
  await editor.dialog('Versions').getByRole('button', { name: 'View and compare' }).click()
  await page.getByRole('radio', { name: 'The whole version' }).waitFor()
  await expectAccessible(page, 'a version', '[role=dialog]')
})

test('the wave of a take, notes, storage and the casting of all characters are accessible', async () => {
  const { editor, page } = studio
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const command = async (words: string) => {
    await press('Control+k')
    await page.keyboard.type(words)
    await page.getByRole('menuitem').filter({ visible: true }).first().waitFor()
    await press('Enter')
  }
  await editor.openExample()
  await editor.clickRow(1)
  await press('r')
  await editor.announced('1 new take')
  await command('trim and cut')
  await page.locator('[role=slider][data-ready]').waitFor()
  await expectAccessible(page, 'the sound view', '[role=dialog]')
  await press('Escape')
  await editor.clickRow(1)
  await command('>Notes and marks')
  await expectAccessible(page, 'notes')
  for (const [name, words] of [
    ['Storage', '>Storage'],
    ['Cast voices', '>Cast voices'],
  ] as const) {
    await command(words)
    await editor.dialog(name).waitFor()
    await expectAccessible(page, name, '[role=dialog]')
    await press('Escape')
    await editor.dialog(name).waitFor({ state: 'detached' })
  }
})
