/** The content of a PDF page: pieces of text, as seen on the upright page. */
import { getResolvedPDFJS, type getDocumentProxy } from 'unpdf'
import * as z from 'zod'
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

/** The distances of the lines that editions of poetry number in the margin, and the share of a column of numbers that must agree with them. */
const LINE_STEPS = new Set([3, 4, 5, 10, 20])
const MOST_OF_NUMBERS = 0.8
/** A page with more numbers is a table. */
const MOST_NUMBERS = 200
/** Numbers of one column are aligned at their left or right edge, in points. */
const ALIGNED = 3

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
 * each is bold: the fonts of this page are added. The values of form fields are read if `hasFields`.
 */
export async function readPieces(
  page: PdfPage,
  fonts: Map<string, boolean>,
  hasFields = false,
): Promise<PdfPiece[]> {
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
  if (hasFields)
    for (const field of await readFields(page)) {
      // After what is drawn before it on the same line or above.
      const before = pieces.findLastIndex(({ y }) => y >= field.y - field.height / 2)
      pieces.splice(before < 0 ? pieces.length : before + 1, 0, field)
    }
  return upright(pieces)
}

/** The letter size of a field that states none, and the width of a letter and the distance of lines in letter sizes. */
const [FIELD_SIZE, LETTER_WIDTH, LEADING] = [12, 0.5, 1.2]

/** The words that somebody wrote or chose in the fields of a form, which are not part of the drawing of the page. */
async function readFields(page: PdfPage): Promise<Turned[]> {
  const annotations: readonly unknown[] = await page.getAnnotations().catch(() => [])
  return annotations.flatMap((annotation): Turned[] => {
    const field = fieldSchema.safeParse(annotation)
    if (!field.success || field.data.hidden === true || field.data.password === true) return []
    const { fieldValue, rect, defaultAppearanceData } = field.data
    const size = defaultAppearanceData?.fontSize || FIELD_SIZE
    const lines = [fieldValue]
      .flat()
      .join('\n')
      .split(/\r\n?|\n/)
    const [left, bottom, right, top] = rect
    const first = lines.length === 1 ? (top + bottom) / 2 - size / 3 : top - size
    return lines.flatMap((text, index) => {
      const y = first - index * size * LEADING
      const width = Math.min(right - left, text.length * size * LETTER_WIDTH)
      const piece = { text, x: left, y, width, height: size, angle: 0, isArtifact: false }
      return text.trim() === '' ? [] : [piece]
    })
  })
}

const fieldSchema = z.object({
  subtype: z.literal('Widget'),
  fieldType: z.enum(['Tx', 'Ch']),
  fieldValue: z.union([z.string(), z.array(z.string())]),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  defaultAppearanceData: z.object({ fontSize: z.number() }).nullish(),
  hidden: z.boolean().nullish(),
  password: z.boolean().nullish(),
})

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
  const lineNumbers = findLineNumbers(pieces)
  const placeOf = (piece: Turned): PdfPlace | null => {
    if (isUnreadable(piece.text)) return 'hidden'
    if (isRepeated.has(piece)) return 'repeated'
    const isMargin =
      isAcross(piece) || lineNumbers.has(piece) || (piece.isArtifact && artifacts < MOST_ARTIFACTS)
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

/** The numbers of lines in the margin: the lines of text between them are as many as they say. */
function findLineNumbers(pieces: readonly Turned[]): ReadonlySet<PdfPiece> {
  const numbers = pieces.filter(({ text }) => /^\s*[1-9]\d{0,4}\s*$/.test(text))
  const found = new Set<PdfPiece>()
  if (numbers.length < 2 || numbers.length > MOST_NUMBERS) return found
  const all = new Set<PdfPiece>(numbers)
  const text = pieces.filter((piece) => !all.has(piece))
  const isOnLine = (piece: PdfPiece, other: PdfPiece) =>
    Math.abs(piece.y - other.y) < Math.max(piece.height, other.height) / 2
  const beside = numbers
    .filter((number) => {
      const line = text.filter((piece) => isOnLine(piece, number))
      const isLeft = line.every(({ x }) => x >= number.x + number.width + number.height)
      const isRight = line.every(({ x, width, height }) => x + width + height <= number.x)
      return line.length > 0 && (isLeft || isRight)
    })
    .toSorted((a, b) => b.y - a.y)
  const baselines = text
    .toSorted((a, b) => b.y - a.y)
    .filter((piece, index, lines) => index === 0 || !isOnLine(piece, lines[index - 1] ?? piece))
  for (const first of beside) {
    if (found.has(first)) continue
    const column = beside.filter(
      ({ x, width }) =>
        Math.abs(x - first.x) < ALIGNED || Math.abs(x + width - first.x - first.width) < ALIGNED,
    )
    const agreeing = column.slice(1).filter((number, index) => {
      const before = column[index] ?? number
      const step = Number(number.text) - Number(before.text)
      const between = baselines.filter(
        (line) =>
          !isOnLine(line, before) && line.y < before.y && (line.y > number.y || isOnLine(line, number)),
      )
      return LINE_STEPS.has(step) && Number(number.text) % step === 0 && between.length === step
    })
    const isSeries = agreeing.length > 0 && agreeing.length >= (column.length - 1) * MOST_OF_NUMBERS
    if (isSeries) for (const number of column) found.add(number)
  }
  return found
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
