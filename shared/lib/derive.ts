/**
 * The only cache in `shared`: keeps values computed from a record, a list of records or a story. These are immutable, so a cached value
 * equals a new one, and is dropped together with its source.
 */

/** A computed value, and what it was computed from. */
export interface Derived<Of, T> {
  readonly of: Of
  readonly value: T
}

/** At most three arguments in addition to the one that the cache is keyed by. */
export type Others = [unknown?, unknown?, unknown?]

/**
 * Returns `make` with a cache. A result is cached with the first argument, and computed again if another argument differs (`===`) from the
 * last call with that first argument. So `make` may use nothing but its arguments.
 *
 * `makeAfter` is called first, and may compute the value faster from the value last computed for another `of` with the same other
 * arguments, which is usually the story before a letter was typed. Its result must equal that of `make`; it returns undefined if `make` is
 * needed.
 */
export function derive<Of extends object, More extends Others, T>(
  make: (of: Of, ...others: More) => T,
  makeAfter?: (before: Derived<Of, T>, of: Of, ...others: More) => T | undefined,
): (of: Of, ...others: More) => T {
  let row: Row | undefined
  let latest: (Derived<Of, T> & Arguments) | undefined

  function makeNew(of: Of, a: unknown, b: unknown, c: unknown): T {
    const others = [a, b, c] as unknown[] as More // the types of the call's arguments
    if (makeAfter === undefined) return make(of, ...others)
    const isAfter = latest !== undefined && latest.a === a && latest.b === b && latest.c === c
    const value = (isAfter && latest ? makeAfter(latest, of, ...others) : undefined) ?? make(of, ...others)
    latest = { of, a, b, c, value }
    return value
  }

  // Separate parameters: a rest array for each call would take more time than everything else.
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

/** A value that one function computed for a record, with the other arguments, and the value of the next function. */
interface Kept {
  readonly make: unknown
  a: unknown
  b: unknown
  c: unknown
  value: unknown
  readonly next: Kept | null
}

/**
 * All cached values of a record. One row per record is less work for the garbage collector than a map per function, and code that visits
 * a story asks for its blocks in order: following `next` is faster than looking up a row.
 */
interface Row {
  readonly of: object
  first: Kept | null
  /** The row of the record that was requested after this one. */
  next: Row | null
}

const rows = new WeakMap<object, Row>()

/** The row of a record, for a function that last requested the row `before`. */
function rowAfter(before: Row | undefined, of: object): Row {
  if (before?.of === of) return before
  if (before?.next?.of === of) return before.next
  let row = rows.get(of)
  if (row === undefined) {
    row = { of, first: null, next: null }
    rows.set(of, row)
  }
  // A row must not reference a story or a list: each letter makes new ones, and all of them would stay in memory.
  if (before !== undefined && 'id' in of) before.next = row
  return row
}
