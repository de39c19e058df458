/** Joins the text of a PDF page into lines: a PDF has only pieces of text and their positions. */
import bidiFactory from 'bidi-js'
import { isBullet } from './bullets.ts'
import { isRaisedMark } from './noteMarks.ts'
import { isMarkAlone, noteMark } from './pdfWords.ts'

/** A piece of text on a page: left end and baseline, in points from the lower left corner of the upright page. */
export interface PdfPiece {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  /** The letter size. */
  readonly height: number
  /** Set for pieces that are not the text of the page; `x` and `y` are then relative to their own direction. */
  readonly place?: PdfPlace
  /** Whether the document marks it as a heading. */
  readonly isHeading?: boolean
  readonly isBold?: boolean
}

/** Kinds of text that is not the text of a page: stamps and running heads, unreadable characters, and text that is drawn twice. */
export type PdfPlace = 'margin' | 'hidden' | 'repeated'

export interface PdfCell {
  readonly text: string
  readonly left: number
  readonly right: number
}

export interface PdfLine {
  /** In reading order; several if wide gaps separate them, as in a table. */
  readonly cells: readonly PdfCell[]
  readonly left: number
  readonly right: number
  readonly y: number
  readonly height: number
  readonly direction: 'ltr' | 'rtl'
  /** An initial beside the line, with which its first word begins. */
  readonly initial?: string
  readonly place?: PdfPlace
  readonly isHeading?: boolean
  /** Whether all of its letters are bold. */
  readonly isBold?: boolean
}

/** The least gaps that are a space or separate cells, in letter sizes. */
const SPACE_GAP = 0.15
const CELL_GAP = 1.6
/** The greatest distance of a superscript from the baseline, in letter sizes. */
const BASELINE_TOLERANCE = 0.5
/** If letters differ more in size than by this factor, they are on one line only if their baselines match. */
const MOST_SIZES = 2
/**
 * The mark of a note has at most this share of its line's letter size (browsers use 5/6), and is raised by at least this much, in letter
 * sizes.
 */
const MARK_SIZE = 0.85
const MARK_RISE = 0.15
/** Final punctuation at the beginning of a sentence. */
const END_FIRST = /^([.!?:,;،؛؟])\s*(?![.\s])(.*[^.!?:…])$/su

/** Joins pieces on one baseline into lines, in drawing order: columns are drawn one after the other. */
export function joinLines(pieces: readonly PdfPiece[]): PdfLine[] {
  const lines: PdfPiece[][] = []
  for (const piece of pieces) {
    if (piece.text.trim() === '') continue
    const line = lines.at(-1)
    const last = line?.at(-1)
    if (line !== undefined && last !== undefined && isOnLine(piece, last)) line.push(piece)
    else lines.push([piece])
  }
  /** The letter sizes of lines in which a note is marked, by mark. */
  const marked = new Map<string, number>()
  return lines.map((line) => toLine(tellOwnMark(tellNoteMarks(line, marked), marked)))
}

function isOnLine(piece: PdfPiece, last: PdfPiece): boolean {
  const [small, large] = [Math.min(piece.height, last.height), Math.max(piece.height, last.height)]
  const size = large > small * MOST_SIZES ? small : large
  return piece.place === last.place && Math.abs(piece.y - last.y) < size * BASELINE_TOLERANCE
}

/** Encodes the superscript marks of notes, after a word or before the note itself. Marks after words are added to `marked`. */
function tellNoteMarks(pieces: readonly PdfPiece[], marked: Map<string, number>): readonly PdfPiece[] {
  const height = Math.max(...pieces.map((piece) => piece.height))
  const base = Math.min(...pieces.filter((piece) => piece.height === height).map(({ y }) => y))
  return pieces.map((piece, index) => {
    const isRaised = piece.height < height * MARK_SIZE && piece.y - base > height * MARK_RISE
    if (!isRaised || !isRaisedMark(piece.text, pieces[index - 1]?.text.trimEnd() ?? '')) return piece
    if (index > 0) marked.set(piece.text.trim(), height)
    // A space that is drawn with the mark separates the words around it.
    const space = index > 0 && /\s$/.test(piece.text) ? ' ' : ''
    return { ...piece, text: noteMark(piece.text.trim()) + space }
  })
}

