/** Initials of chapters (drop caps) in a PDF: a large letter beside the first lines, which belongs before the first of them. */
import { joinLines, type PdfCell, type PdfLine, type PdfPiece } from './pdfLines.ts'
import type { DocumentWords } from './pdfWords.ts'

/** A large letter, optionally after an opening quotation mark or dash. */
const INITIAL = /^[“„«»"'‘‹¿¡(—–]{0,2}\s?\p{Lu}[\p{M}'’.]?$/u
const OPENING = /^[“„«»"'‘‹¿¡(—–]{1,2}$/u
/** The least size of an initial, relative to the lines beside it. */
const LARGE = 1.4
/** A page with more large letters than this uses them for something else. */
const MOST_INITIALS = 40
/** Letters that are words, in the most common languages of books. */
const LETTER_WORD = /[AIOYEÀÉÈÓUÚАИОУЯКВС]$/u
const NUMERAL = /[IVXLCDM]$/u

interface Initial extends PdfPiece {
  readonly pieces: readonly PdfPiece[]
}

/** Joins the pieces of a page into lines; an initial is the `initial` of its line. */
export function joinWithInitials(pieces: readonly PdfPiece[]): PdfLine[] {
  const body = commonHeight(pieces)
  const found = findInitials(pieces, body * LARGE)
  if (found.length === 0) return joinLines(pieces)
  const without = (initials: readonly Initial[]) => {
    const taken = new Set(initials.flatMap((initial) => initial.pieces))
    return joinLines(pieces.filter((piece) => !taken.has(piece)))
  }
  const others = without(found)
  const initials = found.filter((initial) => linesBeside(initial, others).length > 0)
  const lines = initials.length === found.length ? others : without(initials)
  const changed = new Map<PdfLine, PdfLine>()
  for (const initial of initials) {
    const beside = linesBeside(initial, lines)
    const left = leftBelow(initial, beside, lines)
    for (const [index, line] of beside.entries()) {
      const [first, ...cells] = line.cells
      if (first === undefined || changed.has(line)) continue
      const moved = { ...line, left, cells: [{ ...first, left }, ...cells] }
      changed.set(line, index === 0 ? { ...moved, initial: initial.text.replaceAll(/\s/g, '') } : moved)
    }
  }
  return lines.map((line) => changed.get(line) ?? line)
}

/** The most common letter size. */
export function commonHeight(pieces: readonly PdfPiece[]): number {
  const counts = new Map<number, number>()
  for (const { text, height } of pieces) {
    const key = Math.round(height * 2) / 2
    counts.set(key, (counts.get(key) ?? 0) + text.trim().length)
  }
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0]
}

/** The large letters among pieces, each with the opening mark before it, of any size. */
function findInitials(pieces: readonly PdfPiece[], least: number): Initial[] {
  const large = pieces.filter(({ text, height }) => height >= least && INITIAL.test(text.trim()))
  if (large.length === 0 || large.length > MOST_INITIALS) return []
  const marks = pieces.filter(({ text }) => OPENING.test(text.trim()))
  return large.map((piece): Initial => {
    const text = piece.text.trim()
    const mark = marks.find(
      ({ x, y, width }) =>
        x < piece.x &&
        piece.x - x - width < piece.height / 2 &&
        y > piece.y - piece.height / 2 &&
        y < piece.y + piece.height,
    )
    if (mark === undefined) return { ...piece, text, pieces: [piece] }
    const width = piece.x + piece.width - mark.x
    return { ...piece, text: mark.text.trim() + text, x: mark.x, width, pieces: [mark, piece] }
  })
}

/** The lines that begin to the right of a letter, between its top and its bottom; none if it is not their initial. */
function linesBeside(initial: Initial, lines: readonly PdfLine[]): PdfLine[] {
  const right = initial.x + initial.width
  const beside = lines
    .filter(
      ({ left, y, height }) =>
        initial.height >= height * LARGE &&
        y >= initial.y - height * 0.4 &&
        y + height * 0.5 <= initial.y + initial.height &&
        left >= right - initial.height * 0.2 &&
        left <= right + Math.max(height * 1.6, initial.height * 0.4),
    )
    .sort((a, b) => b.y - a.y)
  const [first, ...others] = beside
  if (first === undefined || first.direction === 'rtl') return []
  const text = first.cells[0]?.text ?? ''
  // A numeral is beside a sentence; an initial begins one.
  const isNumeral = NUMERAL.test(initial.text) && /^\p{Lu}\p{Ll}/u.test(text)
  const isFirst = /^[\p{L}'’,]/u.test(text) && !isNumeral
  return isFirst ? [first, ...others.filter((line) => Math.abs(line.height - first.height) < 1)] : []
}

/** The left end of the lines that continue below an initial, which may be in the margin; by default that of the initial itself. */
function leftBelow(initial: Initial, beside: readonly PdfLine[], lines: readonly PdfLine[]): number {
  const last = beside.at(-1)
  if (last === undefined) return initial.x
  const start = lines.indexOf(last) + 1
  const below = lines
    .slice(start, start + 2)
    .filter(
      ({ y, left, height }) => y < last.y && left <= last.left + 1 && Math.abs(height - last.height) < 1,
    )
  return below.length === 0 ? Math.min(last.left, initial.x) : Math.min(...below.map(({ left }) => left))
}

/** Adds the initial to the text of a line: “T” and “he river” are one word, “I” and “had” are two. */
export function withInitial({ initial, ...line }: PdfLine, words: DocumentWords): PdfLine {
  const [first, ...cells] = line.cells
  if (initial === undefined || first === undefined) return line
  const space = isWordAlone(initial, first.text, words) ? ' ' : ''
  const cell: PdfCell = { ...first, text: `${initial}${space}${first.text}` }
  return { ...line, cells: [cell, ...cells] }
}

function isWordAlone(initial: string, text: string, words: DocumentWords): boolean {
  if (!LETTER_WORD.test(initial)) return false
  const rest = /^[\p{L}\p{M}]+(?:['’]\p{L}+)?/u.exec(text)?.[0]
  if (rest === undefined) return false
  if (/^\p{Lu}\p{Ll}/u.test(rest)) return true
  const joined = `${initial.slice(-1)}${rest}`.toLowerCase()
  return !words.has(joined) && words.has(rest.toLowerCase())
}
