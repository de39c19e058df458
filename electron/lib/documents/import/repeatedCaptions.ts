/**
 * Rolling captions: automatic captioning shows each line again while the next one appears, word by word or line by line, often with cues of
 * 10 ms in between. Each line is read once, and its other occurrences are marked as repeated.
 */
import { cueOf, type Cue, type Times } from './captionLines.ts'

/** A cue may repeat the words of the cue before it if it begins at most this long after that one ends. */
const ADJACENT_MS = 250
/** A cue this short cannot be read. */
const UNREADABLE_MS = 50
/** The share of adjacent cues with repeated words in a rolling file. */
const MANY = 0.4
/** Fewer words at the edge of a line may be equal by chance. */
const FEWEST_WORDS = 3

/** The words of a cue, each in the form for comparisons, with its line. */
interface Shown {
  readonly cue: Cue
  readonly lines: readonly string[]
  /** Lower case without punctuation; the index of the line that contains the word. */
  readonly words: readonly { readonly key: string; readonly line: number }[]
}

/** How many of its first words a cue repeats, and what that says about its file. */
interface Overlap {
  readonly count: number
  /** Whether it directly follows the cue before it. */
  readonly isAdjacent: boolean
  /** Whether no speaker would say it that way: if most such cues do this, the file is rolling. */
  readonly isTelling: boolean
  /**
   * Whether the cue, or the one before it, is too short to read: its repeated words are not a new line, even if the file is not rolling.
   */
  readonly isUnreadable: boolean
}

/** The cues with each word once; `plainOf` removes the markup from a line. Cues with the same words and times are also merged. */
export function withoutRepeats(cues: readonly Cue[], plainOf: (line: string) => string): Cue[] {
  const shown = withoutCopies(cues).map((cue): Shown => {
    const lines = cue.text.split('\n').filter((line) => plainOf(line).trim() !== '')
    const words = lines.flatMap((line, at) =>
      wordsOf(plainOf(line)).map((word) => ({ key: keyOf(word), line: at })),
    )
    return { cue, lines, words }
  })
  const overlaps = overlapsOf(shown)
  const isRolling = rolls(overlaps)
  if (!isRolling && !overlaps.some((overlap) => overlap?.isUnreadable === true))
    return shown.map(({ cue }) => cue)
  const starts = shown.map(({ cue }) => cue.times?.startMs)
  const kept: Cue[] = []
  /** The index of the last cue that is read. */
  let open = -1
  for (const [index, { cue, lines, words }] of shown.entries()) {
    const overlap = overlaps[index]
    const count = isRolling || overlap?.isUnreadable === true ? (overlap?.count ?? 0) : 0
    const times = cue.times === null ? null : endedBy(cue.times, starts[index + 1])
    const { again, added, continued } = partedAt(count, { lines, words, plainOf })
    if (again !== '') kept.push(cueOf(again, { piece: 'repeated' }))
    const last = kept[open]
    // Words that are added to the same line extend its cue.
    if (continued !== '' && last !== undefined) {
      const startMs = last.times?.startMs ?? times?.startMs
      const grown = times === null || startMs === undefined ? last.times : { startMs, endMs: times.endMs }
      kept[open] = { ...last, text: `${last.text} ${continued}`, times: grown }
    }
    if (added === '') continue
    kept.push({ ...cue, text: added, times })
    if (cue.piece === null) open = kept.length - 1
  }
  return kept
}

/** Whether a file is rolling: many of the cues that directly follow others repeat words. A file of two cues needs a whole line of words. */
function rolls(overlaps: readonly (Overlap | null)[]): boolean {
  const adjacent = overlaps.filter((overlap) => overlap?.isAdjacent === true)
  const told = adjacent.filter((overlap) => overlap?.isTelling === true)
  const [first] = told
  if (adjacent.length === 1) return (first?.count ?? 0) >= FEWEST_WORDS
  return told.length >= 2 && told.length >= adjacent.length * MANY
}

