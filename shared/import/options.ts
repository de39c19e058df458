/** What a writer decides about an import. */
import type { ImportSource, Piece } from './source.ts'

/** A chapter to be, made of sections of the source that stand together. */
export interface ChapterChoice {
  /** Indexes of sections, in the order in which they are read. */
  readonly sections: readonly number[]
  /** Null for text without a chapter. */
  readonly title: string | null
  readonly isIncluded: boolean
}

/** What is decided about a speaker; what is absent follows from how sure each line is. */
export interface SpeakerChoice {
  readonly isAccepted?: boolean
  /** Another name; that of another speaker makes both one character. */
  readonly name?: string
}

/** What is decided about a line: whether its speaker is right, or who speaks it instead. */
export type LineChoice = { readonly isAccepted: boolean } | { readonly speaker: string }

/** A block is a sentence, a paragraph, or as many sentences of one speaker as fit into so many characters. */
export type BlockSize = 'sentence' | 'paragraph' | number

/** A place of a source that can be left out: the number of a paragraph, and for a mark within it “:” and the number of the mark. */
export type PlaceKey = string

/** The key of a whole paragraph, or of one of its marks. */
export function placeKey(paragraph: number, mark?: number): PlaceKey {
  return mark === undefined ? String(paragraph) : `${paragraph}:${mark}`
}

export interface ImportOptions {
  readonly chapters: readonly ChapterChoice[]
  /** The pieces that are read. */
  readonly pieces: ReadonlySet<Piece>
  /** Single places that are read although pieces of their kind are not. */
  readonly putBack: ReadonlySet<PlaceKey>
  /** Whether lines that only the file broke are joined. */
  readonly joinsLines: boolean
  /** Whether the titles of chapters are spoken. */
  readonly speaksTitles: boolean
  /** Whether silences and durations follow the times of captions. */
  readonly keepsTimes: boolean
  readonly blockSize: BlockSize
  /** Whether a new story has silences by rules. */
  readonly hasPauses: boolean
  /** Whether blocks with an emotion are spoken by the model that takes it. */
  readonly isExpressive: boolean
  /** By the speaker's key. */
  readonly speakers: ReadonlyMap<string, SpeakerChoice>
  /** By the number of the suggestion. */
  readonly lines: ReadonlyMap<number, LineChoice>
  /** The lines that are spoken as the words around them tell, by the number of the suggestion. */
  readonly manners: ReadonlySet<number>
}

export const DEFAULT_BLOCK_CHARACTERS = 600
export const MIN_BLOCK_CHARACTERS = 50

/** What is read where nobody decided: the body of the text, with its citations and links, a block for each paragraph. */
export function defaultOptions(source: ImportSource): ImportOptions {
  const { info, paragraphs, namesSpeakers } = source
  // A source with times says its silences itself.
  const hasPauses = paragraphs.every(
    ({ times, lengths }) => times === null && (lengths === null || lengths.silenceMs === null),
  )
  return {
    chapters: source.sections.map(({ title, kind }, index) => ({
      sections: [index],
      title,
      isIncluded: kind === 'body',
    })),
    pieces: new Set(['citation', 'link']),
    putBack: new Set(),
    joinsLines: true,
    // A reader says the headings of a book. Those of a script are for who makes it, and captions have none.
    speaksTitles: info?.speaksTitles ?? (hasPauses && !namesSpeakers),
    keepsTimes: true,
    blockSize: 'paragraph',
    hasPauses,
    isExpressive: false,
    speakers: new Map(),
    lines: new Map(),
    manners: new Set(),
  }
}
