/** A paragraph of an RTF file: its kind is known only once all its properties and text are known. */
import type { PartPlace } from './documentText.ts'
import type { PartsWriter } from './partsWriter.ts'

/** The properties of a paragraph while it is read. */
export interface RtfParagraph {
  style: number
  outlineLevel: number | null
  isCentred: boolean
  isInTable: boolean
  /** Whether it is part of a table of contents. */
  isContents: boolean
  readonly runs: {
    readonly text: string
    readonly piece: 'hidden' | 'scriptNote' | 'pageNumber' | null
    readonly look: string
  }[]
}

const CONTENTS = /^(?:toc|verzeichnis|table of figures)\b/i
const HEADING = /^heading ?[1-9]/i
/** Paragraphs of this outline level are body text. */
const TEXT_LEVEL = 9
/** Longer paragraphs are text, whatever their formatting. */
const LONGEST_SET = 120

export function createRtfParagraph(): RtfParagraph {
  return { style: 0, outlineLevel: null, isCentred: false, isInTable: false, isContents: false, runs: [] }
}

/** Writes a paragraph; `styleName` is '' if the file does not name its style. */
export function writeRtfParagraph(
  paragraph: RtfParagraph,
  { writer, styleName }: { readonly writer: PartsWriter; readonly styleName: string },
): void {
  const { outlineLevel, runs } = paragraph
  const isHeading = (outlineLevel !== null && outlineLevel < TEXT_LEVEL) || HEADING.test(styleName)
  const place = paragraph.isContents ? 'contents' : placeOf(styleName)
  if (place !== null) writer.enter(place)
  if (isHeading || place === 'title') writer.begin('heading')
  else writer.begin('paragraph', lookOf(paragraph))
  for (const { text, piece } of runs) {
    if (piece !== null) writer.omit(piece, text)
    else
      for (const [index, line] of text.split('\n').entries()) {
        if (index > 0) writer.lineBreak()
        writer.text(line)
      }
  }
  writer.end()
  if (place !== null) writer.leave()
}

function placeOf(styleName: string): PartPlace | null {
  const name = styleName.toLowerCase()
  if (name === 'title' || name === 'subtitle') return name
  return CONTENTS.test(name) ? 'contents' : null
}

/** The formatting of a short paragraph that is entirely bold or that is centred. */
function lookOf({ runs, isCentred }: RtfParagraph): string | undefined {
  const written = runs.filter(({ text, piece }) => piece === null && text.trim() !== '')
  const length = written.reduce((sum, { text }) => sum + text.length, 0)
  const isBold = written.every(({ look }) => look.startsWith('bold'))
  if (written.length === 0 || length > LONGEST_SET || !(isBold || isCentred)) return undefined
  return `${written[0]?.look ?? ''} ${isCentred ? 'centred' : ''}`
}
