// @module-tag long
import { expect, test } from 'vitest'
import { hiddenControls } from './support/reachable.ts'
import { useStudio } from './support/studio.ts'

// Panels are settings of the host, so this file has its own. They slide in, as for most people.
const studio = useStudio({ hasOwnHost: true, reducedMotion: 'no-preference' })

const focusedRegion = () =>
  studio.page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('aria-label'))

async function resize(width: number, height: number): Promise<void> {
  await studio.page.setViewportSize({ width, height })
}

test('every control is in view or scrolled to, and none covers another, in windows of four sizes', async () => {
  const { editor, page } = studio
  await editor.openExample()
  await editor.text(3).click()
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
    [720, 450],
    [360, 450],
    [360, 225],
  ] as const) {
    await resize(width, height)
    const isLarge = width >= 1100
    await editor.inspector.waitFor({ state: isLarge ? 'visible' : 'detached' })
    await expect.poll(() => hiddenControls(page), { message: `${width} × ${height}` }).toEqual([])
    await editor.text(3).focus()
    if (isLarge) continue
    await page.keyboard.press('Control+i')
    await editor.inspector.waitFor()
    await expect.poll(focusedRegion).toBe('Inspector')
    await expect
      .poll(() => hiddenControls(page, '[data-region=inspector]'), {
        message: `Inspector, ${width} × ${height}`,
      })
      .toEqual([])
    await page.keyboard.press('Escape')
    await editor.inspector.waitFor({ state: 'detached' })
    await expect.poll(focusedRegion).toBe('Script')
    if (width >= 800) continue
    await page.keyboard.press('Control+b')
    await expect.poll(focusedRegion).toBe('Outline')
    await expect
      .poll(() => hiddenControls(page, '[data-region=outline]'), { message: `Outline, ${width} × ${height}` })
      .toEqual([])
    await page.keyboard.press('Escape')
    await editor.outline.waitFor({ state: 'detached' })
    await expect.poll(focusedRegion).toBe('Script')
  }
})

test('panels are dragged, folded and kept, and the timeline folds to its buttons', async () => {
  const { editor, page } = studio
  await resize(1440, 900)
  await editor.openExample()
  const edge = page.getByRole('separator', { name: 'Width of the outline' })
  const box = await edge.boundingBox()
  if (box === null) throw new Error('The edge is not drawn')
  await page.mouse.move(box.x + 4, box.y + 200)
  await page.mouse.down()
  await page.mouse.move(box.x + 64, box.y + 200, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe('292')
  await expect.poll(async () => (await editor.outline.boundingBox())?.width).toBe(292)
  const height = async () => (await editor.timeline.boundingBox())?.height ?? 0
  await editor.button('Fold or unfold the timeline').click()
  await expect.poll(height).toBeLessThanOrEqual(76)
  expect(await editor.clip(1).isVisible()).toBe(false)
  await page.reload()
  await editor.text(1).waitFor()
  await expect.poll(async () => (await editor.outline.boundingBox())?.width).toBe(292)
  await expect.poll(height).toBeLessThanOrEqual(76)
  await editor.button('Fold or unfold the timeline').click()
  await editor.clip(1).waitFor()
  await edge.dblclick()
  await expect.poll(async () => (await editor.outline.boundingBox())?.width).toBe(232)
})
