/** The rows of the table: conversions, with a head above those of each day. */
import { dayOf } from '../../i18n/format.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'

export interface TableRow {
  readonly id: string
  /** As YYYY-MM-DD, in the writer's own time. */
  readonly day: string
  /** Null in the head of a day. */
  readonly conversion: JobView | null
}

interface Rows {
  readonly own: TableRow
  /** The head of the day, where the conversion is the first of its day. */
  readonly head: TableRow
}

/** A row that stays the same object is not drawn again when others come. */
const rowsOf = new WeakMap<JobView, Rows>()

/** Puts a head above the conversions of each day. They come newest first. */
export function withDays(conversions: readonly JobView[]): readonly TableRow[] {
  let last = ''
  return conversions.flatMap((conversion) => {
    const { own, head } = rowsOf.get(conversion) ?? makeRows(conversion)
    if (own.day === last) return [own]
    last = own.day
    return [head, own]
  })
}

function makeRows(conversion: JobView): Rows {
  const day = dayOf(conversion.createdAtMs)
  const rows = {
    own: { id: conversion.id, day, conversion },
    head: { id: `day ${day}`, day, conversion: null },
  }
  rowsOf.set(conversion, rows)
  return rows
}
