import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { MAX_DOCUMENT_ROWS } from '../../../../shared/speech-api/limits.ts'
import { withoutBullet } from './bullets.ts'
import { markContents } from './contentsList.ts'
import type { DocumentPart, Omitted, PartPlace } from './documentText.ts'
import { MAX_DOCUMENT_CHARACTERS } from './limits.ts'

/**
 * Collects the parts of a document from what a reader of markup meets, in that order. Whatever is begun must be ended; text
 * between two blocks is a part of its own.
 */
export interface PartsWriter {
  /** Begins a block, and says how it is set (`DocumentPart.look`). Paragraphs within a heading or a list item, and all blocks within a cell, belong to it. */
  begin(kind: 'heading' | 'paragraph' | 'listItem', look?: string): void
  end(): void
  beginRow(): void
  /** `times`: as often as the same row stands there. */
  endRow(times?: number): void
  beginCell(): void
  /** `times`: in as many columns as the same cell stands. */
  endCell(times?: number): void
  /** From here to `leave`, parts stand in that place of the document. */
  enter(place: PartPlace): void
  leave(): void
  /** Runs of white space are one space. `isLink`: the words lead to another place of the document. */
  text(text: string, isLink?: boolean): void
  /** Something that stands here and is no part of the words; within a table it is left out. */
  omit(piece: Omitted['piece'], text: string): void
  /** A line break that is meant. */
  lineBreak(): void
  /** Adds a part that is ready; within a row, its text belongs to the cell. */
  add(part: DocumentPart): void
  /** Ends what is open, and gives all parts. */
  finish(): DocumentPart[]
}

/** Throws `document-too-many-rows` and `document-too-much-text` from whichever call goes over the limit. */
export function createPartsWriter(): PartsWriter {
  const parts: DocumentPart[] = []
  const kinds: DocumentPart['kind'][] = []
  /** How the block that is open is set. */
  let look: string | undefined
  let buffer: string[] = []
  let omitted: Omit<Omitted, 'at'>[] = []
  let characters = 0
  /** Parts other than headings: the name of a sheet is no row of it. */
  let rows = 0
  /** Tables within tables are read as text of the outer one's cell. */
  let rowDepth = 0
  let cells: string[] = []
  let cell: string[] | null = null
  const places: PartPlace[] = []
  /** For each part, whether all its words are links, as the entries of a table of contents are. */
  const areLinks: boolean[] = []
  let hasLink = false
  let hasOtherWords = false

  function count(text: string, times: number): void {
    characters += text.length * times
    if (characters > MAX_DOCUMENT_CHARACTERS) {
      throw new UserFacingError('document-too-much-text', { limit: MAX_DOCUMENT_CHARACTERS })
    }
  }

  function push(told: DocumentPart, times: number): void {
    const isLink = hasLink && !hasOtherWords
    hasLink = false
    hasOtherWords = false
    const part = withoutBullet(told)
    if (part === null) return
    if (part.kind !== 'heading') rows += times
    if (rows > MAX_DOCUMENT_ROWS) {
      throw new UserFacingError('document-too-many-rows', { limit: MAX_DOCUMENT_ROWS })
    }
    count(part.text, times - 1)
    for (let copy = 0; copy < times; copy++) {
      parts.push(part)
      areLinks.push(isLink)
    }
  }

  function placed(part: DocumentPart): DocumentPart {
    const place = places.at(-1)
    return place === undefined ? part : { ...part, place }
  }

  function flush(): void {
    if (buffer.length === 0) return
    const { text, found } = takeOmitted(tidy(buffer.join('')), omitted)
    buffer = []
    omitted = []
    if (text === '') addAlone(found)
    else if (rowDepth > 0) addCellText(text)
    else {
      const part: DocumentPart = {
        kind: kinds.at(-1) ?? 'paragraph',
        text,
        ...(look !== undefined && { look }),
      }
      push(placed(found.length === 0 ? part : { ...part, omitted: found }), 1)
    }
  }

  /** What is omitted where no words are is a part of its own, since a part has words. */
  function addAlone(found: readonly Omitted[]): void {
    if (rowDepth > 0) return
    for (const { piece, text } of found) {
      const place = PLACES_ALONE[piece]
      if (place !== undefined) push({ kind: 'paragraph', text, place }, 1)
    }
  }

  function addCellText(text: string): void {
    const target = cell ?? cells
    target.push(text.replaceAll('\n', ' '))
  }

  return {
    begin(kind, set) {
      flush()
      look = set
      const outer = kinds.at(-1) ?? 'paragraph'
      kinds.push(kind === 'paragraph' ? outer : kind)
    },
    end() {
      flush()
      look = undefined
      kinds.pop()
    },
    beginRow() {
      flush()
      rowDepth++
    },
    endRow(times = 1) {
      flush()
      rowDepth--
      if (rowDepth > 0) return
      const text = joinCells(cells)
      cells = []
      if (text !== '') push(placed({ kind: 'tableRow', text }), times)
    },
    beginCell() {
      flush()
      if (rowDepth === 1) cell = []
    },
    endCell(times = 1) {
      flush()
      if (rowDepth !== 1 || cell === null) return
      const text = cell.join(' ')
      cell = null
      if (text === '') return
      count(text, times - 1)
      for (let copy = 0; copy < times; copy++) cells.push(text)
    },
    enter(place) {
      flush()
      places.push(place)
    },
    leave() {
      flush()
      places.pop()
    },
    text(text, isLink = false) {
      count(text, 1)
      if (isLink) hasLink = true
      else hasOtherWords ||= /\p{L}/u.test(text)
      buffer.push(text.replaceAll(/[\r\n\ufdd0]/g, ' '))
    },
    omit(piece, text) {
      const words = tidy(text)
      if (words === '') return
      count(words, 1)
      omitted.push({ piece, text: words })
      buffer.push(OMITTED)
    },
    lineBreak: () => void buffer.push('\n'),
    add(part) {
      flush()
      count(part.text, 1)
      if (rowDepth > 0) addCellText(part.text)
      else push(placed(part), 1)
    },
    finish() {
      flush()
      return markContents(parts, areLinks)
    },
  }
}

