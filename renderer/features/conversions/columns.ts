/** The columns of the table of conversions, in order. */
import type { ColumnProps } from 'react-aria-components'

/** A column of a fixed width, in px: without its own minimum width, a column is at least 75 px wide. */
const fixed = (width: number) => ({ width, minWidth: width })

/** All columns fit in a window of 1024 px. */
export const COLUMN_WIDTHS = {
  state: fixed(56),
  sent: fixed(84),
  words: { width: '1fr', minWidth: 160 },
  story: fixed(160),
  voice: fixed(104),
  kind: fixed(124),
  service: fixed(124),
  length: fixed(72),
  credits: fixed(80),
} as const satisfies Readonly<Record<string, Pick<ColumnProps, 'width' | 'minWidth'>>>

export type ColumnId = keyof typeof COLUMN_WIDTHS
export const COLUMN_IDS = Object.keys(COLUMN_WIDTHS) as readonly ColumnId[] // an object literal has exactly these keys
