/** The columns of the table of conversions, in their order. */
import type { ColumnProps } from 'react-aria-components'

export const COLUMN_WIDTHS = {
  state: { width: 44 },
  sent: { width: 84 },
  words: { width: '1fr', minWidth: 160 },
  story: { width: 176 },
  voice: { width: 112 },
  kind: { width: 128 },
  service: { width: 128 },
  length: { width: 80 },
  credits: { width: 88 },
} as const satisfies Readonly<Record<string, Pick<ColumnProps, 'width' | 'minWidth'>>>

export type ColumnId = keyof typeof COLUMN_WIDTHS
export const COLUMN_IDS = Object.keys(COLUMN_WIDTHS) as readonly ColumnId[] // the keys of a constant
