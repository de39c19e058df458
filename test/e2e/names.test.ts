import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'
import { long } from '../support/tags.ts'

const studio = useStudio()

/** The accessible names on which external tests rely too: each matches exactly once, even in a loose query. */
async function expectStableNames(): Promise<void> {
  const { page, editor } = studio
  for (const name of ['Script', 'Timeline', 'Inspector', 'Outline']) {
    await page.getByRole('region', { name }).first().waitFor() // the panels come after the script
    expect(await page.getByRole('region', { name }).count(), name).toBe(1)
  }
  for (const name of [
    'Add block',
    'Render story',
    'Export',
    'Undo',
    'Redo',
    'Play story',
    'Move block 2',
    'Play block 2',
  ]) {
    await page.getByRole('button', { name, exact: true }).first().waitFor()
    expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(1)
  }
  const blocks = page.getByRole('list', { name: 'Blocks' })
  expect(await blocks.count()).toBe(1)
  const items = blocks.getByRole('listitem')
  const texts = blocks.getByRole('textbox', { name: /^Text of block \d+$/ })
  expect(await items.count()).toBe(await texts.count())
  expect(await page.getByRole('textbox', { name: 'Text of block 2', exact: true }).count()).toBe(1)
  for (const [role, name] of [
    ['button', 'Voice'],
    ['slider', 'Speed'],
    ['radiogroup', 'Model'],
    ['spinbutton', 'Silence before'],
    ['spinbutton', 'Duration'],
  ] as const) {
    expect(await editor.inspector.getByRole(role, { name }).count(), name).toBe(1)
    expect(await page.getByRole(role, { name, exact: true }).count(), name).toBe(1)
  }
  for (const name of ['Silence before', 'Duration']) {
    expect(await page.getByLabel(name, { exact: true }).count(), name).toBe(1)
  }
}

test('every accessible name that other tests rely on occurs once in the example', async () => {
  await studio.editor.openExample()
  await expectStableNames()
})

test('every accessible name that other tests rely on occurs once in a new story', long, async () => {
  await studio.editor.newStory('One.', 'Two.')
  await expectStableNames()
})
