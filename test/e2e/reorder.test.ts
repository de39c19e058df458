import { beforeEach, describe, expect, test } from 'vitest'
import { drag, dragByTouch, dragTo, pointIn } from './support/drag.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio({ hasTouch: true })
const [ONE, TWO, THREE, FOUR] = [
  'One: a clip that is long enough to be seen.',
  'Two: a clip that is long enough to be seen.',
  'Three: a clip that is long enough to be seen.',
  'Four: a clip that is long enough to be seen.',
] as const

beforeEach(() => studio.editor.newStory(ONE, TWO, THREE, FOUR))

describe('in the script', () => {
  test('the mouse moves a block down and up; undo and redo take it back and do it again', async () => {
    const { editor, page } = studio
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
  })

  test('a block that is dropped in the same breath goes to where it was dropped', async () => {
    const { editor } = studio
    await editor.handle(1).dragTo(editor.item(3), { targetPosition: { x: 200, y: 36 } })
    await editor.expectTexts(TWO, THREE, ONE, FOUR)
  })

  test('Escape leaves a dragged block where it was', async () => {
    const { editor, page } = studio
    const held = await dragTo(page, await pointIn(editor.handle(1)), await pointIn(editor.item(3)))
    await editor.announced(/^Would become block/)
    await page.keyboard.press('Escape')
    await held.drop()
    await editor.announced('Left where it was.')
    await editor.expectTexts(ONE, TWO, THREE, FOUR)
    expect(await editor.button('Redo').isDisabled()).toBe(true)
  })

  test('a finger moves a block after a long press', async () => {
    const { editor, page } = studio
    await dragByTouch(page, await pointIn(editor.handle(1)), await pointIn(editor.item(3), 0.5, 0.8), () =>
      editor.announced('Picked up block 1 of 4.'),
    )
    await editor.expectTexts(TWO, THREE, ONE, FOUR)
  })

  test('the keyboard moves a block, tells where it is, and Escape cancels', async () => {
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
  })

  test('keys pressed faster than the page is drawn move a block as far', async () => {
    const { editor, page } = studio
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
  })

  test('Alt with the arrow keys moves a block while its text is being written', async () => {
    const { editor, page } = studio
    await editor.placeCursor(1)
    await page.keyboard.press('Alt+ArrowDown')
    await editor.expectTexts(TWO, ONE, THREE, FOUR)
    await page.keyboard.type('!')
    await editor.expectTexts(TWO, `${ONE}!`, THREE, FOUR)
  })

  test('all chosen blocks move together', async () => {
    const { editor, page } = studio
    await editor.clickRow(1)
    await editor.clickRow(2, 'Shift')
    await editor.inspector.getByText('2 blocks selected').waitFor()
    await drag(page, await pointIn(editor.handle(2)), await pointIn(editor.item(4), 0.5, 0.9))
    await editor.expectTexts(THREE, FOUR, ONE, TWO)
    await editor.undo()
    await editor.expectTexts(ONE, TWO, THREE, FOUR)
  })
})

describe('on the timeline', () => {
  test('the mouse moves a clip', async () => {
    const { editor, page } = studio
    const before = await editor.clips()
    await drag(page, await pointIn(editor.clip(1)), await pointIn(editor.clip(3), 0.8))
    await editor.expectTexts(TWO, THREE, ONE, FOUR)
    await expect.poll(editor.clips).not.toEqual(before) // the timeline may be drawn later than the script
    await drag(page, await pointIn(editor.clip(3)), await pointIn(editor.clip(1), 0.2))
    await editor.expectTexts(ONE, TWO, THREE, FOUR)
    await editor.undo()
    await editor.expectTexts(TWO, THREE, ONE, FOUR)
  })

  test('a clip that is dropped in the same breath goes to where it was dropped', async () => {
    const { editor } = studio
    await editor.clip(1).dragTo(editor.clip(3), { targetPosition: { x: 80, y: 30 } })
    await editor.expectTexts(TWO, THREE, ONE, FOUR)
  })

  test('Escape leaves a dragged clip where it was', async () => {
    const { editor, page } = studio
    const held = await dragTo(page, await pointIn(editor.clip(1)), await pointIn(editor.clip(3), 0.8))
    await editor.announced('Picked up block 1.')
    await page.keyboard.press('Escape')
    await held.drop()
    await editor.announced('Everything is where it was.')
    await editor.expectTexts(ONE, TWO, THREE, FOUR)
  })

  test('a finger moves a clip after a long press', async () => {
    const { editor, page } = studio
    await dragByTouch(page, await pointIn(editor.clip(1)), await pointIn(editor.clip(3), 0.8), () =>
      editor.announced('Picked up block 1.'),
    )
    await editor.expectTexts(TWO, THREE, ONE, FOUR)
  })

  test('the keyboard moves a clip, tells where it is, and Escape cancels', async () => {
    const { editor, page } = studio
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
  })
})
