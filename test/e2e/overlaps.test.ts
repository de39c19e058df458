// @module-tag long
import { expect, test } from 'vitest'
import { overlappingTexts } from './support/overlappingTexts.ts'
import { useStudio } from './support/studio.ts'

// The sizes of panels are settings of the host.
const studio = useStudio({ hasOwnHost: true })

const HEIGHTS = [450, 520, 560, 640, 760, 900]

const WIDTHS = Array.from({ length: 25 }, (_, index) => 720 + 30 * index)

/**
 * Between all breakpoints: every 30 px of width, each with one of the heights. A screen has every second width, and the screen after it the
 * others: every size is seen on half of the screens.
 */
const SIZES = WIDTHS.map((width, index) => ({ width, height: HEIGHTS[index % HEIGHTS.length] ?? 900 }))
const SHARES = [0, 1].map((first) => SIZES.filter((_, index) => index % 2 === first))

/** The sizes of a share at which visible texts of the page cover each other, with these texts. */
async function overlaps(share: number): Promise<string[]> {
  const { page } = studio
  const found: string[] = []
  for (const size of SHARES[share] ?? []) {
    await page.setViewportSize(size)
    const texts = await overlappingTexts(page)
    if (texts.length === 0) continue
    // A page that is still being drawn after a resize is checked again.
    await page.waitForTimeout(200)
    const still = await overlappingTexts(page)
    if (still.length > 0) found.push(`${size.width} × ${size.height}: ${still.join(', ')}`)
  }
  return found
}

test('texts of the welcome screen never cover each other, in windows of any size', async () => {
  const { editor, page } = studio
  expect.soft(await overlaps(0), 'the first welcome').toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await editor.newStory('A story to go back to.')
  await editor.button('Close story').click()
  await page.getByRole('row', { name: 'Untitled story' }).waitFor()
  expect.soft(await overlaps(1), 'with recent stories').toEqual([])
})

test('texts of the editor never cover each other, in windows of any size', async () => {
  const { editor, page } = studio
  await editor.openExample()
  expect.soft(await overlaps(0), 'before the render').toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await editor.text(2).fill('Nobody had ever seen who filled it, and nobody asked. '.repeat(4))
  await editor.render()
  expect.soft(await overlaps(1), 'after the render').toEqual([])
  for (const [index, [name, keys]] of (
    [
      ['the export page', 'Control+e'],
      ['the cast', 'c'],
      ['the conversions', 'Control+Shift+l'],
      ['the settings', 'Control+,'],
    ] as const
  ).entries()) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press(keys)
    await page.getByRole('dialog').waitFor()
    expect.soft(await overlaps(index % 2), name).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
})
