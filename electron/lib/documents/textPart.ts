import type { LineBreaks } from '../../../shared/import/lineBreaks.ts'
import type { Mark, Piece, SectionKind } from '../../../shared/import/source.ts'

/** What a document is made of, once its markup is gone: headings and paragraphs, in reading order. */
export interface TextPart {
  readonly kind: 'heading' | 'paragraph'
  /** Of a heading, from 1; absent if the document does not say it. */
  readonly level?: number
  /** Never blank. A paragraph's line breaks are still those of the file, since a script is told by its lines. */
  readonly text: string
  /** The bold name before the words, if the document says that such names are those who speak. */
  readonly speaker?: string
  /** How it is spoken, where that stands before the words. */
  readonly manner?: string
  /** What the whole part is, if it is not the text itself. */
  readonly piece?: Piece
  /** Places in the text that are not the text itself; in their order, and apart. */
  readonly marks?: readonly Mark[]
  /** The kind of the section that it begins or stands in, if the reader knows it; else its title tells. */
  readonly section?: SectionKind
}

/** A document as it was read. */
export interface TextDocument {
  /** What the document itself says it is called. */
  readonly title: string | null
  /** Who wrote it, as the document says; absent if it does not. */
  readonly author?: string | null
  readonly parts: readonly TextPart[]
  readonly lineBreaks: LineBreaks
  /** Whether the document itself tells who speaks. */
  readonly namesSpeakers?: boolean
}
