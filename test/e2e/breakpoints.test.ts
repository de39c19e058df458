// @module-tag long
import { expect, test } from 'vitest'
import { recentIdSchema } from '../../shared/ipc/views.ts'
import { callHost } from './support/call.ts'
import { hiddenControls } from './support/reachable.ts'
import { useStudio } from './support/studio.ts'

// Panels are settings of the host, so this file has its own. They slide in, as for most people.
const studio = useStudio({ hasOwnHost: true, reducedMotion: 'no-preference' })

const focusedRegion = () =>
  studio.page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('aria-label'))

async function resize(width: number, height: number): Promise<void> {
  await studio.page.setViewportSize({ width, height })
}

test('every control is in view or can be scrolled to, and no control covers another, in windows of all sizes', async () => {
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

test('panels are dragged, folded and remembered, and the timeline folds to its buttons', async () => {
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
  await editor.button('Collapse or expand the timeline').click()
  await expect.poll(height).toBeLessThanOrEqual(76)
  expect(await editor.clip(1).isVisible()).toBe(false)
  await page.reload()
  await editor.text(1).waitFor()
  await expect.poll(async () => (await editor.outline.boundingBox())?.width).toBe(292)
  await expect.poll(height).toBeLessThanOrEqual(76)
  await editor.button('Collapse or expand the timeline').click()
  await editor.clip(1).waitFor()
  await edge.dblclick()
  await expect.poll(async () => (await editor.outline.boundingBox())?.width).toBe(232)
})

test('a block’s own settings stay beside its words, cut off with an ellipsis and shown in full in a tooltip', async () => {
  const { editor, page } = studio
  await resize(1440, 900)
  const names = [
    'Harbour hush at the break of a very long day',
    'Donaudampfschifffahrtsgesellschaftskapitänsstimme',
    'همس الميناء عند الفجر بعد ليلة طويلة جدا',
    '港の静けさと長い夜明けの前のささやき声の雰囲気',
  ]
  await editor.newStory(...names.map((name) => `${name}. `.repeat(4)))
  const recentId = recentIdSchema.parse(new URL(page.url()).hash.slice(1))
  const { records, projectId, revision } = await callHost(page, 'project:openRecent', { recentId })
  const blocks = records.filter((record) => record.type === 'block')
  await callHost(page, 'project:change', {
    projectId,
    revision,
    changeId: 'long-names',
    change: {
      put: blocks.map((block, index) => ({
        ...block,
        name: `${names[index]} 0123456789`,
        voiceId: `${names[index]} voice`,
        model: 'audio_stable',
        emotion: `${names[index]} emotion`,
        // It is in no library, so it counts as deleted.
        vibe: { id: 900_000 + index, name: names[index] ?? '', prompt: 'Hushed.' },
      })),
      remove: [],
    },
  })
  await editor
    .item(4)
    .getByText(/\(gone\)/)
    .waitFor()
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
    [900, 700],
    [780, 700],
    [720, 450],
    [360, 450],
  ] as const) {
    await resize(width, height)
    await expect
      .poll(() => page.evaluate(misplacedChips), { message: `${width} × ${height}` })
      .toEqual({ parts: expect.any(Number), faults: [] })
  }
})

/** Names in the drawn rows that leave their column, cover the words, or are cut off without an ellipsis and a tooltip. */
function misplacedChips(): { parts: number; faults: string[] } {
  let parts = 0
  const faults: string[] = []
  for (const row of document.querySelectorAll('[data-row]')) {
    const words = row.querySelector('textarea')?.getBoundingClientRect()
    const who = row.querySelector('[data-name]')?.parentElement
    if (words === undefined || !who) throw new Error('The row is not drawn')
    const column = who.getBoundingClientRect()
    for (const part of who.querySelectorAll('*:not(.visually-hidden, svg *)')) {
      const { display, textOverflow } = getComputedStyle(part)
      if (display === 'inline') continue
      const { left, right, top, bottom } = part.getBoundingClientRect()
      const text = part.textContent
      parts += 1
      // The button of the name is wider than its word by 6 px, so that the words stand in one line.
      if (left < column.left - 6.5 || right > column.right + 0.5) faults.push(`leaves its column: ${text}`)
      if (right > words.left && left < words.right && bottom > words.top && top < words.bottom)
        faults.push(`over the words: ${text}`)
      if (part.scrollWidth <= part.clientWidth) continue
      const endsWithEllipsis = textOverflow === 'ellipsis' && !display.includes('flex')
      if (!endsWithEllipsis || part.closest('[title]') === null)
        faults.push(`cut without an ellipsis and a tooltip: ${text}`)
    }
  }
  return { parts, faults }
}
