/**
 * Merges two texts that were made from one text at the same time. Nothing that either side typed is lost or appears twice: if both
 * typed into one word, the letters of both are in it; if both corrected one word, or one of them put another word in its place, both words
 * are kept, one after the other. A word that either side deleted, and nobody changed, is gone.
 */
import { diffArrays } from 'diff'

/** Characters of scripts without spaces between words: each counts as one word. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
/** A word, a run of white space, or one other character. */
const TOKEN = new RegExp(`[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+|\\s+|.`, 'gsu')
/** A character with its combining marks. */
const LETTER = /\P{M}\p{M}*|\p{M}+/gsu
const ENDS_WORD = new RegExp(`(?![${UNSPACED}])[\\p{L}\\p{N}]\\p{M}*$`, 'u')
const STARTS_WORD = new RegExp(`^(?![${UNSPACED}])[\\p{L}\\p{N}]`, 'u')
/** Texts that differ in more tokens than this are compared as wholes, so that no comparison takes long. */
const MAX_DIFFERENCES = 2000

/** A run of tokens that are in both texts, only in the first, or only in the second. */
export interface TokenRun {
  readonly kind: 'same' | 'removed' | 'added'
  readonly tokens: readonly string[]
}

/** A change of one side: the tokens of the base from `start` to before `end`, none for an insertion, became `text`. */
interface Hunk {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The differences between two texts by words. The parts that are not `added` make up `before`, those not `removed` `after`. */
export function compareTexts(before: string, after: string): readonly TokenRun[] {
  return compareTokens(tokensOf(before), tokensOf(after))
}

function compareTokens(from: string[], to: string[]): readonly TokenRun[] {
  const parts = diffArrays(from, to, { maxEditLength: MAX_DIFFERENCES })
  if (parts === undefined) {
    return [
      { kind: 'removed', tokens: from },
      { kind: 'added', tokens: to },
    ]
  }
  return parts.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    tokens: value,
  }))
}

/** A merged text, and whether both sides typed at the same place or into the same words: a person should read these again. */
export interface MergedText {
  readonly text: string
  readonly hasBoth: boolean
}

/** The text with the changes of both sides; if both added something in one place, theirs comes first. */
export function mergeText(base: string, theirs: string, mine: string): MergedText {
  if (base === theirs || theirs === mine) return { text: mine, hasBoth: false }
  if (base === mine) return { text: theirs, hasBoth: false }
  const tokens = tokensOf(base)
  const sides = [theirs, mine].map((text) => hunksOf(tokens, tokensOf(text)))
  const shared = sharedHunks(tokens, sides)
  const isShared = ({ start, end }: Hunk) => shared.some((hunk) => hunk.start <= start && end <= hunk.end)
  const others = sides.map((hunks) => hunks.filter((hunk) => !isShared(hunk)))
  const { text, hasBoth } = mergeHunks(tokens, [...others, shared], isGlued)
  return { text, hasBoth: hasBoth || shared.length > 0 }
}

/** Merges the changes of all sides to the tokens of a base. A space is inserted between two texts if `needsBlank` returns true. */
function mergeHunks(
  tokens: readonly string[],
  sides: readonly (readonly Hunk[])[],
  needsBlank: (before: string, after: string) => boolean,
): MergedText {
  const all = sides.flat()
  const at = Map.groupBy(all, ({ start }) => start)
  const deleted = new Set(all.flatMap(({ start, end }) => range(start, end)))
  const merged: string[] = []
  let hasBoth = false
  const add = (texts: readonly string[]) => {
    const different = new Set(texts)
    hasBoth ||= different.size > 1
    for (const text of different) {
      if (needsBlank(merged.at(-1) ?? '', text)) merged.push(' ')
      merged.push(text)
    }
  }
  for (let index = 0; index <= tokens.length; index += 1) {
    const here = (at.get(index) ?? []).filter(({ text }) => text !== '')
    add(here.filter(({ end }) => end === index).map(({ text }) => text))
    add(here.filter(({ end }) => end > index).map(({ text }) => text))
    const token = deleted.has(index) ? undefined : tokens[index]
    if (token !== undefined) add([token])
  }
  return { text: merged.join(''), hasBoth }
}

/**
 * The words that both sides typed into, with the letters of both. Words that both sides corrected are not among them, nor are words that
 * a side replaced by others or only deleted.
 */
