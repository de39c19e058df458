// @module-tag long
import { expect, test } from 'vitest'
import { drag, dragTo, pointIn } from './support/drag.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

const silence = () => studio.editor.field('spinbutton', 'Silence before').inputValue()
const duration = () => studio.editor.field('spinbutton', 'Duration').inputValue()
/** The point `seconds` further to the right on the timeline, which shows 36 px for each. */
const rightBy = (point: { x: number; y: number }, seconds: number) => ({
  ...point,
  x: point.x + seconds * 36,
})

test('the left edge of a clip sets the silence before its block, in tenths of a second, and the right edge its duration', async () => {
  const { editor, page } = studio
  await editor.newStory('A first clip that is long enough.', 'A second clip that is long enough to be seen.')
  await editor.clip(2).click()
  const left = await pointIn(editor.edge('Silence before', 2))
  await drag(page, left, rightBy(left, 1.5))
  await expect.poll(silence).toBe('1.5')
  expect(await editor.pause(2).inputValue()).toBe('1.5')
  await editor.undo()
  await expect.poll(silence).toBe('0')
  await editor.redo()
  await expect.poll(silence).toBe('1.5')
  await editor.undo()
  await expect.poll(() => editor.clip(2).getAttribute('aria-label')).toMatch(/starts at 0:02/)

  const right = await pointIn(editor.edge('Duration of', 2))
  await drag(page, right, rightBy(right, 2))
  const seconds = Number(await duration())
  expect(seconds).toBeGreaterThan(3)
  expect(Math.round(seconds * 10)).toBe(seconds * 10)
  await expect.poll(() => editor.clip(2).getAttribute('aria-label')).toContain(`about ${seconds} s`)
  await editor.undo()
  await expect.poll(duration).toBe('')
  await editor.redo()
  await expect.poll(duration).toBe(String(seconds))

  // A double click on the right edge makes the duration automatic again.
  await editor.field('spinbutton', 'Duration').fill('7.5')
  await expect.poll(() => editor.clip(2).getAttribute('aria-label')).toContain('about 7.5 s')
  await editor.edge('Duration of', 2).dblclick()
  await expect.poll(duration).toBe('')

  // Escape leaves an edge where it was.
  const edge = await pointIn(editor.edge('Silence before', 2))
  const held = await dragTo(page, edge, rightBy(edge, 2))
  await expect.poll(() => editor.clip(2).getAttribute('aria-label')).toMatch(/starts at 0:04/)
  await page.keyboard.press('Escape')
  await held.drop()
  await expect.poll(() => editor.clip(2).getAttribute('aria-label')).toMatch(/starts at 0:02/)
  expect(await silence()).toBe('0')

  // Keys move the edges, and Delete makes a duration automatic.
  await editor.edge('Silence before', 2).focus()
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(silence).toBe('1.6')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(silence).toBe('1.5')
  await editor.edge('Duration of', 2).focus()
  const before = Number(await editor.edge('Duration of', 2).getAttribute('aria-valuenow'))
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => Number(await duration())).toBeCloseTo(before + 1, 1)
  await page.keyboard.press('Delete')
  await expect.poll(duration).toBe('')
})

test('the length at a dragged edge is drawn over the next clip', async () => {
  const { editor, page } = studio
  await editor.newStory('A first clip that is long enough.', 'A second clip that is long enough to be seen.')
  await editor.clip(1).click()
  const right = await pointIn(editor.edge('Duration of', 1))
  const held = await dragTo(page, right, rightBy(right, 1))
  const length = editor.edge('Duration of', 1).locator('span')
  await length.waitFor()
  const isOnTop = () =>
    length.evaluate((element) => {
      element.style.pointerEvents = 'auto'
      const { right: end, top, height } = element.getBoundingClientRect()
      return document.elementFromPoint(end - 2, top + height / 2) === element
    })
  await expect.poll(isOnTop).toBe(true)
  await held.drop()
})
