import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { dragTo, pointIn } from './support/drag.ts'
import { useStudio } from './support/studio.ts'
import { long } from '../support/tags.ts'

const studio = useStudio()
const [ONE, TWO, THREE] = [
  'One: a clip that is long enough to be seen.',
  'Two: a clip that is long enough to be seen.',
  'Three: a clip that is long enough to be seen.',
] as const

/** The numbers of the selected clips among the first three. */
async function selected(): Promise<number[]> {
  const pressed = await Promise.all(
    [1, 2, 3].map((number) => studio.editor.clip(number).getAttribute('aria-pressed')),
  )
  return [1, 2, 3].filter((number) => pressed[number - 1] === 'true')
}

test('a box selects clips, dragging with Alt copies them, and Escape cancels either', long, async () => {
  const { editor, page } = studio
  await editor.newStory(ONE, TWO, THREE)
  const last = await pointIn(editor.clip(3), 1)
  const empty = { x: last.x + 40, y: last.y }
  const cancelled = await dragTo(page, empty, await pointIn(editor.clip(2), 0.5))
  await expect.poll(selected).toEqual([2, 3])
  await page.keyboard.press('Escape')
  await expect.poll(selected).toEqual([1])
  await cancelled.drop()
  expect(await selected()).toEqual([1])

  const box = await dragTo(page, empty, await pointIn(editor.clip(2), 0.5))
  await box.drop()
  await expect.poll(selected).toEqual([2, 3])

  const left = await dragTo(page, await pointIn(editor.clip(1)), await pointIn(editor.clip(3), 0.8))
  await page.keyboard.down('Alt')
  await page.keyboard.press('Escape')
  await left.drop()
  await page.keyboard.up('Alt')
  await editor.announced('Everything is where it was.')
  await editor.expectTexts(ONE, TWO, THREE)

  const copied = await dragTo(page, await pointIn(editor.clip(1)), await pointIn(editor.clip(2), 0.8))
  await page.keyboard.down('Alt')
  await copied.drop()
  await page.keyboard.up('Alt')
  await editor.expectTexts(ONE, TWO, ONE, THREE)
  await editor.undo()
  await editor.expectTexts(ONE, TWO, THREE)
})

test(
  'ten hours of 5,000 blocks are readable at every zoom, without overlaps and with few elements',
  long,
  async () => {
    const { editor, page, path } = studio
    const names = ['Anna', 'Ben', 'Clara']
    const text = Array.from(
      { length: 5000 },
      (_, index) =>
        `${names[index % 3] ?? ''}: ${index + 1}. ${'Some words to be said. '.repeat(1 + (index % 9))}`,
    )
    await writeFile(path('Ten hours.md'), `# The only chapter\n\n${text.join('\n\n')}`)
    await editor.button('Open').click()
    await editor.dialog('Open a story or a text').getByRole('button', { name: 'Ten hours.md' }).click()
    await editor.makeStory()
    await editor.text(1).waitFor()

    await editor.button('Fit').click()
    const clips = editor.timeline.getByRole('list', { name: 'Clips' }).getByRole('button')
    await expect.poll(() => clips.count()).toBe(1) // the clip that is in the tab order
    await clips.first().focus()
    await page.keyboard.press('End')
    await page.getByText(/^5000\. Some words/).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^Block 5,?000, Ben, /,
    )
    await page.keyboard.press('Home')

    for (let step = 0; step < 14; step += 1) {
      await page.keyboard.press('Control+ArrowUp')
      const { elements, overlaps, widest } = await editor.timeline.evaluate((region) => {
        const boxes = [...region.querySelectorAll('[data-clip]')].map((clip) => clip.getBoundingClientRect())
        return {
          elements: region.querySelectorAll('*').length,
          overlaps: boxes.filter((box, at) => box.right > (boxes[at + 1]?.left ?? Infinity) + 0.1).length,
          widest: Math.max(...boxes.map(({ width }) => width)),
        }
      })
      expect({ overlaps, isFew: elements <= 1000 }, `${elements} elements, the widest ${widest} px`).toEqual({
        overlaps: 0,
        isFew: true,
      })
    }
    expect(await clips.count()).toBeGreaterThan(3)
    await page.keyboard.press('Shift+Digit1')
    await expect.poll(() => clips.count()).toBe(1)
  },
)
