// @module-tag long
import { writeFile } from 'node:fs/promises'
import Papa from 'papaparse'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { exportText } from './support/exportText.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

const MOST_ACTIONS = 30
const LINES_PER_CHAPTER = 20
const PAIRS = [
  ['Mira', 'Tom'],
  ['Harrow', 'Tamsin'],
  ['Mira', 'Harrow'],
  ['Tom', 'Tamsin'],
] as const
/** A line of the first chapter that its speaker says after the line before, so that the turns suggest somebody else. */
const SAID_TWICE = 4

/** 80 lines of dialogue: the speaker of each, and the book. Only two lines of six name their speaker; the others follow from turns. */
function dialogue() {
  const lines = PAIRS.flatMap((pair, chapter) =>
    Array.from({ length: LINES_PER_CHAPTER }, (_, index) => {
      const isTwice = chapter === 0 && index === SAID_TWICE
      const speaker = pair[(index + (isTwice ? 1 : 0)) % 2] ?? ''
      return { chapter, speaker, isTold: index % 6 < 2, words: `Line ${chapter + 1}.${index + 1} is said` }
    }),
  )
  const chapters = PAIRS.map((_, chapter) =>
    [
      `<h1>Chapter ${chapter + 1}</h1>`,
      ...lines
        .filter((line) => line.chapter === chapter)
        .map(({ speaker, isTold, words }) =>
          isTold ? `<p>“${words},” said ${speaker}.</p>` : `<p>“${words}.”</p>`,
        ),
    ].join('\n'),
  )
  return { lines, html: chapters.join('\n') }
}

/** Counts each press of a mouse button and of a key that the page gets from now on, except modifier keys. */
async function countActions(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const made = { actions: 0 }
    const count = (event: Event) => {
      const isModifier =
        event instanceof KeyboardEvent && ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)
      if (event.isTrusted && !isModifier) made.actions++
    }
    window.addEventListener('pointerdown', count, true)
    window.addEventListener('keydown', count, true)
    return made
  })
  return () => counter.evaluate(({ actions }) => actions)
}

async function openReview(name: string, html: string) {
  const { editor, page, path } = studio
  await writeFile(path(name), html)
  await page.keyboard.press('Control+o')
  await editor.dialog('Open a story or a text').getByRole('button', { name }).click()
  const review = editor.dialog('Import')
  await review.getByRole('button', { name: 'Accept Mira' }).waitFor()
  return review
}

/** The speaker of each line in the story. */
async function speakers(file: string): Promise<ReadonlyMap<string, string>> {
  const table = await exportText(studio, 'Export as a table (CSV)…', file)
  const { data } = Papa.parse<string[]>(table.trim())
  return new Map(
    data.flatMap(([, speaker = '', line = '']) => {
      const words = /^“(Line [\d.]+ is said)[.,]”$/.exec(line)?.[1]
      return words === undefined ? [] : [[words, speaker]]
    }),
  )
}

test('80 lines of dialogue get their four speakers, and a wrong guess is corrected, in at most 30 clicks', async () => {
  const { page, editor } = studio
  const { lines, html } = dialogue()
  const review = await openReview('by mouse.html', html)
  const actions = await countActions(page)
  await review.getByRole('button', { name: 'Accept all', exact: true }).click()
  await review.getByRole('button', { name: 'Mira, speaker of block 7' }).click()
  await page.getByRole('menuitem', { name: 'Tom' }).click()
  await review.getByRole('button', { name: /^Create story/ }).click()
  await editor.text(1).waitFor()
  expect(await actions()).toBeGreaterThan(3)
  expect(await actions()).toBeLessThanOrEqual(MOST_ACTIONS)
  expect(await speakers('by mouse.csv')).toEqual(new Map(lines.map(({ words, speaker }) => [words, speaker])))
})

test('80 lines of dialogue get their four speakers in at most 30 key presses', async () => {
  const { page, editor } = studio
  const { lines, html } = dialogue()
  const review = await openReview('by keyboard.html', html)
  const focused = page.locator(':focus')
  await review
    .getByRole('button', { name: /^Create story/ })
    .and(focused)
    .waitFor()
  const actions = await countActions(page)
  const goTo = async (name: string | RegExp, key: 'Tab' | 'Shift+Tab') => {
    for (let presses = 0; presses < MOST_ACTIONS; presses++) {
      await page.keyboard.press(key)
      if (await review.getByRole('button', { name }).and(focused).isVisible()) return
    }
  }
  await goTo(/^Accept all$/, 'Tab')
  await page.keyboard.press('Enter')
  await review.getByText(/whose speaker is unclear/).waitFor({ state: 'detached' })
  await goTo(/^Create story/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await editor.text(1).waitFor()
  expect(await actions()).toBeGreaterThan(3)
  expect(await actions()).toBeLessThanOrEqual(MOST_ACTIONS)
  const told = await speakers('by keyboard.csv')
  // Only the line with the misleading turn has another speaker.
  expect(lines.filter(({ words, speaker }) => told.get(words) !== speaker)).toHaveLength(1)
  expect(told.size).toBe(lines.length)
})
