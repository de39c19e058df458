// @module-tag long
import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

// test/renderer/inspector tests the fields one by one; here a real browser types, and the host saves.
test('a setting of the inspector appears in the script, is saved to disk, and can be undone', async () => {
  const { editor, page } = studio
  await editor.newStory('A first block.', 'A second block.')
  const initial = await editor.snapshot()
  await editor.chooseVoice('Onyx')
  await editor.item(1).getByText('Onyx').waitFor()
  await editor.model('Standard').focus()
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('ArrowRight')
  await editor.field('slider', 'Speed').focus()
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight')
  await editor.item(1).getByText('1.25×').waitFor()
  await editor.field('spinbutton', 'Silence before').selectText()
  await editor.field('spinbutton', 'Silence before').pressSequentially('1.5')
  await expect.poll(() => editor.pause(1).inputValue()).toBe('1.5')
  await editor.field('spinbutton', 'Duration').pressSequentially('12.25')
  await expect.poll(() => editor.clip(1).getAttribute('aria-label')).toContain('about 12.3 s')
  const emotion = editor.field('combobox', 'Emotion')
  await emotion.fill('mischievous')
  await emotion.press('Tab')
  await page.keyboard.press('Escape') // the next field's list is open, which hides the rest from a screen reader
  await editor.item(1).getByText('mischievous').waitFor()
  expect(await editor.item(2).getByText('Onyx').count()).toBe(0)

  await editor.saved()
  const changed = await editor.snapshot()
  await page.reload()
  await expect.poll(() => editor.snapshot()).toEqual(changed)
  expect(await editor.inspector.getByText('Onyx', { exact: true }).count()).toBe(1)
  expect(await editor.model('Expressive').isChecked()).toBe(true)
  expect(await editor.field('slider', 'Speed').inputValue()).toBe('1.25')
  expect(await emotion.inputValue()).toBe('mischievous')

  await editor.field('slider', 'Speed').focus()
  await page.keyboard.press('End')
  await editor.item(1).getByText('4.0×').waitFor()
  await editor.undo()
  await expect.poll(() => editor.snapshot()).toEqual(changed)
  expect(changed).not.toEqual(initial)
})

test('selected blocks are changed together in one edit', async () => {
  const { editor } = studio
  await editor.newStory('A first block.', 'A second block.')
  await editor.clickRow(1)
  await editor.clickRow(2, 'Control')
  await editor.inspector.getByText('2 blocks selected').waitFor()
  await editor.chooseVoice('Shimmer')
  for (const number of [1, 2]) await editor.item(number).getByText('Shimmer').waitFor()
  await editor.undo()
  for (const number of [1, 2]) await editor.item(number).getByText('Shimmer').waitFor({ state: 'detached' })
})
