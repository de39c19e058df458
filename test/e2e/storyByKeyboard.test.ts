import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { decodeAudio } from '../../electron/lib/audio/decode.ts'
import { rmsDb } from '../support/measure.ts'
import { layoutIn } from './support/call.ts'
import { hiddenControls } from './support/reachable.ts'
import { useStudio } from './support/studio.ts'
import { long } from '../support/tags.ts'

// Panels are settings of the host, so this file has its own.
const studio = useStudio({ hasOwnHost: true })

/** The most presses of Tab from one control of a panel or dialog to another. */
const MOST_TABS = 30

const press = async (...keys: string[]) => {
  for (const each of keys) await studio.page.keyboard.press(each)
}
const type = (text: string) => studio.page.keyboard.type(text)
/** The accessible name of the focused element, and whether it is visible: in the window, and not under something else. */
const focused = () =>
  studio.page.evaluate(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) return 'nothing'
    const [label] = activeElement instanceof HTMLInputElement ? (activeElement.labels ?? []) : []
    // A radio button is drawn by its label.
    const drawn = label?.contains(activeElement) === true ? label : activeElement
    const { left, top, width, height } = drawn.getBoundingClientRect()
    const onTop = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
    const isSeen = onTop !== null && drawn.contains(onTop)
    const name = activeElement.getAttribute('aria-label') ?? (label ?? activeElement).textContent
    return `${name}${isSeen ? '' : ', which is not seen'}`
  })
const hasFocus = (name: string | RegExp) =>
  typeof name === 'string' ? expect.poll(focused).toBe(name) : expect.poll(focused).toMatch(name)
/** Presses Tab until a control has the focus. */
async function tabTo(name: string | RegExp): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (typeof name === 'string' ? (await focused()) === name : name.test(await focused())) return
    await press('Tab')
  }
  await hasFocus(name)
}

