/**
 * Sentences in a text. The runtime knows where a sentence may end (https://www.unicode.org/reports/tr29/#Sentence_Boundaries), but not abbreviations,
 * initials or ordinals, so such places are removed from its list. A place that could be either stays within a sentence, unless the next word shows that a sentence begins.
 */
import {
  abbreviationKind,
  isNamePart,
  isSentenceStarter,
  mayFollowOrdinal,
  mayPrecedeOrdinal,
} from './abbreviations.ts'

/** Where each sentence of a text begins; the first begins at 0. `language` is a BCP 47 tag; an unknown one is ignored. */
export function sentenceStarts(text: string, language?: string): readonly number[] {
  const starts: number[] = []
  for (const { index } of segmenter(language).segment(text)) {
    const last = starts.at(-1)
    const at = index + marksAside(text, index)
    if (last === undefined || (at > last && at < text.length && !isWithinSentence(text, last, at)))
      starts.push(at)
  }
  return starts
}

/** How far to move a place so that quotation marks stay with the words they enclose: the runtime leaves “ »”, “« ” and “「” on the wrong side. */
function marksAside(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - MOST_MARKS), at)
  const closing = /^[»«”]+(?:\s+|$)/u.exec(text.slice(at, at + MOST_MARKS))?.[0] ?? ''
  const opening = /(?:\s«\s|[\p{Ps}\p{Pi}])$/u.exec(before)?.[0].trimStart() ?? ''
  return /\S\s$/.test(before) && closing !== '' && !closing.startsWith('« ')
    ? closing.length
    : -opening.length
}

/** Where to split a text in two: after the sentence whose end is nearest to the middle, otherwise after the word. */
export function middleOfText(text: string): number {
  const words = Array.from(text.matchAll(/\s+/g), ({ index }) => index)
  return (
    nearestToMiddle(text, sentenceStarts(text).slice(1)) ??
    nearestToMiddle(
      text,
      words.filter((index) => index > 0),
    ) ??
    text.length
  )
}

/** The place that is nearest to the middle of a text; undefined if there are no places. */
export function nearestToMiddle(text: string, places: readonly number[]): number | undefined {
  const middle = text.length / 2
  return places.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0]
}

const anyLanguage = new Intl.Segmenter(undefined, { granularity: 'sentence' })

function segmenter(language: string | undefined): Intl.Segmenter {
  if (language === undefined) return anyLanguage
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' })
  } catch {
    return anyLanguage
  }
}

