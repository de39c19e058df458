/**
 * Plans an import: chapters of blocks with their speakers. The review's preview, the story and the command line use this plan.
 * The words of the blocks, in order, are the words of the source without those that the options leave out.
 */
import { MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import { spokenTitle } from '../spoken/titles.ts'
import { joinNotes } from '../story/blockCommands.ts'
import { estimatedSpeechMs, LEAST_SPEECH_MS } from '../story/layout.ts'
import { MAX_SILENCE_MS, MAX_SPAN_MS, MAX_NOTES } from '../story/limits.ts'
import { NATURAL_SILENCES, NO_SILENCES, type SilenceRules } from '../story/records.ts'
import { ruledSilenceMs } from '../story/silences.ts'
import { splitText } from '../story/sentences.ts'
import { countWords } from '../story/words.ts'
import { placeKey, type ChapterChoice, type ImportOptions } from './options.ts'
import { extensionsOf, isSceneBreak, planParagraph } from './planParagraph.ts'
import type { LeftOut, Planned, PlannedBlock, PlannedChapter, PlanLines } from './planned.ts'
import { sharePlaces } from './sharePlaces.ts'
import type { ImportParagraph, ImportSource } from './source.ts'
import type { Suggestions } from './speakers/suggestion.ts'

/** Indexes suggestions by paragraph, once for all plans of a source. */
export function indexLines(suggestions: Suggestions): PlanLines {
  const byParagraph = new Map<number, number[]>()
  const cuesByParagraph = new Map<number, number[]>()
  const add = (to: Map<number, number[]>, paragraph: number, index: number) => {
    const there = to.get(paragraph)
    if (there === undefined) to.set(paragraph, [index])
    else there.push(index)
  }
  for (const [index, { paragraph, cue }] of suggestions.lines.entries()) {
    add(byParagraph, paragraph, index)
    if (cue !== null) add(cuesByParagraph, cue.paragraph, index)
  }
  return { suggestions, byParagraph, cuesByParagraph }
}

/** The chapters of an import, including those that the writer left out. */
export function planImport(source: ImportSource, lines: PlanLines, options: ImportOptions): PlannedChapter[] {
  const first = options.chapters.find(({ isIncluded }) => isIncluded)
  return options.chapters.map((choice) =>
    planChapter(source, lines, { choice, options, isFirst: choice === first }),
  )
}

/** Plans a source. The result contains the inputs as well. */
export function planSource(
  source: ImportSource,
  suggestions: Suggestions,
  options: ImportOptions,
  others: Pick<Planned, 'unread' | 'narrator' | 'language' | 'voices'> = {},
): Planned {
  const chapters = planImport(source, indexLines(suggestions), options)
  return { ...others, source, suggestions, options, chapters }
}

/** A chapter to plan. */
interface Chosen {
  readonly choice: ChapterChoice
  readonly options: ImportOptions
  /** Whether the story begins with it, so that no rule requires a silence before it. */
  readonly isFirst: boolean
}

/** The rules for silences of the story that an import makes. */
export function silenceRulesOf({ info }: ImportSource, { hasPauses }: ImportOptions): SilenceRules {
  return info?.silenceRules ?? (hasPauses ? NATURAL_SILENCES : NO_SILENCES)
}

function planChapter(
  source: ImportSource,
  lines: PlanLines,
  { choice, options, isFirst }: Chosen,
): PlannedChapter {
  const { title, isIncluded } = choice
  const speaksTitle = source.sections[choice.sections[0] ?? -1]?.speaksTitle ?? null
  const entries: (PlannedBlock | LeftOut)[] = []
  let spokenUntilMs = 0
  let isAfterScene = false
  for (const { start, end, kind } of choice.sections.flatMap((index) => source.sections[index] ?? [])) {
    for (let index = start; index < end; index++) {
      const paragraph = source.paragraphs[index]
      if (paragraph === undefined) continue
      const left = options.putBack.has(placeKey(index))
        ? null
        : pieceLeftOut(paragraph, kind === 'notes', options)
      if (left !== null) {
        entries.push({ kind: 'leftOut', piece: left, text: paragraph.text, key: placeKey(index) })
        continue
      }
      if (isSceneBreak(paragraph)) {
        isAfterScene = true
        continue
      }
      const [planned, ...others] = planParagraph(paragraph, index, { source, lines, options })
      if (planned === undefined) {
        const [mark] = paragraph.marks
        const text = paragraph.text.trim()
        if (mark !== undefined)
          entries.push({ kind: 'leftOut', piece: mark.piece, text, key: placeKey(index, 0) })
        else
          for (const { start, end, key } of extensionsOf(paragraph, index, { lines }))
            entries.push({
              kind: 'leftOut',
              piece: 'scriptNote',
              text: paragraph.text.slice(start, end),
              key,
            })
        continue
      }
      const first: PlannedBlock = isAfterScene ? { ...planned, breakBefore: 'scene' } : planned
      isAfterScene = false
      const { times, lengths } = paragraph
      if (times === null || !options.keepsTimes) {
        const blocks = [first, ...others]
        entries.push(...(lengths === null || !options.keepsTimes ? blocks : withLengths(blocks, lengths)))
        continue
      }
      const silenceBeforeMs = Math.min(MAX_SILENCE_MS, Math.max(0, times.startMs - spokenUntilMs))
      const lengthMs = Math.min(MAX_SPAN_MS, times.endMs - times.startMs)
      const durationMs = others.length === 0 && lengthMs > 0 ? lengthMs : null
      entries.push(
        { ...first, silenceBeforeMs, durationMs },
        ...others.map((block) => ({ ...block, silenceBeforeMs: 0 })),
      )
      spokenUntilMs = Math.max(spokenUntilMs, times.endMs)
    }
  }
  const joined = typeof options.blockSize === 'number' ? joinBlocks(entries, options.blockSize) : entries
  const blocks = joined.filter((entry) => entry.kind === 'block')
  const words = blocks.reduce((sum, { text }) => sum + countWords(text), 0)
  const rules = silenceRulesOf(source, options)
  const spoken = (speaksTitle ?? options.speaksTitles) ? spokenTitle(title ?? '', null) : ''
  const lengthMs = blocks.reduce((sum, block, index) => {
    const { text, breakBefore, silenceBeforeMs, durationMs } = block
    const isAfterHeading = index === 0 && title !== null
    const isOtherSpeaker = index > 0 && blocks[index - 1]?.speaker !== block.speaker
    const ruledMs =
      index === 0 && isFirst && spoken === ''
        ? 0
        : ruledSilenceMs(rules, { breakBefore, isOtherSpeaker, isAfterHeading })
    return sum + (silenceBeforeMs ?? ruledMs) + (durationMs ?? estimatedSpeechMs(text))
  }, 0)
  const titleMs =
    spoken === '' ? 0 : Math.max(LEAST_SPEECH_MS, estimatedSpeechMs(spoken)) + (isFirst ? 0 : rules.chapter)
  const name = source.sections[choice.sections[0] ?? -1]?.name ?? ''
  return { title, name, speaksTitle, isIncluded, entries: joined, words, lengthMs: lengthMs + titleMs }
}

/** The blocks of a paragraph with its silence before the first block, and with its length if there is only one. */
function withLengths(
  [first, ...others]: readonly PlannedBlock[],
  { silenceMs, durationMs }: NonNullable<ImportParagraph['lengths']>,
): PlannedBlock[] {
  if (first === undefined) return []
  const silenceBeforeMs = silenceMs ?? first.silenceBeforeMs
  return [{ ...first, silenceBeforeMs, durationMs: others.length === 0 ? durationMs : null }, ...others]
}

/** The kind of a whole paragraph that is left out; null if it is read. Footnotes in a section of notes are read with the section. */
function pieceLeftOut(
  { piece }: ImportParagraph,
  isOfNotes: boolean,
  { pieces }: ImportOptions,
): LeftOut['piece'] | null {
  return piece === null || pieces.has(piece) || (isOfNotes && piece === 'footnote') ? null : piece
}

/** The numbers of the lines that are read, have a speaker, and have a manner suggested by the words around them. */
export function mannerLines(
  { lines }: Suggestions,
  chapters: readonly PlannedChapter[],
): ReadonlySet<number> {
  const entries = chapters.flatMap((chapter) => (chapter.isIncluded ? chapter.entries : []))
  return new Set(
    entries.flatMap((entry) => {
      const line = entry.kind === 'block' && entry.speaker !== null ? entry.line : null
      return line !== null && (lines[line]?.suggestedManner ?? '') !== '' ? [line] : []
    }),
  )
}

/** The numbers of the lines that are read and whose speaker is unclear: the narrator reads them. */
export function unclearLines(chapters: readonly PlannedChapter[]): ReadonlySet<number> {
  const entries = chapters.flatMap((chapter) => (chapter.isIncluded ? chapter.entries : []))
  return new Set(
    entries.flatMap((entry) => (entry.kind === 'block' ? entry.unclear.map(({ line }) => line) : [])),
  )
}

const PARAGRAPH = '\n'

/**
 * Makes blocks of at most `characters` characters: splits longer ones, at sentence ends if possible, and joins consecutive short ones in one
 * voice. Blocks from a story, and blocks with times, stay unchanged.
 */
function joinBlocks(
  entries: readonly (PlannedBlock | LeftOut)[],
  characters: number,
): (PlannedBlock | LeftOut)[] {
  const most = Math.min(characters, MAX_INPUT_CHARACTERS)
  const joined: (PlannedBlock | LeftOut)[] = []
  for (const piece of entries.flatMap((entry) => splitEntry(entry, most))) {
    const last = joined.at(-1)
    if (
      last?.kind === 'block' &&
      piece.kind === 'block' &&
      isSameVoice(last, piece) &&
      piece.breakBefore !== 'scene' &&
      last.text.length + PARAGRAPH.length + piece.text.length <= most &&
      joinNotes(last.notes, piece.notes).length <= MAX_NOTES
    ) {
      const at = last.text.length + PARAGRAPH.length
      const cuts = [...last.cuts, ...moved(piece.cuts, at)]
      const unclear = [...last.unclear, ...moved(piece.unclear, at)]
      const putBack = [...last.putBack, ...moved(piece.putBack, at)]
      const notes = joinNotes(last.notes, piece.notes)
      const text = last.text + PARAGRAPH + piece.text
      joined.splice(-1, 1, { ...last, text, notes, cuts, unclear, putBack })
    } else joined.push(piece)
  }
  return joined
}

function moved<Place extends { readonly at: number }>(places: readonly Place[], by: number): Place[] {
  return places.map((place) => ({ ...place, at: place.at + by }))
}

function splitEntry(entry: PlannedBlock | LeftOut, most: number): (PlannedBlock | LeftOut)[] {
  if (entry.kind === 'leftOut' || !isFree(entry) || entry.text.length <= most) return [entry]
  const pieces = splitText(entry.text, most)
  const cuts = sharePlaces(entry.cuts, pieces)
  const unclear = sharePlaces(entry.unclear, pieces)
  const putBack = sharePlaces(entry.putBack, pieces)
  return pieces.map(({ start, end }, index) => ({
    ...entry,
    text: entry.text.slice(start, end),
    ...(index > 0 && { breakBefore: 'sentence' as const, notes: '' }),
    cuts: cuts[index] ?? [],
    unclear: unclear[index] ?? [],
    putBack: putBack[index] ?? [],
  }))
}

function isFree({ stored, durationMs, silenceBeforeMs }: PlannedBlock): boolean {
  return stored === null && durationMs === null && silenceBeforeMs === null
}

function isSameVoice(a: PlannedBlock, b: PlannedBlock): boolean {
  return isFree(a) && isFree(b) && a.speaker === b.speaker && a.manner === b.manner && a.name === b.name
}
