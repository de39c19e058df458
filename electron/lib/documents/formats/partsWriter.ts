import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import type { Piece } from '../../../../shared/import/source.ts'
import { MAX_DOCUMENT_ROWS } from '../../../../shared/speech-api/limits.ts'
import { withoutBullet } from './bullets.ts'
import { markContents } from './contentsList.ts'
import type { DocumentPart, Omitted, PartPlace, SheetRow } from './documentText.ts'
import { MAX_DOCUMENT_CHARACTERS } from './limits.ts'

/**
 * Builds the parts of a document from the markup that a reader encounters, in that order. Everything that is begun must be ended; text
 * between two blocks is a separate part.
 */
export interface PartsWriter {
  /**
   * Begins a block, with its formatting (`DocumentPart.look`). Paragraphs inside a heading or a list item, and all blocks inside a cell,
   * belong to it.
   */
  begin(kind: 'heading' | 'paragraph' | 'listItem', look?: string): void
  end(): void
  beginRow(): void
  /** `times`: the number of times that the row is repeated; `row`: its cells in a sheet. */
  endRow(times?: number, row?: SheetRow): void
  /** `isSpeaker`: the cell names the speaker of the other cells of its row, which becomes a paragraph. */
  beginCell(isSpeaker?: boolean): void
  /** `times`: the number of columns that the cell fills; a hidden cell is not part of its row. Returns its text with its line breaks. */
  endCell(times?: number, isHidden?: boolean): string
  /** Begins or ends a stage direction: in a row with a speaker, nobody speaks it. */
  direction(mark: 'begin' | 'end'): void
  /** From here to `leave`, parts have this place. */
  enter(place: PartPlace): void
  leave(): void
  /**
   * Adds text; runs of white space are collapsed. `link`: whether the text links to another place in the document, or to the file of a picture.
   * A part that is only links to pictures, such as “Larger”, belongs to the picture.
   */
  text(text: string, link?: boolean | 'picture'): void
  /** Records content at this position that is not part of the text. */
  omit(piece: Omitted['piece'], text: string): void
  /** Records an anchor: at the current part if more of its text follows, otherwise at the next part. */
  anchor(id: string): void
  /** Adds an intentional line break. */
  lineBreak(): void
  /** Adds a complete part; inside a row, its text belongs to the cell. */
  add(part: DocumentPart): void
  /** Ends the open block, and returns all parts. */
  finish(): DocumentPart[]
  /** After `finish`: the index of the part at each anchor, or the number of parts for an anchor at the end. */
  anchors(): ReadonlyMap<string, number>
}

/** Pieces that become separate parts if there is no text around them; others are added to the next part. */
const LONE_PIECES = new Set<Piece>([
  'picture',
  'pageNumber',
  'runningHeader',
  'hidden',
  'repeated',
  'scriptNote',
])

interface PendingAnchor {
  readonly id: string
  /** The number of non-blank texts before it, and whether the open part has any of them. */
  readonly after: number
  readonly isInWords: boolean
}

