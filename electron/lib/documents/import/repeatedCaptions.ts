/**
 * Captions that roll: programs that write them by themselves show each line again while the next one comes, word by word or line by line, often
 * with cues of 10 ms between. Each line is read once, and the other times are told as repeated.
 */
import { cueOf, type Cue, type Times } from './captionLines.ts'

/** A cue that begins so soon after the one before it, or before that one ends, can show its words again. */
const ADJACENT_MS = 250
/** Nobody reads a cue in so short a time. */
const UNREADABLE_MS = 50
/** The share of adjacent cues that show words again, in a file that rolls. */
const MANY = 0.4
/** Fewer words at the edge of a line can be the same by chance. */
const FEWEST_WORDS = 3

/** The words of a cue: each in the form in which it is compared, with its line. */
interface Shown {
  readonly cue: Cue
  readonly lines: readonly string[]
  /** Lower case without signs; the number of the line in which the word stands. */
  readonly words: readonly { readonly key: string; readonly line: number }[]
}

/** How many of its first words a cue only shows again, and how its file tells. */
interface Overlap {
  readonly count: number
  /** Whether it follows at once on the cue before it. */
  readonly isAdjacent: boolean
  /** Whether no speaker would say it so: most such cues in a file mean that it rolls. */
  readonly isTelling: boolean
  /** Whether nobody could read the cue, or the one before it: what it shows again is no other line, even in a file that does not roll. */
  readonly isUnreadable: boolean
}

/** The cues with each word once; `plainOf` takes the markup from a line. Cues with the same words and times are one, too. */
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
  /** The place of the last cue that is read. */
  let open = -1
  for (const [index, { cue, lines, words }] of shown.entries()) {
    const overlap = overlaps[index]
    const count = isRolling || overlap?.isUnreadable === true ? (overlap?.count ?? 0) : 0
    const times = cue.times === null ? null : endedBy(cue.times, starts[index + 1])
    const { again, added, continued } = partedAt(count, { lines, words, plainOf })
    if (again !== '') kept.push(cueOf(again, { piece: 'repeated' }))
    const last = kept[open]
    // Words that come into the same line go on with its cue.
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

/** Whether a file rolls: many of its cues that follow at once on others show words again. A file of two cues needs a whole line of words. */
function rolls(overlaps: readonly (Overlap | null)[]): boolean {
  const adjacent = overlaps.filter((overlap) => overlap?.isAdjacent === true)
  const told = adjacent.filter((overlap) => overlap?.isTelling === true)
  const [first] = told
  if (adjacent.length === 1) return (first?.count ?? 0) >= FEWEST_WORDS
  return told.length >= 2 && told.length >= adjacent.length * MANY
}

/** The times of a cue that ends before the next one begins. */
function endedBy({ startMs, endMs }: Times, nextMs = Infinity): Times {
  return { startMs, endMs: Math.max(startMs + 1, Math.min(endMs, nextMs)) }
}

const wordsOf = (line: string) => line.split(/\s+/u).filter((word) => word !== '')

const keyOf = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '') || word

/** Cues that stand twice with the same times, as layers of letters do. */
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

/** For each cue what it shows again of the one before it; null if nothing can be. */
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
  // After a pause, a line that stood there stays above a new one.
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

/** How many words at the end of one list are those at the beginning of another (the search of Knuth, Morris and Pratt). */
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

/** A cue parted after its first words: what stands there again, what goes on with the last line of it, and the lines after it. */
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
