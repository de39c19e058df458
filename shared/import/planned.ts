/** The types of an import plan (plan.ts) and of its inputs. */
import type { Block } from '../story/records.ts'
import type { ImportOptions, PlaceKey } from './options.ts'
import type { ImportSource, Piece, StoredBlock } from './source.ts'
import type { CastingVoice } from '../voices/casting.ts'
import type { Suggestions } from './speakers/suggestion.ts'

/** Words that are left out of a block, and their former offset in its text. */
export interface Cut {
  readonly at: number
  readonly piece: Piece
  readonly text: string
  /** The key with which to put it back. */
  readonly key: PlaceKey
}

/** A line whose speaker is unclear, and its offset in the text of its block. */
export interface UnclearLine {
  readonly at: number
  /** The number of its suggestion. */
  readonly line: number
}

/** Words of a block that are read although pieces of their kind are not, and their offset in its text. */
export interface PutBack {
  readonly at: number
  readonly key: PlaceKey
}

export interface PlannedBlock {
  readonly kind: 'block'
  readonly text: string
  /** The number of the suggestion that assigns the block its speaker; null for narration. */
  readonly line: number | null
  /** The key of the speaker; null for the narrator. */
  readonly speaker: string | null
  readonly manner: string
  /** The name of the block; '' for none. */
  readonly name: string
  /** The notes on it in the source. */
  readonly notes: string
  /** As the source states it; null follows the story's rules. */
  readonly silenceBeforeMs: number | null
  readonly breakBefore: Block['breakBefore']
  readonly durationMs: number | null
  /** The other fields of a block from a story; null for any other source. */
  readonly stored: StoredBlock | null
  readonly cuts: readonly Cut[]
  /** The lines in it that the narrator reads until the writer assigns a speaker. */
  readonly unclear: readonly UnclearLine[]
  readonly putBack: readonly PutBack[]
}

/** A paragraph, or a piece of one, that is not read. */
export interface LeftOut {
  readonly kind: 'leftOut'
  readonly piece: Piece
  readonly text: string
  /** The key with which to put it back. */
  readonly key: PlaceKey
}

export interface PlannedChapter {
  readonly title: string | null
  /** Whether its title is spoken, if a story has its own setting for this chapter; null follows the setting for all titles. */
  readonly speaksTitle: boolean | null
  /** The name of its first section; '' for none. */
  readonly name: string
  readonly isIncluded: boolean
  readonly entries: readonly (PlannedBlock | LeftOut)[]
  readonly words: number
  /** The approximate length of its title, its blocks and the silences before them, in ms: from the source, or estimated from the words. */
  readonly lengthMs: number
}

/** A plan with its inputs. */
export interface Planned {
  readonly source: ImportSource
  readonly suggestions: Suggestions
  readonly options: ImportOptions
  readonly chapters: readonly PlannedChapter[]
  /** The texts of the cells of a table that are not read; none for any other file. */
  readonly unread?: readonly string[] | undefined
  /** The name of a narrator, in the writer’s language; English by default. */
  readonly narrator?: string | undefined
  /** The language that the writer chose, as a canonical tag; by default that of the file or of its words. */
  readonly language?: string | undefined
  /** The voices that characters get; the built-in voices by default. */
  readonly voices?: readonly CastingVoice[] | undefined
}

/** The suggestions for a source, indexed by paragraph. */
export interface PlanLines {
  readonly suggestions: Suggestions
  /** The numbers of suggestions by the paragraph of the line, in order. */
  readonly byParagraph: ReadonlyMap<number, readonly number[]>
  /** The numbers of suggestions by the paragraph of the name before the line, in order. */
  readonly cuesByParagraph: ReadonlyMap<number, readonly number[]>
}
