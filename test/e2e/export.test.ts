// @module-tag long
import { readFile } from 'node:fs/promises'
import NodeID3 from 'node-id3'
import { beforeEach, expect, test } from 'vitest'
import { decodeAudio } from '../../electron/lib/audio/decode.ts'
import { rmsDb } from '../support/measure.ts'
import { expectAccessible } from './support/accessibility.ts'
import { layoutIn } from './support/call.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

beforeEach(async () => {
  const { editor } = studio
  await editor.newStory('The first block of the story.', 'The second, after a silence.', 'And the third.')
  await editor.clip(2).click()
  await editor.field('spinbutton', 'Silence before').fill('2.5')
  await expect.poll(() => editor.pause(2).inputValue()).toBe('2.5')
})

/** Goes through the dialogs up to the file's name. */
async function exportAs(format: 'MP3' | 'WAV', name: string): Promise<void> {
  const { editor, page } = studio
  await editor.button('Export').click()
  const dialog = editor.dialog('Export the story')
  await dialog.getByRole('radio', { name: format, exact: true }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Export…' }).click()
  const place = editor.dialog(`Export as ${format}`)
  await place.getByRole('textbox', { name: 'File name' }).fill(name)
  await place.getByRole('button', { name: 'Save', exact: true }).click()
  await editor.statusBar.getByText(`Exported ${name}.${format.toLowerCase()}.`).waitFor({ timeout: 30_000 })
}

test('a rendered story is exported as WAV and MP3 with the timeline’s length and silences; a file of the same name is replaced only after confirmation', async () => {
  const { editor, page } = studio
  await editor.render()
  const dialog = editor.dialog('Export the story')
  for (const format of ['WAV', 'MP3'] as const) {
    const name = 'Three blocks'
    await exportAs(format, name)
    const bytes = await readFile(studio.path(`${name}.${format.toLowerCase()}`))
    const { samples, sampleRate } = await decodeAudio(bytes)
    const { spans, totalMs } = await layoutIn(page)
    expect(Math.abs((samples.length / sampleRate) * 1000 - totalMs)).toBeLessThanOrEqual(50)
    expect(rmsDb(samples)).toBeGreaterThan(-40)
    const [first, second] = spans
    if (first === undefined || second === undefined) throw new Error('The story has three blocks')
    expect(second.startMs - first.endMs).toBe(2_500)
    const inside = (fromMs: number, toMs: number) =>
      samples.subarray((fromMs * sampleRate) / 1000, (toMs * sampleRate) / 1000)
    expect(rmsDb(inside(first.endMs + 60, second.startMs - 60))).toBeLessThan(-60)
    expect(rmsDb(inside(second.startMs, second.endMs))).toBeGreaterThan(-40)

    const link = editor.statusBar.getByRole('link', { name: 'Download' })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe(`${name}.${format.toLowerCase()}`)
    expect((await readFile(await download.path())).equals(bytes)).toBe(true)

    await editor.button('Export').click()
    expect(await dialog.getByRole('radio', { name: format, exact: true }).isChecked()).toBe(true) // as in the last export of the story
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }

  await editor.button('Export').click()
  await dialog.getByRole('button', { name: 'Export…' }).click()
  const place = editor.dialog('Export as MP3')
  await place.getByRole('textbox', { name: 'File name' }).fill('Three blocks')
  await place.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').getByText('A file with this name already exists.').waitFor()
  await place.getByRole('button', { name: 'Replace' }).click()
  await editor.statusBar.getByText('Exported Three blocks.mp3.').waitFor()
})

test('exporting a story with unrendered blocks shows a warning, and can render and export in one step', async () => {
  const { editor, page } = studio
  await editor.button('Export').click()
  const dialog = editor.dialog('Export the story')
  await dialog.getByText('3 blocks need rendering first.').waitFor()
  await dialog.getByRole('button', { name: 'Render and export…' }).click()
  const place = editor.dialog('Export as MP3')
  await place.getByRole('textbox', { name: 'File name' }).fill('At once')
  await place.getByRole('button', { name: 'Save', exact: true }).click()
  await editor.statusBar.getByText('Exported At once.mp3.').waitFor({ timeout: 60_000 })
  const bytes = await readFile(studio.path('At once.mp3'))
  expect(rmsDb((await decodeAudio(bytes)).samples)).toBeGreaterThan(-40)
  const { image } = NodeID3.read(bytes)
  if (typeof image !== 'object') throw new Error('The file has no picture')
  const picture = { mime: image.mime, base64: image.imageBuffer.toString('base64') }

  await editor.text(1).fill('Other words.')
  await editor.button('Export').click()
  await dialog.getByText('One block changed since the last render.').waitFor()

  // The cover of the file is that of the story's card: a book's edge, its colour at the top, and its title.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await editor.button('Close story').click()
  const card = page.locator('[style*="--cover"]').first()
  await card.waitFor()
  const color = await card.evaluate((element) => getComputedStyle(element).getPropertyValue('--cover'))
  const drawn = await page.evaluate(async ({ mime, base64 }) => {
    const found = new Image()
    found.src = `data:${mime};base64,${base64}`
    await found.decode()
    const canvas = document.createElement('canvas')
    const [width, height] = [(canvas.width = found.width), (canvas.height = found.height)]
    const context = canvas.getContext('2d')
    context?.drawImage(found, 0, 0)
    const at = (x: number, y: number) => [...(context?.getImageData(x * width, y * height, 1, 1).data ?? [])]
    const words = context?.getImageData(width * 0.12, height * 0.12, width * 0.5, height * 0.1).data ?? []
    return {
      width,
      height,
      top: at(0.3, 0.02),
      bottom: at(0.9, 0.97),
      brightest: Math.max(...[...words].filter((_, index) => index % 4 === 2)),
    }
  }, picture)
  const rgb = [1, 3, 5].map((from) => Number.parseInt(color.trim().slice(from, from + 2), 16))
  expect(drawn).toMatchObject({ width: 1400, height: 1400 })
  for (const [index, value] of rgb.entries()) {
    expect(Math.abs((drawn.top[index] ?? 0) - value)).toBeLessThan(12)
    expect(drawn.bottom[index]).toBeLessThan(value)
  }
  expect(drawn.brightest).toBeGreaterThan(220)
})

test('by keyboard: a placeholder of file names is inserted at the cursor', async () => {
  const { editor, page } = studio
  const { keyboard } = page
  await editor.button('Export').click()
  const dialog = editor.dialog('Export the story')
  await dialog.getByRole('radio', { name: /^Game lines/ }).focus()
  await keyboard.press('Space')
  await dialog.getByRole('textbox', { name: 'Add text' }).focus()
  await keyboard.press('ArrowLeft')
  await keyboard.press('ArrowLeft')
  await editor.announced('The text field is after character.')
  await keyboard.press('Backspace')
  await keyboard.type('line ')
  const part = dialog.getByRole('button', { name: 'Name part', exact: true })
  const hasFocus = () => part.evaluate((button) => button === document.activeElement)
  for (let stops = 0; stops < 4 && !(await hasFocus()); stops++) await keyboard.press('Tab') // by the pieces after the field
  expect(await hasFocus()).toBe(true)
  await keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'chapter', exact: true }).focus()
  await keyboard.press('Enter')
  const after = dialog.getByRole('grid', { name: 'Names, after the text field' }).getByRole('row')
  await expect.poll(() => after.allTextContents()).toEqual(['“_”', 'name'])
  const before = dialog.getByRole('grid', { name: 'Names', exact: true }).getByRole('row')
  expect(await before.allTextContents()).toEqual(['number 0001', '“_line ”', 'chapter'])
  await expectAccessible(page, 'the names of files with the text field among the pieces')
})

