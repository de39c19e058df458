import { derive } from '../../../shared/lib/derive.ts'
import type { Settings } from '../../../shared/ipc/views.ts'
import type { Block, BlockId, Chapter } from '../../../shared/story/records.ts'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { isPinned } from '../../../shared/story/silences.ts'
import type { Story } from '../../../shared/story/story.ts'

/** A chapter heading as it is drawn above the block that follows it. */
export interface Heading {
  readonly chapter: Chapter
  readonly number: number
  readonly blocks: number
}

/** One list item: a block, and the headings that stand right above it. */
export interface ScriptRow {
  readonly block: Block
  /** The block's number, counting from 1. */
  readonly number: number
  readonly headings: readonly Heading[]
}

/**
 * The script's rows, and the headings that no block follows. The heading of a chapter that opens the story stands in the bar
 * above the script. With `shown`, there are rows for these blocks only, and headings only of chapters that have such blocks.
 */
export function rowsOf(story: Story, shown: ReadonlySet<BlockId> | null = null): ScriptRows {
  return shown === null ? allRows(story) : newRows(story, shown)
}

export interface ScriptRows {
  readonly rows: readonly ScriptRow[]
  /** The same object as long as the rows are of the same blocks in the same order. */
  readonly order: object
  readonly trailing: readonly Heading[]
}

/** The rows without a filter: while a text is written, all but its row stay. */
const allRows = derive(
  (story: Story) => newRows(story, null),
  ({ of, value }, story) => rowsAfter(of, value, story),
)

/** The rows of a story whose blocks and chapters stand as before, and of which blocks alone have changed; else undefined. */
function rowsAfter(before: Story, made: ScriptRows, { sequence }: Story): ScriptRows | undefined {
  if (before.sequence.length !== sequence.length) return undefined
  const rows = [...made.rows]
  let at = 0
  for (const [index, entry] of sequence.entries()) {
    const row = rows[at]
    if (entry !== before.sequence[index]) {
      if (entry.type !== 'block' || row?.block.id !== entry.id) return undefined
      rows[at] = { ...row, block: entry }
    }
    if (entry.type === 'block') at += 1
  }
  return { ...made, rows }
}

function newRows(story: Story, shown: ReadonlySet<BlockId> | null): ScriptRows {
  let waiting: Heading[] = []
  let number = 0
  const rows = sectionsOf(story).flatMap((section, index): ScriptRow[] => {
    if (shown !== null) waiting = []
    if (section.chapter !== null && index > 0) {
      waiting.push(headingOf(section.chapter, section.number, section.blocks.length))
    }
    return section.blocks.flatMap((block): ScriptRow[] => {
      number += 1
      if (shown?.has(block.id) === false) return []
      const headings = waiting.length > 0 ? waiting : NO_HEADINGS
      waiting = []
      return [rowOf(block, number, headings)]
    })
  })
  return { rows, order: {}, trailing: shown === null ? waiting : NO_HEADINGS }
}

/** What a heading takes of a row's height. */
const HEADING_PX = 46

/** What the headings take of a row's height. */
export function headingsPx(row: ScriptRow | undefined): number {
  return (row?.headings.length ?? 0) * HEADING_PX
}

/** A row's height beside its lines of text. */
const ROW_PX = 20
const ROOMY_PX = 12
const PAUSE_PX = 20
/** Characters of a line in a script of the usual width, with words of 1 px. */
const LINE_CHARACTERS = 1088

/** How the script looks, as the settings say. */
export type ScriptLook = Pick<Settings, 'storyTextPx' | 'rows'>

/** Whether a block has a line for its silence: one that is set by hand, or where a scene begins. */
export function hasPauseLine(block: Block): boolean {
  return isPinned(block) || block.breakBefore === 'scene'
}

/** About how high a row is, in px, before it is drawn and measured. */
export function estimatedRowPx(row: ScriptRow | undefined, { storyTextPx, rows }: ScriptLook): number {
  const linePx = Math.round(storyTextPx * 1.375)
  const bare = ROW_PX + (rows === 'roomy' ? ROOMY_PX : 0)
  if (row === undefined) return bare + linePx
  const { block } = row
  const lines = Math.max(1, Math.ceil((block.text.length * storyTextPx) / LINE_CHARACTERS))
  return headingsPx(row) + (hasPauseLine(block) ? PAUSE_PX : 0) + bare + lines * linePx
}

const NO_HEADINGS: Heading[] = []
/** The row of a block; the same value as before where nothing about it changed, so that it is not drawn again. */
const rowOf = derive((block: Block, number: number, headings: readonly Heading[]): ScriptRow => ({
  ...{ block, number, headings },
}))

/** The heading of a chapter; the same value as before where nothing about it changed. */
export const headingOf = derive((chapter: Chapter, number: number, blocks: number): Heading => ({
  ...{ chapter, number, blocks },
}))
