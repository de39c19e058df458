// @module-tag long
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { layoutIn } from './support/call.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

/** The most presses of Tab from one control of a panel to another. */
const MOST_TABS = 30

const press = async (...keys: string[]) => {
  for (const each of keys) await studio.page.keyboard.press(each)
}
const focused = () =>
  studio.page.evaluate(() => {
    const { activeElement } = document
    const [label] = activeElement instanceof HTMLInputElement ? (activeElement.labels ?? []) : []
    return activeElement?.getAttribute('aria-label') ?? (label ?? activeElement)?.textContent ?? ''
  })
const hasFocus = (name: RegExp) => expect.poll(focused).toMatch(name)
async function tabTo(name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS && !name.test(await focused()); tabs += 1) await press('Tab')
  await hasFocus(name)
}
/** Goes round the regions of the editor to the rows of the script, and to the second row. */
async function goToSecondRow(): Promise<void> {
  const isInScript = () =>
    studio.page.evaluate(() => document.activeElement?.closest('[data-region=script]') instanceof Element)
  for (let steps = 0; steps < 6 && !(await isInScript()); steps += 1) await press('F6')
  await tabTo(/^Block \d, No character/)
  await press('Home', 'ArrowDown')
  await hasFocus(/^Block 2, No character/)
}

test('a story gets silences by rules, a pinned silence and a pause within a block, by keyboard alone', async () => {
  const { editor, page } = studio
  const { keyboard } = page
  const totalMs = async () => {
    await editor.saved()
    return (await layoutIn(page)).totalMs
  }
  const lengthMs = async (number: number) => {
    await editor.saved()
    const { startMs = 0, endMs = 0 } = (await layoutIn(page)).spans[number - 1] ?? {}
    return endMs - startMs
  }
  const shownTotal = () => editor.timeline.getByText(/^\/ \d/).textContent()

  await press('Control+Alt+N')
  await hasFocus(/^Text of block 1$/)
  await keyboard.type('The lamp was lit.')
  await press('Enter')
  await hasFocus(/^Text of block 2$/)
  await keyboard.type('Somebody knocked. Nobody went to the door.')
  await press('Enter')
  await hasFocus(/^Text of block 3$/)
  await keyboard.type('Then it was quiet.')
  const withoutMs = await totalMs()
  const shownWithout = await shownTotal()

  // The rules
  await press('Control+k')
  await hasFocus(/^Find or do anything$/)
  await keyboard.type('rules for silences')
  await page.getByRole('menuitem', { name: /^Automatic pauses/ }).waitFor()
  await press('Enter')
  await editor.inspector.getByRole('region', { name: 'Automatic pauses' }).waitFor()
  await tabTo(/^None$/)
  await press('ArrowRight')
  await hasFocus(/^Natural$/)
  await expect.poll(totalMs).toBe(withoutMs + 1_000)
  expect(await shownTotal()).not.toBe(shownWithout)
  await expectAccessible(page, 'silences')

  // A pinned silence
  await page.setViewportSize({ width: 1440, height: 900 })
  await goToSecondRow()
  await press('p')
  await editor.item(2).getByText('· pinned').waitFor()
  await press('Shift+Tab')
  await hasFocus(/^Silence before block 2$/)
  await press('Control+a')
  await keyboard.type('1.7')
  await expect.poll(totalMs).toBe(withoutMs + 2_200)
  await press('Tab')
  await hasFocus(/^Block 2, No character/)
  await press('F6', 'F6') // past the timeline
  await tabTo(/^Silence before is pinned/)
  await press('Enter')
  await editor.item(2).getByText('· pinned').waitFor({ state: 'detached' })
  await expect.poll(() => editor.field('spinbutton', 'Silence before').inputValue()).toBe('0.5')
  expect(await totalMs()).toBe(withoutMs + 1_000)

  // A silence by mouse, between two rows: nothing moves before the press
  const isAt = async () => (await editor.item(3).boundingBox())?.y
  const before = await isAt()
  await editor.text(3).hover()
  const opener = page.getByRole('button', { name: 'Set the silence before block 3' })
  await opener.waitFor()
  expect(await isAt()).toBe(before)
  await opener.click()
  await hasFocus(/^Silence before block 3$/)
  await keyboard.type('2')
  await expect.poll(totalMs).toBe(withoutMs + 2_500)
  await press('Control+z')
  await expect.poll(totalMs).toBe(withoutMs + 1_000)

  // A scene break
  await goToSecondRow()
  await press('Control+k')
  await hasFocus(/^Find or do anything$/)
  await keyboard.type('scene break')
  await page.getByRole('menuitem', { name: /^Scene break before/ }).waitFor()
  await press('Enter')
  await editor.item(2).getByText('New scene').waitFor({ state: 'attached' })
  await expect.poll(totalMs).toBe(withoutMs + 2_000)
  await expectAccessible(page, 'scene break')
  await page.setViewportSize({ width: 1440, height: 900 })
  await press('Control+z')
  await expect.poll(totalMs).toBe(withoutMs + 1_000)

  // A pause within a block
  await press('Control+Enter')
  for (const number of [1, 2, 3]) await editor.state(number, 'Rendered').waitFor({ timeout: 60_000 })
  const unpausedMs = await lengthMs(2)
  await goToSecondRow()
  await press('Enter')
  await hasFocus(/^Text of block 2$/)
  await press('Control+Home')
  for (let step = 0; step < 'Somebody knocked.'.length; step += 1) await press('ArrowRight')
  await press('Control+Alt+p')
  await expect
    .poll(() => editor.text(2).inputValue())
    .toBe('Somebody knocked. [pause 0.8 s] Nobody went to the door.')
  await editor.state(2, 'Changed').waitFor()
  await press('Control+Enter')
  await editor.state(2, 'Rendered').waitFor({ timeout: 60_000 })
  expect(Math.abs((await lengthMs(2)) - unpausedMs - 800)).toBeLessThan(400)
  await expectAccessible(page, 'pause in a text')
})
