/** Which rows and columns of an OpenDocument table are shown, and how often each stands there. */
import type { XmlTag } from './xml.ts'

export interface OdfTable {
  /** Takes each tag that is met. False for a row or a cell that is hidden: neither it nor its content is to be read. */
  isShown(tag: XmlTag): boolean
  /** Takes each tag whose element ends. */
  close(tag: XmlTag): void
  /** How often a row follows itself; empty rows fill a sheet to its last row. */
  rows(tag: XmlTag): number
  /** In how many columns that are shown a cell stands. */
  columns(tag: XmlTag): number
}

interface Columns {
  /** First and last number of hidden columns. */
  readonly hidden: (readonly [number, number])[]
  count: number
  /** The column of the next cell. */
  next: number
}

export function createOdfTable(): OdfTable {
  const tables: Columns[] = []
  const shownColumns = new WeakMap<XmlTag, number>()

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
    return hidden < width
  }

  return {
    isShown(tag) {
      const table = tables.at(-1)
      switch (tag.name) {
        case 'table:table':
          tables.push({ hidden: [], count: 0, next: 0 })
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
  }
}

function isHidden({ attributes }: XmlTag): boolean {
  return ['collapse', 'filter'].includes(attributes['table:visibility'] ?? 'visible')
}

/** How often the same row or cell follows itself. */
function times({ attributes }: XmlTag, attribute: string): number {
  const count = Number(attributes[attribute] ?? 1)
  return Number.isInteger(count) && count > 0 ? count : 1
}
