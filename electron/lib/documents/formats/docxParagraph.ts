/** A paragraph of a Word document while it is read: its kind is known only once all its properties and text are known. */
import type { Piece } from '../../../../shared/import/source.ts'
import type { DocumentPart } from './documentText.ts'
import type { DocxLists } from './docxNumbering.ts'
import { isOn, type DocxStyles } from './docxStyles.ts'
import { isRaisedMark } from './noteMarks.ts'
import type { PartsWriter } from './partsWriter.ts'
import type { XmlTag } from './xml.ts'

export interface DocxWords {
  /** A line break is '\n'; a tab is '\t'. */
  readonly text: string
  /** Whether they link to another place in the document. */
  readonly isLink: boolean
  readonly run: DocxRun
  /** Why they are not read: hidden, deleted, or a comment. */
  readonly piece?: Piece
}

/** The current run: its style and its direct formatting. */
export interface DocxRun {
  styleId: string | null
  /** Null if only the styles determine it. */
  isHidden: boolean | null
  isRaised: boolean
  isBold: boolean
  /** In half-points; null if only the styles determine it. */
  size: string | null
}

export interface DocxParagraph {
  styleId: string | null
  /** Its own outline level, from 0. */
  outlineLevel: number | null
  numId: string | null
  level: number | null
  /** Whether one of its tab stops has a leader. */
  hasLeader: boolean
  isCentred: boolean
  isMarkHidden: boolean
  /** Whether its paragraph mark was deleted: its text belongs to the next paragraph. */
  isMarkDeleted: boolean
  isContents: boolean
  run: DocxRun
  readonly words: DocxWords[]
  /** The parts of its text boxes and diagrams. */
  readonly boxes: DocumentPart[]
}

/** A tab and the page number of an entry in a table of contents. */
const PAGE = /\t\s*(?:\d{1,4}|[ivxlc]{1,6})\s*$/i

export function createDocxRun(): DocxRun {
  return { styleId: null, isHidden: null, isRaised: false, isBold: false, size: null }
}

export function createDocxParagraph(styleId: string | null): DocxParagraph {
  return {
    styleId,
    outlineLevel: null,
    numId: null,
    level: null,
    hasLeader: false,
    isCentred: false,
    isMarkHidden: false,
    isMarkDeleted: false,
    isContents: false,
    run: createDocxRun(),
    words: [],
    boxes: [],
  }
}

/** Sets a property of the paragraph, of its paragraph mark (`isOfMark`), or of the current run. */
export function setDocxProperty(
  paragraph: DocxParagraph,
  { name, attributes }: XmlTag,
  isOfMark: boolean,
): void {
  const value = attributes['w:val'] ?? ''
  switch (name) {
    case 'w:pStyle':
      paragraph.styleId = value
      break
    case 'w:outlineLvl':
      paragraph.outlineLevel = Number(value)
      break
    case 'w:numId':
      paragraph.numId = value
      break
    case 'w:ilvl':
      paragraph.level = Number(value)
      break
    case 'w:tab':
      if ((attributes['w:leader'] ?? 'none') !== 'none') paragraph.hasLeader = true
      break
    case 'w:rStyle':
      if (!isOfMark) paragraph.run.styleId = value
      break
    case 'w:vanish':
      if (isOfMark) paragraph.isMarkHidden = isOn(attributes)
      else paragraph.run.isHidden = isOn(attributes)
      break
    case 'w:jc':
      paragraph.isCentred = value === 'center'
      break
    case 'w:b':
      if (!isOfMark) paragraph.run.isBold = isOn(attributes)
      break
    case 'w:sz':
      if (!isOfMark) paragraph.run.size = value
      break
    case 'w:vertAlign':
      if (!isOfMark) paragraph.run.isRaised = value === 'superscript'
      break
  }
}

/** Whether the text of the current run is hidden. Hidden text in both the run style and the paragraph style cancels out. */
export function isRunHidden({ styleId, run }: DocxParagraph, styles: DocxStyles): boolean {
  return run.isHidden ?? styles.isHidden(run.styleId) !== styles.isHidden(styleId)
}

export function isDocxHeading({ styleId, outlineLevel }: DocxParagraph, styles: DocxStyles): boolean {
  return !styles.isContents(styleId) && styles.isHeading(styleId, outlineLevel)
}

/** Removes marks of notes that are only superscript numbers. */
function withoutNoteMarks(words: readonly DocxWords[]): readonly DocxWords[] {
  return words.filter(
    ({ text, run }, index) => !run.isRaised || !isRaisedMark(text, words[index - 1]?.text ?? ''),
  )
}

/** Longer paragraphs are text, whatever their formatting. */
const LONGEST_SET = 120

/** The formatting of a short paragraph that is entirely bold or that is centred; equal for paragraphs that look alike. */
function lookOf({ isCentred, styleId }: DocxParagraph, words: readonly DocxWords[]): string | undefined {
  const written = words.filter(({ text }) => text.trim() !== '')
  const length = written.reduce((sum, { text }) => sum + text.length, 0)
  const isBold = written.every(({ run }) => run.isBold)
  if (written.length === 0 || length > LONGEST_SET || !(isBold || isCentred)) return undefined
  return [isBold ? 'bold' : '', isCentred ? 'centred' : '', written[0]?.run.size ?? '', styleId ?? ''].join(
    ' ',
  )
}

/** Writes a paragraph, and counts it in its list. */
export function writeDocxParagraph(
  paragraph: DocxParagraph,
  { writer, styles, lists }: { writer: PartsWriter; styles: DocxStyles; lists: DocxLists },
): void {
  const { styleId, numId, level, hasLeader } = paragraph
  const words = withoutNoteMarks(paragraph.words)
  const read = words.filter(({ piece }) => piece === undefined)
  const text = read.map((each) => each.text).join('')
  const isBlank = text.trim() === ''
  const isSeen = !isBlank || !(paragraph.isMarkHidden || styles.isHidden(styleId))
  const label = isSeen ? lists.count({ numId, level }, styleId) : null
  if (words.length > 0 && isBlank) {
    writer.begin('paragraph')
    for (const { text: unread, piece } of words) if (piece !== undefined) writer.omit(piece, unread)
    writer.end()
  } else if (!isBlank) {
    const isContents = paragraph.isContents || styles.isContents(styleId)
    const leadsToPage = hasLeader && PAGE.test(text.slice(-16))
    const place = isContents ? 'contents' : styles.titleOf(styleId)
    if (place !== null) writer.enter(place)
    const isHeading = isDocxHeading(paragraph, styles)
    writer.begin(
      isHeading ? 'heading' : label === null ? 'paragraph' : 'listItem',
      isHeading ? undefined : lookOf(paragraph, read),
    )
    writer.text(label ?? '', leadsToPage || read[0]?.isLink === true)
    for (const each of words) {
      if (each.piece !== undefined) writer.omit(each.piece, each.text)
      else if (each.text === '\n') writer.lineBreak()
      else writer.text(each.text, leadsToPage || each.isLink)
    }
    writer.end()
    if (place !== null) writer.leave()
  }
  for (const part of paragraph.boxes) writer.add(part)
}
