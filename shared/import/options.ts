/** The writer’s decisions about an import. */
import type { ImportSource, Piece } from './source.ts'

/** A chapter of the story to make, from sections of the source. */
export interface ChapterChoice {
  /** Indexes of sections, in the order in which they are read. */
  readonly sections: readonly number[]
  /** Null for text without a chapter. */
  readonly title: string | null
  readonly isIncluded: boolean
}

/** The decision about a speaker. Without `isAccepted`, the confidence of each line decides. */
export interface SpeakerChoice {
  readonly isAccepted?: boolean
  /** Another name; the name of another speaker merges both into one character. */
  readonly name?: string
}

/** The decision about a line: whether its speaker is accepted, or the key of another speaker. */
export type LineChoice = { readonly isAccepted: boolean } | { readonly speaker: string }

/** The size of blocks: a sentence, a paragraph, or a number of characters that is filled with sentences of one speaker. */
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
  /** Whether lines are joined if their breaks only come from the file’s format. */
  readonly joinsLines: boolean
  /** Whether the titles of chapters are spoken. */
  readonly speaksTitles: boolean
  /** Whether silences and durations follow the times and lengths in the source. */
  readonly keepsTimes: boolean
  readonly blockSize: BlockSize
  /** Whether a new story has silences by rules. */
  readonly hasPauses: boolean
  /** Whether blocks with an emotion use the emotion model. */
  readonly isExpressive: boolean
  /** By the speaker's key. */
  readonly speakers: ReadonlyMap<string, SpeakerChoice>
  /** By the number of the suggestion. */
  readonly lines: ReadonlyMap<number, LineChoice>
  /** The lines that are spoken in the suggested manner, by the number of the suggestion. */
  readonly manners: ReadonlySet<number>
}

export const DEFAULT_BLOCK_CHARACTERS = 600
export const MIN_BLOCK_CHARACTERS = 50

/** The default options: the body of the text is read with its citations and links, one block for each paragraph. */
export function defaultOptions(source: ImportSource): ImportOptions {
  const { info, paragraphs, namesSpeakers } = source
  // A source with times has its own silences.
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
    // A narrator reads the headings of a book. The headings of a script are for its makers, and captions have none.
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
