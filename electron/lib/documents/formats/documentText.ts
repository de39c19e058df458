/** A document once its markup is gone: what there is to read, in reading order. */
import type { LineBreaks } from '../../../../shared/import/lineBreaks.ts'
import type { Mark, Piece, SectionKind } from '../../../../shared/import/source.ts'

/**
 * What a part is that does not belong to the body of a document: a piece that is usually not read aloud, a part of a section around the body, or
 * the title or subtitle of the whole document. A margin has running headers, footers and page numbers.
 */
export type PartPlace = Piece | 'margin' | Exclude<SectionKind, 'body' | 'notes'> | 'title' | 'subtitle'

/** Something that stands in the document and not among the words: the mark of a note, the number of a printed page, a picture's description. */
export interface Omitted {
  /** Where it stands: so many characters of the part's text are before it. */
  readonly at: number
  readonly piece: Piece
  readonly text: string
}

/** A row of a sheet with the cells that have words, those that are hidden too. */
export interface SheetRow {
  /** In its sheet, from 1. */
  readonly number: number
  readonly cells: readonly SheetCell[]
}

export interface SheetCell {
  /** From 0. */
  readonly column: number
  /** With its line breaks. */
  readonly text: string
  readonly isHidden?: true
  /** Whether the cell is one with the cell above it, whose words these are. */
  readonly isMerged?: true
}

export interface DocumentPart {
  readonly kind: 'heading' | 'paragraph' | 'listItem' | 'tableRow'
  /** Never blank. Cells of a row are set apart by commas. A line break is one that its writer meant, except as `DocumentText.lineBreaks` says. */
  readonly text: string
  /** Of a heading, from 1; absent if the document does not say it. */
  readonly level?: number
  /** Absent in the body. */
  readonly place?: PartPlace
  /** The section around the body in which a piece stands; absent in the body, or if the reader does not know it. */
  readonly section?: SectionKind
  /** The name of who speaks, if the document says it. */
  readonly speaker?: string
  /** How the words are spoken, if that stands before them. */
  readonly manner?: string
  /** How a paragraph is set, if that sets it apart from the text around it, as bold or centred words are; the same for those that look alike. */
  readonly look?: string | undefined
  /** Places in the text that are not the text itself; in their order, and apart. */
  readonly marks?: readonly Mark[]
  /** What stands between the words and is not in `text`, in its order; absent if there is nothing. */
  readonly omitted?: readonly Omitted[]
  /** Of a row of a spreadsheet; the part before its first row is the heading with the name of the sheet. */
  readonly row?: SheetRow
}

/** The places that are not read aloud unless somebody asks for them. */
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
  /** As the book writes it, such as `3` or `2.5`; null if it does not say. */
  readonly number: string | null
}

/** The picture on the front of a book: at most `MAX_COVER_BYTES`. */
export interface Cover {
  readonly bytes: Uint8Array
  readonly mediaType: 'image/jpeg' | 'image/png'
}

export interface DocumentText {
  /** What the document itself says it is called; it is not part of the text. */
  readonly title: string | null
  /** Who wrote it, as the document itself says; absent if it does not. */
  readonly author?: string | null
  /** What the document says of itself beside its text; absent if it does not. The language is a tag as `pt-BR`. */
  readonly language?: string | null
  readonly series?: Series | null
  /** What it is about, as plain text: paragraphs are divided by blank lines. */
  readonly description?: string | null
  readonly cover?: Cover | null
  readonly parts: readonly DocumentPart[]
  /** What the line breaks of a text are. Absent for a document that has paragraphs of its own: the reader of a text has also found its chapters. */
  readonly lineBreaks?: LineBreaks
  /** Whether the document itself says who speaks. */
  readonly namesSpeakers?: boolean
  /** The names of pages that the document lists, and that are not in it or cannot be read. */
  readonly missing?: readonly string[]
  /** The numbers of pages that are pictures without text; absent for what has no pages. */
  readonly pictures?: readonly string[]
  /** The lines of what is set as a screenplay, with their indents; what stands around them is only in `parts`. */
  readonly script?: string
}

/** Told by a reader of a document that comes in portions (pages, slides, sheets): how many of them are read, and the parts of the last one if they are known. */
export type OnPortion = (done: number, total: number, parts?: readonly DocumentPart[]) => void

/** What stands between two parts of a document's text. */
export const PART_SEPARATOR = '\n\n'
