/** Pieces within the words themselves: citations, web addresses, and formulas in TeX. */
import type { ImportParagraph, Mark, Piece } from './source.ts'

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
/** What a transcriber could not write down, or heard beside the words, in English, German, Spanish, French and Italian. */
const HEARD =
  'inaudible|unintelligible|indiscernible|indistinct|unclear|cross[ -]?talk|over(?:lapping|talk)(?: [\\p{L} ]{1,40})?|laughs|laughter|applause|' +
  '(?:[\\p{L} -]{1,20} )?music(?: [\\p{L} -]{1,20})?|background noise|(?:speaks? |speaking )?(?:in )?foreign language|' +
  '(?:end|start|beginning) of (?:audio|recording|transcript|interview)|(?:audio|recording|transcript) (?:ends|starts|begins|stops)|' +
  'unverständlich|gelächter|lachen|lacht|applaus|musik|durcheinander|ininteligible|risas|aplausos|música|rires|musique|' +
  'applaudissements|incompréhensible|risate|applausi|musica|incomprensibile'
const CLOCK_TIME = String.raw`\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?`
/** “[inaudible 00:12]”, “[MUSIC]”, “(crosstalk 00:01:08)”; in round brackets, other words than these are directions. */
const TRANSCRIBED = new RegExp(
  String.raw`\[(?:${HEARD})(?:,? (?:at )?${CLOCK_TIME})?\]|\((?:inaudible|unintelligible|indiscernible|crosstalk)(?:,? (?:at )?${CLOCK_TIME})?\)`,
  'giu',
)
/** The time of a place in a recording: “[00:01:15]”, “[00:05]”. */
const TIMES = /\[\d{1,2}:\d\d:\d\d(?:[.,]\d{1,3})?\]|\[0\d:\d\d\]/g

/** Paragraphs with marks for the notes of a transcriber between the words. */
export function markTranscripts(paragraphs: readonly ImportParagraph[]): ImportParagraph[] {
  return paragraphs.map((paragraph) => {
    if (paragraph.block !== null || !/[[(][\p{L}\d]/u.test(paragraph.text)) return paragraph
    const { text } = paragraph
    return withMarks(paragraph, [
      ...marksOf(text, 'sound', TRANSCRIBED),
      ...(text.includes(':') ? marksOf(text, 'markup', TIMES) : []),
    ])
  })
}

/** Paragraphs with marks for citations, web addresses and formulas, in addition to the marks of their reader. */
export function markPieces(paragraphs: readonly ImportParagraph[]): ImportParagraph[] {
  return paragraphs.map((paragraph) => {
    if (paragraph.block !== null) return paragraph
    return withMarks(paragraph, findPieces(paragraph.text))
  })
}

function withMarks(paragraph: ImportParagraph, found: readonly Mark[]): ImportParagraph {
  if (found.length === 0) return paragraph
  const marks = [...paragraph.marks, ...found].toSorted((a, b) => a.start - b.start)
  return { ...paragraph, marks: marks.filter((mark, index) => mark.start >= (marks[index - 1]?.end ?? 0)) }
}

function marksOf(text: string, piece: Piece, pattern: RegExp): Mark[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({
    piece,
    start: index,
    end: index + length,
  }))
}

/** What chat programs leave in a copied answer: “【4†source】”, “:contentReference[oaicite:0]{index=0}”, “[cite_start]”, “[cite: 1, 2]”. */
const COPIED =
  /【\d{1,3}(?::\d{1,3})?†[^【】\n]{0,80}】|:contentReference\[oaicite:\d{1,4}\](?:\{index=\d{1,4}\})?|\[cite_(?:start|end)\] ?|\[cite: ?[\d, ]{1,60}\]/g

function findPieces(text: string): Mark[] {
  if (!/https?:|www\.|\[\d|\d{4}|[\\$†]|oaicite|\[cite/.test(text)) return []
  const dated = text.includes('(') ? marksOf(text, 'citation', DATED) : []
  const formulas = /[\\$]/.test(text) ? marksOf(text, 'markup', TEX) : []
  return [
    ...formulas,
    ...marksOf(text, 'markup', COPIED),
    ...marksOf(text, 'link', LINK),
    ...marksOf(text, 'citation', NUMBERED),
    ...dated,
  ]
}