/** Encodes the mark of a note below the text, in smaller letters, even if it is not raised. */
function tellOwnMark(pieces: readonly PdfPiece[], marked: Map<string, number>): readonly PdfPiece[] {
  const [first, ...others] = pieces
  const mark = first?.text.trim() ?? ''
  const markedHeight = marked.get(mark)
  if (first === undefined || others.length === 0 || markedHeight === undefined) return pieces
  if (Math.max(...pieces.map(({ height }) => height)) >= markedHeight) return pieces
  marked.delete(mark)
  return [{ ...first, text: noteMark(mark) }, ...others]
}

function toLine(drawn: readonly PdfPiece[]): PdfLine {
  const whole = drawn.map(({ text }) => text).join('')
  const isRightToLeft = hasRightToLeft(whole)
  // Some programs draw right-to-left text in reading order, others in visual order: the positions are the same in both.
  const pieces = isRightToLeft ? [...drawn].sort((a, b) => a.x - b.x) : drawn
  const direction = isRightToLeft ? directionOf(whole) : 'ltr'
  const cells = splitCells(pieces, isRightToLeft)
    .map((cell) => ({
      text: endLast(
        plainLetters(cellText(cell, isRightToLeft ? direction : null))
          .replaceAll(/\s+/g, ' ')
          .trim(),
        direction,
      ),
      left: Math.min(...cell.map(({ x }) => x)),
      right: Math.max(...cell.map(({ x, width }) => x + width)),
    }))
    .filter(({ text }) => text !== '')
  return {
    cells: isRightToLeft
      ? direction === 'rtl'
        ? cells.reverse()
        : cells
      : cells.sort((a, b) => a.left - b.left),
    left: Math.min(...pieces.map(({ x }) => x)),
    right: Math.max(...pieces.map(({ x, width }) => x + width)),
    y: pieces[0]?.y ?? 0,
    height: heightOf(pieces),
    direction,
    ...(drawn[0]?.place === undefined ? {} : { place: drawn[0].place }),
    ...(drawn.every(({ isHeading }) => isHeading) ? { isHeading: true } : {}),
    ...(drawn.every(({ isBold }) => isBold) ? { isBold: true } : {}),
  }
}

/** The letter size of most of a line: a single large letter does not make a heading. */
function heightOf(pieces: readonly PdfPiece[]): number {
  const counts = new Map<number, number>()
  for (const { text, height } of pieces) counts.set(height, (counts.get(height) ?? 0) + text.trim().length)
  const [most] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])
  return most
}

/**
 * Moves final punctuation to the end: a left-to-right document may show it to the right of a Hebrew sentence, where such a sentence begins.
 */
function endLast(text: string, direction: 'ltr' | 'rtl'): string {
  return direction === 'rtl' ? text.replace(END_FIRST, '$2$1') : text
}

function splitCells(pieces: readonly PdfPiece[], isRightToLeft: boolean): PdfPiece[][] {
  const cells: PdfPiece[][] = []
  let previous: PdfPiece | undefined
  for (const piece of pieces) {
    const isAfterBullet =
      previous !== undefined && (isBullet(previous.text.trim()) || isMarkAlone(previous.text))
    // A piece far before the last one was drawn later, such as the number of a scene in the margin.
    const isBefore = previous !== undefined && !isRightToLeft && gapBetween(piece, previous) > CELL_GAP
    if (previous === undefined || isBefore || (gapBetween(previous, piece) > CELL_GAP && !isAfterBullet))
      cells.push([piece])
    else cells.at(-1)?.push(piece)
    previous = piece
  }
  return cells
}

/** In letter sizes. */
function gapBetween(previous: PdfPiece, piece: PdfPiece): number {
  return (piece.x - previous.x - previous.width) / Math.max(1, piece.height)
}

/** Joins the pieces of a cell; `direction` is null if no text runs from right to left. */
function cellText(pieces: readonly PdfPiece[], direction: 'ltr' | 'rtl' | null): string {
  const texts: string[] = []
  let previous: PdfPiece | undefined
  for (const piece of pieces) {
    const gap = previous === undefined ? 0 : gapBetween(previous, piece)
    if ((gap > SPACE_GAP || gap < -1) && texts.at(-1)?.endsWith(' ') !== true) texts.push(' ')
    texts.push(piece.text)
    previous = piece
  }
  return (direction === null ? texts : toReadingOrder(texts, direction)).join('')
}

