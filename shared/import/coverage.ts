/** Accounts for the words of a file: each is in the script, or left out for a reason. */
import { countWords } from '../story/words.ts'
import type { ChapterChoice, ImportOptions } from './options.ts'
import type { Suggestions } from './speakers/suggestion.ts'
import type { Cut, LeftOut, Planned, PlannedChapter } from './planned.ts'
import {
  PIECES,
  SECTION_KINDS,
  type ImportSection,
  type ImportSource,
  type Piece,
  type SectionKind,
} from './source.ts'

/**
 * The reason why words are not in the script: their kind, or the kind of their chapter; `chapter` for a chapter that the writer excluded, `cell` for
 * cells of a table that are not read.
 */
export const LEFT_OUT_REASONS = [
  ...PIECES,
  ...SECTION_KINDS.filter((kind) => kind !== 'body'),
  'chapter',
  'cell',
] as const
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

export interface LeftOutWords {
  readonly reason: LeftOutReason
  readonly words: number
  /** The text of each place that is left out: a paragraph, a range within one, or a chapter. */
  readonly texts: readonly string[]
}

export interface Coverage {
  /** Words of the file, without the names of speakers. */
  readonly words: number
  readonly scriptWords: number
  /** By reason, in the order in which each first occurs. */
  readonly leftOut: readonly LeftOutWords[]
}

/** Counts the words of a plan: each is in the script or left out. Titles of chapters that are included are in the script. */
export function coverageOf({ source, suggestions, options, chapters, unread = [] }: Planned): Coverage {
  const found = new Map<LeftOutReason, { words: number; readonly texts: string[] }>()
  let scriptWords = 0
  const add = (reason: LeftOutReason, text: string, words = countWords(text)) => {
    // Signs alone, such as those of emphasis, are not words.
    if (words === 0) return
    const there = found.get(reason) ?? { words: 0, texts: [] }
    there.words += words
    there.texts.push(text)
    found.set(reason, there)
  }
  for (const [index, chapter] of chapters.entries()) {
    const choice = options.chapters[index]
    const kind = choice === undefined ? 'body' : kindOf(source, choice)
    const title = chapter.title ?? ''
    for (const { piece, text } of chapter.entries.flatMap(placesIn)) add(piece, text)
    const words = countWords(title) + chapter.words
    if (chapter.isIncluded) scriptWords += words
    else {
      const texts = textsWithNames(chapter, suggestions)
      const text = [title, ...texts].filter((each) => each !== '').join('\n')
      if (text !== '') add(kind === 'body' ? 'chapter' : kind, text, words)
    }
  }
  for (const cell of unread) add('cell', cell)
  const leftOut = [...found].map(([reason, counted]) => ({ reason, ...counted }))
  return { words: leftOut.reduce((sum, { words }) => sum + words, scriptWords), scriptWords, leftOut }
}

/** The texts of a chapter's blocks, with the names that the source has before its lines. */
function textsWithNames({ entries }: PlannedChapter, { lines, names }: Suggestions): string[] {
  let last: number | null = null
  return entries.flatMap((entry) => {
    if (entry.kind !== 'block') return []
    const { line, speaker, text } = entry
    const isNamed = line !== null && line !== last && (lines[line]?.cue ?? null) !== null
    last = line
    return [isNamed ? `${names.get(speaker ?? '') ?? ''}: ${text}` : text]
  })
}

/** The share of the words that are in the script, in percent with one decimal; 100 only if all are. */
export function coveragePercent({ words, scriptWords }: Pick<Coverage, 'words' | 'scriptWords'>): number {
  return words === 0 ? 100 : Math.floor((scriptWords / words) * 1000) / 10
}

/** The words that an entry of a plan leaves out: all of it, or its cuts. */
function placesIn(entry: PlannedChapter['entries'][number]): readonly (Cut | LeftOut)[] {
  return entry.kind === 'leftOut' ? [entry] : entry.cuts
}

/** A reason for which words of a source can be left out. */
export interface ReasonRow {
  readonly reason: LeftOutReason
  readonly words: number
  /** The number of places with such words: paragraphs, ranges within them, or chapters. */
  readonly places: number
  /** Whether all words of the reason can be read or left out at once. */
  readonly isSwitch: boolean
}