for (const { what, width, height, options } of [
  { what: 'in a large window', width: 1440, height: 900, options: {} },
  { what: 'at 200 %', width: 720, height: 450, options: long },
]) {
  test(
    `a story is written, cast, arranged, played, rendered, cut and exported by keyboard alone, ${what}`,
    options,
    async () => {
      const { editor, page } = studio
      await page.setViewportSize({ width, height })
      const isSmall = width < 800

      // Written
      await press('Control+Alt+N')
      await hasFocus('Text of block 1')
      await type('It was late.')
      await press('Enter')
      await hasFocus('Text of block 2')
      await type('Who is there?')
      await press('Enter')
      await hasFocus('Text of block 3')
      await type('Nobody answered.')

      // Cast: a new character, and a voice for it
      await press('Escape', 'ArrowUp')
      await hasFocus(/^Block 2, No character/)
      await press('Control+k')
      await hasFocus('Find or do anything')
      await type('assign to a character')
      await page.getByRole('menuitem', { name: /^Assign to a character/ }).waitFor()
      await press('Enter')
      await page.getByRole('searchbox', { name: 'Find a character' }).waitFor()
      await hasFocus('Find a character')
      await type('Fox')
      await press('ArrowDown', 'Enter')
      await editor.announced('Assigned to Fox.')
      await hasFocus(/^Block 2, Fox/)
      await press('v')
      await hasFocus('Search voices')
      await type('Fable')
      await page.getByRole('row', { name: 'Fable', exact: true, selected: true }).waitFor()
      await press('Enter')
      await hasFocus(/^Block 2, Fox/)

      // Arranged: the block's place, the silence before it, a chapter
      await press('Alt+ArrowUp')
      await editor.announced('Now block 1 of 3.')
      await editor.expectTexts('Who is there?', 'It was late.', 'Nobody answered.')
      await hasFocus(/^Block 1, Fox/)
      if (isSmall) await press('Control+i')
      else await press('F6', 'F6')
      await hasFocus('Voice')
      await editor.inspector.getByText('Fable').waitFor()
      await tabTo('Silence before')
      await type('1.5')
      if (isSmall) await press('Escape')
      else await press('Shift+F6', 'Shift+F6')
      await hasFocus(/^Block 1, Fox/)
      await expect.poll(() => editor.pause(1).inputValue()).toBe('1.5')
      await press('ArrowDown', 'ArrowUp') // the field of the silence is before its row
      await press('Shift+Tab')
      await hasFocus('Silence before block 1')
      await press('Tab')
      await hasFocus(/^Block 1, Fox/)
      await press('ArrowDown', 'Control+Shift+H')
      await hasFocus('Title of chapter 1')
      await type('The door')

      // A clip of the timeline, moved and heard
      if (isSmall) await press('Control+j')
      await editor.timeline.getByRole('button', { name: /^Block 1, Fox, / }).waitFor()
      await press('F6')
      await hasFocus(/^Block \d, /)
      await press('Home')
      await hasFocus(/^Block 1, Fox, about/)
      await press('m')
      await editor.announced('Picked up block 1.')
      await press('ArrowRight', 'ArrowRight')
      await editor.announced('After block 2.')
      await press('Space')
      await editor.announced(/^Put down\. It is block 2 now\.$/)
      await editor.expectTexts('It was late.', 'Who is there?', 'Nobody answered.')
      await hasFocus(/^Block 2, Fox/)
      await press('Space')
      await editor.button('Pause story').waitFor()
      await press('Space')
      await editor.button('Play story').waitFor()
      expect(await hiddenControls(page)).toEqual([])
      if (isSmall) await press('Control+j')
      await hasFocus(isSmall ? 'Previous block' : /^Block 2, Fox/)

      // Rendered
      await press('Control+Enter')
      await page.getByText('The story is rendered.').waitFor({ timeout: 60_000 })
      expect(await hiddenControls(page)).toEqual([])

      // A take, cut on its wave
      const { totalMs: wholeMs } = await layoutIn(page)
      await press('Control+k')
      await type('trim and cut')
      await page.getByRole('menuitem', { name: /^Trim and cut the take/ }).waitFor()
      await press('Enter')
      await page.locator('[role=slider][data-ready]').waitFor()
      await tabTo(/^Playhead in /)
      await press('ArrowRight', 'ArrowRight', 'o', 'Delete')
      await tabTo('Keep')
      await press('Enter')
      await expect.poll(async () => (await layoutIn(page)).totalMs).toBeLessThan(wholeMs)

      // Exported
      await press('Control+e')
      await editor.dialog('Export the story').waitFor()
      await tabTo('MP3')
      await press('ArrowRight', 'ArrowRight')
      await hasFocus('WAV')
      await tabTo('Export…')
      await press('Enter')
      await editor.dialog('Export as WAV').waitFor()
      await hasFocus('File name')
      await press('Control+a')
      await type(`By keys ${width}`)
      await press('Enter')
      await editor.notice(`Exported By keys ${width}.wav.`).waitFor({ timeout: 30_000 })
      const bytes = await readFile(studio.path(`By keys ${width}.wav`))
      const { samples, sampleRate } = await decodeAudio(bytes)
      const { totalMs } = await layoutIn(page)
      expect(Math.abs((samples.length / sampleRate) * 1000 - totalMs)).toBeLessThanOrEqual(50)
      expect(rmsDb(samples)).toBeGreaterThan(-40)
    },
  )
}

test('a chapter is rendered and exported alone by keyboard alone', long, async () => {
  const { editor, page } = studio
  await editor.openExample()
  await press('Control+e')
  await editor.dialog('Export the story').waitFor()
  await tabTo(/^What to export/)
  await type('Wood')
  await page.getByRole('option', { name: '2 · Into the Wood' }).waitFor()
  await press('ArrowDown', 'Enter')
  await tabTo('Render and export…')
  await press('Enter')
  await editor.dialog('Export as MP3').waitFor()
  await hasFocus('File name')
  await press('Control+a')
  await type('Chapter two')
  await press('Enter')
  await editor.notice('Exported Chapter two.mp3.').waitFor({ timeout: 60_000 })
  await editor.statusBar.getByText(/^\d+ not rendered$/).waitFor() // the blocks of the other chapters
  const { samples, sampleRate } = await decodeAudio(await readFile(studio.path('Chapter two.mp3')))
  const { chapters } = await layoutIn(page)
  // A chapter that is exported alone has its words, and no silence of the chapters beside it.
  const lengthMs = (chapters[1]?.wordsEndMs ?? NaN) - (chapters[1]?.startMs ?? NaN)
  expect(Math.abs((samples.length / sampleRate) * 1000 - lengthMs)).toBeLessThanOrEqual(50)
  expect(rmsDb(samples)).toBeGreaterThan(-40)
})