// Plain letters from the forms that a PDF draws: ligatures, contextual forms and radicals.

/**
 * Radicals that look like characters, and those characters in the same order (Equivalent_Unified_Ideograph of Unicode 14; NFKC covers only
 * the block Kangxi Radicals).
 */
const RADICALS =
  '⺁⺂⺃⺄⺅⺆⺇⺈⺉⺊⺋⺌⺍⺎⺏⺐⺑⺒⺓⺔⺕⺖⺗⺘⺙⺛⺜⺝⺞⺟⺠⺡⺢⺣⺤⺥⺦⺧⺨⺩⺪⺫⺬⺭⺮⺯⺰⺱⺲⺳⺴⺵⺶⺷⺸' +
  '⺹⺺⺻⺼⺽⺾⺿⻀⻁⻂⻃⻄⻅⻆⻇⻈⻉⻊⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯' +
  '⻰⻱⻲⻳'
const CHARACTERS =
  '厂乛乚乙亻冂𠘨刀刂卜㔾小尐兀尣尢𡯂巳幺彑彐忄心扌攵旡日月歺母民氵氺灬爫爬丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋' +
  '耂肀聿肉𦥑艹艺艻虎衤覀西见角𧢲讠贝𧾷车辶辷辸邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜' +
  '龙龜亀龟'

const characters = [...CHARACTERS]
const CHARACTER_OF = new Map([...RADICALS].map((radical, index) => [radical, characters[index] ?? radical]))

/** Ligatures and contextual forms of Latin, Hebrew and Arabic, and Kangxi radicals, which are replaced by their compatibility form. */
const FORMS = /[\ufb00-\ufdff\ufe70-\ufefc\u2f00-\u2fd5]+/g
/** Ligatures of fi and fl, and Adobe’s small capitals and old-style figures, in the private area: their last byte is that of Latin-1. */
const PRIVATE_FORMS = /[\uf001\uf002\uf730-\uf739\uf761-\uf77a\uf7e0-\uf7f6\uf7f8-\uf7fe]/g
const OTHER_RADICALS = /[\u2e80-\u2ef3]/g

/** Replaces these forms with plain letters. Other compatibility characters, such as “²”, have a meaning and stay. */
export function plainLetters(text: string): string {
  return text
    .replaceAll(FORMS, (forms) => forms.normalize('NFKC'))
    .replaceAll(PRIVATE_FORMS, (form) =>
      form === '\uf001' ? 'fi' : form === '\uf002' ? 'fl' : String.fromCharCode(form.charCodeAt(0) & 0xff),
    )
    .replaceAll(OTHER_RADICALS, (radical) => CHARACTER_OF.get(radical) ?? radical)
}

// The reading order of a right-to-left line, from the visual order of its pieces.

const bidi = bidiFactory()
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LETTER = /\p{L}/u
const DIGIT = /\p{Nd}/u

/** Whether a text contains right-to-left letters. */
function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/** The direction of most letters in a line. */
function directionOf(text: string): 'ltr' | 'rtl' {
  const letters = [...text].filter((character) => LETTER.test(character))
  return letters.filter(hasRightToLeft).length * 2 > letters.length ? 'rtl' : 'ltr'
}

/** Reorders pieces from left to right into reading order. The letters of each piece are already in reading order. */
function toReadingOrder(pieces: readonly string[], direction: 'ltr' | 'rtl'): string[] {
  // One character represents each piece: only its direction matters.
  const signs = pieces.map(signOf).join('')
  const ordered = [...pieces]
  for (const [first = 0, last = 0] of bidi.getReorderSegments(
    signs,
    bidi.getEmbeddingLevels(signs, direction),
  )) {
    ordered.splice(first, last - first + 1, ...ordered.slice(first, last + 1).reverse())
  }
  return ordered
}

function signOf(piece: string): string {
  if (hasRightToLeft(piece)) return 'א'
  if (LETTER.test(piece)) return 'a'
  if (DIGIT.test(piece)) return '1'
  return piece.trim() === '' ? ' ' : (piece.trim()[0] ?? ' ')
}
