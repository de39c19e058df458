/**
 * Merges two texts that were made from one text at the same time. No word that either side added is lost: where both changed
 * the same words, the words of both stand one after the other. A word that either side deleted, and nobody changed, is gone.
 */
import { diffArrays } from 'diff'

/** Characters of scripts that put no spaces between words: each counts as a word of its own. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
/** A word, a run of white space, or one other character. */
const TOKEN = new RegExp(`[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+|\\s+|.`, 'gsu')
const ENDS_WORD = new RegExp(`(?![${UNSPACED}])[\\p{L}\\p{N}]\\p{M}*$`, 'u')
const STARTS_WORD = new RegExp(`^(?![${UNSPACED}])[\\p{L}\\p{N}]`, 'u')
/** Texts that differ in more tokens than this are compared as wholes, so that no comparison takes long. */
const MAX_DIFFERENCES = 2000

/** A run of tokens that both texts have, that only the first has, or that only the second has. */
export interface TokenRun {
  readonly kind: 'same' | 'removed' | 'added'
  readonly tokens: readonly string[]
}

/** What one side did: which tokens of the base it deleted, and what it added before a token or in place of it. */
interface Side {
  readonly deleted: ReadonlySet<number>
  readonly before: ReadonlyMap<number, string>
  readonly inPlace: ReadonlyMap<number, string>
}

/** The differences between two texts by words. The parts that are not `added` make up `before`, those not `removed` `after`. */
export function compareTexts(before: string, after: string): readonly TokenRun[] {
  const [from, to] = [tokensOf(before), tokensOf(after)]
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

/** A merged text, and whether both sides put other words in place of the same words: a person should read these again. */
export interface MergedText {
  readonly text: string
  readonly hasBoth: boolean
}

/** The text with the changes of both sides; where both added something in one place, theirs stands first. */
export function mergeText(base: string, theirs: string, mine: string): MergedText {
  if (base === theirs || theirs === mine) return { text: mine, hasBoth: false }
  if (base === mine) return { text: theirs, hasBoth: false }
  const tokens = tokensOf(base)
  const sides = [sideOf(base, theirs), sideOf(base, mine)]
  const merged: string[] = []
  let hasBoth = false
  const add = (texts: readonly (string | undefined)[]) => {
    for (const text of new Set(texts)) {
      if (text === undefined) continue
      if (isGlued(merged.at(-1) ?? '', text)) merged.push(' ')
      merged.push(text)
    }
  }
  for (let at = 0; at <= tokens.length; at += 1) {
    add(sides.map(({ before }) => before.get(at)))
    const replacements = new Set(sides.flatMap(({ inPlace }) => inPlace.get(at) ?? []))
    hasBoth ||= replacements.size > 1
    add([...replacements])
    if (!sides.some(({ deleted }) => deleted.has(at))) add([tokens[at]])
  }
  return { text: merged.join(''), hasBoth }
}

/** Where an offset in `before` is in `after`, another text of the same field: behind the same words. */
export function movedOffset(before: string, after: string, offset: number): number {
  let [from, to] = [0, 0]
  for (const { kind, tokens } of compareTexts(before, after)) {
    const length = tokens.reduce((sum, token) => sum + token.length, 0)
    if (kind === 'added') to += length
    else {
      if (kind === 'removed' ? offset < from + length : offset <= from + length) {
        return kind === 'removed' ? to : to + offset - from
      }
      from += length
      if (kind === 'same') to += length
    }
  }
  return to
}

function sideOf(base: string, text: string): Side {
  const side = { deleted: new Set<number>(), before: new Map<number, string>(), inPlace: new Map() }
  let at = 0
  /** The first token of a run that was deleted: what is added next to the run replaces it. */
  let runStart: number | null = null
  for (const { kind, tokens } of compareTexts(base, text)) {
    if (kind === 'same') {
      at += tokens.length
      runStart = null
    } else if (kind === 'removed') {
      runStart = at
      for (const _ of tokens) side.deleted.add(at++)
      const added = side.before.get(runStart)
      if (added === undefined) continue
      side.before.delete(runStart)
      side.inPlace.set(runStart, added)
    } else if (runStart === null) side.before.set(at, tokens.join(''))
    else side.inPlace.set(runStart, tokens.join(''))
  }
  return side
}

function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? []
}

/** Whether the last word of one text and the first of the next would become one word. */
function isGlued(before: string, after: string): boolean {
  // A letter with its combining marks is a few code units long.
  return STARTS_WORD.test(after) && ENDS_WORD.test(before.slice(-8))
}
