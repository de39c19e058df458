/** A story as a table of lines (CSV). */
import { STORY_COLUMNS } from '../import/table.ts'
import type { Column } from '../import/table.ts'
import { BYTE_ORDER_MARK, formatCsv } from '../lib/csv.ts'
import type { Story } from '../story/story.ts'
import { scriptOf } from './scriptLines.ts'
import type { ExportOptions } from './scriptLines.ts'

/**
 * The text of a CSV file, with the byte order mark by which spreadsheets tell the encoding. A cell that a spreadsheet would run as
 * a formula gets an apostrophe before it, which is taken away when the table is read.
 */
export function writeTable(story: Story, options: ExportOptions): string {
  const rows = scriptOf(story, options).flatMap(({ title, lines }) =>
    lines.map(({ speaker, text, manner, silenceMs, durationMs }) => {
      const cells: Readonly<Partial<Record<Column, string>>> = {
        chapter: title ?? '',
        speaker: speaker ?? '',
        line: text,
        emotion: manner,
        silence: String(silenceMs / 1000),
        duration: durationMs === null ? '' : String(durationMs / 1000),
      }
      return STORY_COLUMNS.map((column) => cells[column] ?? '')
    }),
  )
  return `${BYTE_ORDER_MARK}${formatCsv([STORY_COLUMNS, ...rows])}`
}
