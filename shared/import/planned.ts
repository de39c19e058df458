/** What a plan (plan.ts) is made of, and what it is made from. */
import type { Block } from '../story/records.ts'
import type { ImportOptions, PlaceKey } from './options.ts'
import type { ImportSource, Piece, StoredBlock } from './source.ts'
import type { CastingVoice } from '../voices/casting.ts'
import type { Suggestions } from './speakers/suggestion.ts'

/** Words that are left out of a block, and the place in its text where they stood. */
export interface Cut {
  readonly at: number
  readonly piece: Piece
  readonly text: string
  /** By which it can be put back. */
  readonly key: PlaceKey
}

/** A line whose speaker is unclear, and the place in the text of its block where it begins. */
export interface UnclearLine {
  readonly at: number
  /** The number of its suggestion. */
  readonly line: number
}

/** Words of a block that are read although pieces of their kind are not, and the place in its text where they begin. */
export interface PutBack {
  readonly at: number
  readonly key: PlaceKey
}

export interface PlannedBlock {
  readonly kind: 'block'
  readonly text: string
  /** The number of the suggestion that gives the block its speaker; null for narration. */
  readonly line: number | null
  /** The key of who speaks; null for the narrator. */
  readonly speaker: string | null
  readonly manner: string
  /** The name of the block; '' for none. */
  readonly name: string
  /** What the source remarks on it. */
  readonly notes: string
  /** As the source states it; null follows the story's rules. */
  readonly silenceBeforeMs: number | null
  readonly breakBefore: Block['breakBefore']
  readonly durationMs: number | null
  /** What a story's own block has beside its words. */
  readonly stored: StoredBlock | null
  readonly cuts: readonly Cut[]
  /** The lines in it that the narrator reads until the writer says who speaks. */
  readonly unclear: readonly UnclearLine[]
  readonly putBack: readonly PutBack[]
}

/** A paragraph that is not read. */
export interface LeftOut {
  readonly kind: 'leftOut'
  readonly piece: Piece
  readonly text: string
  /** By which it can be put back. */
  readonly key: PlaceKey
}

export interface PlannedChapter {
  readonly title: string | null
  /** Whether its title is spoken, if a story says so of this chapter; null as all titles. */
  readonly speaksTitle: boolean | null
  /** That of its first section; '' for none. */
  readonly name: string
  readonly isIncluded: boolean
  readonly entries: readonly (PlannedBlock | LeftOut)[]
  readonly words: number
  /** How long its title, its blocks and the silences before them will roughly take, as far as the source or the words tell. */
  readonly lengthMs: number
}

/** A plan, with what it was made from. */
export interface Planned {
  readonly source: ImportSource
  readonly suggestions: Suggestions
  readonly options: ImportOptions
  readonly chapters: readonly PlannedChapter[]
  /** The cells of a table that are in no column that is read; none for any other file. */
  readonly unread?: readonly string[] | undefined
  /** The name of a narrator, in the writer’s language; English by default. */
  readonly narrator?: string | undefined
  /** The language as the writer says it, a canonical tag; by default that of the file or of its words. */
  readonly language?: string | undefined
  /** The voices that characters get; the built-in voices by default. */
  readonly voices?: readonly CastingVoice[] | undefined
}

/** The lines of a source by paragraph, and the names before them that are not spoken. */
export interface PlanLines {
  readonly suggestions: Suggestions
  /** Numbers of suggestions by paragraph, in their order. */
  readonly byParagraph: ReadonlyMap<number, readonly number[]>
  /** Numbers of the suggestions whose name stands in a paragraph. */
  readonly cuesByParagraph: ReadonlyMap<number, readonly number[]>
}