test('the sound is checked, and the findings are stepped through by keyboard, in both themes', async () => {
  const { editor, page } = studio
  const expectAccessibleInBothThemes = async (what: string) => {
    for (const theme of ['light', 'dark']) {
      await page.evaluate((shown) => (document.documentElement.dataset['theme'] = shown), theme)
      await expectAccessible(page, `${what}, ${theme} theme`, '[role=dialog]')
    }
  }
  await editor.render()
  await editor.button('Export').click()
  const dialog = editor.dialog('Export the story')
  await dialog.getByRole('radio', { name: /^Game lines/ }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Export 3 files…' }).waitFor()
  await expectAccessibleInBothThemes('Export')
  await dialog.getByRole('button', { name: 'Check the sound' }).press('Enter')
  const places = dialog.getByRole('listbox', { name: 'Places to check' })
  await places.waitFor({ timeout: 30_000 })
  // Lines of a game have no room tone, which ACX requires.
  await dialog.getByText('3 files fail').waitFor()
  await expectAccessibleInBothThemes('Sound check')
  await places.getByRole('option').first().focus()
  await page.keyboard.press('End')
  // The last one concerns the whole file, the one before it the third block.
  await page.keyboard.press('ArrowUp')
  await dialog.getByRole('button', { name: 'Show in the story' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => editor.text(3).evaluate((text) => text === document.activeElement)).toBe(true)

  await editor.button('Export').click()
  await dialog.getByRole('radio', { name: /^Audiobook/ }).focus()
  await page.keyboard.press('Space')
  // Credits would have to be rendered first.
  await dialog.getByRole('switch', { name: 'Speak opening and closing credits' }).press('Space')
  await dialog.getByRole('button', { name: 'Check the sound' }).press('Enter')
  await dialog.getByRole('button', { name: 'Check again' }).press('Enter')
  await dialog.getByText('1 file passes').waitFor({ timeout: 30_000 })
})

test('the summary of an export fits into its panel in windows of every size', async () => {
  const { editor, page } = studio
  await page.keyboard.press('Control+e')
  const panel = editor.dialog('Export the story').getByText('Output').locator('..')
  await panel.waitFor()
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => panel.evaluate((each) => each.scrollHeight - each.clientHeight)).toBe(0)
  }
})
