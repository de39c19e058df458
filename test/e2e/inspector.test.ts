import { beforeEach, expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

beforeEach(() => studio.editor.newStory('A first block.', 'A second block.'))

/** Makes an edit, then takes it back and does it again, and compares everything that is seen. */
async function expectUndoable(edit: () => Promise<void>, isDone: () => Promise<unknown>): Promise<void> {
  const { editor } = studio
  const before = await editor.snapshot()
  await edit()
  await isDone()
  const after = await editor.snapshot()
  expect(after).not.toEqual(before)
  await editor.undo()
  await expect.poll(() => editor.snapshot()).toEqual(before)
  await editor.redo()
  await expect.poll(() => editor.snapshot()).toEqual(after)
}

test('the voice is chosen by typing, and undone', async () => {
  const { editor } = studio
  const voice = editor.field('combobox', 'Voice')
  await expectUndoable(
    () => editor.chooseOption(voice, 'Onyx'),
    () => editor.item(1).getByText('Onyx').waitFor(),
  )
  expect(await voice.inputValue()).toContain('Onyx')
  expect(await editor.item(2).getByText('Onyx').count()).toBe(0)
})

test('the model is chosen with the arrow keys, and undone', async () => {
  const { editor, page } = studio
  await expectUndoable(
    async () => {
      await editor.model('tts-1').focus()
      await page.keyboard.press('ArrowRight')
    },
    () => editor.item(1).getByText('tts-1-hd').waitFor(),
  )
  expect(await editor.model('tts-1-hd').isChecked()).toBe(true)
})

test('the speed is set by keys, between 1 and 4, and undone', async () => {
  const { editor, page } = studio
  const speed = editor.field('slider', 'Speed')
  await expectUndoable(
    async () => {
      await speed.focus()
      for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight')
    },
    () => editor.item(1).getByText('1.25×').waitFor(),
  )
  await speed.focus()
  await page.keyboard.press('End')
  await editor.item(1).getByText('4.0×').waitFor()
  expect(await speed.inputValue()).toBe('4')
})

test('silence and duration are typed in seconds, decimals and all, and undone', async () => {
  const { editor } = studio
  const silence = editor.field('spinbutton', 'Silence before')
  const duration = editor.field('spinbutton', 'Duration')
  await expectUndoable(
    async () => {
      await silence.selectText()
      await silence.pressSequentially('1.5')
    },
    () => editor.script.getByText('1.5 s silence').waitFor(),
  )
  expect(await silence.inputValue()).toBe('1.5')
  await expectUndoable(
    async () => {
      await duration.selectText()
      await duration.pressSequentially('12.25')
    },
    () => expect.poll(() => editor.clip(1).getAttribute('aria-label')).toContain('about 12.3 s'),
  )
  expect(await duration.inputValue()).toBe('12.25')
  await duration.fill('')
  await expect.poll(() => editor.clip(1).getAttribute('aria-label')).not.toContain('12.3')
})

test('any word is taken as an emotion, and said to be for the emotion model only', async () => {
  const { editor, page } = studio
  const emotion = editor.field('combobox', 'Emotion')
  await editor.inspector.getByText('emotion model only').waitFor()
  await editor.model('emotion').focus()
  await page.keyboard.press('Space')
  await expectUndoable(
    async () => {
      await emotion.fill('mischievous')
      await emotion.press('Tab')
      await page.keyboard.press('Escape') // the next field's list opened, which hides the rest from a screen reader
    },
    () => editor.item(1).getByText('emotion · mischievous').waitFor(),
  )
})

test('a block inherits from its character what it does not override', async () => {
  const { editor, page } = studio
  await editor.outline.getByRole('tab', { name: 'Cast' }).click()
  await editor.outline.getByRole('button', { name: 'Add character' }).click()
  await editor.outline.getByRole('textbox', { name: 'Name' }).fill('Wolf')
  await editor.chooseOption(editor.outline.getByRole('combobox', { name: 'Voice' }), 'Echo')
  await editor.item(1).getByText('#1').click()
  await expectUndoable(
    () => editor.chooseOption(editor.field('combobox', 'Character'), 'Wolf'),
    () => editor.item(1).getByText('Wolf').waitFor(),
  )
  await editor.item(1).getByText('Echo').waitFor()
  await editor.chooseOption(editor.field('combobox', 'Voice'), 'Onyx')
  await editor.item(1).getByText('Onyx').waitFor()
  await page.getByRole('button', { name: 'Speak as Wolf does' }).click()
  await editor.item(1).getByText('Echo').waitFor()
})

test('what is set goes to all chosen blocks as one edit', async () => {
  const { editor } = studio
  await editor.item(1).getByText('#1').click()
  await editor
    .item(2)
    .getByText('#2')
    .click({ modifiers: ['Control'] })
  await editor.inspector.getByText('2 blocks chosen').waitFor()
  await editor.chooseOption(editor.field('combobox', 'Voice'), 'Shimmer')
  for (const number of [1, 2]) await editor.item(number).getByText('Shimmer').waitFor()
  await editor.undo()
  for (const number of [1, 2]) await editor.item(number).getByText('Shimmer').waitFor({ state: 'detached' })
})