/** The times of a cue, ended before the next one begins. */
function endedBy({ startMs, endMs }: Times, nextMs = Infinity): Times {
  return { startMs, endMs: Math.max(startMs + 1, Math.min(endMs, nextMs)) }
}

const wordsOf = (line: string) => line.split(/\s+/u).filter((word) => word !== '')

const keyOf = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '') || word

/** Marks cues that occur twice with the same times, such as layers of lettering, as repeated. */
function withoutCopies(cues: readonly Cue[]): Cue[] {
  const seen = new Set<string>()
  return cues.map((cue) => {
    const { times, text, piece } = cue
    if (times === null || piece !== null) return cue
    const key = `${times.startMs} ${times.endMs} ${text}`
    if (seen.has(key)) return cueOf(text, { piece: 'repeated' })
    seen.add(key)
    return cue
  })
}

/** For each cue, its overlap with the one before it; null if there can be none. */
function overlapsOf(shown: readonly Shown[]): (Overlap | null)[] {
  let before: Shown | null = null
  return shown.map((each) => {
    if (each.cue.piece !== null || each.words.length === 0) return null
    const last = before
    before = each
    const [times, lastTimes] = [each.cue.times, last?.cue.times]
    if (last === null || times === null || lastTimes === null || lastTimes === undefined) return null
    if (times.startMs < lastTimes.startMs) return null
    return overlapOf(last, each, times.startMs - lastTimes.endMs <= ADJACENT_MS)
  })
}

function overlapOf(last: Shown, next: Shown, isAdjacent: boolean): Overlap {
  const count = longestOverlap(last.words, next.words)
  const isWhole = count === next.words.length
  const isGrowth = count === last.words.length && !isWhole
  const endsLine = next.words[count]?.line !== next.words[count - 1]?.line
  const beginsLine = last.words.at(-count - 1)?.line !== last.words.at(-count)?.line
  const isOfLines = count > 0 && endsLine && beginsLine
  const isShown = isWhole || isGrowth || isOfLines || count >= FEWEST_WORDS
  // After a pause, a line that was already shown stays above a new one.
  const isAgain = count > 0 && (isAdjacent ? isShown : isOfLines && !isWhole)
  if (!isAgain) return { count: 0, isAdjacent, isTelling: false, isUnreadable: false }
  const isShort = [last, next].some(
    ({ cue: { times } }) => times !== null && times.endMs - times.startMs <= UNREADABLE_MS,
  )
  const isMore = !isWhole && (isGrowth || count > 1)
  const isLess = isWhole && count < last.words.length && count > 1
  return {
    count,
    isAdjacent,
    isTelling: isMore || isShort || isLess,
    isUnreadable: isShort && isWhole && isAdjacent,
  }
}

/** The number of words at the end of one list that begin another (Knuth–Morris–Pratt search). */
function longestOverlap(last: Shown['words'], next: Shown['words']): number {
  const failures = [0]
  const step = (matched: number, key: string | undefined) => {
    let count = matched
    while (count > 0 && (count === next.length || next[count]?.key !== key)) count = failures[count - 1] ?? 0
    return next[count]?.key === key ? count + 1 : count
  }
  for (let at = 1; at < next.length; at++) failures.push(step(failures[at - 1] ?? 0, next[at]?.key))
  return last.slice(-next.length).reduce((count, { key }) => step(count, key), 0)
}

/** A cue split after its first words: the repeated ones, the rest of the last repeated line, and the lines after it. */
function partedAt(
  count: number,
  { lines, words, plainOf }: Omit<Shown, 'cue'> & { readonly plainOf: (line: string) => string },
) {
  if (count === 0) return { again: '', continued: '', added: lines.join('\n') }
  const line = words[count]?.line ?? lines.length
  const within = words.slice(0, count).filter((word) => word.line === line).length
  const parted = within === 0 ? [] : wordsOf(plainOf(lines[line] ?? ''))
  return {
    again: [...lines.slice(0, line).map(plainOf), parted.slice(0, within).join(' ')].join('\n').trim(),
    continued: parted.slice(within).join(' '),
    added: lines.slice(within === 0 ? line : line + 1).join('\n'),
  }
}
