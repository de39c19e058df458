/**
 * The one place where values are kept that can be worked out again: of a record, a list of records or a story. None of these ever
 * changes, so a kept value is the same as a new one, and is dropped together with what it was made of.
 */

/** A value that was made, and what it was made of. */
export interface Derived<Of, T> {
  readonly of: Of
  readonly value: T
}

/** At most three arguments beside that with which a value is kept. */
export type Others = [unknown?, unknown?, unknown?]

/**
 * Returns `make` as a function that keeps what it makes. Its answer is kept with the first argument, and made again if another
 * argument is another value (`===`) than at the last call with that first argument. So `make` may use nothing but its arguments.
 *
 * `makeAfter` is asked first, and may make the value in less time from the value made last for another `of` with the same other
 * arguments, which is usually that of the story before a letter was typed. What it returns must be equal to what `make` returns;
 * it returns undefined if `make` is needed.
 */
export function derive<Of extends object, More extends Others, T>(
  make: (of: Of, ...others: More) => T,
  makeAfter?: (before: Derived<Of, T>, of: Of, ...others: More) => T | undefined,
): (of: Of, ...others: More) => T {
  let row: Row | undefined
  let latest: (Derived<Of, T> & Arguments) | undefined

  function makeNew(of: Of, a: unknown, b: unknown, c: unknown): T {
    const others = [a, b, c] as unknown[] as More // as the function is called
    if (makeAfter === undefined) return make(of, ...others)
    const isAfter = latest !== undefined && latest.a === a && latest.b === b && latest.c === c
    const value = (isAfter && latest ? makeAfter(latest, of, ...others) : undefined) ?? make(of, ...others)
    latest = { of, a, b, c, value }
    return value
  }

  // Each argument by itself: a list of them for each call would take more time than all else.
  return (of: Of, a?: unknown, b?: unknown, c?: unknown): T => {
    row = rowAfter(row, of)
    let kept = row.first
    while (kept !== null && kept.make !== make) kept = kept.next
    if (kept !== null && kept.a === a && kept.b === b && kept.c === c) return kept.value as T
    const own = row
    const value = makeNew(of, a, b, c)
    if (kept === null) own.first = { make, a, b, c, value, next: own.first }
    else Object.assign(kept, { a, b, c, value })
    return value
  }
}

interface Arguments {
  readonly a: unknown
  readonly b: unknown
  readonly c: unknown
}

/** A value of a record that one function made, with the other arguments, and the value of the next function. */
interface Kept {
  readonly make: unknown
  a: unknown
  b: unknown
  c: unknown
  value: unknown
  readonly next: Kept | null
}

/**
 * All that is kept of a record. One row for each is less work for the garbage collector than a map for each function, and what goes
 * over a story asks for its blocks in their order: to follow `next` takes less time than to look a row up.
 */
interface Row {
  readonly of: object
  first: Kept | null
  /** The row of the record that was asked for after this one. */
  next: Row | null
}

const rows = new WeakMap<object, Row>()

/** The row of a record, for a function that asked for the row `before` last. */
function rowAfter(before: Row | undefined, of: object): Row {
  if (before?.of === of) return before
  if (before?.next?.of === of) return before.next
  let row = rows.get(of)
  if (row === undefined) {
    row = { of, first: null, next: null }
    rows.set(of, row)
  }
  // A story or a list must not be held by what came before it: each letter makes others, and all of them would stay.
  if (before !== undefined && 'id' in of) before.next = row
  return row
}
