/** The rows of the preview: those of a chapter, or of the places of all chapters that a filter shows. */
import { kindOf, type LeftOutReason } from './coverage.ts'
import type { Planned, PlannedBlock, PlannedChapter } from './planned.ts'
import { PIECES } from './source.ts'

/** What the preview shows of all chapters, each between the blocks around it, also once it is decided: lines whose speaker is unclear, about which a language model says something, or whose manner the text tells, or what is left out for a reason. */
export type PreviewFilter =
  | { readonly kind: 'unclear' | 'labels' | 'manners'; readonly lines: ReadonlySet<number> }
  | { readonly kind: 'leftOut'; readonly reason: LeftOutReason }

export interface PlannedRow {
  /** A row keeps its key, and so its focus, while its line is given to somebody and its block is divided for that. */
  readonly key: string
  readonly entry:
    | PlannedChapter['entries'][number]
    | { readonly kind: 'chapter'; readonly title: string | null; readonly index: number }
  /** The number of the block within its chapter, or of the last one before it. */
  readonly number: number
  /** Whether it only shows where another row stands. */
  readonly isAround: boolean
}

/** The rows of a chapter. No two chapters have a key in common, so that none begins with the heights of another. */
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

/** The rows of all chapters that a filter shows: whole chapters of a kind that is left out, or places with the rows beside them. */
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
    // What stands in a chapter that is left out is read only with the chapter.
    const head = { kind: 'chapter' as const, title: chapter.title, index }
    return [{ key: `${index}:chapter`, entry: head, number: 0, isAround: false }, ...rows]
  })
}

/** The rows that a filter shows, each with the rows beside it; also those that were put back. */
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

/** The lines that a block is, or that the narrator reads in it: the writer can say who speaks them. */
export function linesOf({ line, unclear }: PlannedBlock): number[] {
  return [...new Set([...(line === null ? [] : [line]), ...unclear.map((each) => each.line)])]
}