/** Any call of the writer that exceeds a limit throws `document-too-many-rows` or `document-too-much-text`. */
export function createPartsWriter(): PartsWriter {
  const parts: DocumentPart[] = []
  const kinds: DocumentPart['kind'][] = []
  /** The formatting of the open block. */
  let look: string | undefined
  let buffer: string[] = []
  let omitted: Omit<Omitted, 'at'>[] = []
  let characters = 0
  /** The number of parts other than headings: the name of a sheet is not a row of it. */
  let rows = 0
  /** Nested tables are read as text of the outer cell. */
  let rowDepth = 0
  let cells: string[] = []
  let hiddenCells: string[] = []
  let cell: string[] | null = null
  const places: PartPlace[] = []
  /** For each part, whether all its text is links, like the entries of a table of contents. */
  const areLinks: boolean[] = []
  let hasLink = false
  let hasPictureLink = false
  let hasOtherWords = false
  /** Omitted pieces of the open row, and pieces that wait for a part (`held`). */
  let rowOmitted: Omit<Omitted, 'at'>[] = []
  let hiddenOmitted: Omit<Omitted, 'at'>[] = []
  /** The number of omitted pieces of the row before the open cell. */
  let cellOmittedFrom = 0
  let held: Omitted[] = []
  const anchors = new Map<string, number>()
  let pending: PendingAnchor[] = []
  let texts = 0
  let textsBefore = 0
  /** The speaker of the open row, and whether the open cell names one. */
  let rowSpeaker: string | null = null
  let isSpeakerCell = false

  function count(text: string, times: number): void {
    characters += text.length * times
    if (characters > MAX_DOCUMENT_CHARACTERS) {
      throw new UserFacingError('document-too-much-text', { limit: MAX_DOCUMENT_CHARACTERS })
    }
  }

  function push(told: DocumentPart, times: number): void {
    const isLink = hasLink && !hasOtherWords
    const isOfPicture = hasPictureLink && !hasLink && !hasOtherWords && told.place === undefined
    hasLink = false
    hasPictureLink = false
    hasOtherWords = false
    const bare = withoutBullet(isOfPicture && told.kind !== 'tableRow' ? ofPicture(told) : told)
    if (bare === null) {
      addLone(told.omitted ?? [])
      return
    }
    const { omitted: own = [], ...words } = bare
    const left = [...held, ...own]
    held = []
    // A heading is a title and has no omitted pieces: they follow it.
    const isMarked = bare.kind !== 'heading' && left.length > 0
    const part = withSection(isMarked ? { ...words, omitted: left } : words)
    settleAnchors()
    if (part.kind !== 'heading') rows += times
    if (rows > MAX_DOCUMENT_ROWS) {
      throw new UserFacingError('document-too-many-rows', { limit: MAX_DOCUMENT_ROWS })
    }
    count(part.text, times - 1)
    const { row } = part
    for (let copy = 0; copy < times; copy++) {
      parts.push(
        row === undefined || copy === 0 ? part : { ...part, row: { ...row, number: row.number + copy } },
      )
      areLinks.push(isLink)
    }
    if (!isMarked) addLone(left)
  }

  /** A part of another place with the section around it. */
  function withSection(part: DocumentPart): DocumentPart {
    if (part.place === undefined || part.section !== undefined) return part
    const section = places.findLast((place) => place === 'frontMatter' || place === 'backMatter')
    return section === undefined || section === part.place ? part : { ...part, section }
  }

  function placed(part: DocumentPart): DocumentPart {
    const place = places.at(-1)
    return place === undefined ? part : { ...part, place }
  }

  function flush(): void {
    if (buffer.length === 0) return
    const written = tidy(buffer.join(''))
    const left = omitted
    buffer = []
    omitted = []
    if (rowDepth > 0) {
      for (const each of left) rowOmitted.push(each)
      settleAnchors()
      if (written !== '') addCellText(written)
    } else {
      const told = { kind: kinds.at(-1) ?? 'paragraph', ...(look !== undefined && { look }) } as const
      pushWritten(told, written, left, 1)
    }
    textsBefore = texts
  }

  function pushWritten(
    told: Omit<DocumentPart, 'text' | 'omitted'>,
    written: string,
    left: readonly Omit<Omitted, 'at'>[],
    times: number,
  ): void {
    const { text, found } = takeOmitted(written, left)
    if (text === '') addLone(found)
    else {
      const part = found.length === 0 ? { ...told, text } : { ...told, text, omitted: found }
      push(told.place === undefined ? placed(part) : part, times)
    }
  }

  /** The words of a speaker, and the stage directions between them. */
  function pushSpeech(speaker: string, written: string, left: readonly Omit<Omitted, 'at'>[]): void {
    let taken = 0
    for (const [index, words] of written.split(DIRECTION).entries()) {
      const own = left.slice(taken, (taken += words.split(OMITTED).length - 1))
      const told = { kind: 'paragraph', ...(index % 2 === 0 && { speaker }) } as const
      if (words.trim() !== '') pushWritten(told, words.trim(), own, 1)
    }
  }

  /** Omitted pieces without text around them become separate parts if they have a place for that, since a part is never blank. */
  function addLone(found: readonly Omitted[]): void {
    for (const { piece, text } of found) {
      const outer = places.at(-1)
      const isHidden = outer === 'hidden' || outer === 'contents'
      if (isHidden || LONE_PIECES.has(piece))
        push({ kind: 'paragraph', text, place: isHidden ? outer : piece }, 1)
      else held.push({ at: 0, piece, text })
    }
  }

  /** Pieces that still wait for a part at the end are added to the last part that can have them. */
  function addToLast(left: readonly Omitted[]): void {
    const index = parts.findLastIndex(({ kind }) => kind !== 'heading')
    const last = parts[index]
    if (last === undefined || left.length === 0) return
    const atEnd = left.map((each) => ({ ...each, at: last.text.length }))
    parts[index] = { ...last, omitted: [...(last.omitted ?? []), ...atEnd] }
  }

  /** Sets anchors at the part that is being added, except those after its last text, which belong to the next part. */
  function settleAnchors(): void {
    if (pending.length === 0) return
    const isLater = ({ isInWords, after }: PendingAnchor) =>
      isInWords && after === texts && texts > textsBefore
    for (const anchor of pending) if (!isLater(anchor)) anchors.set(anchor.id, parts.length)
    pending = pending.filter(isLater).map((anchor) => ({ ...anchor, isInWords: false }))
  }

  function addCellText(text: string): void {
    if (cell === null) cells.push(text.replaceAll('\n', ' '))
    else cell.push(text)
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
    endRow(times = 1, row) {
      flush()
      rowDepth--
      if (rowDepth > 0) return
      const told = row === undefined ? {} : { row }
      const text = joinCells(withMarksBesideWords(cells))
      const hidden = joinCells(withMarksBesideWords(hiddenCells))
      const [left, hiddenLeft] = [rowOmitted, hiddenOmitted]
      cells = []
      hiddenCells = []
      rowOmitted = []
      hiddenOmitted = []
      const speaker = rowSpeaker
      rowSpeaker = null
      if (speaker !== null) pushSpeech(speaker, text, left)
      else if (text !== '') pushWritten({ kind: 'tableRow', ...told }, text, left, times)
      if (hidden !== '') {
        const hiddenRow = { kind: 'tableRow', place: 'hidden', ...(text === '' ? told : {}) } as const
        pushWritten(hiddenRow, hidden, hiddenLeft, times)
      }
    },
    beginCell(isSpeaker = false) {
      flush()
      if (rowDepth !== 1) return
      cell = []
      isSpeakerCell = isSpeaker
      cellOmittedFrom = rowOmitted.length
    },
    endCell(times = 1, isHidden = false) {
      flush()
      if (rowDepth !== 1 || cell === null) return ''
      const written = cell.join('\n')
      const text = written.replaceAll('\n', ' ')
      cell = null
      if (text === '') return ''
      if (isSpeakerCell && rowSpeaker === null) {
        // Those who speak together stand below each other.
        rowSpeaker = written
          .replaceAll(OMITTED, '')
          .trim()
          .replaceAll(/\s*\n\s*/g, ', ')
        // What is omitted beside the name belongs to the words.
        const marks = OMITTED.repeat(text.split(OMITTED).length - 1)
        if (marks !== '') cells.push(marks)
        return ''
      }
      count(text, times - 1)
      const target = isHidden ? hiddenCells : cells
      if (isHidden) hiddenOmitted.push(...rowOmitted.splice(cellOmittedFrom))
      for (let copy = 0; copy < times; copy++) target.push(copy === 0 ? text : text.replaceAll(OMITTED, ''))
      return written.replaceAll(OMITTED, '')
    },
    direction(mark) {
      if (rowSpeaker !== null) buffer.push(mark === 'begin' ? DIRECTION_START : DIRECTION_END)
    },
    enter(place) {
      flush()
      places.push(place)
    },
    leave() {
      flush()
      places.pop()
    },
    text(text, link = false) {
      count(text, 1)
      if (link === 'picture') hasPictureLink = true
      else if (link) hasLink = true
      else hasOtherWords ||= /\p{L}/u.test(text)
      buffer.push(text.replaceAll(/[\r\n\ufdd0-\ufdd2]/g, ' '))
      if (text.trim() !== '') texts += 1
    },
    omit(piece, text) {
      const words = tidy(text)
      if (words === '') return
      count(words, 1)
      omitted.push({ piece, text: words })
      buffer.push(OMITTED)
    },
    anchor: (id) => void pending.push({ id, after: texts, isInWords: texts > textsBefore }),
    lineBreak: () => void buffer.push('\n'),
    add(part) {
      flush()
      count(part.text, 1)
      if (rowDepth > 0) addCellText(part.text)
      else push(placed(part), 1)
    },
    finish() {
      flush()
      addToLast(held)
      for (const { id } of pending) anchors.set(id, parts.length)
      return markContents(parts, areLinks)
    },
    anchors: () => anchors,
  }
}