function sharedHunks(tokens: readonly string[], sides: readonly (readonly Hunk[])[]): Hunk[] {
  return overlaps(sides).flatMap(({ start, end }) => {
    const base = tokens.slice(start, end)
    const letters = lettersOf(base.join(''))
    const typed = sides.map((hunks) => {
      const inside = hunks.filter((hunk) => start <= hunk.start && hunk.end <= end)
      const moved = inside.map((hunk) => ({ ...hunk, start: hunk.start - start, end: hunk.end - start }))
      return hunksOf(letters, lettersOf(mergeHunks(base, [moved], () => false).text))
    })
    const corrected = typed.filter(isCorrection)
    if (corrected.length > 1 || corrected.some((hunks) => isOtherWord(letters, hunks))) return []
    return [{ start, end, text: mergeHunks(letters, typed, () => false).text }]
  })
}

/** The stretches of tokens that both sides replaced at least in part, with every change of either side in them. */
function overlaps(sides: readonly (readonly Hunk[])[]): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number; replacedBy: Set<number> }[] = []
  const hunks = sides.flatMap((side, number) => side.map((hunk) => ({ ...hunk, number })))
  for (const { start, end, text, number } of hunks.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const isReplacement = end > start && text !== ''
    const last = found.at(-1)
    if (last !== undefined && start < last.end) {
      last.end = Math.max(last.end, end)
      if (isReplacement) last.replacedBy.add(number)
    } else if (end > start) found.push({ start, end, replacedBy: new Set(isReplacement ? [number] : []) })
  }
  return found.filter(({ replacedBy }) => replacedBy.size === sides.length)
}

/** Whether a side replaced letters with others. */
function isCorrection(hunks: readonly Hunk[]): boolean {
  return hunks.some(({ text }) => text !== '') && hunks.some(({ start, end }) => end > start)
}

/** Whether a correction leaves less than half of the letters. */
function isOtherWord(letters: readonly string[], hunks: readonly Hunk[]): boolean {
  const deleted = hunks.reduce((sum, { start, end }) => sum + end - start, 0)
  return deleted * 2 > letters.length
}

/** Maps an offset in `before` to `after`, another text of the same field: after the same words, and within a changed word after the same letters. */
export function movedOffset(before: string, after: string, offset: number): number {
  const [from, to] = [tokensOf(before), tokensOf(after)]
  return movedIn(from, hunksOf(from, to), offset, (removed, added, within) => {
    const letters = lettersOf(removed)
    return movedIn(letters, hunksOf(letters, lettersOf(added)), within, () => 0)
  })
}

/** Maps an offset across the hunks. Within a replaced part, `inReplaced` decides. */
function movedIn(
  tokens: readonly string[],
  hunks: readonly Hunk[],
  offset: number,
  inReplaced: (removed: string, added: string, within: number) => number,
): number {
  let [from, moved, next] = [0, 0, 0]
  for (const { start, end, text } of hunks) {
    from += tokens.slice(next, start).join('').length
    const removed = tokens.slice(start, end).join('')
    if (offset <= from) break
    if (offset < from + removed.length) return from + moved + inReplaced(removed, text, offset - from)
    moved += text.length - removed.length
    from += removed.length
    next = end
  }
  return offset + moved
}

/** The changes that turn one list of tokens into another. */
function hunksOf(from: string[], to: string[]): Hunk[] {
  const hunks: Hunk[] = []
  let at = 0
  let isNext = false
  for (const { kind, tokens } of compareTokens(from, to)) {
    const end = kind === 'added' ? at : at + tokens.length
    if (kind !== 'same') {
      // Tokens added next to removed ones replace them.
      const last = isNext ? hunks.pop() : undefined
      const text = kind === 'added' ? tokens.join('') : ''
      hunks.push({ start: last?.start ?? at, end, text: (last?.text ?? '') + text })
    }
    isNext = kind !== 'same'
    at = end
  }
  return hunks
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index)
}

function lettersOf(text: string): string[] {
  return text.match(LETTER) ?? []
}

function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? []
}

/** Whether the last word of one text and the first of the next would become one word. */
function isGlued(before: string, after: string): boolean {
  // A letter with its combining marks is a few code units long.
  return STARTS_WORD.test(after) && ENDS_WORD.test(before.slice(-8))
}
