import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { callHost } from './support/call.ts'
import { pointIn } from './support/drag.ts'
import { EXAMPLE } from './support/editor.ts'
import { expectAccessible } from './support/accessibility.ts'
import { measureSound, soundingIn, soundsOf } from './support/sound.ts'
import { useStudio } from './support/studio.ts'
import { long } from '../support/tags.ts'

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

test('a block is rendered once and then plays immediately, by its button and the space key; changed words are rendered again', async () => {
  const { editor, page } = studio
  const conversions = countConversions(page)
  await editor.button('Play block 1').click()
  await expect.poll(sounds).toBe(true)
  const sound = await soundingIn(page)
  if (sound === undefined) throw new Error('The sound has stopped at once')
  const { db, durationMs } = await measureSound(page, sound)
  expect(db).toBeGreaterThan(-40)
  await editor.state(1, 'Rendered').waitFor()
  await page.mouse.move(0, 0) // a row under the pointer has tools in place of its waveform
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

  // Changed words need a new take; undo returns to the first one.
  await editor.button('Play block 1').click()
  await expect.poll(sounds).toBe(false)
  await editor.text(1).fill('Something else.')
  await editor.state(1, 'Changed').waitFor()
  await editor.undo()
  await editor.state(1, 'Rendered').waitFor()
  expect(conversions()).toBe(1)

  // The space key plays and pauses, except in a text.
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

test(
  'the story plays from block to block; its playhead is moved by mouse and keys; a block is repeated until the loop is switched off',
  long,
  async () => {
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

    // The story plays from block to block while the playhead moves.
    await ruler.press('Home')
    await expect.poll(positionOf).toBe('0')
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

    // The selected block is played again and again.
    await editor.text(1).fill('Again.')
    await editor.saved()
    await editor.clickRow(1)
    await page.keyboard.press('o')
    await editor.announced('Block 1 loops.')
    const starts = () => soundsOf(page).then((all) => all.reduce((sum, { starts: count }) => sum + count, 0))
    const startsBefore = await starts()
    await editor.button('Play story').click()
    await expect.poll(starts, { timeout: 20_000 }).toBeGreaterThan(startsBefore + 3)
    expect(await editor.button('Loop').getAttribute('aria-pressed')).toBe('true')
    await expectAccessible(page, 'a loop')
    await editor.button('Loop').click()
    await editor.announced('Playing ends at the end of the story.')
    await expect.poll(async () => Number(await positionOf()), { timeout: 20_000 }).toBeGreaterThan(2)
  },
)

/** The speed of the playing element, and whether it keeps the pitch. */
const rateOf = () =>
  soundsOf(studio.page).then((sounds) => {
    const sound = sounds.find(({ isPaused }) => !isPaused)
    return sound && [sound.rate, sound.keepsPitch]
  })

test(
  'a story is played faster and slower at the same pitch, by the menu and by keys, and the app remembers the speed',
  long,
  async () => {
    const { editor, page } = studio
    const menu = editor.timeline.getByRole('button', { name: /^Playback speed/ })
    await menu.click()
    await page.getByRole('menuitemradio', { name: '1.5×' }).click()
    await editor.announced('Playback speed 1.5×.')
    await editor.button('Play story').click()
    await expect.poll(sounds, { timeout: 20_000 }).toBe(true)
    expect(await rateOf()).toEqual([1.5, true])
    await page.keyboard.press('f')
    await expect.poll(rateOf).toEqual([1.75, true])
    await page.keyboard.press('f')
    await page.keyboard.press('f')
    await expect.poll(rateOf).toEqual([2, true])
    const keptRate = async () => (await callHost(page, 'settings:get', {})).playbackRate
    await expect.poll(keptRate).toBe(2)
    await page.keyboard.press('s')
    await editor.announced('Playback speed 1.75×.')
    await expect.poll(keptRate).toBe(1.75)
    await page.reload()
    await editor.button('Playback speed: 1.75×').waitFor()
    await menu.focus()
    await page.keyboard.press('Enter')
    const chosen = page.getByRole('menuitemradio', { checked: true })
    expect(await chosen.textContent()).toContain('1.75×')
    await expectAccessible(page, 'the menu of playback speeds')
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await editor.button('Playback speed: 1×').waitFor()
  },
)

/** The media information that the system is given. */
const shownBySystem = () =>
  studio.page.evaluate(() => {
    const { metadata, playbackState } = navigator.mediaSession
    return [metadata?.title, metadata?.artist, playbackState]
  })

test(
  'media keys play, pause and seek, and the system is given the story’s title and the speaker',
  long,
  async () => {
    const { editor, page } = studio
    // The test cannot send media keys to a page, so it calls the page's handlers as the browser does.
    await page.addInitScript(() => {
      const handlers: Record<string, MediaSessionActionHandler | null> = {}
      Reflect.set(globalThis, 'mediaKeys', handlers)
      navigator.mediaSession.setActionHandler = (action, handler) => {
        handlers[action] = handler
      }
    })
    await page.reload()
    await editor.button('Close story').click()
    await editor.openExample()
    const press = (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) =>
      page.evaluate(
        ([name, more]) => {
          const handlers = Reflect.get(globalThis, 'mediaKeys') as Record<string, MediaSessionActionHandler>
          handlers[name]?.({ action: name, ...more })
        },
        [action, details] as const,
      )
    await press('play')
    await expect.poll(sounds, { timeout: 20_000 }).toBe(true)
    await expect.poll(shownBySystem).toEqual([EXAMPLE, 'Narrator', 'playing'])
    await press('pause')
    await expect.poll(sounds).toBe(false)
    await expect.poll(shownBySystem).toEqual([EXAMPLE, 'Narrator', 'paused'])
    await press('seekto', { seekTime: 2 })
    await expect.poll(positionOf).toBe('2')
    await press('seekforward', { seekOffset: 1 })
    await expect.poll(positionOf).toBe('3')
    await press('seekbackward')
    await expect.poll(positionOf).toBe('0')
    await press('nexttrack')
    await expect.poll(async () => Number(await positionOf())).toBeGreaterThan(4)
    await press('previoustrack')
    await expect.poll(positionOf).toBe('0')
  },
)