/** How much text is examined before and after a place: enough for three words with their marks, and little enough to keep the time linear. */
const NEAR = 48
const MOST_MARKS = 4
const OPENING = /^[\s\p{Ps}\p{Pi}\p{Pf}"'„‚¿¡]*/u
const FIRST_WORD = /^[\p{L}\p{M}\p{N}]+/u
/** Speech that continues into its dialogue tag, with or without a dash between: “Why?” he asked. */
const LOWER_AFTER = /^\s*(?:[-–—]+\s*)?\p{Ll}/u
const CLOSING_MARK = /[?!][\p{Pf}\p{Pi}\p{Pe}"']+\s*$/u

/** Whether the sentence that began at `from` continues at `at`, where the runtime ends it. */
function isWithinSentence(text: string, from: number, at: number): boolean {
  const before = text.slice(Math.max(from, at - NEAR), at)
  const after = text.slice(at, at + NEAR)
  if (/[\n\r\u0085\u2028\u2029]\s*$/.test(before)) return false
  if (LOWER_AFTER.test(after))
    return CLOSING_MARK.test(before) || /^[-–—]/.test(after) || beginsWithCapital(text, from)
  const [, tokens] = /(\S[\s\S]*\.)\s*$/.exec(before) ?? []
  if (tokens === undefined) return false
  const words = tokens.split(/\s+/)
  return isAbbreviated(words, after, at - from <= NEAR)
}

function beginsWithCapital(text: string, from: number): boolean {
  return /^\p{Lu}/u.test(text.slice(from, from + NEAR).replace(OPENING, ''))
}

/** `words` end with a period. `isWhole`: they are the whole sentence so far. */
function isAbbreviated(words: readonly string[], after: string, isWhole: boolean): boolean {
  const last = withoutMarks(words.at(-1) ?? '')
  const previous = withoutMarks(words.at(-2) ?? '')
  const opening = OPENING.exec(after)?.[0] ?? ''
  const next = after.slice(opening.length)
  const nextWord = FIRST_WORD.exec(next)?.[0] ?? ''
  const isNumberNext = /^\d/.test(nextWord)
  const endsBefore = opening !== '' || isSentenceStarter(nextWord)

  if (NUMBER.test(last)) {
    if (isWhole && words.length === 1) return true
    return mayFollowOrdinal(nextWord) || (mayPrecedeOrdinal(previous) && !endsBefore)
  }
  if (SINGLE.test(last)) {
    // “z. B.”, “J. R.”, “v. Chr.”: a letter before another abbreviation.
    if (isNumberNext || /^\p{L}{1,3}\./u.test(next)) return true
    const letters = lettersAtEnd(words)
    if (!letters.every(isCapital)) return isWithin(letters.join(''), isNumberNext, endsBefore)
    if (letters.length > 1) return true
    if (last === 'I.' && /^\p{Ll}/u.test(previous)) return false
    return !endsBefore || (opening === '' && isNamePart(nextWord))
  }
  const isDottedPair = previous.endsWith('.') && abbreviationKind(`${previous}${last}`) !== null
  return isWithin(isDottedPair ? `${previous}${last}` : last, isNumberNext, endsBefore)
}

/** 1 to 3 digits, or a Roman numeral. */
const NUMBER = /^(?:\d{1,3}|[IVXLC]{2,7})\.$/
const SINGLE = /^\p{L}\p{M}*\.$/u
/** “U.S.”, “p.m.”, “J.-C.”, “Ph.D.”. */
const DOTTED = /^(?:\p{L}{1,2}\.-?){2,}$/u

function isWithin(abbreviation: string, isNumberNext: boolean, endsBefore: boolean): boolean {
  switch (abbreviationKind(abbreviation)) {
    case 'leads':
      return true
    case 'numbered':
      return isNumberNext
    case 'either':
      return !endsBefore
    case null:
      return DOTTED.test(abbreviation) && !endsBefore
  }
}

/** The single letters at the end: “z.” and “B.”. */
function lettersAtEnd(words: readonly string[]): readonly string[] {
  const bare = words.map(withoutMarks)
  return bare.slice(bare.findLastIndex((word) => !SINGLE.test(word)) + 1)
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}

/** A word without the brackets and quotation marks before it. */
function withoutMarks(word: string): string {
  return word.replace(OPENING, '')
}

/** A piece of a text, from `start` to before `end`, without white space around it. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** The sentences of a text, each split into pieces of at most `most` characters. */
export function splitSentences(text: string, most: number): TextRange[] {
  const starts = sentenceStarts(text)
  return starts.flatMap((start, index) =>
    splitLong(text, trimmed(text, start, starts[index + 1] ?? text.length), most),
  )
}

/** Splits a text into pieces of whole sentences, each of at most `most` characters. */
export function splitText(text: string, most: number): TextRange[] {
  const whole = trimmed(text, 0, text.length)
  if (whole.end - whole.start <= most) return whole.start < whole.end ? [whole] : []
  const pieces: TextRange[] = []
  for (const sentence of splitSentences(text, most)) {
    const last = pieces.at(-1)
    if (last !== undefined && sentence.end - last.start <= most)
      pieces.splice(-1, 1, { start: last.start, end: sentence.end })
    else pieces.push(sentence)
  }
  return pieces
}

/** Splits after a clause, otherwise after a word, otherwise between characters. Lengths are in UTF-16 units, of which a character has one or two. */
function splitLong(text: string, { start, end }: TextRange, most: number): TextRange[] {
  const pieces: TextRange[] = []
  let from = start
  while (end - from > most) {
    const window = text.slice(from, from + most + 1)
    const clause = Math.max(
      ...[', ', '; ', ': ', ' – ', ' — ', '\n'].map((gap) => window.lastIndexOf(gap) + 1),
    )
    const word = window.search(/\s\S*$/)
    const cut = [clause, word].find((gap) => gap > most / 2) ?? wholeCharacters(window.slice(0, most))
    pieces.push(trimmed(text, from, from + cut))
    from += cut
  }
  return [...pieces, trimmed(text, from, end)].filter((piece) => piece.start < piece.end)
}

function wholeCharacters(window: string): number {
  return /[\ud800-\udbff]$/.test(window) && window.length > 1 ? window.length - 1 : window.length
}

function trimmed(text: string, start: number, end: number): TextRange {
  const piece = text.slice(start, end)
  const from = start + (piece.length - piece.trimStart().length)
  return { start: from, end: Math.max(from, end - (piece.length - piece.trimEnd().length)) }
}
