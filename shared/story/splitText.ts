/** Splits a text into pieces that a service accepts: at sentence ends if possible. */
import { sentenceStarts } from './sentences.ts'

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