/** Where pieces stand that are paragraphs of their own. */
const PLACES_ALONE: Readonly<Partial<Record<Omitted['piece'], PartPlace>>> = {
  picture: 'pictures',
  hidden: 'hidden',
  scriptNote: 'scriptNotes',
}

function tidy(text: string): string {
  return text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/[\u00ad\u200b\ufeff]/g, '')
    .trim()
}

/** Cells as one line that is spoken with a pause between them; a cell that ends in a pause has it already. */
export function joinCells(cells: readonly string[]): string {
  return cells
    .filter((text) => text !== '')
    .map((text, index, { length }) => (index < length - 1 && !/[,;:.!?…]$/.test(text) ? `${text},` : text))
    .join(' ')
}

/** Holds the place of something omitted while a part is written; Unicode has no such character. */
const OMITTED = '\ufdd0'

/** A text without the places of what is omitted, which are told instead. A space is left only where words need it. */
function takeOmitted(
  text: string,
  omitted: readonly Omit<Omitted, 'at'>[],
): { readonly text: string; readonly found: readonly Omitted[] } {
  if (omitted.length === 0) return { text, found: [] }
  const found: Omitted[] = []
  const pieces = text.split(OMITTED)
  let words = ''
  for (const [index, piece] of pieces.entries()) {
    words += /(?:^|\s)$/.test(words.slice(-1)) ? piece.trimStart() : piece
    const what = omitted[index]
    if (index < pieces.length - 1 && what !== undefined) found.push({ ...what, at: words.length })
  }
  const trimmed = words.trimEnd()
  return { text: trimmed, found: found.map((each) => ({ ...each, at: Math.min(each.at, trimmed.length) })) }
}
