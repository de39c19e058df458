// @module-tag long
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../build/root.mjs'
import { expectAccessible } from './support/accessibility.ts'
import { drag, pointIn } from './support/drag.ts'
import { reviewAddition } from './support/palette.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

const novel = `# The Ferry

## Copyright

All rights reserved.

## The Bucket

The ferry ran twice a day.

“You’ll wait,” said Harrow. “They all wait.”

“I have a letter,” said Tamsin.

“Is it far?” asked the lady.

## Slack Water

“No,” said Harrow.
`

async function openNovel() {
  const { editor, page, path } = studio
  await writeFile(path('ferry.html'), toHtml(novel))
  await page.keyboard.press('Control+o')
  await editor.dialog('Open a story or a text').getByRole('button', { name: 'ferry.html' }).click()
  return editor.dialog('Import')
}

function toHtml(text: string): string {
  return text
    .split('\n\n')
    .map((part) =>
      part
        .trim()
        .replace(/^## (.*)$/s, '<h2>$1</h2>')
        .replace(/^# (.*)$/s, '<h1>$1</h1>'),
    )
    .map((part) => (part.startsWith('<') ? part : `<p>${part}</p>`))
    .join('\n')
}

test('a book is reviewed, its speakers are chosen, and it becomes a story, by keyboard', async () => {
  const { editor, page } = studio
  const review = await openNovel()
  const chapters = review.getByRole('grid', { name: 'Chapters' })
  await expect.poll(() => chapters.getByRole('row').count()).toBe(4)
  await expectAccessible(page, 'the review of an import')
  const preview = review.getByRole('region', { name: 'Preview' })
  await preview.getByText('The ferry ran twice a day.').waitFor()
  // The lady is only described, so the writer is asked.
  const accept = preview.getByRole('button', { name: /^Accept the speaker of block/ })
  await accept.press('Enter')
  await accept.waitFor({ state: 'detached' })
  await preview.getByText('Lady', { exact: true }).waitFor()
  await review.getByRole('button', { name: 'Tamsin: rename or merge' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  const name = review.getByRole('textbox', { name: 'Name of Tamsin' })
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('End')
  await page.keyboard.type(' Vane')
  await page.keyboard.press('Enter')
  await review.getByRole('button', { name: 'Reject Tamsin Vane' }).press('Enter')
  await chapters.getByRole('row', { name: 'Slack Water' }).press('Space')
  await review.getByRole('button', { name: /^Create story/ }).press('Enter')
  await editor.expectTexts(
    'The ferry ran twice a day.',
    '“You’ll wait,”',
    'said Harrow.',
    '“They all wait.”',
    '“I have a letter,” said Tamsin.',
    '“Is it far?”',
    'asked the lady.',
  )
})

test('the review lists the text that is left out, by reason, and puts it back place by place, by keyboard', async () => {
  const { editor, page, path } = studio
  const notes =
    '<p>It rained.<a href="#n"><sup>1</sup></a></p><aside id="n" role="doc-footnote"><p>All day.</p></aside>'
  await writeFile(
    path('rain.html'),
    `<h2>Copyright</h2><p>All rights.</p><h2>One</h2>${notes}<p>It stopped.</p>`,
  )
  await page.keyboard.press('Control+o')
  await editor.dialog('Open a story or a text').getByRole('button', { name: 'rain.html' }).click()
  const review = editor.dialog('Import')
  await review.getByText('45.4 % of the words are in the script').waitFor()
  await review.getByRole('button', { name: 'Show only: Footnotes' }).press('Enter')
  const preview = review.getByRole('region', { name: 'Preview' })
  await preview.getByRole('heading', { name: 'Left out: Footnotes' }).waitFor()
  await expectAccessible(page, 'what an import leaves out')
  const putBack = preview.getByRole('button', { name: 'Put back: All day.' })
  await putBack.press('Enter')
  await putBack.waitFor({ state: 'detached' }) // the preview is drawn again by then
  await preview.getByRole('button', { name: 'Put back: 1' }).press('Enter')
  await review.getByText('70 % of the words are in the script').waitFor()
  const leaveOut = preview.getByRole('button', { name: 'Leave out the restored text in block 1 again' })
  await leaveOut.press('Enter')
  await leaveOut.waitFor({ state: 'detached' })
  await review.getByRole('button', { name: 'Show only: Cover pages' }).press('Enter')
  await preview.getByRole('heading', { name: 'Left out: Cover pages' }).waitFor()
  await preview.getByRole('button', { name: 'Put it back' }).press('Enter')
  await review.getByText('90.9 % of the words are in the script').waitFor()
  await review.getByRole('button', { name: /^Create story/ }).press('Enter')
  await editor.expectTexts('All rights.', 'It rained.', 'All day.', 'It stopped.')
})

test('emotions named in the text are shown, and are accepted one by one or all at once', async () => {
  const { editor, page, path } = studio
  await writeFile(path('loft.txt'), '“Wait,” whispered Mira.\n\n“Why?” asked Tom.\n\n“Wait!” shouted Mira.')
  await page.keyboard.press('Control+o')
  await editor.dialog('Open a story or a text').getByRole('button', { name: 'loft.txt' }).click()
  const review = editor.dialog('Import')
  await review.getByRole('button', { name: 'Show only: Emotions from the text' }).press('Enter')
  const preview = review.getByRole('region', { name: 'Preview' })
  const whispering = preview.getByRole('button', { name: 'Spoken whispering' })
  await whispering.press('Space')
  await expect.poll(() => whispering.getAttribute('aria-pressed')).toBe('true')
  await review.getByText('1 of 2 lines').waitFor()
  await expectAccessible(page, 'the emotions of an import')
  await review.getByRole('switch', { name: /^Emotions from the text/ }).press('Space')
  await review.getByText('2 of 2 lines').waitFor()
  await review.getByRole('button', { name: /^Create story/ }).press('Enter')
  await editor.expectTexts('“Wait,”', 'whispered Mira.', '“Why?”', 'asked Tom.', '“Wait!”', 'shouted Mira.')
})

test('a chapter of an import is moved by its handle, and by keys that keep the focus', async () => {
  const { page } = studio
  const review = await openNovel()
  const rows = review.getByRole('grid', { name: 'Chapters' }).getByRole('row')
  await rows.nth(3).waitFor()
  const titles = () => rows.evaluateAll((each) => each.map((row) => row.getAttribute('aria-label')))
  const [first, second, third, fourth] = await titles()
  await rows.nth(1).hover()
  const grip = rows.nth(1).locator('[aria-hidden="true"]:has(> .lucide-grip-vertical)')
  await drag(page, await pointIn(grip), await pointIn(rows.nth(3), 0.5, 0.9))
  await expect.poll(titles).toEqual([first, third, fourth, second])
  await rows.nth(3).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(titles).toEqual([first, third, second, fourth])
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(titles).toEqual([first, second, third, fourth])
})

test('an import is added to an open story, and undone in one step', async () => {
  const { editor, page } = studio
  await editor.newStory('Mine.')
  const review = await openNovel()
  await review.getByRole('button', { name: 'Add to the story' }).press('Enter')
  await expect.poll(() => editor.texts()).toContain('“No,”')
  await page.keyboard.press('Control+z')
  await editor.expectTexts('Mine.')
})

test('a long text that is pasted into an open story is added to it by Enter', async () => {
  const { editor, page } = studio
  await editor.newStory('Mine.')
  const lines = Array.from({ length: 25 }, (_, at) => `Line ${at + 1}.`)
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n\n'))
  await editor.placeCursor(1)
  await page.keyboard.press('Control+v')
  const review = editor.dialog('Import')
  await review
    .getByRole('button', { name: /^Add to the story.*25 blocks/ })
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => editor.texts().then((texts) => texts.slice(0, 3)))
    .toEqual(['Mine.', 'Line 1.', 'Line 2.'])
})

test('another story is added by the palette with its cast, chapters and words, and undone in one step; its file stays unchanged', async () => {
  const { editor, page, path } = studio
  const file = path('WithCast.fabula')
  await copyFile(join(root, 'test/fixtures/projects/v1/everything.fabula'), file)
  const before = await readFile(file)
  await editor.newStory('Mine.')
  await reviewAddition(editor, page, 'WithCast.fabula')
  const review = editor.dialog('Import')
  expect(await review.getByRole('button', { name: /^Create story/ }).count()).toBe(0)
  await page.keyboard.press('Enter')
  await expect.poll(() => editor.texts().then((texts) => texts.join())).toContain('„a wolf“')
  expect((await editor.texts())[0]).toBe('Mine.')
  await page.keyboard.press('Control+z')
  await editor.expectTexts('Mine.')
  expect(await readFile(file)).toEqual(before)
})

test('the rows of the preview never overlap, even after switching to another chapter', async () => {
  const { editor, page, path } = studio
  const paragraphs = (isFirstLong: boolean) =>
    Array.from({ length: 40 }, (_, at) =>
      (at % 2 === 0) === isFirstLong ? 'Rain on the boards. '.repeat(20) : 'Rain.',
    )
  const chapters = [true, false].flatMap((isFirstLong, at) => [`## Part ${at}`, ...paragraphs(isFirstLong)])
  await writeFile(path('rain.html'), toHtml(['# Rain', ...chapters].join('\n\n')))
  await page.keyboard.press('Control+o')
  await editor.dialog('Open a story or a text').getByRole('button', { name: 'rain.html' }).click()
  const preview = editor.dialog('Import').getByRole('region', { name: 'Preview' })
  await preview.locator('[data-index="3"]').waitFor()
  const covered = preview.evaluate(async (region) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    let most = 0
    for (let frames = 0; frames < 60; frames += 1) {
      await frame()
      const rows = [...region.querySelectorAll('[data-index]')]
        .map((row) => row.getBoundingClientRect())
        .toSorted((a, b) => a.top - b.top)
      most = Math.max(most, rows.filter(({ top }, at) => top < (rows[at - 1]?.bottom ?? top) - 1).length)
    }
    return most
  })
  await preview.getByRole('button', { name: 'Next chapter' }).click()
  await preview.getByText('Part 1').waitFor()
  expect(await covered).toBe(0)
})
