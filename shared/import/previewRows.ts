/** The rows of the preview: those of one chapter, or those of all chapters that a filter selects. */
import { kindOf, type LeftOutReason } from './coverage.ts'
import type { Planned, PlannedBlock, PlannedChapter } from './planned.ts'
import { PIECES } from './source.ts'

/** The places of all chapters that the preview shows with their neighbouring rows, even after they are decided: lines with an unclear speaker, with a label of a language model or with a suggested manner, or words left out for a reason. */
export type PreviewFilter =
  | { readonly kind: 'unclear' | 'labels' | 'manners'; readonly lines: ReadonlySet<number> }
  | { readonly kind: 'leftOut'; readonly reason: LeftOutReason }

export interface PlannedRow {
  /** Stays the same when its line is assigned to a speaker and its block is divided, so that the row keeps the focus. */
  readonly key: string
  readonly entry:
    | PlannedChapter['entries'][number]
    | { readonly kind: 'chapter'; readonly title: string | null; readonly index: number }
  /** The number of the block within its chapter, or of the last one before it. */
  readonly number: number
  /** Whether it is only shown as a neighbour of another row. */
  readonly isAround: boolean
}

/** The rows of a chapter. Keys differ between chapters, so that no row gets the cached height of a row in another chapter. */
export function rowsOf({ entries }: PlannedChapter, chapter: number): PlannedRow[] {
  const keys = new Set<string>()
  let number = 0
  return entries.map((entry, index) => {
    if (entry.kind === 'block') number++
    const [line] = entry.kind === 'block' ? linesOf(entry) : []
    const ofLine = `${chapter}:line ${line ?? ''}`
    const key = line === undefined || keys.has(ofLine) ? `${chapter}:${index}` : ofLine
    keys.add(key)
    return { key, entry, number, isAround: false }
  })
}

/** The rows of all chapters that a filter selects: whole chapters of a kind that is left out, or places with their neighbouring rows. */
export function filteredRows({ source, options, chapters }: Planned, filter: PreviewFilter): PlannedRow[] {
  return chapters.flatMap((chapter, index) => {
    const all = rowsOf(chapter, index)
    if (filter.kind !== 'leftOut') return chapter.isIncluded ? rowsAround(all, filter) : []
    const choice = options.chapters[index]
    const kind = choice === undefined ? 'body' : kindOf(source, choice)
    const isOfReason =
      kind === 'body' ? filter.reason === 'chapter' && !chapter.isIncluded : filter.reason === kind
    const isPiece = PIECES.some((piece) => piece === filter.reason)
    const rows = isPiece ? rowsAround(all, filter) : isOfReason ? all : []
    if (chapter.isIncluded || (rows.length === 0 && !isOfReason)) return rows
    // A place in a chapter that is left out can only be read with the chapter.
    const head = { kind: 'chapter' as const, title: chapter.title, index }
    return [{ key: `${index}:chapter`, entry: head, number: 0, isAround: false }, ...rows]
  })
}

/** The rows that a filter selects, including those with words put back, with their neighbouring rows. */
function rowsAround(rows: readonly PlannedRow[], filter: PreviewFilter): PlannedRow[] {
  const isMeant = ({ entry }: PlannedRow) => {
    if (filter.kind !== 'leftOut')
      return entry.kind === 'block' && linesOf(entry).some((line) => filter.lines.has(line))
    if (entry.kind !== 'block') return entry.kind === 'leftOut' && entry.piece === filter.reason
    return entry.cuts.some(({ piece }) => piece === filter.reason) || entry.putBack.length > 0
  }
  const meant = rows.map(isMeant)
  return rows.flatMap((row, index) => {
    if (meant[index] === true) return [row]
    return meant[index - 1] === true || meant[index + 1] === true ? [{ ...row, isAround: true }] : []
  })
}

/** The numbers of a block’s own line and of the unclear lines in it, whose speakers the writer can choose. */
export function linesOf({ line, unclear }: PlannedBlock): number[] {
  return [...new Set([...(line === null ? [] : [line]), ...unclear.map((each) => each.line)])]
}
