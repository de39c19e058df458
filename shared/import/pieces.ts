/** Pieces within the words themselves: citations, web addresses, and formulas in TeX. */
import type { ImportParagraph, Mark } from './source.ts'

const LINK = /(?:https?:\/\/|www\.)[^\s<>"“”«»]*[^\s<>"“”«».,;:!?)\]'’]/g
/** “[12]”, “[3, 5–7]” */
const NUMBERED = /\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\]/g
/** “(Smith 2004)”, “(Smith & Jones, 2004, p. 12)”, “(vgl. Smith et al. 2004: 12)” */
const DATED =
  /\((?:(?:see|cf\.|vgl\.|siehe|voir|véase)\s)?\p{Lu}[\p{L}’'-]+(?:(?:,?\s(?:and|und|et|y|&)|,)\s\p{Lu}[\p{L}’'-]+|\set\sal\.)*,?\s(?:1[5-9]|20)\d{2}[a-z]?(?:[,:]\s?(?:pp?\.|S\.|s\.)?\s?\d{1,4}(?:[–-]\d{1,4})?)?\)/gu

/** A formula between brackets with backslashes has one of these signs. */
const SIGN = String.raw`(?!\\[)\]])[\\^_={}]`
const inBrackets = (open: string, close: string) =>
  String.raw`\\${open}(?=(?:(?!\\${close})[^]){0,2000}?${SIGN})[^]{1,2000}?\\${close}`
/** Formulas in TeX, as MathJax and Pandoc read them: https://docs.mathjax.org/en/latest/input/tex/delimiters.html */
const TEX = new RegExp(
  [
    String.raw`\\begin\{([a-z]{1,20}\*?)\}[^]{0,5000}?\\end\{\1\}`,
    inBrackets(String.raw`\[`, String.raw`\]`),
    inBrackets(String.raw`\(`, String.raw`\)`),
    String.raw`\$\$[^$]{1,5000}\$\$`,
  ].join('|'),
  'g',
)
/** Paragraphs with marks for citations, web addresses and formulas, in addition to the marks of their reader. */
export function markPieces(paragraphs: readonly ImportParagraph[]): ImportParagraph[] {
  return paragraphs.map((paragraph) => {
    if (paragraph.block !== null) return paragraph
    const found = findPieces(paragraph.text)
    if (found.length === 0) return paragraph
    const marks = [...paragraph.marks, ...found].toSorted((a, b) => a.start - b.start)
    return { ...paragraph, marks: marks.filter((mark, index) => mark.start >= (marks[index - 1]?.end ?? 0)) }
  })
}

function findPieces(text: string): Mark[] {
  if (!/https?:|www\.|\[\d|\d{4}|[\\$]/.test(text)) return []
  const all = (piece: Mark['piece'], pattern: RegExp) =>
    Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({
      piece,
      start: index,
      end: index + length,
    }))
  const dated = text.includes('(') ? all('citation', DATED) : []
  const formulas = /[\\$]/.test(text) ? all('markup', TEX) : []
  return [...formulas, ...all('link', LINK), ...all('citation', NUMBERED), ...dated]
}