/** The reasons for which words of a source are or can be left out, with their numbers: excluded chapters and cells, then kinds of chapters, then pieces. */
export function reasonsOf(source: ImportSource, options: ImportOptions, coverage: Coverage): ReasonRow[] {
  const leftOut = new Map(coverage.leftOut.map((each) => [each.reason, each]))
  const around = SECTION_KINDS.flatMap((kind): ReasonRow[] => {
    if (kind === 'body') return []
    const ofKind = source.sections.filter((section) => section.kind === kind)
    const words = ofKind.reduce((sum, section) => sum + wordsOf(source, section), 0)
    const chapters = options.chapters.filter((chapter) => kindOf(source, chapter) === kind)
    if (chapters.length === 0 || words === 0) return []
    return [{ reason: kind, places: ofKind.length, words, isSwitch: true }]
  })
  const found = wordsByPiece(source)
  const pieces = PIECES.flatMap((piece): ReasonRow[] => {
    const counted = found.get(piece)
    if (counted === undefined) return []
    return [{ reason: piece, ...counted, isSwitch: true }]
  })
  const others = (['chapter', 'cell'] as const).flatMap((reason): ReasonRow[] => {
    const { words, texts } = leftOut.get(reason) ?? { words: 0, texts: [] }
    return texts.length === 0 ? [] : [{ reason, words, places: texts.length, isSwitch: false }]
  })
  return [...others, ...around, ...pieces]
}

/** The kinds and titles of the sections of a source. */
export interface SectionHeads {
  readonly sections: readonly Pick<ImportSection, 'kind' | 'title'>[]
}

/** Whether the words of a reason are read; for a kind of chapter, whether all chapters of it are. */
export function isReasonRead(source: SectionHeads, options: ImportOptions, reason: LeftOutReason): boolean {
  const piece = PIECES.find((each) => each === reason)
  if (piece !== undefined) return options.pieces.has(piece)
  const chapters = options.chapters.filter((chapter) => kindOf(source, chapter) === reason)
  return chapters.length > 0 && chapters.every(({ isIncluded }) => isIncluded)
}

/** The options with all words of a reason read, or left out. */
export function readReason(
  source: SectionHeads,
  options: ImportOptions,
  reason: LeftOutReason,
  isRead: boolean,
): Partial<ImportOptions> {
  const piece = PIECES.find((each) => each === reason)
  if (piece !== undefined) {
    const pieces = new Set(options.pieces)
    if (isRead) pieces.add(piece)
    else pieces.delete(piece)
    return { pieces }
  }
  return {
    chapters: options.chapters.map((chapter) =>
      kindOf(source, chapter) === reason ? { ...chapter, isIncluded: isRead } : chapter,
    ),
  }
}

/** The kind of a chapter: that of its sections, or the body if their kinds differ. */
export function kindOf(source: SectionHeads, { sections }: ChapterChoice): SectionKind {
  const kinds = new Set(sections.map((section) => source.sections[section]?.kind ?? 'body'))
  const [kind = 'body'] = kinds
  return kinds.size === 1 ? kind : 'body'
}

/** The number of words in a section and its title, without pieces, which are counted separately. */
function wordsOf({ paragraphs }: ImportSource, { title, start, end, kind }: ImportSection): number {
  const own = paragraphs.slice(start, end).filter(({ piece }) => piece === null || isNote(piece, kind))
  return own.reduce((sum, { text }) => sum + countWords(text), countWords(title ?? ''))
}

/** Whether a paragraph is a note in a section of notes, which is read or left out with its section. */
function isNote(piece: Piece, kind: SectionKind): boolean {
  return kind === 'notes' && piece === 'footnote'
}

function wordsByPiece({ paragraphs, sections }: ImportSource) {
  const found = new Map<Piece, { places: number; words: number }>()
  const add = (piece: Piece, text: string) => {
    const words = countWords(text)
    const there = found.get(piece)
    if (words > 0) found.set(piece, { places: (there?.places ?? 0) + 1, words: (there?.words ?? 0) + words })
  }
  for (const { kind, start, end } of sections) {
    for (const { piece, text, marks } of paragraphs.slice(start, end)) {
      if (piece !== null && !isNote(piece, kind)) add(piece, text)
      for (const mark of marks) add(mark.piece, text.slice(mark.start, mark.end))
    }
  }
  return found
}
