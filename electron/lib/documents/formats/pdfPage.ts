/** What stands on a page of a PDF: pieces of text as somebody sees them who holds the page upright. */
import { getResolvedPDFJS, type getDocumentProxy } from 'unpdf'
import type { PdfPiece, PdfPlace } from './pdfLines.ts'

export type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** Text that is turned by more than this against the rest stands across it. In degrees. */
const TURNED = 4
/** Angles that are counted together, in degrees. */
const ANGLE_STEP = 15
/** A page that is turned by less than this is not. */
const STRAIGHT = 0.5
/** A program marks what is not the text of a page as an artifact; where more than this share is marked, the marks mean nothing. */
const MOST_ARTIFACTS = 0.4
/** The same text again within this distance, in letter sizes, is drawn twice to look bold or to throw a shadow. */
const SAME_PLACE = 0.25
/** Of the places of a text, as many are compared. */
const REMEMBERED = 8

/** Control characters, and what stands for a character that nobody knows. */
// oxlint-disable-next-line no-control-regex -- controls are what this looks for
const NO_SIGN = /[\0-\x1f\x7f-\x9f\ufffd]/g

interface Turned extends PdfPiece {
  /** In degrees, against the clock. */
  readonly angle: number
  readonly isArtifact: boolean
}

/**
 * The pieces of a page in the order in which it draws them, and after them those that stand across the others. `fonts` are those of the
 * document by their ids, with whether each is bold: those of this page are added.
 */
export async function readPieces(page: PdfPage, fonts: Map<string, boolean>): Promise<PdfPiece[]> {
  // The normal forms of pdf.js come before it turns letters round: they would turn the parts of a ligature, too.
  const { items, styles } = await page.getTextContent({
    disableNormalization: true,
    includeMarkedContent: true,
  })
  const texts = items.flatMap((item) => ('str' in item && item.dir === 'rtl' ? [item.str] : []))
  const correct = await readLigatures(page, texts)
  await readFonts(page, new Set(items.flatMap((item) => ('str' in item ? [item.fontName] : []))), fonts)
  const { transform, height: pageHeight } = page.getViewport({ scale: 1 })
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform.map(Number)
  /** The tags of marked content that is open. */
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
    // Columns of a script that runs downwards are lines when the page is turned by a quarter.
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

/** Adds the fonts of a page that are not known yet. pdf.js knows the font of a text only after the page is drawn. */
async function readFonts(
  page: PdfPage,
  names: ReadonlySet<string>,
  fonts: Map<string, boolean>,
): Promise<void> {
  const unknown = [...names].filter((name) => !fonts.has(name))
  if (unknown.length === 0) return
  // A drawing that is damaged costs no words: then nothing is bold.
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
  // The types of pdf.js do not know it.
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

/** Whether most signs of a text are none: a font does not say which letters it draws. */
function isUnreadable(text: string): boolean {
  const signs = text.replaceAll(/\s/g, '')
  return signs.replaceAll(NO_SIGN, '').length * 2 < signs.length
}

/** The direction of most letters: that of a page, or of a crooked scan. */
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

// Arabic ligatures whose letters pdf.js turns round. It reverses a text that is drawn from right to left letter by letter, also
// within a glyph that stands for two letters: “السلام” becomes “السالم”.

/** Letters of a ligature in the wrong order; most words with them are right, and only the glyphs tell. */
const SUSPICIOUS = /[\u0622\u0623\u0625\u0627]\u0644/
/** A gap as wide as a space, in thousandths of a letter's size. */
const SPACE_GAP = -150

/** A correction of the words of a page: gives them with the letters of their ligatures in order. */
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
