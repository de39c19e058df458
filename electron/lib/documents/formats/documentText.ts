/** The text of a document without its markup, in reading order. */
import type { LineBreaks } from '../../../../shared/import/lineBreaks.ts'
import type { Mark, Piece, SectionKind } from '../../../../shared/import/source.ts'

/**
 * The place of a part outside the body of a document: a piece that is usually not read aloud, a section around the body, or the title or
 * subtitle of the whole document. `margin` stands for running headers, footers and page numbers.
 */
export type PartPlace = Piece | 'margin' | Exclude<SectionKind, 'body' | 'notes'> | 'title' | 'subtitle'

/** Content of a part that is not in its text: the mark of a note, a printed page number, or the description of a picture. */
export interface Omitted {
  /** Its position: the number of characters of the part's text before it. */
  readonly at: number
  readonly piece: Piece
  readonly text: string
}

/** A row of a sheet with its cells that are not blank, including hidden ones. */
export interface SheetRow {
  /** Its number in the sheet, from 1. */
  readonly number: number
  readonly cells: readonly SheetCell[]
}

export interface SheetCell {
  /** From 0. */
  readonly column: number
  /** Includes its line breaks. */
  readonly text: string
  readonly isHidden?: true
  /** Whether the cell is merged with the cell above it, whose text this is. */
  readonly isMerged?: true
}

export interface DocumentPart {
  readonly kind: 'heading' | 'paragraph' | 'listItem' | 'tableRow'
  /** Never blank. Cells of a row are separated by commas. Line breaks are intentional, except as stated by `DocumentText.lineBreaks`. */
  readonly text: string
  /** The level of a heading, from 1; absent if the document does not state it. */
  readonly level?: number
  /** Absent in the body. */
  readonly place?: PartPlace
  /** The section around the body that contains a piece; absent in the body, or if the reader does not know it. */
  readonly section?: SectionKind
  /** The name of the speaker, if the document states it. */
  readonly speaker?: string
  /** How the text is spoken, if that is stated before it. */
  readonly manner?: string
  /**
   * The formatting of a paragraph if it differs from the surrounding text, such as bold or centred; equal for paragraphs that look alike.
   */
  readonly look?: string | undefined
  /** Ranges of the text that are not spoken text; in order, and not overlapping. */
  readonly marks?: readonly Mark[]
  /** Content that is not in `text`, in order of position; absent if there is none. */
  readonly omitted?: readonly Omitted[]
  /** The row of a spreadsheet. The part before its first row is the heading with the name of the sheet. */
  readonly row?: SheetRow
}

/** The places that are not read aloud by default. */
export const UNREAD_PLACES: readonly PartPlace[] = [
  'contents',
  'speakerNotes',
  'margin',
  'pageNumber',
  'runningHeader',
  'picture',
  'licence',
  'hidden',
  'repeated',
  'scriptNote',
]

/** The series that a book is part of. */
export interface Series {
  readonly name: string
  /** As written in the book, such as `3` or `2.5`; null if it is not stated. */
  readonly number: string | null
}

/** The cover picture of a book: at most `MAX_COVER_BYTES`. */
export interface Cover {
  readonly bytes: Uint8Array
  readonly mediaType: 'image/jpeg' | 'image/png'
}

export interface DocumentText {
  /** The title that the document states; it is not part of the text. */
  readonly title: string | null
  /** The author that the document states; absent if it states none. */
  readonly author?: string | null
  /** Further metadata of the document; absent if it has none. The language is a tag such as `pt-BR`. */
  readonly language?: string | null
  readonly series?: Series | null
  /** Its description as plain text: paragraphs are separated by blank lines. */
  readonly description?: string | null
  readonly cover?: Cover | null
  readonly parts: readonly DocumentPart[]
  /**
   * The meaning of the line breaks in a plain text, whose chapters its reader has also found. Absent for a document with paragraphs of its
   * own.
   */
  readonly lineBreaks?: LineBreaks
  /** Whether the document itself names the speakers. */
  readonly namesSpeakers?: boolean
  /** The names of pages that the document lists but that are missing or cannot be read. */
  readonly missing?: readonly string[]
  /** The numbers of pages that are pictures without text; absent for formats without pages. */
  readonly pictures?: readonly string[]
  /** The lines of a document in screenplay format, with their indents; text around the script is only in `parts`. */
  readonly script?: string
}

/**
 * Called by the reader of a document that comes in portions (pages, slides, sheets), with the number of portions read and, if known, the
 * parts of the last one.
 */
export type OnPortion = (done: number, total: number, parts?: readonly DocumentPart[]) => void

/** The separator between two parts of a document's text. */
export const PART_SEPARATOR = '\n\n'
