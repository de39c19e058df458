import { beforeEach, expect, test } from 'vitest'
import { drag, dragByTouch, dragTo, pointIn } from './support/drag.ts'
import { useStudio } from './support/studio.ts'
import { long } from '../support/tags.ts'

const studio = useStudio({ hasTouch: true })
const [ONE, TWO, THREE, FOUR] = [
  'One: a clip that is long enough to be seen.',
  'Two: a clip that is long enough to be seen.',
  'Three: a clip that is long enough to be seen.',
  'Four: a clip that is long enough to be seen.',
] as const

beforeEach(() => studio.editor.newStory(ONE, TWO, THREE, FOUR))

/** Undoes the one edit of a step, so that the next begins with the blocks in their order. */
async function undoStep(): Promise<void> {
  const { editor } = studio
  await editor.undo()
  await editor.expectTexts(ONE, TWO, THREE, FOUR)
}

test(
  'blocks are moved in the script by mouse, finger and keys, and each move can be undone and redone',
  long,
  async () => {
    const { editor, page } = studio

    // Escape leaves a dragged block where it was.
    const held = await dragTo(page, await pointIn(editor.handle(1)), await pointIn(editor.item(3)))
    await editor.announced(/^Would become block/)
    await page.keyboard.press('Escape')
    await held.drop()
    await editor.announced('Left where it was.')
    await editor.expectTexts(ONE, TWO, THREE, FOUR)
    expect(await editor.button('Redo').isDisabled()).toBe(true)

    // The mouse moves a block down and up.
    await drag(page, await pointIn(editor.handle(1)), await pointIn(editor.item(3), 0.5, 0.8))
    await editor.expectTexts(TWO, THREE, ONE, FOUR)
    await editor.announced('Now block 3 of 4.')
    await drag(page, await pointIn(editor.handle(4)), await pointIn(editor.item(1), 0.5, 0.2))
    await editor.expectTexts(FOUR, TWO, THREE, ONE)
    await editor.undo()
    await editor.expectTexts(TWO, THREE, ONE, FOUR)
    await editor.undo()
    await editor.expectTexts(ONE, TWO, THREE, FOUR)
    await editor.redo()
    await editor.redo()
    await editor.expectTexts(FOUR, TWO, THREE, ONE)
    await editor.undo()
    await undoStep()

    // A block that is dropped immediately goes to where it was dropped.
    await editor.handle(1).dragTo(editor.item(3), { targetPosition: { x: 200, y: 36 } })
    await editor.expectTexts(TWO, THREE, ONE, FOUR)
    await undoStep()

    // A finger moves a block after a long press.
    await dragByTouch(page, await pointIn(editor.handle(1)), await pointIn(editor.item(3), 0.5, 0.8), () =>
      editor.announced('Picked up block 1 of 4.'),
    )
    await editor.expectTexts(TWO, THREE, ONE, FOUR)
    await undoStep()

    // All chosen blocks move together.
    await editor.clickRow(1)
    await editor.clickRow(2, 'Shift')
    await editor.inspector.getByText('2 blocks selected').waitFor()
    await drag(page, await pointIn(editor.handle(2)), await pointIn(editor.item(4), 0.5, 0.9))
    await editor.expectTexts(THREE, FOUR, ONE, TWO)
    await undoStep()
  },
)

