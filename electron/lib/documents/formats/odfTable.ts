/** The visible rows and columns of an OpenDocument table, their repetitions, and the content of sheet rows. */
import type { SheetCell, SheetRow } from './documentText.ts'
import type { XmlTag } from './xml.ts'

export interface OdfTable {
  /** Takes each start tag. Returns false for a hidden row or cell. */
  isShown(tag: XmlTag): boolean
  /** Takes each end tag. */
  close(tag: XmlTag): void
  /** The number of times that a row is repeated; empty rows fill a sheet to its last row. */
  rows(tag: XmlTag): number
  /** The number of visible columns that a cell fills. */
  columns(tag: XmlTag): number
  /** Takes the text of a cell that has ended. */
  addCell(tag: XmlTag, text: string): void
  /** Returns the row that has ended, with the cells that were added. */
  takeRow(tag: XmlTag): SheetRow
}

interface Columns {
  /** Ranges of hidden columns: first and last number. */
  readonly hidden: (readonly [number, number])[]
  count: number
  /** The column of the next cell. */
  next: number
  /** The number of the open row. */
  row: number
  cells: SheetCell[]
  /** Cells that span several rows, by column: their last row and their text. */
  readonly spans: Map<number, { readonly last: number; readonly text: string }>
}

/** The most columns for a cell that is repeated to the end of its sheet. */
const MOST_COLUMNS = 1024

export function createOdfTable(): OdfTable {
  const tables: Columns[] = []
  const shownColumns = new WeakMap<XmlTag, number>()
  const firstColumns = new WeakMap<XmlTag, number>()

  function takeCell(tag: XmlTag): boolean {
    const table = tables.at(-1)
    if (table === undefined) return true
    const width = times(tag, 'table:number-columns-repeated')
    const [first, last] = [table.next, table.next + width - 1]
    table.next += width
    const hidden = table.hidden.reduce(
      (sum, [from, to]) => sum + Math.max(0, Math.min(last, to) - Math.max(first, from) + 1),
      0,
    )
    shownColumns.set(tag, width - hidden)
    firstColumns.set(tag, first)
    const span = tag.name === 'table:covered-table-cell' ? table.spans.get(first) : undefined
    if (span !== undefined && table.row <= span.last)
      table.cells.push({ column: first, text: span.text, isMerged: true })
    return hidden < width
  }

  return {
    isShown(tag) {
      const table = tables.at(-1)
      switch (tag.name) {
        case 'table:table':
          tables.push({ hidden: [], count: 0, next: 0, row: 1, cells: [], spans: new Map() })
          return true
        case 'table:table-column': {
          if (table === undefined) return true
          const width = times(tag, 'table:number-columns-repeated')
          if (isHidden(tag)) table.hidden.push([table.count, table.count + width - 1])
          table.count += width
          return true
        }
        case 'table:table-row':
          if (table !== undefined) table.next = 0
          return !isHidden(tag)
        case 'table:table-cell':
        case 'table:covered-table-cell':
          return takeCell(tag)
        default:
          return true
      }
    },
    close({ name }) {
      if (name === 'table:table') tables.pop()
    },
    rows: (tag) => times(tag, 'table:number-rows-repeated'),
    columns: (tag) => shownColumns.get(tag) ?? 1,
    addCell(tag, text) {
      const table = tables.at(-1)
      const first = firstColumns.get(tag)
      if (table === undefined || first === undefined || text === '') return
      const last = Math.min(first + times(tag, 'table:number-columns-repeated'), MOST_COLUMNS)
      for (let column = first; column < last; column++) {
        const isHidden = table.hidden.some(([from, to]) => from <= column && column <= to)
        table.cells.push({ column, text, ...(isHidden && { isHidden }) })
      }
      const rows = times(tag, 'table:number-rows-spanned')
      if (rows > 1) table.spans.set(first, { last: table.row + rows - 1, text })
    },
    takeRow(tag) {
      const table = tables.at(-1)
      const row = { number: table?.row ?? 1, cells: table?.cells ?? [] }
      if (table === undefined) return row
      table.row += times(tag, 'table:number-rows-repeated')
      table.cells = []
      return row
    },
  }
}

/** Whether a row or column is hidden, manually or by a filter. */
export function isHidden({ attributes }: XmlTag): boolean {
  return ['collapse', 'filter'].includes(attributes['table:visibility'] ?? 'visible')
}

/** The number of times that a row or cell is repeated. */
function times({ attributes }: XmlTag, attribute: string): number {
  const count = Number(attributes[attribute] ?? 1)
  return Number.isInteger(count) && count > 0 ? count : 1
}
