// @module-tag long
import { writeFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { NOVEL_SPEAKERS, novelEpub } from '../support/novelEpub.ts'
import { exportText } from './support/exportText.ts'
import { useStudio } from './support/studio.ts'

const studio = useStudio()

/** Opens the review of a file in the folder, by keys. */
async function review(name: string) {
  const { editor, page } = studio
  await page.keyboard.press('Control+o')
  await editor.dialog('Open a story or a text').getByRole('button', { name }).press('Enter')
  return editor.dialog('Import')
}

/** The rows of a table, without their silences if these are not compared. */
function rowsOf(csv: string, columns = 6): string[][] {
  const { data } = Papa.parse<string[]>(csv.trim())
  return data.map((row) => row.slice(0, columns))
}

test('a novel of 150,000 words is imported, cast, given pauses, and exported to and read back from Fountain and CSV unchanged, by keyboard', async () => {
  const { editor, page, path } = studio
  const novel = novelEpub(150_000)
  await writeFile(path('The Long Ferry.epub'), novel.bytes)
  const shown = await review('The Long Ferry.epub')
  for (const name of NOVEL_SPEAKERS) await shown.getByRole('button', { name: `Accept ${name}` }).waitFor()
  // The copyright and the notes are left out.
  await shown.getByText(`${novel.chapters} of ${novel.chapters + 1}`).waitFor()
  await editor.makeStory()
  await editor.text(1).waitFor()
  await editor.saved()

  // The narrator has hours to read, and the page of the cast shows them whole.
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  const hours = editor.dialog('Cast').getByText(/^~\d+:\d\d:\d\d$/)
  await hours.first().waitFor()
  const cutOff = await hours.evaluateAll((cells) =>
    cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
  )
  expect(cutOff).toEqual([])
  await page.keyboard.press('Escape')

  const table = await exportText(studio, 'Export as a table (CSV)…', 'The Long Ferry.csv')
  const [header, ...rows] = rowsOf(table)
  expect(header).toEqual(['chapter', 'speaker', 'line', 'emotion', 'silence', 'duration'])
  expect(new Set(rows.map(([, speaker]) => speaker))).toEqual(new Set(['', ...NOVEL_SPEAKERS]))
  expect(table).not.toContain('editor on the tides')
  // Every block but the first follows a boundary.
  expect(rows.slice(1).every(([, , , , silence]) => Number(silence) > 0)).toBe(true)
  const script = await exportText(studio, 'Export as Fountain…', 'The Long Ferry.fountain')
  expect(script).toContain('\n# Chapter 30\n')

  await review('The Long Ferry.csv')
  await editor.makeStory()
  await editor.text(1).waitFor()
  expect(await exportText(studio, 'Export as a table (CSV)…', 'The Long Ferry.csv', true)).toBe(table)

  await review('The Long Ferry.fountain')
  await editor.makeStory()
  await editor.text(1).waitFor()
  expect(await exportText(studio, 'Export as Fountain…', 'The Long Ferry.fountain', true)).toBe(script)
  const again = await exportText(studio, 'Export as a table (CSV)…', 'The Long Ferry.csv', true)
  expect(rowsOf(again, 4)).toEqual(rowsOf(table, 4))
  await page.keyboard.press('Escape')
}, 240_000)
