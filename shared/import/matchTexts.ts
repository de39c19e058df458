/**
 * Matches the texts of a list with those of a later version: first equal texts, then similar ones. The time stays nearly proportional to the length
 * of the texts, because above a limit texts are compared by position instead of each with each.
 */
import { diffArrays } from 'diff'

/** Differences in a gap beyond which its equal texts are paired in order instead of by their longest common sequence. */
const MOST_DIFFERENCES = 200
/** The most comparisons for comparing each text of a gap with each. */
const MOST_COMPARISONS = 900
/** A word that more texts contain does not help to identify a text. */
const MOST_HOLDERS = 24
/** How many of a text’s rarest words are looked up, and how many of the texts that contain them are compared. */
const RAREST_WORDS = 16
const MOST_CANDIDATES = 3
/** The least similarity of two versions of a text: between the same neighbours, and anywhere. */
const SIMILAR_IN_PLACE = 0.34
const SIMILAR_ANYWHERE = 0.5
/** A changed text with fewer words is not searched for at other places. */
const LEAST_WORDS_ANYWHERE = 4
/** Moved texts with fewer letters than this in all are not matched over more than `FAR` texts. */
const LEAST_LETTERS_FAR = 16
const FAR = 20

/** For each later text, the index of its earlier version; -1 for a new text, -2 for a text in `joined` except the first of each. */
export type Matches = Int32Array

export interface MatchedTexts {
  readonly matches: Matches
  /** Consecutive texts with the same words as other consecutive texts, divided differently. `matches` pairs the first ones. */
  readonly joined: readonly Joined[]
}
interface Joined {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** Pairs the texts of two lists. `known` contains given pairs: the index of the earlier text by that of the later one. */
export function matchTexts(
  before: readonly string[],
  after: readonly string[],
  known: ReadonlyMap<number, number> = new Map(),
): MatchedTexts {
  const [oldKeys, newKeys] = [before.map(sameWords), after.map(sameWords)]
  const pairs = new Pairs(before.length, after.length)
  for (const [to, from] of known) pairs.add(from, to)
  pairUnique(oldKeys, newKeys, pairs)
  spread(oldKeys, newKeys, pairs)
  const weights = newKeys.map(({ length }) => length + 1)
  for (const gap of gapsOf(pairs, weights)) pairCommon(oldKeys, newKeys, gap, pairs)
  pairInOrder(oldKeys, newKeys, pairs)
  const joined = gapsOf(pairs, weights).flatMap((gap) => joinTexts(oldKeys, newKeys, gap, pairs))
  const texts = { before: wordsOf(before), after: wordsOf(after) }
  for (const gap of gapsOf(pairs, weights)) pairSimilar(texts, gap, pairs)
  pairAnywhere(texts, pairs)
  for (const gap of gapsOf(pairs, weights)) pairSimilar(texts, gap, pairs)
  separateFarTexts(newKeys, weights, pairs, known)
  return { matches: pairs.before, joined }
}

/** A text in the form in which texts are compared: without white space, in Unicode normalization form C. */
export function sameWords(text: string): string {
  return text.normalize().replaceAll(/\s+/g, '')
}

class Pairs {
  /** By the index of a later text. */
  readonly before: Int32Array
  /** By the index of an earlier text. */
  readonly after: Int32Array

  constructor(before: number, after: number) {
    this.before = new Int32Array(after).fill(-1)
    this.after = new Int32Array(before).fill(-1)
  }

  add(from: number, to: number): void {
    if (this.after[from] !== -1 || this.before[to] !== -1) return
    this.after[from] = to
    this.before[to] = from
  }

  separate(to: number): void {
    const from = this.before[to]
    if (from !== undefined && from >= 0) this.after[from] = -1
    this.before[to] = -1
  }

  /** Pairs the first texts and marks the others as used. */
  join({ before, after }: Joined): void {
    this.add(before[0] ?? 0, after[0] ?? 0)
    for (const from of before.slice(1)) this.after[from] = -2
    for (const to of after.slice(1)) this.before[to] = -2
  }

