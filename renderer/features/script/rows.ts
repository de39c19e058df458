import type { Virtualizer } from '@tanstack/react-virtual'
import { createRef, useCallback, useSyncExternalStore, type RefObject } from 'react'
import type { Settings } from '../../../shared/ipc/views.ts'
import type { Block, BlockId, Chapter } from '../../../shared/story/records.ts'
import { sectionsOf, type ChapterSection } from '../../../shared/story/selectors.ts'
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
  if (shown !== null) return newRows(story, shown)
  const made = rowsAfter(latest, story) ?? newRows(story, null)
  latest = { sequence: story.sequence, made }
  return made
}

export interface ScriptRows {
  readonly rows: readonly ScriptRow[]
  /** The same object while the rows have the same blocks in the same order. */
  readonly order: object
  readonly trailing: readonly Heading[]
}

/** The latest rows, without a filter: while the writer types, all except one stay the same. */
let latest: { readonly sequence: Story['sequence']; readonly made: ScriptRows } | undefined

/** The rows of a story whose blocks and chapters kept their order, and in which only blocks have changed; otherwise undefined. */
function rowsAfter(before: typeof latest, { sequence }: Story): ScriptRows | undefined {
  if (before?.sequence.length !== sequence.length) return undefined
  const rows = [...before.made.rows]
  let at = 0
  for (const [index, entry] of sequence.entries()) {
    const row = rows[at]
    if (entry !== before.sequence[index]) {
      if (entry.type !== 'block' || row?.block.id !== entry.id) return undefined
      rows[at] = { ...row, block: entry }
    }
    if (entry.type === 'block') at += 1
  }
  return { ...before.made, rows }
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
const rowsByBlock = new WeakMap<Block, ScriptRow>()

/** The row of a block; the same value as before if nothing about it changed, so that it is not drawn again. */
function rowOf(block: Block, number: number, headings: readonly Heading[]): ScriptRow {
  const known = rowsByBlock.get(block)
  if (known?.number === number && hasSameHeadings(known.headings, headings)) return known
  const row = { block, number, headings }
  rowsByBlock.set(block, row)
  return row
}

function hasSameHeadings(before: readonly Heading[], after: readonly Heading[]): boolean {
  return before.length === after.length && before.every((heading, index) => heading === after[index])
}

const headingsByChapter = new WeakMap<Chapter, Heading>()

/** The heading of a chapter; the same value as before if nothing about it changed. */
export function headingOf(chapter: Chapter, number: number, blocks: number): Heading {
  const known = headingsByChapter.get(chapter)
  if (known?.number === number && known.blocks === blocks) return known
  const heading = { chapter, number, blocks }
  headingsByChapter.set(chapter, heading)
  return heading
}

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
