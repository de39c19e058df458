import type { Block, Chapter } from '../../../shared/story/records.ts'
import { sectionsOf } from '../../../shared/story/selectors.ts'
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

/** The script's rows, and the headings that no block follows. */
export function rowsOf(story: Story): { rows: readonly ScriptRow[]; trailing: readonly Heading[] } {
  let waiting: Heading[] = []
  let number = 0
  const rows = sectionsOf(story).flatMap((section): ScriptRow[] => {
    if (section.chapter !== null) {
      waiting.push({ chapter: section.chapter, number: section.number, blocks: section.blocks.length })
    }
    return section.blocks.map((block) => {
      const headings = waiting.length > 0 ? waiting : NO_HEADINGS
      waiting = []
      number += 1
      return rowOf(block, number, headings)
    })
  })
  return { rows, trailing: waiting }
}

const NO_HEADINGS: Heading[] = []
const rowsByBlock = new WeakMap<Block, ScriptRow>()

/** The row of a block; the same value as before where nothing about it changed, so that it is not drawn again. */
function rowOf(block: Block, number: number, headings: readonly Heading[]): ScriptRow {
  const known = rowsByBlock.get(block)
  if (known?.number === number && hasSameHeadings(known.headings, headings)) return known
  const row = { block, number, headings }
  rowsByBlock.set(block, row)
  return row
}

function hasSameHeadings(before: readonly Heading[], after: readonly Heading[]): boolean {
  return (
    before.length === after.length &&
    before.every((heading, index) => {
      const other = after[index]
      return (
        heading.chapter === other?.chapter &&
        heading.number === other.number &&
        heading.blocks === other.blocks
      )
    })
  )
}
