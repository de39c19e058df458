/** A story as a table of lines (CSV). */
import { ID_COLUMN, STORY_COLUMNS } from '../import/table.ts'
import { BYTE_ORDER_MARK, formatCsv } from '../lib/csv.ts'
import type { Story } from '../story/story.ts'
import { scriptOf } from './scriptLines.ts'
import type { ExportOptions } from './scriptLines.ts'

/**
 * The text of a CSV file, with the byte order mark by which spreadsheets tell the encoding. A cell that a spreadsheet would run as
 * a formula gets an apostrophe before it, which is taken away when the table is read.
 */
export function writeTable(story: Story, options: ExportOptions): string {
  const chapters = scriptOf(story, options)
  // Tables without ids stay as they are.
  const hasNames = chapters.some(({ lines }) => lines.some(({ name }) => name !== ''))
  const rows = chapters.flatMap(({ title, lines }) =>
    lines.map(({ name, speaker, text, manner, silenceMs, durationMs }) => {
      const cells: Readonly<Record<(typeof STORY_COLUMNS)[number], string>> = {
        chapter: title ?? '',
        speaker: speaker ?? '',
        line: text,
        emotion: manner,
        silence: String(silenceMs / 1000),
        duration: durationMs === null ? '' : String(durationMs / 1000),
      }
      return [...(hasNames ? [name] : []), ...STORY_COLUMNS.map((column) => cells[column])]
    }),
  )
  const header = [...(hasNames ? [ID_COLUMN] : []), ...STORY_COLUMNS]
  return `${BYTE_ORDER_MARK}${formatCsv([header, ...rows])}`
}
