/** Plans the blocks of one paragraph: its lines by speaker, without words that are left out, in pieces of the chosen size. */
import { MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import { joinLines } from './lineBreaks.ts'
import { placeKey, type ImportOptions } from './options.ts'
import type { Cut, PlanLines, PlannedBlock } from './planned.ts'
import type { ImportParagraph, ImportSource } from './source.ts'
import { sharePlaces } from './sharePlaces.ts'
import { isUnclear, lineStateOf, speakerOf } from './speakers/speakers.ts'
import type { Suggestion } from './speakers/suggestion.ts'
import { splitSentences, splitText } from '../story/sentences.ts'

interface Context {
  readonly source: ImportSource
  readonly lines: PlanLines
  readonly options: ImportOptions
}

/** A range of a paragraph that is not read: from `start` to before `end`. */
interface Removal {
  readonly start: number
  readonly end: number
  /** Its kind and key; null for a name before a line, which becomes the speaker and is not shown as left out. */
  readonly mark: Pick<Cut, 'piece' | 'key'> | null
}

/** A range of a paragraph in one voice: from `start` to before `end`. */
interface Run {
  readonly start: number
  readonly end: number
  readonly line: number | null
}

/** A line of stars, dots or crosses, or of three or more dashes. */
const SCENE_BREAK = /^(?:[*#⁂⁎✱•·◆◇❖❦❧☙✦✧†‡§]\s*)+$|^(?:[-–—_=~]\s*){3,}$/u

/** A longer text is not a scene break, even if it has only such signs. */
const LONGEST_SCENE_BREAK = 200

/** Whether a paragraph is only a scene break. */
export function isSceneBreak({ text, block, speaker, lengths }: ImportParagraph): boolean {
  const isPlain = block === null && speaker === null && lengths === null
  return isPlain && isSceneMark(text)
}

/** Whether a text consists of the signs of a scene break. */
export function isSceneMark(text: string): boolean {
  return text.length <= LONGEST_SCENE_BREAK && SCENE_BREAK.test(text.trim())
}

/** The blocks of a paragraph; none if nothing of it is left. */
export function planParagraph(paragraph: ImportParagraph, index: number, context: Context): PlannedBlock[] {
  const { source, options } = context
  const runs = runsOf(paragraph, index, context)
  if (paragraph.block !== null) return [storedBlock(paragraph, context, runs[0]?.line ?? null)]
  const removals = removalsOf(paragraph, index, context)
  const [unclearLines, back] = [unclearLinesOf(index, context), putBackOf(paragraph, index, context)]
  const words = attachSigns(runs, (start, end) => read(paragraph.text, { start, end }, removals).text)
  return words.flatMap((run, runNumber) => {
    const { text: written, cuts } = read(paragraph.text, run, removals)
    const joined = options.joinsLines ? joinLines(written, source.lineBreaks) : written
    const text = joined.replaceAll('\u2028', '\n')
    const pieces =
      options.blockSize === 'sentence'
        ? splitSentences(text, MAX_INPUT_CHARACTERS)
        : splitText(text, MAX_INPUT_CHARACTERS)
    const shared = sharePlaces(cuts, pieces)
    const unclear = sharePlaces(placedIn(unclearLines, run, removals), pieces)
    const putBack = sharePlaces(placedIn(back, run, removals), pieces)
    return pieces.map(({ start, end }, number): PlannedBlock => ({
      kind: 'block',
      text: text.slice(start, end),
      ...voiceOf(run.line, paragraph, context),
      name: paragraph.name,
      notes: runNumber === 0 && number === 0 ? paragraph.notes : '',
      silenceBeforeMs: null,
      breakBefore: runNumber === 0 && number === 0 ? 'paragraph' : 'sentence',
      durationMs: null,
      stored: null,
      cuts: shared[number] ?? [],
      unclear: unclear[number] ?? [],
      putBack: putBack[number] ?? [],
    }))
  })
}

/** The lines of a paragraph whose speaker is unclear, with their offsets. */
function unclearLinesOf(index: number, { lines, options }: Context) {
  return (lines.byParagraph.get(index) ?? []).flatMap((line) => {
    const suggestion = lines.suggestions.lines[line]
    if (suggestion === undefined || !isUnclear(suggestion, line, options)) return []
    return [{ start: suggestion.start, line }]
  })
}

/** The keys of what the writer put back in a paragraph, with the offsets: the paragraph itself, its marks, and extensions of names. */
function putBackOf(paragraph: ImportParagraph, index: number, context: Context) {
  const { marks } = paragraph
  const { putBack } = context.options
  if (putBack.size === 0) return []
  const marked = marks.map(({ start }, number) => ({ start, key: placeKey(index, number) }))
  const places = [...marked, ...extensionsOf(paragraph, index, context)].toSorted((a, b) => a.start - b.start)
  return [{ start: 0, key: placeKey(index) }, ...places].filter(({ key }) => putBack.has(key))
}

/** The places within a run, with their offsets in the text that remains of it. Places and removals must be in order. */
function placedIn<Place extends { readonly start: number }>(
  places: readonly Place[],
  run: Run,
  removals: readonly Removal[],
): (Omit<Place, 'start'> & { readonly at: number })[] {
  const placed: (Omit<Place, 'start'> & { readonly at: number })[] = []
  let removed = 0
  let next = firstAfter(removals, run.start)
  const isFrom = (index: number) => (places[index]?.start ?? Infinity) >= run.start
  for (let index = firstIndex(places.length, isFrom); index < places.length; index++) {
    const place = places[index]
    if (place === undefined || place.start >= run.end) break
    const { start, ...others } = place
    const lengthOf = (removal: Removal) => Math.min(removal.end, start) - Math.max(removal.start, run.start)
    for (
      let removal = removals[next];
      removal !== undefined && removal.end <= start;
      removal = removals[++next]
    )
      removed += lengthOf(removal)
    const open = removals[next]
    const within = open !== undefined && open.start < start ? lengthOf(open) : 0
    placed.push({ ...others, at: start - run.start - removed - within })
  }
  return placed
}

function storedBlock(paragraph: ImportParagraph, context: Context, line: number | null): PlannedBlock {
  const { text, block: stored } = paragraph
  const voice = voiceOf(line, paragraph, context)
  return {
    kind: 'block',
    text,
    ...voice,
    manner: '',
    name: '',
    notes: '',
    stored,
    cuts: [],
    unclear: [],
    putBack: [],
    silenceBeforeMs: stored?.silenceBeforeMs ?? null,
    breakBefore: stored?.breakBefore ?? 'paragraph',
    durationMs: stored?.durationMs ?? null,
  }
}

function voiceOf(line: number | null, { manner }: ImportParagraph, { lines, options }: Context) {
  const suggestion = line === null ? undefined : lines.suggestions.lines[line]
  if (line === null || suggestion === undefined) return { line: null, speaker: null, manner }
  const isAccepted = lineStateOf(suggestion, line, options) === 'accepted'
  return {
    line,
    speaker: isAccepted ? speakerOf(suggestion, line, options) : null,
    manner: isAccepted ? mannerOf(suggestion, line, options) : manner,
  }
}

/** How a line is spoken: as its format states, otherwise as suggested by the words around it if the writer agreed. */
function mannerOf({ manner, suggestedManner = '' }: Suggestion, line: number, { manners }: ImportOptions) {
  return manner === '' && manners.has(line) ? suggestedManner : manner
}

/** Divides a paragraph into its lines and the narration between them. Rejected lines are narration. */
function runsOf({ text }: ImportParagraph, index: number, { lines, options }: Context): Run[] {
  const runs: Run[] = []
  let from = 0
  for (const line of lines.byParagraph.get(index) ?? []) {
    const suggestion = lines.suggestions.lines[line]
    if (suggestion === undefined || lineStateOf(suggestion, line, options) === 'rejected') continue
    const { start, end } = suggestion
    if (start > from) runs.push({ start: from, end: start, line: null })
    runs.push({ start, end, line })
    from = end
  }
  if (from < text.length || runs.length === 0) runs.push({ start: from, end: text.length, line: null })
  return runs
}

/** Joins runs without letters or digits to the run before them, or to the next run if there is none. */
function attachSigns(runs: readonly Run[], textOf: (start: number, end: number) => string): Run[] {
  const attached: Run[] = []
  let waitingFrom: number | null = null
  for (const run of runs) {
    const last = attached.at(-1)
    if (/[\p{L}\p{N}]/u.test(textOf(run.start, run.end))) {
      attached.push({ ...run, start: waitingFrom ?? run.start })
      waitingFrom = null
    } else if (last !== undefined) attached.splice(-1, 1, { ...last, end: run.end })
    else waitingFrom ??= run.start
  }
  // A paragraph of signs alone, such as a scene break.
  const [first] = runs
  const last = runs.at(-1)
  return attached.length === 0 && first !== undefined && last !== undefined
    ? [{ ...first, end: last.end }]
    : attached
}

function removalsOf(
  { marks, text }: ImportParagraph,
  index: number,
  { lines, options }: Context,
): readonly Removal[] {
  const removals = marks.flatMap(({ piece, ...place }, number): Removal[] => {
    const key = placeKey(index, number)
    if (options.pieces.has(piece) || options.putBack.has(key)) return []
    // Signs such as those of emphasis touch the words, so the space before them stays.
    const isSign = piece === 'markup' && !/[\p{L}\p{N}]/u.test(text.slice(place.start, place.end))
    const range = isSign ? place : withSpace(text, place)
    return [{ ...range, mark: { piece, key } }]
  })
  const extensions = extensionsOf({ marks }, index, { lines })
  for (const line of lines.cuesByParagraph.get(index) ?? []) {
    const suggestion = lines.suggestions.lines[line]
    const cue = suggestion?.cue
    if (suggestion === undefined || cue === null || cue === undefined) continue
    if (lineStateOf(suggestion, line, options) !== 'accepted') continue
    let from = cue.start
    for (const { start } of cue.extensions ?? []) {
      const own = extensions.find((each) => each.start === start)
      if (own === undefined) continue
      const isBehindName = start < cue.end
      if (isBehindName) removals.push({ start: from, end: start, mark: null })
      if (!options.putBack.has(own.key)) {
        const range = isBehindName ? own : withSpace(text, own)
        removals.push({ ...range, mark: { piece: 'scriptNote', key: own.key } })
      }
      if (isBehindName) from = own.end
    }
    removals.push({ start: from, end: cue.end, mark: null })
  }
  return apart(removals.toSorted((a, b) => a.start - b.start))
}

/**
 * The extensions after the names in a paragraph, such as “(CONT'D)”, which are neither name nor manner, and the directions between its sentences.
 * Their keys count on after those of the paragraph's marks.
 */
export function extensionsOf(
  { marks }: Pick<ImportParagraph, 'marks'>,
  index: number,
  { lines }: Pick<Context, 'lines'>,
): { readonly start: number; readonly end: number; readonly key: string }[] {
  const found = (lines.cuesByParagraph.get(index) ?? []).flatMap(
    (line) => lines.suggestions.lines[line]?.cue?.extensions ?? [],
  )
  return found.map((place, number) => ({ ...place, key: placeKey(index, marks.length + number) }))
}

/** Removes the overlaps of removals, which must be ordered by start. Words that are listed as left out are also listed within the range of a name. */
function apart(removals: readonly Removal[]): readonly Removal[] {
  let reached = 0
  /** The end of the last range of a name, which goes on behind the words within it. */
  let nameEnd = 0
  return removals.flatMap((removal, index) => {
    const next = removals[index + 1]?.start ?? Infinity
    if (removal.mark === null) nameEnd = Math.max(nameEnd, removal.end)
    const start = Math.max(removal.start, reached)
    const end = removal.mark === null ? start : Math.max(start, removal.end)
    reached = Math.max(end, Math.min(nameEnd, next))
    const own = end > start ? [{ ...removal, start, end }] : []
    return reached > end ? [...own, { start: end, end: reached, mark: null }] : own
  })
}

/** Extends a range by the space before it, if otherwise two spaces would remain, or one before punctuation or at the end. */
function withSpace(text: string, { start, end }: { readonly start: number; readonly end: number }) {
  const isSpaced = /\s/.test(text[start - 1] ?? '') && /^[\s\p{Po}\p{Pe}]?$/u.test(text[end] ?? '')
  return { start: isSpaced ? start - 1 : start, end }
}

/** The text of a run without the removals, and the cuts at their offsets. The removals must be in order and not overlap. */
function read(
  text: string,
  run: { readonly start: number; readonly end: number },
  removals: readonly Removal[],
): { readonly text: string; readonly cuts: readonly Cut[] } {
  if (removals.length === 0) return { text: text.slice(run.start, run.end), cuts: [] }
  const kept: string[] = []
  const cuts: Cut[] = []
  let from = run.start
  let length = 0
  for (let at = firstAfter(removals, run.start); at < removals.length; at++) {
    const { start, end, mark } = removals[at] ?? { start: Infinity, end: Infinity, mark: null }
    if (start >= run.end) break
    const [first, last] = [Math.max(start, from), Math.min(end, run.end)]
    if (last <= first) continue
    kept.push(text.slice(from, first))
    length += first - from
    if (mark !== null) cuts.push({ at: length, text: text.slice(first, last).trim(), ...mark })
    from = last
  }
  kept.push(text.slice(from, run.end))
  return { text: kept.join(''), cuts }
}

/** The index of the first removal that ends after a place. */
function firstAfter(removals: readonly Removal[], place: number): number {
  return firstIndex(removals.length, (index) => (removals[index]?.end ?? Infinity) > place)
}

/** The first index from 0 to before `length` from which on `holds` is true; `length` if there is none: binary search. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
