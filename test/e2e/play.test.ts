import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { pointIn } from './support/drag.ts'
import { measureSound, soundingIn } from './support/sound.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()
const LONG =
  'This block is long enough to be heard for some seconds, so that there is time to look at what goes on.'

beforeEach(() => studio.editor.newStory(LONG, `And ${LONG}`))

/** Counts the conversions that the page asks for from here on. */
function countConversions(page: Page): () => number {
  let count = 0
  page.on('request', (request) => (count += request.url().includes('/ipc/takes:make') ? 1 : 0))
  return () => count
}

const positionOf = () =>
  studio.editor.timeline.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow')
const sounds = () => soundingIn(studio.page).then((sound) => sound !== undefined)

test('a block is made once, and played at once from then on', async () => {
  const { editor, page } = studio
  const conversions = countConversions(page)
  await editor.button('Play block 1').click()
  await expect.poll(sounds).toBe(true)
  const sound = await soundingIn(page)
  if (sound === undefined) throw new Error('The sound has stopped at once')
  const { db, durationMs } = await measureSound(page, sound)
  expect(db).toBeGreaterThan(-40)
  await editor.state(1, 'Ready').waitFor()
  await page.mouse.move(0, 0) // a row that is pointed at has tools in the place of its waveform
  const shown = /[\d.]+/.exec(
    (await editor
      .item(1)
      .getByText(/^[\d.]+ s$/)
      .textContent()) ?? '',
  )?.[0]
  expect(Math.abs(Number(shown) * 1000 - durationMs)).toBeLessThanOrEqual(60)
  await editor.button('Play block 1').click()
  await expect.poll(sounds).toBe(false)

  await editor.button('Play block 1').click()
  await expect.poll(sounds).toBe(true)
  expect(conversions()).toBe(1)
  await page.mouse.move(0, 0)
  await editor.item(1).getByRole('img', { name: 'Waveform of block 1' }).waitFor()
  await editor.inspector.getByRole('button', { name: 'Play Take 1' }).waitFor()
  expect(await editor.inspector.getByRole('button', { name: /^Play Take/ }).count()).toBe(1)
})

test('changed words are made anew, and undo brings the first take back', async () => {
  const { editor, page } = studio
  const conversions = countConversions(page)
  await editor.button('Play block 1').click()
  await editor.state(1, 'Ready').waitFor()
  await editor.button('Play block 1').click()
  await expect.poll(sounds).toBe(false)
  await editor.text(1).fill('Something else.')
  await editor.state(1, 'Changed').waitFor()
  await editor.undo()
  await editor.state(1, 'Ready').waitFor()
  expect(conversions()).toBe(1)
})

test('the story plays on from block to block while the playhead runs', async () => {
  const { editor, page } = studio
  await editor.button('Play story').click()
  await expect.poll(sounds, { timeout: 20_000 }).toBe(true)
  await expect.poll(positionOf).toBe('1')
  await expect.poll(positionOf).toBe('2')
  await editor.button('Next block').click()
  await expect.poll(async () => Number(await positionOf())).toBeGreaterThan(4)
  await expect.poll(sounds, { timeout: 20_000 }).toBe(true)
  expect((await soundingIn(page))?.positionMs).toBeLessThan(4_000)
  await editor.button('Pause story').click()
  await expect.poll(sounds).toBe(false)
})

test('the playhead is moved by a click on the ruler and on the lane, and by keys', async () => {
  const { editor, page } = studio
  const ruler = editor.timeline.getByRole('slider', { name: 'Playhead' })
  const box = await ruler.boundingBox()
  if (box === null) throw new Error('The ruler is not drawn')
  await page.mouse.click(box.x + 14 + 3 * 36, box.y + box.height / 2)
  await expect.poll(positionOf).toBe('3')
  await ruler.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(positionOf).toBe('8')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(positionOf).toBe('7')
  await page.keyboard.press('Home')
  await expect.poll(positionOf).toBe('0')
  await page.keyboard.press('End')
  await expect.poll(positionOf).toBe(await ruler.getAttribute('aria-valuemax'))
  const end = await pointIn(editor.clip(2), 1, 0)
  await page.mouse.click(end.x - 3 * 36 - 6, end.y - 3) // above the clips
  await expect.poll(async () => Number(await positionOf())).toBeLessThan(12)
})

test('the space key plays and pauses, unless it is typed', async () => {
  const { editor, page } = studio
  await editor.button('Play block 1').click()
  await editor.state(1, 'Ready').waitFor()
  await editor.button('Play block 1').click()
  await expect.poll(sounds).toBe(false)
  await editor.placeCursor(1)
  await page.keyboard.press('Space')
  await expect.poll(() => editor.text(1).inputValue()).toBe(`${LONG} `)
  expect(await sounds()).toBe(false)
  await editor.undo()
  await expect.poll(() => editor.text(1).inputValue()).toBe(LONG)

  await editor.clickRow(1)
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  await page.keyboard.press('Space')
  await expect.poll(sounds).toBe(true)
  await page.keyboard.press('Space')
  await expect.poll(sounds).toBe(false)
  expect(await editor.text(1).inputValue()).toBe(LONG)
})