/** A part as the label of a picture. */
function ofPicture({ text, omitted }: DocumentPart): DocumentPart {
  return { kind: 'paragraph', text, place: 'picture', ...(omitted !== undefined && { omitted }) }
}

/** Most texts have only single spaces and nothing else to tidy. */
const UNTIDY = /[^\S ]| {2}|[\u00ad\u200b\ufeff]/

function tidy(text: string): string {
  if (!UNTIDY.test(text)) return text.trim()
  return text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/[\u00ad\u200b\ufeff]/g, '')
    .trim()
}

/** Joins cells into one line that is spoken with a pause between them; a cell that ends in a pause needs no comma. */
export function joinCells(cells: readonly string[]): string {
  return cells
    .filter((text) => text !== '')
    .map((text, index, { length }) =>
      index < length - 1 && !/[,;:.!?…]\ufdd0*$/.test(text) ? `${text},` : text,
    )
    .join(' ')
}

/** Moves omitted pieces of cells without text to the end of the previous cell or the beginning of the next one. */
function withMarksBesideWords(cells: readonly string[]): string[] {
  const joined: string[] = []
  let before = ''
  for (const cell of cells) {
    if (cell.replaceAll(OMITTED, '').trim() !== '') {
      joined.push(before + cell.replace(/ (\ufdd0+)$/, '$1'))
      before = ''
    } else if (joined.length === 0) before += cell
    else joined.push(`${joined.pop() ?? ''}${cell.trim()}`)
  }
  return before === '' ? joined : [...joined, before]
}

/** Noncharacters around a stage direction while a row is written. */
const DIRECTION_START = '\ufdd1'
const DIRECTION_END = '\ufdd2'
const DIRECTION = /\ufdd1([^\ufdd1\ufdd2]*)\ufdd2/
/** The placeholder of an omitted piece while a part is written: a noncharacter of Unicode. */
const OMITTED = '\ufdd0'

/** Removes the placeholders of omitted pieces from a text, and returns their positions. A space is left only if words need it. */
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
    // A line ends after what is omitted at its end, and not with the space before that.
    if (/^\s*\n/.test(pieces[index + 1] ?? '')) words = words.replace(/[^\S\n]$/, '')
    const what = omitted[index]
    if (index < pieces.length - 1 && what !== undefined) found.push({ ...what, at: words.length })
  }
  const trimmed = words.trimEnd()
  return { text: trimmed, found: found.map((each) => ({ ...each, at: Math.min(each.at, trimmed.length) })) }
}
