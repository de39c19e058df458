/**
 * Arabic ligatures whose letters pdf.js turns round. It reverses a text that is drawn from right to left letter by letter, also
 * within a glyph that stands for two letters: “السلام” becomes “السالم”.
 */
import { getResolvedPDFJS } from 'unpdf'
import type { getDocumentProxy } from 'unpdf'

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** Letters of a ligature in the wrong order; most words with them are right, and only the glyphs tell. */
const SUSPICIOUS = /[\u0622\u0623\u0625\u0627]\u0644/
/** A gap as wide as a space, in thousandths of a letter's size. */
const SPACE_GAP = -150

/** A correction of the words of a page: gives them with the letters of their ligatures in order. */
export async function readLigatures(
  page: PdfPage,
  texts: readonly string[],
): Promise<(text: string) => string> {
  if (!texts.some((text) => SUSPICIOUS.test(text))) return (text) => text
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const right = new Map<string, string>()
  for (const [index, operator] of fnArray.entries()) {
    if (operator !== OPS.showText) continue
    for (const word of wordsOf(argsArray[index])) {
      if (word.every((glyph) => glyph.length === 1)) continue
      right.set([...word.join('')].reverse().join(''), [...word].reverse().join(''))
    }
  }
  return (text) =>
    text
      .split(' ')
      .map((word) => right.get(word) ?? word)
      .join(' ')
}

/** The words that an operator draws, each as the texts of its glyphs from left to right. */
function wordsOf(args: unknown): string[][] {
  const words: string[][] = [[]]
  const glyphs: unknown[] = Array.isArray(args) && Array.isArray(args[0]) ? args[0] : []
  for (const glyph of glyphs) {
    const text = textOf(glyph)
    if (text === ' ' || (typeof glyph === 'number' && glyph < SPACE_GAP)) words.push([])
    else if (text !== null) words.at(-1)?.push(text)
  }
  return words
}

function textOf(glyph: unknown): string | null {
  const isGlyph = typeof glyph === 'object' && glyph !== null && 'unicode' in glyph
  return isGlyph && typeof glyph.unicode === 'string' ? glyph.unicode : null
}
