/** The content of a PDF page: pieces of text, as seen on the upright page. */
import { getResolvedPDFJS, type getDocumentProxy } from 'unpdf'
import type { PdfPiece, PdfPlace } from './pdfLines.ts'

export type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** Text that is rotated by more than this relative to the rest runs across it, in degrees. */
const TURNED = 4
/** Angles in steps of this size are counted together, in degrees. */
const ANGLE_STEP = 15
/** A rotation of less than this is ignored, in degrees. */
const STRAIGHT = 0.5
/**
 * Programs mark content that is not the text of a page as an artifact; if more than this share of the text is marked, the marks are
 * meaningless.
 */
const MOST_ARTIFACTS = 0.4
/** The same text within this distance, in letter sizes, is drawn twice to look bold or to cast a shadow. */
const SAME_PLACE = 0.25
/** The number of earlier positions of a text that are compared. */
const REMEMBERED = 8

/** Control characters, and the replacement character. */
// oxlint-disable-next-line no-control-regex -- controls are what this looks for
const NO_SIGN = /[\0-\x1f\x7f-\x9f\ufffd]/g

interface Turned extends PdfPiece {
  /** In degrees, counterclockwise. */
  readonly angle: number
  readonly isArtifact: boolean
}

/**
 * The pieces of a page in drawing order, followed by those that are not its text. `fonts` maps the ids of the document's fonts to whether
 * each is bold: the fonts of this page are added.
 */
export async function readPieces(page: PdfPage, fonts: Map<string, boolean>): Promise<PdfPiece[]> {
  // pdf.js normalizes text before it reverses right-to-left letters, which would also reverse the parts of a ligature.
  const { items, styles } = await page.getTextContent({
    disableNormalization: true,
    includeMarkedContent: true,
  })
  const texts = items.flatMap((item) => ('str' in item && item.dir === 'rtl' ? [item.str] : []))
  const correct = await readLigatures(page, texts)
  await readFonts(page, new Set(items.flatMap((item) => ('str' in item ? [item.fontName] : []))), fonts)
  const { transform, height: pageHeight } = page.getViewport({ scale: 1 })
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform.map(Number)
  /** The tags of the open marked content. */
  const tags: string[] = []
  const pieces: Turned[] = []
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') tags.pop()
      else tags.push(tagOf(item))
      continue
    }
    if (item.str.trim() === '') continue
    const [t0 = 1, t1 = 0, , , x = 0, y = 0] = item.transform.map(Number)
    // Columns of vertical text are lines once the page is rotated by 90 degrees.
    const isVertical = styles[item.fontName]?.vertical === true
    const along = Math.atan2(-(b * t0 + d * t1), a * t0 + c * t1) - (isVertical ? Math.PI / 2 : 0)
    pieces.push({
      text: item.dir === 'rtl' ? correct(item.str) : item.str,
      x: a * x + c * y + e,
      y: pageHeight - (b * x + d * y + f),
      width: isVertical ? item.height : item.width,
      height: isVertical ? item.width : item.height,
      angle: (along * 180) / Math.PI,
      isArtifact: tags.includes('Artifact'),
      ...(fonts.get(item.fontName) === true ? { isBold: true } : {}),
      ...(tags.some((tag) => /^H[1-6]?$/.test(tag)) ? { isHeading: true } : {}),
    })
  }
  return upright(pieces)
}

/**
 * Adds the fonts of a page that are not known yet. pdf.js loads the font of a text only when it interprets the page's drawing operators.
 */
async function readFonts(
  page: PdfPage,
  names: ReadonlySet<string>,
  fonts: Map<string, boolean>,
): Promise<void> {
  const unknown = [...names].filter((name) => !fonts.has(name))
  if (unknown.length === 0) return
  // Damaged drawing operators do not cost any text: then nothing is bold.
  await page.getOperatorList().catch(() => null)
  for (const name of unknown) {
    const font: unknown = page.commonObjs.has(name) ? page.commonObjs.get(name) : null
    fonts.set(name, isBold(font))
  }
}

function isBold(font: unknown): boolean {
  if (typeof font !== 'object' || font === null) return false
  const isMarked = ('bold' in font && font.bold === true) || ('black' in font && font.black === true)
  return isMarked || ('name' in font && typeof font.name === 'string' && BOLD.test(font.name))
}

/** The names of bold fonts: “Times-Bold”, “ABCDEF+Garamond,BoldItalic”. */
const BOLD = /[-,+ ](?:\w+[- ])?(?:semi|demi|extra|ultra)?-?(?:bold|black|heavy)|bold(?:italic|oblique|mt)?$/i

function tagOf(item: object): string {
  // The types of pdf.js lack this property.
  return 'tag' in item && typeof item.tag === 'string' ? item.tag : ''
}

