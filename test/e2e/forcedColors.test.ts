// @module-tag long
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

/** A computed colour of an element, or of what CSS draws before it, next to the system's colours. */
function colorOf(
  element: Locator,
  property: 'backgroundColor' | 'outlineColor' | 'borderInlineStartColor',
  pseudo?: '::before',
) {
  return element.evaluate(
    (each, { name, part }) => {
      const probe = document.body.appendChild(document.createElement('i'))
      const [highlight, canvas] = ['Highlight', 'Canvas'].map((system) => {
        probe.style.color = system
        return getComputedStyle(probe).color
      })
      probe.remove()
      const color = getComputedStyle(each, part)[name]
      return color === highlight ? 'Highlight' : color === canvas ? 'Canvas' : color
    },
    { name: property, part: pseudo },
  )
}

test.each(['light', 'dark'] as const)(
  'selected, checked and set controls are visible in forced colours, %s',
  async (colorScheme) => {
    const { editor, page } = studio
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await editor.openExample()
    await editor.clickRow(3)
    await editor.text(3).focus()
    await page.keyboard.press('Escape')
    const row = editor.item(3).getByRole('group')
    await expect.poll(() => colorOf(row, 'backgroundColor', '::before')).toBe('Highlight')
    await expect.poll(() => colorOf(row, 'outlineColor')).toBe('Highlight')
    const other = editor.item(2).getByRole('group')
    expect(await other.evaluate((each) => getComputedStyle(each, '::before').content)).toBe('none')

    const model = (name: string) => editor.inspector.locator('label').filter({ hasText: name })
    expect(await colorOf(model('Standard'), 'backgroundColor')).toBe('Highlight')
    expect(await colorOf(model('Expressive'), 'backgroundColor')).not.toBe('Highlight')
    const slider = editor.field('slider', 'Speed').locator('xpath=ancestor::*[@role="group"][1]')
    const bars = slider.locator('div:not(:has(*))')
    expect(
      await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).forcedColorAdjust)),
    ).toContain('none')

    await editor.clip(3).focus()
    await expect.poll(() => colorOf(editor.clip(3), 'outlineColor')).toBe('Highlight')
    const snap = editor.button('Snap')
    expect(await colorOf(snap, 'backgroundColor')).toBe('Highlight')

    await editor.field('button', 'Voice').click()
    const picker = page.getByRole('dialog', { name: /^A voice/ })
    const english = picker.getByRole('checkbox', { name: /^English/ })
    const tick = picker.locator('label').filter({ hasText: 'English' }).locator('svg').first()
    expect(await tick.isVisible()).toBe(false)
    await english.focus()
    await page.keyboard.press('Space')
    await tick.waitFor()
    expect(await colorOf(tick.locator('..'), 'backgroundColor')).toBe('Highlight')
    await page.keyboard.press('Space')
    const inUse = picker.getByRole('row', { selected: true })
    expect(await colorOf(inUse, 'borderInlineStartColor')).toBe('Highlight')

    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+,')
    const notifies = editor
      .dialog('Settings')
      .getByRole('switch', { name: /^Notify me when a render is finished/ })
    const track = page
      .locator('label')
      .filter({ hasText: 'Notify me when a render is finished' })
      .locator('[aria-hidden]')
      .first()
    await expect.poll(() => colorOf(track, 'backgroundColor')).toBe('Highlight')
    await notifies.press('Space')
    await expect.poll(() => colorOf(track, 'backgroundColor')).toBe('Canvas')
    await notifies.press('Space')
  },
)

test('nothing moves by itself if reduced motion is preferred', async () => {
  const { editor, page } = studio
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1024, height: 700 })
  await editor.newStory('Words that take some time to be made. '.repeat(60))
  await editor.button('Render story').click()
  await page.getByRole('progressbar', { name: 'Rendering the story' }).waitFor()
  await page.keyboard.press('Control+i')
  await editor.inspector.waitFor()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 0)
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120)),
  )
  expect(moving).toEqual([])
  await page.getByText('The story is rendered.').waitFor({ timeout: 60_000 })
})
