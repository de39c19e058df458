/**
 * Values derived from blocks, kept for as long as the blocks are. All values of a block share one row, because finding a
 * row in a weak map takes longer than computing most of them.
 */
import type { Block } from './records.ts'

export interface BlockMemo<T> {
  get(block: Block): T | undefined
  set(block: Block, value: T): void
}

interface Row {
  readonly block: Block
  /** Indexed by the number of the memo. */
  readonly values: unknown[]
  /** The row that was looked up after this one: a pass over a story visits its blocks in order. */
  next: Row | null
}

const rows = new WeakMap<Block, Row>()
let memos = 0
let last: Row | null = null

/** A memo with one value for each block. */
export function createBlockMemo<T>(): BlockMemo<T> {
  const memo = memos
  memos += 1
  return {
    get: (block) => rowOf(block).values[memo] as T | undefined, // as `set` stored it
    set(block, value) {
      rowOf(block).values[memo] = value
    },
  }
}

function rowOf(block: Block): Row {
  if (last?.block === block) return last
  const next = last?.next
  if (next?.block === block) {
    last = next
    return next
  }
  const row = rows.get(block) ?? newRow(block)
  if (last !== null) last.next = row
  last = row
  return row
}

function newRow(block: Block): Row {
  const row: Row = { block, values: new Array<unknown>(memos), next: null }
  rows.set(block, row)
  return row
}