  isOpen(from: number, to: number): boolean {
    return this.after[from] === -1 && this.before[to] === -1
  }
}

/** Pairs equal texts that occur once in each list. */
function pairUnique(before: readonly string[], after: readonly string[], pairs: Pairs): void {
  const once = (keys: readonly string[], of: Int32Array) => {
    const places = new Map<string, number>()
    for (const [index, key] of keys.entries())
      if (of[index] === -1) places.set(key, places.has(key) ? -1 : index)
    return places
  }
  const places = once(after, pairs.before)
  for (const [key, from] of once(before, pairs.after)) {
    const to = places.get(key) ?? -1
    if (from >= 0 && to >= 0) pairs.add(from, to)
  }
}

/** Pairs equal texts next to pairs, and at both ends: https://doi.org/10.1145/359460.359467 */
function spread(before: readonly string[], after: readonly string[], pairs: Pairs): void {
  const isPair = (from: number, to: number) =>
    from < before.length &&
    to < after.length &&
    from >= 0 &&
    to >= 0 &&
    pairs.isOpen(from, to) &&
    before[from] === after[to]
  for (let to = -1; to < after.length; to += 1) {
    const from = to < 0 ? -1 : (pairs.before[to] ?? -1)
    if ((to < 0 || from >= 0) && isPair(from + 1, to + 1)) pairs.add(from + 1, to + 1)
  }
  for (let to = after.length; to > 0; to -= 1) {
    const from = to === after.length ? before.length : (pairs.before[to] ?? -1)
    if (from >= 0 && isPair(from - 1, to - 1)) pairs.add(from - 1, to - 1)
  }
}

/** The indices of the texts without a pair between two pairs that are in order. */
interface Gap {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** The gaps between the pairs that keep their order, in which both lists have texts without a pair. */
function gapsOf(pairs: Pairs, weights: readonly number[]): Gap[] {
  const ordered = inOrder(pairs.before, weights)
  const gaps: Gap[] = []
  let from = 0
  let after: number[] = []
  const close = (end: number) => {
    if (after.length > 0) {
      const before: number[] = []
      for (let index = from; index < end; index += 1) if (pairs.after[index] === -1) before.push(index)
      if (before.length > 0) gaps.push({ before, after })
    }
    after = []
  }
  for (const [to, paired] of pairs.before.entries()) {
    if (paired === -1) after.push(to)
    else if (ordered.has(to)) {
      close(paired)
      from = paired + 1
    }
  }
  close(pairs.after.length)
  return gaps
}

/**
 * The indices of later texts whose pairs are in the order of the earlier list, chosen so that their total weight is largest; all other pairs
 * were moved. Takes O(n log n) time.
 */
export function inOrder(matches: Matches, weights: readonly number[]): ReadonlySet<number> {
  let size = 0
  for (const from of matches) size = Math.max(size, from + 1)
  // The heaviest chain that ends at or before each earlier text, as a binary indexed tree; 0 is no chain.
  const tree = new Int32Array(size + 1).fill(-1)
  const total = new Float64Array(matches.length)
  const previous = new Int32Array(matches.length).fill(-1)
  const heavier = (a: number, b: number) =>
    a < 0 ? b : b < 0 ? a : (total[b] ?? 0) > (total[a] ?? 0) ? b : a
  let last = -1
  for (const [to, from] of matches.entries()) {
    if (from < 0) continue
    let best = -1
    for (let at = from; at > 0; at -= at & -at) best = heavier(best, tree[at] ?? -1)
    previous[to] = best
    total[to] = (best < 0 ? 0 : (total[best] ?? 0)) + (weights[to] ?? 1)
    for (let at = from + 1; at <= size; at += at & -at) tree[at] = heavier(tree[at] ?? -1, to)
    last = heavier(last, to)
  }
  const chain = new Set<number>()
  for (let to = last; to >= 0; to = previous[to] ?? -1) chain.add(to)
  return chain
}

/** Pairs the longest common sequence of a gap. */
function pairCommon(before: readonly string[], after: readonly string[], gap: Gap, pairs: Pairs): void {
  const texts = new Set(gap.before.map((index) => before[index]))
  if (!gap.after.some((index) => texts.has(after[index]))) return
  const parts = diffArrays(
    gap.before.map((index) => before[index]),
    gap.after.map((index) => after[index]),
    { maxEditLength: MOST_DIFFERENCES },
  )
  let [from, to] = [0, 0]
  for (const { added, removed, value } of parts ?? []) {
    if (!added && !removed)
      for (const index of value.keys()) pairs.add(gap.before[from + index] ?? 0, gap.after[to + index] ?? 0)
    if (!added) from += value.length
    if (!removed) to += value.length
  }
}

/** Pairs the remaining equal texts at any place: the first with the first, and so on. */
function pairInOrder(before: readonly string[], after: readonly string[], pairs: Pairs): void {
  const places = new Map<string, number[]>()
  for (const [to, key] of after.entries()) {
    if (pairs.before[to] !== -1) continue
    const there = places.get(key)
    if (there === undefined) places.set(key, [to])
    else there.push(to)
  }
  const next = new Map<string, number>()
  for (const [from, key] of before.entries()) {
    if (pairs.after[from] !== -1) continue
    const number = next.get(key) ?? 0
    const to = places.get(key)?.[number]
    if (to === undefined) continue
    next.set(key, number + 1)
    pairs.add(from, to)
  }
}

/** The length of the beginnings that are compared to find texts to join. */
const BEGINNING = 12
/** How many texts with the same beginning are tried. */
const MOST_BEGINNINGS = 3

/** Joins consecutive texts of a gap that have the same words together. */
function joinTexts(before: readonly string[], after: readonly string[], gap: Gap, pairs: Pairs): Joined[] {
  const starts = new Map<string, number[]>()
  for (const [place, to] of gap.after.entries()) {
    const start = after[to]?.slice(0, BEGINNING) ?? ''
    const there = starts.get(start)
    if (there === undefined) starts.set(start, [place])
    else if (there.length < MOST_BEGINNINGS) there.push(place)
  }
  const joined: Joined[] = []
  for (const [place, from] of gap.before.entries()) {
    const places = starts.get(before[from]?.slice(0, BEGINNING) ?? '') ?? []
    for (const start of places) {
      const found = readTogether(before, after, [
        gap.before.slice(place, place + MOST_JOINED),
        gap.after.slice(start, start + MOST_JOINED),
      ])
      if (
        found === null ||
        !found.before.every((index) => pairs.after[index] === -1) ||
        !found.after.every((index) => pairs.before[index] === -1)
      )
        continue
      pairs.join(found)
      joined.push(found)
      break
    }
  }
  return joined
}

/** The most texts that are joined. */
const MOST_JOINED = 200

/** The shortest runs of consecutive texts from the first ones on that have the same words together; null if there are none. */
function readTogether(
  before: readonly string[],
  after: readonly string[],
  [olds, news]: readonly [readonly number[], readonly number[]],
): Joined | null {
  let [left, right] = ['', '']
  let [from, to] = [0, 0]
  do {
    const isOld = left.length <= right.length
    const index = isOld ? olds[from] : news[to]
    const previous = isOld ? olds[from - 1] : news[to - 1]
    if (index === undefined || (previous !== undefined && index !== previous + 1)) return null
    if (isOld) {
      left += before[index] ?? ''
      from += 1
    } else {
      right += after[index] ?? ''
      to += 1
    }
    const common = Math.min(left.length, right.length)
    if (left.slice(0, common) !== right.slice(0, common)) return null
    left = left.slice(common)
    right = right.slice(common)
  } while (left !== '' || right !== '' || from === 0 || to === 0)
  return { before: olds.slice(0, from), after: news.slice(0, to) }
}

type Words = readonly string[]

const WORD = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|[\p{L}\p{M}\p{N}]+/gu
/** More words do not help to identify a text. */
const MOST_WORDS = 400

/** The first `MOST_WORDS` words of a text in lower case; its characters if it has no words. */
export function wordsIn(text: string): Words {
  const words = text.normalize().toLowerCase().match(WORD)?.slice(0, MOST_WORDS) ?? []
  return words.length > 0 ? words : [...text.trim().slice(0, MOST_WORDS)]
}

/** Returns the words of a text by its index. They are computed on first use, because most texts are already paired. */
function wordsOf(texts: readonly string[]): (index: number) => Words {
  const known: (Words | undefined)[] = []
  return (index) => (known[index] ??= wordsIn(texts[index] ?? ''))
}

interface Texts {
  readonly before: (index: number) => Words
  readonly after: (index: number) => Words
}

/** The share of words that two texts have in common, from 0 to 1. */
function similarity(a: Words, b: Words): number {
  if (a.length + b.length === 0) return 1
  const counts = new Map<string, number>()
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1)
  let common = 0
  for (const word of b) {
    const count = counts.get(word) ?? 0
    if (count === 0) continue
    counts.set(word, count - 1)
    common += 1
  }
  return (2 * common) / (a.length + b.length)
}

/** Pairs the texts of a gap in order so that the sum of their similarities is largest; in a large gap, only texts at the same position. */
function pairSimilar({ before, after }: Texts, { before: from, after: to }: Gap, pairs: Pairs): void {
  const likeness = (row: number, column: number) => {
    const value = similarity(before(from[row] ?? 0), after(to[column] ?? 0))
    return value < SIMILAR_IN_PLACE ? 0 : value
  }
  const add = (row: number, column: number) => pairs.add(from[row] ?? 0, to[column] ?? 0)
  if (from.length * to.length > MOST_COMPARISONS) {
    for (let index = 0; index < Math.min(from.length, to.length); index += 1)
      if (likeness(index, index) >= SIMILAR_ANYWHERE) add(index, index)
    return
  }
  const width = to.length + 1
  const best = new Float64Array((from.length + 1) * width)
  const like = new Float64Array(from.length * to.length)
  for (let row = from.length - 1; row >= 0; row -= 1)
    for (let column = to.length - 1; column >= 0; column -= 1) {
      const value = (like[row * to.length + column] = likeness(row, column))
      best[row * width + column] = Math.max(
        best[(row + 1) * width + column] ?? 0,
        best[row * width + column + 1] ?? 0,
        value + (best[(row + 1) * width + column + 1] ?? 0),
      )
    }
  for (let row = 0, column = 0; row < from.length && column < to.length;) {
    const here = best[row * width + column] ?? 0
    const value = like[row * to.length + column] ?? 0
    if (value > 0 && here === value + (best[(row + 1) * width + column + 1] ?? 0)) {
      add(row, column)
      row += 1
      column += 1
    } else if (here === best[(row + 1) * width + column]) row += 1
    else column += 1
  }
}

/** Pairs texts that were both changed and moved, by their rarest words. */
function pairAnywhere({ before, after }: Texts, pairs: Pairs): void {
  const holders = new Map<string, number[]>()
  for (const [from, pair] of pairs.after.entries()) {
    const words = pair === -1 ? before(from) : []
    if (words.length < LEAST_WORDS_ANYWHERE) continue
    for (const word of new Set(words)) {
      const there = holders.get(word)
      if (there === undefined) holders.set(word, [from])
      else if (there.length <= MOST_HOLDERS) there.push(from)
    }
  }
  if (holders.size === 0) return
  const found: { readonly from: number; readonly to: number; readonly value: number }[] = []
  for (const [to, pair] of pairs.before.entries()) {
    const words = pair === -1 ? after(to) : []
    if (words.length < LEAST_WORDS_ANYWHERE) continue
    const lists = [...new Set(words)]
      .flatMap((word) => {
        const list = holders.get(word)
        return list === undefined || list.length > MOST_HOLDERS ? [] : [list]
      })
      .sort((a, b) => a.length - b.length)
    const votes = new Map<number, number>()
    for (const list of lists.slice(0, RAREST_WORDS))
      for (const from of list) votes.set(from, (votes.get(from) ?? 0) + 1 / list.length)
    const likely = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_CANDIDATES)
    for (const [from] of likely) {
      const value = similarity(before(from), words)
      if (value >= SIMILAR_ANYWHERE) found.push({ from, to, value })
    }
  }
  found.sort((a, b) => b.value - a.value || a.to - b.to)
  for (const { from, to } of found) pairs.add(from, to)
}

/** Separates pairs of short texts that are far apart, such as two lines “Yes.”: they are different texts. Texts that moved together count together. */
function separateFarTexts(
  after: readonly string[],
  weights: readonly number[],
  pairs: Pairs,
  known: ReadonlyMap<number, number>,
): void {
  const ordered = inOrder(pairs.before, weights)
  let near = -1
  for (let to = 0; to < after.length;) {
    const from = pairs.before[to] ?? -1
    if (from < 0 || ordered.has(to)) {
      if (from >= 0) near = from
      to += 1
      continue
    }
    let end = to + 1
    while (end < after.length && !ordered.has(end) && pairs.before[end] === from + end - to) end += 1
    const letters = after.slice(to, end).reduce((sum, { length }) => sum + length, 0)
    if (letters < LEAST_LETTERS_FAR && Math.abs(from - near) > FAR)
      for (let index = to; index < end; index += 1) if (!known.has(index)) pairs.separate(index)
    to = end
  }
}
