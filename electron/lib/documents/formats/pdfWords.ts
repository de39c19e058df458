/**
 * Joins lines of a PDF into one text. Whether a hyphen at the end of a line belongs to the word (“mother-in-law”) or only divides it
 * (“riv-er”) is determined from the spelling of the word elsewhere in the document.
 */

/** The words of a document that are not divided at the end of a line, in lower case. */
export interface DocumentWords {
  has(word: string): boolean
}

export const NO_WORDS: DocumentWords = new Set<string>()

const PART = String.raw`[\p{L}\p{M}\p{N}'’]+`
const WORD = new RegExp(`${PART}(?:[-‐]${PART})*`, 'gu')
const LAST_WORD = new RegExp(`(?:^|[^\\p{L}\\p{M}\\p{N}'’‐-])((?:${PART}[-‐])+)$`, 'u')
const FIRST_WORD = new RegExp(`^${PART}(?:[-‐]${PART})*`, 'u')
/** Longer words are not looked up. */
const LONGEST_WORD = 80
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

const MARK_START = '\ufdd0'
const MARK_END = '\ufdd1'
const MARKS = /\ufdd0([^\ufdd1]*)\ufdd1/g

/**
 * Encodes the superscript mark of a note in the text of a line, until `takeMarks` removes it. The delimiters are noncharacters of Unicode.
 */
export function noteMark(text: string): string {
  return `${MARK_START}${text}${MARK_END}`
}

/** Whether a text is only the mark of a note. */
export function isMarkAlone(text: string): boolean {
  return text.startsWith(MARK_START) && text.endsWith(MARK_END)
}

/** Removes the marks of notes from a text. */
export function withoutMarks(text: string): string {
  return text.includes(MARK_START) ? takeMarks(text).text : text
}

/** Separates a text from the marks of notes in it; each mark has the number of characters before it. */
export function takeMarks(text: string): {
  readonly text: string
  readonly marks: readonly { readonly at: number; readonly text: string }[]
} {
  const marks: { at: number; text: string }[] = []
  let words = ''
  let from = 0
  const add = (piece: string) => {
    words += words === '' || words.endsWith(' ') ? piece.trimStart() : piece
  }
  for (const { index, 0: whole, 1: mark = '' } of text.matchAll(MARKS)) {
    add(text.slice(from, index))
    marks.push({ at: words.length, text: mark })
    from = index + whole.length
  }
  add(text.slice(from))
  const trimmed = words.trimEnd()
  return { text: trimmed, marks: marks.map((mark) => ({ ...mark, at: Math.min(mark.at, trimmed.length) })) }
}

/** Collects the words of consecutive lines. A word that is divided at the end of a line is not counted. */
export function collectWords(lines: Iterable<string>): DocumentWords {
  const words = new Set<string>()
  let isParted = false
  for (const line of lines) {
    const text = withoutMarks(line).toLowerCase()
    const found = text.match(WORD) ?? []
    const endsParted = /[-‐\u00ad]$/u.test(text)
    for (const word of found.slice(isParted ? 1 : 0, endsParted ? -1 : undefined)) {
      words.add(word.replaceAll('‐', '-'))
      if (/[-‐]/.test(word)) for (const part of word.split(/[-‐]/)) words.add(part)
    }
    isParted = endsParted
  }
  return words
}

/** Adds a line to a text. A word that was divided at the end of the line is joined. */
export function addLine(lines: string[], next: string, words: DocumentWords = NO_WORDS): void {
  const last = lines.pop() ?? ''
  lines.push(endOfLine(last, next, words), next)
}

/** The end of a line before the next one: with a space, or joined to it. */
function endOfLine(last: string, next: string, words: DocumentWords): string {
  if (last.endsWith('\u00ad')) return last.slice(0, -1)
  if (UNSPACED.test(last.slice(-1)) && UNSPACED.test(next.slice(0, 1))) return last
  const first = FIRST_WORD.exec(next.slice(0, LONGEST_WORD))?.[0]
  const parted = LAST_WORD.exec(last.slice(-LONGEST_WORD))?.[1]
  if (first === undefined || parted === undefined) return `${last} `
  const isHyphen = !/\p{Ll}[-‐]$/u.test(last) || !/^\p{Ll}/u.test(next) || isCompound(parted, first, words)
  return isHyphen ? last : last.slice(0, -1)
}

/** Whether the hyphen stays: the document uses it elsewhere, or contains both parts but not the joined word. */
function isCompound(parted: string, next: string, words: DocumentWords): boolean {
  const plain = (word: string) => word.toLowerCase().replaceAll('‐', '-')
  const [before, after] = [plain(parted), plain(next)]
  if (words.has(before + after)) return true
  const left = before.slice(0, -1).split('-')
  const right = after.split('-')
  const joined = `${left.at(-1) ?? ''}${right[0] ?? ''}`
  if (words.has(joined) || words.has(before.slice(0, -1) + after)) return false
  if (left.length > 1 || right.length > 1) return true
  return words.has(left[0] ?? '') && words.has(right[0] ?? '')
}