function upright(pieces: readonly Turned[]): PdfPiece[] {
  const main = mainAngle(pieces)
  const isAcross = ({ angle }: Turned) => difference(angle, main) > TURNED
  const artifacts = share(pieces, ({ isArtifact }) => isArtifact)
  const isRepeated = findRepeated(pieces)
  const placeOf = (piece: Turned): PdfPlace | null => {
    if (isUnreadable(piece.text)) return 'hidden'
    if (isRepeated.has(piece)) return 'repeated'
    const isMargin = isAcross(piece) || (piece.isArtifact && artifacts < MOST_ARTIFACTS)
    return isMargin ? 'margin' : null
  }
  const placed = pieces.map((piece) => ({ piece, place: placeOf(piece) }))
  const text = placed.filter(({ place }) => place === null)
  const aside = placed.filter(({ place }) => place !== null)
  return [...text, ...aside].map(({ piece, place }) => {
    const { angle, isArtifact: _, ...rest } = piece
    const turned = turn(rest, place === null ? main : angle)
    return place === null ? turned : { ...turned, place }
  })
}

/** Whether most characters of a text are unknown: the font does not map its glyphs to Unicode. */
function isUnreadable(text: string): boolean {
  const signs = text.replaceAll(/\s/g, '')
  return signs.replaceAll(NO_SIGN, '').length * 2 < signs.length
}

/** The direction of most letters, which may be that of a rotated page or a skewed scan. */
function mainAngle(pieces: readonly Turned[]): number {
  const counts = new Map<number, { letters: number; sum: number }>()
  for (const { angle, text } of pieces) {
    const key = Math.round(angle / ANGLE_STEP)
    const count = counts.get(key) ?? { letters: 0, sum: 0 }
    counts.set(key, { letters: count.letters + text.length, sum: count.sum + angle * text.length })
  }
  const most = [...counts.values()].reduce((best, each) => (each.letters > best.letters ? each : best), {
    letters: 0,
    sum: 0,
  })
  return most.letters === 0 ? 0 : most.sum / most.letters
}

function difference(angle: number, other: number): number {
  const between = Math.abs(angle - other) % 360
  return Math.min(between, 360 - between)
}

function turn<Piece extends PdfPiece>(piece: Piece, degrees: number): Piece {
  if (Math.abs(degrees) < STRAIGHT) return piece
  const angle = (-degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { ...piece, x: piece.x * cos - piece.y * sin, y: piece.x * sin + piece.y * cos }
}

function share(pieces: readonly Turned[], isCounted: (piece: Turned) => boolean): number {
  let [counted, all] = [0, 0]
  for (const piece of pieces) {
    all += piece.text.length
    if (isCounted(piece)) counted += piece.text.length
  }
  return all === 0 ? 0 : counted / all
}

function findRepeated(pieces: readonly Turned[]): ReadonlySet<PdfPiece> {
  const places = new Map<string, Turned[]>()
  const repeated = new Set<PdfPiece>()
  for (const piece of pieces) {
    const before = places.get(piece.text) ?? []
    const near = piece.height * SAME_PLACE
    const isSame = (other: Turned) => Math.abs(other.x - piece.x) < near && Math.abs(other.y - piece.y) < near
    if (before.some(isSame)) repeated.add(piece)
    else places.set(piece.text, [...before.slice(1 - REMEMBERED), piece])
  }
  return repeated
}

// Arabic ligatures whose letters pdf.js reverses. It reverses right-to-left text letter by letter, even within a glyph that stands for two
// letters: “السلام” becomes “السالم”.

/** Letters of a ligature in reverse order; most words with them are correct, and only the glyphs show which are not. */
const SUSPICIOUS = /[\u0622\u0623\u0625\u0627]\u0644/
/** The gap that is a space, in thousandths of the letter size. */
const SPACE_GAP = -150

/** Returns a function that corrects the words of a page whose ligatures were reversed. */
async function readLigatures(page: PdfPage, texts: readonly string[]): Promise<(text: string) => string> {
  if (!texts.some((text) => SUSPICIOUS.test(text))) return (text) => text
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const right = new Map<string, string>()
  for (const [index, operator] of fnArray.entries()) {
    if (operator !== OPS.showText) continue
    for (const word of wordsOf(argsArray[index])) {
      if (word.every((glyph) => glyph.length === 1)) continue
      right.set([...word.join('')].reverse().join(''), [...word].reverse().join(''))
    }
  }
  return (text) =>
    text
      .split(' ')
      .map((word) => right.get(word) ?? word)
      .join(' ')
}

/** The words that an operator draws, each as the texts of its glyphs from left to right. */
function wordsOf(args: unknown): string[][] {
  const words: string[][] = [[]]
  const glyphs: unknown[] = Array.isArray(args) && Array.isArray(args[0]) ? args[0] : []
  for (const glyph of glyphs) {
    const text = textOf(glyph)
    if (text === ' ' || (typeof glyph === 'number' && glyph < SPACE_GAP)) words.push([])
    else if (text !== null) words.at(-1)?.push(text)
  }
  return words
}

function textOf(glyph: unknown): string | null {
  const isGlyph = typeof glyph === 'object' && glyph !== null && 'unicode' in glyph
  return isGlyph && typeof glyph.unicode === 'string' ? glyph.unicode : null
}