test(
  'the keyboard moves a block in the script and announces its place, as fast as keys are pressed, even while its text is being edited',
  long,
  async () => {
    const { editor, page } = studio
    await editor.handle(1).focus()
    await page.keyboard.press('Space')
    await editor.announced('Picked up block 1 of 4.')
    await page.keyboard.press('ArrowDown')
    await editor.announced('Would become block 2 of 4.')
    await page.keyboard.press('ArrowDown')
    await editor.announced('Would become block 3 of 4.')
    await page.keyboard.press('Space')
    await editor.announced('Now block 3 of 4.')
    await editor.expectTexts(TWO, THREE, ONE, FOUR)

    await editor.handle(2).focus()
    await page.keyboard.press('Space')
    await editor.announced('Picked up block 2 of 4.')
    await page.keyboard.press('ArrowUp')
    await editor.announced('Would become block 1 of 4.')
    await page.keyboard.press('Escape')
    await editor.announced('Left where it was.')
    await editor.expectTexts(TWO, THREE, ONE, FOUR)
    await undoStep()

    // Keys pressed faster than the page is drawn.
    const moved = [
      [TWO, THREE, ONE, FOUR],
      [THREE, ONE, TWO, FOUR],
      [ONE, TWO, THREE, FOUR],
    ] as const
    for (const texts of moved) {
      await editor.handle(1).focus()
      for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key)
      await editor.expectTexts(...texts)
      await expect.poll(() => editor.handle(3).evaluate((each) => each === document.activeElement)).toBe(true)
    }

    await editor.placeCursor(1)
    await page.keyboard.press('Alt+ArrowDown')
    await editor.expectTexts(TWO, ONE, THREE, FOUR)
    await page.keyboard.type('!')
    await editor.expectTexts(TWO, `${ONE}!`, THREE, FOUR)
  },
)

test('clips are moved on the timeline by mouse, finger and keys', long, async () => {
  const { editor, page } = studio
  await expect.poll(editor.clips).toHaveLength(4)
  const before = await editor.clips()
  /** The timeline may be drawn later than the script. */
  const areBack = () => expect.poll(editor.clips).toEqual(before)

  // Escape leaves a dragged clip where it was.
  const held = await dragTo(page, await pointIn(editor.clip(1)), await pointIn(editor.clip(3), 0.8))
  await editor.announced('Picked up block 1.')
  await page.keyboard.press('Escape')
  await held.drop()
  await editor.announced('Everything is where it was.')
  await editor.expectTexts(ONE, TWO, THREE, FOUR)
  await areBack()

  // The mouse moves a clip.
  await drag(page, await pointIn(editor.clip(1)), await pointIn(editor.clip(3), 0.8))
  await editor.expectTexts(TWO, THREE, ONE, FOUR)
  await expect.poll(editor.clips).not.toEqual(before)
  await drag(page, await pointIn(editor.clip(3)), await pointIn(editor.clip(1), 0.2))
  await editor.expectTexts(ONE, TWO, THREE, FOUR)
  await editor.undo()
  await editor.expectTexts(TWO, THREE, ONE, FOUR)
  await undoStep()
  await areBack()

  // A clip that is dropped immediately goes to where it was dropped.
  await editor.clip(1).dragTo(editor.clip(3), { targetPosition: { x: 80, y: 30 } })
  await editor.expectTexts(TWO, THREE, ONE, FOUR)
  await undoStep()
  await areBack()

  // The keyboard moves a clip and announces its place, and Escape cancels.
  await editor.clip(1).focus()
  await page.keyboard.press('m')
  await editor.announced('Picked up block 1.')
  await page.keyboard.press('ArrowRight')
  await editor.announced('After block 2.')
  await page.keyboard.press('ArrowRight')
  await editor.announced('After block 3.')
  await page.keyboard.press('Space')
  await editor.announced('Put down. It is block 3 now.')
  await editor.expectTexts(TWO, THREE, ONE, FOUR)

  await editor.clip(1).focus()
  await page.keyboard.press('m')
  await editor.announced('Picked up block 1.')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await editor.announced('Everything is where it was.')
  await editor.expectTexts(TWO, THREE, ONE, FOUR)
  await undoStep()
  await areBack()

  // A finger moves a clip after a long press.
  await dragByTouch(page, await pointIn(editor.clip(1)), await pointIn(editor.clip(3), 0.8), () =>
    editor.announced('Picked up block 1.'),
  )
  await editor.expectTexts(TWO, THREE, ONE, FOUR)
  await undoStep() // the page has not gone back in its history
})
