import type { Virtualizer } from '@tanstack/react-virtual'
import { createRef, useCallback, useSyncExternalStore, type RefObject } from 'react'
import { derive } from '../../../shared/lib/derive.ts'
import type { Settings } from '../../../shared/ipc/views.ts'
import type { Block, BlockId, Chapter } from '../../../shared/story/records.ts'
import {
  blockNumber,
  changedPlaces,
  sectionsOf,
  type ChapterSection,
} from '../../../shared/story/selectors.ts'
import { isPinned } from '../../../shared/story/silences.ts'
import type { Story } from '../../../shared/story/story.ts'

/** A chapter heading as drawn above the following block. */
export interface Heading {
  readonly chapter: Chapter
  readonly number: number
  readonly blocks: number
}

/** One list item: a block, and the headings right above it. */
export interface ScriptRow {
  readonly block: Block
  /** The block's number, counting from 1. */
  readonly number: number
  readonly headings: readonly Heading[]
}

/**
 * The script's rows, and the headings that no block follows. The heading of a chapter that opens the story is in the bar
 * above the script. With `shown`, there are rows for these blocks only, and headings only of chapters that have such blocks.
 */
export function rowsOf(story: Story, shown: ReadonlySet<BlockId> | null = null): ScriptRows {
  return shown === null ? allRows(story) : newRows(story, shown)
}

export interface ScriptRows {
  readonly rows: readonly ScriptRow[]
  /** The same object while the rows have the same blocks in the same order. */
  readonly order: object
  readonly trailing: readonly Heading[]
}

/** The rows without a filter: while a text is written, all but its row stay. */
const allRows = derive(
  (story: Story) => newRows(story, null),
  ({ of, value }, story) => rowsAfter(of, value, story),
)

/** The rows of a story whose blocks and chapters kept their order, and in which only blocks have changed; otherwise undefined. */
function rowsAfter(before: Story, made: ScriptRows, story: Story): ScriptRows | undefined {
  const changed = changedPlaces(story.sequence, before.sequence)
  if (changed === null) return undefined
  const rows = [...made.rows]
  for (const place of changed) {
    const entry = story.sequence[place]
    if (entry?.type !== 'block') return undefined
    const index = blockNumber(story, entry.id) - 1
    const row = rows[index]
    if (row?.block.id !== entry.id) return undefined
    rows[index] = { ...row, block: entry }
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

/** The height of a heading in a row. */
const HEADING_PX = 46

/** The height of the headings of a row. */
export function headingsPx(row: ScriptRow | undefined): number {
  return (row?.headings.length ?? 0) * HEADING_PX
}

/** A row's height in addition to its lines of text. */
const ROW_PX = 20
const ROOMY_PX = 12
const PAUSE_PX = 20
/** Characters per line in a script of the usual width, at a font size of 1 px. */
const LINE_CHARACTERS = 1088

/** The settings for the look of the script. */
type ScriptLook = Pick<Settings, 'storyTextPx' | 'rows'>

/** Whether a block has a line for its silence: one set by hand, or at the beginning of a scene. */
export function hasPauseLine(block: Block): boolean {
  return isPinned(block) || block.breakBefore === 'scene'
}

/** The estimated height of a row, in px, before it is drawn and measured. */
export function estimatedRowPx(row: ScriptRow | undefined, { storyTextPx, rows }: ScriptLook): number {
  const linePx = Math.round(storyTextPx * 1.375)
  const bare = ROW_PX + (rows === 'roomy' ? ROOMY_PX : 0)
  if (row === undefined) return bare + linePx
  const { block } = row
  const lines = Math.max(1, Math.ceil((block.text.length * storyTextPx) / LINE_CHARACTERS))
  return headingsPx(row) + (hasPauseLine(block) ? PAUSE_PX : 0) + bare + lines * linePx
}

const NO_HEADINGS: Heading[] = []
/** The row of a block; the same value as before if nothing about it changed, so that it is not drawn again. */
const rowOf = derive((block: Block, number: number, headings: readonly Heading[]): ScriptRow => ({
  ...{ block, number, headings },
}))

/** The heading of a chapter; the same value as before if nothing about it changed. */
export const headingOf = derive((chapter: Chapter, number: number, blocks: number): Heading => ({
  ...{ chapter, number, blocks },
}))

type ListVirtualizer = Virtualizer<HTMLDivElement, Element>

/** The element that scrolls the script, and the virtualizer of its list; null until they are in the page. */
export interface ScriptScroll {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly virtualizer: RefObject<ListVirtualizer | null>
}

/** The scroll of a script that is not in the page yet. */
export function newScriptScroll(): ScriptScroll {
  return { scroller: createRef(), virtualizer: createRef() }
}

/** A number derived from the scroll position of the script: 0 at first. The component redraws only when the number changes. */
export function useScrolled(
  { scroller, virtualizer }: ScriptScroll,
  read: (list: ListVirtualizer) => number,
): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const element = scroller.current
      element?.addEventListener('scroll', listener, { passive: true })
      return () => element?.removeEventListener('scroll', listener)
    },
    [scroller],
  )
  return useSyncExternalStore(subscribe, () => (virtualizer.current === null ? 0 : read(virtualizer.current)))
}

/** The index of the section whose blocks are at the top of the script: the last one whose heading has been scrolled past. */
export function sectionInView(
  list: ListVirtualizer,
  rows: readonly ScriptRow[],
  sections: readonly ChapterSection[],
): number {
  const scrollTop = list.scrollOffset ?? 0 // reading the element's own would force a layout
  const item = list.getVirtualItemForOffset(scrollTop)
  const row = item === undefined ? undefined : rows[item.index]
  if (item === undefined || row === undefined) return 0
  const top = scrollTop >= item.start + headingsPx(row) ? row.number : (rows[item.index - 1]?.number ?? 0)
  let blocks = 0
  const index = sections.findIndex((section) => (blocks += section.blocks.length) >= top)
  return top === 0 ? 0 : Math.max(0, index)
}
