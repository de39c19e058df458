/** The notes and marks of a story as a table (CSV), for use outside Fabula. */
import { BYTE_ORDER_MARK, formatCsv } from '../lib/csv.ts'
import { notedBlocks } from '../story/notes.ts'
import { blockNumber, findCharacter, sectionsOf } from '../story/selectors.ts'
import type { Story } from '../story/story.ts'
import { oneLine, plainText, type ExportOptions } from './scriptLines.ts'

/** The columns of the table, in order. */
const COLUMNS = ['number', 'id', 'chapter', 'speaker', 'line', 'notes', 'mark'] as const

/**
 * The text of a CSV file with a row for each block that has a note or a mark, in story order. A cell that a spreadsheet would run as a
 * formula gets an apostrophe before it.
 */
export function writeNotes(story: Story, { narrator }: ExportOptions): string {
  const titles = new Map(
    sectionsOf(story).flatMap(({ chapter, blocks }) =>
      blocks.map(({ id }) => [id, oneLine(chapter?.title ?? '')] as const),
    ),
  )
  const rows = notedBlocks(story, { isOpen: false }).map(({ id, name, text, characterId, notes, mark }) => [
    String(blockNumber(story, id)),
    oneLine(name),
    titles.get(id) ?? '',
    oneLine(findCharacter(story, characterId)?.name ?? narrator),
    plainText(text),
    plainText(notes),
    mark ?? '',
  ])
  return `${BYTE_ORDER_MARK}${formatCsv([COLUMNS, ...rows])}`
}
