/** Lines of text from a PDF page, which knows only pieces of text and where they stand. */

/** A piece of text as the page draws it: left end and baseline, in points from the lower left corner. */
export interface PdfPiece {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  /** Size of its letters. */
  readonly height: number
}

export interface PdfLine {
  /** More than one where wide gaps set them apart, as in a table. */
  readonly cells: readonly string[]
  readonly left: number
  readonly right: number
  readonly y: number
  readonly height: number
}

/** Gaps, in letter sizes: from here on there is a space; from there on another cell. */
const SPACE_GAP = 0.15
const CELL_GAP = 1.6
/** How far a superscript may stand from the baseline, in letter sizes. */
const BASELINE_TOLERANCE = 0.5

/** A bullet, also of the fonts that keep theirs where Unicode has nothing. */
export const BULLET = /^[•◦▪‣●○■□∙·\uf0b7\uf0a7\uf076\uf0d8]$/

/** Joins pieces on one baseline, in the order in which the page draws them: columns are drawn one after the other. */
export function joinLines(pieces: readonly PdfPiece[]): PdfLine[] {
  const lines: PdfPiece[][] = []
  for (const piece of pieces) {
    if (piece.text.trim() === '') continue
    const line = lines.at(-1)
    const last = line?.at(-1)
    if (line !== undefined && last !== undefined && isOnLine(piece, last)) line.push(piece)
    else lines.push([piece])
  }
  return lines.map(toLine)
}

function isOnLine(piece: PdfPiece, last: PdfPiece): boolean {
  const size = Math.max(piece.height, last.height)
  return Math.abs(piece.y - last.y) < size * BASELINE_TOLERANCE
}

function toLine(pieces: readonly PdfPiece[]): PdfLine {
  const cells = ['']
  let previous: PdfPiece | null = null
  for (const piece of pieces) {
    const gap = previous === null ? 0 : (piece.x - previous.x - previous.width) / Math.max(1, piece.height)
    const isAfterBullet = previous !== null && BULLET.test(previous.text.trim())
    if (gap > CELL_GAP && !isAfterBullet) cells.push('')
    const before = cells.pop() ?? ''
    // What runs from right to left comes in reading order too: its gaps are negative and mean nothing.
    const isApart = previous !== null && (gap > SPACE_GAP || gap < -1)
    cells.push(
      before === '' ? piece.text : `${before}${isApart && !before.endsWith(' ') ? ' ' : ''}${piece.text}`,
    )
    previous = piece
  }
  return {
    cells: cells.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()).filter((cell) => cell !== ''),
    left: Math.min(...pieces.map(({ x }) => x)),
    right: Math.max(...pieces.map(({ x, width }) => x + width)),
    y: pieces[0]?.y ?? 0,
    height: Math.max(...pieces.map(({ height }) => height)),
  }
}
