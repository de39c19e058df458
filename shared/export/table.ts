/** A story as a table of lines (CSV). */
import { ID_COLUMN, NOTES_COLUMN, STORY_COLUMNS } from '../import/table.ts'
import { BYTE_ORDER_MARK, formatCsv } from '../lib/csv.ts'
import type { Story } from '../story/story.ts'
import { scriptOf, type ExportOptions } from './scriptLines.ts'

/**
 * The text of a CSV file, with the byte order mark by which spreadsheets tell the encoding. A cell that a spreadsheet would run as
 * a formula gets an apostrophe before it, which is taken away when the table is read.
 */
export function writeTable(story: Story, options: ExportOptions): string {
  const chapters = scriptOf(story, options)
  const lines = chapters.flatMap((chapter) => chapter.lines)
  // Tables without ids or notes have no column for them.
  const hasNames = lines.some(({ name }) => name !== '')
  const hasNotes = lines.some(({ notes }) => notes !== '')
  const rows = chapters.flatMap(({ title, lines: own }) =>
    own.map(({ name, speaker, text, manner, notes, silenceMs, durationMs }) => {
      const cells: Readonly<Record<(typeof STORY_COLUMNS)[number], string>> = {
        chapter: title ?? '',
        speaker: speaker ?? '',
        line: text,
        emotion: manner,
        silence: String(silenceMs / 1000),
        duration: durationMs === null ? '' : String(durationMs / 1000),
      }
      return [
        ...(hasNames ? [name] : []),
        ...STORY_COLUMNS.map((column) => cells[column]),
        ...(hasNotes ? [notes] : []),
      ]
    }),
  )
  const header = [...(hasNames ? [ID_COLUMN] : []), ...STORY_COLUMNS, ...(hasNotes ? [NOTES_COLUMN] : [])]
  return `${BYTE_ORDER_MARK}${formatCsv([header, ...rows])}`
}
