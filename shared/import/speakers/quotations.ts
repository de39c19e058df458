/** Where a paragraph speaks, by the marks of its language: “…”, "…", ‘…’, „…“, »…«, « … », ‹…›, 「…」, and lines that begin with a dash. */
import { insertionsIn } from './attribution.ts'

/** Spoken words with their marks: from `start` to before `end`. */
export interface Quotation {
  readonly start: number
  readonly end: number
}

/** What each mark closes with. */
const CLOSERS: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“”"',
  '"': '"',
  '‘': '’',
  '‚': '‘’',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
  '「': '」',
  '『': '』',
}
const MARKS = /[“„"‘‚«»‹›「『]/
const BOUNDARY = /^$|[\s([—–―-]/
const DASH = /^[—–―]\s?(?=\S)/
/** What a speech ends with, before its closing mark. */
const SPEECH_END = /[\p{Po}—–-]$/u
/** A piece of narration in a Spanish line: from a dash right before a word to one right after a word or its sign. */
const INSERTED = /\s[—–](?=\p{Ll})[^—–]*(?:[—–](?=[\s.,;:!?…]|$)[.,;:]?|$)/gu

/** The quotations of a paragraph, in their order. */
export function findQuotations(text: string): Quotation[] {
  if (DASH.test(text)) return findDashed(text)
  if (!MARKS.test(text)) return []
  const found: Quotation[] = []
  let open: { readonly mark: string; readonly at: number } | null = null
  for (let at = 0; at < text.length; at++) {
    const mark = text[at] ?? ''
    if (open !== null) {
      if (CLOSERS[open.mark]?.includes(mark) === true && !isApostrophe(text, at)) {
        found.push({ start: open.at, end: at + 1 })
        open = null
      }
    } else if (CLOSERS[mark] !== undefined && BOUNDARY.test(text[at - 1] ?? '')) open = { mark, at }
  }
  return found
}

/** Whether a mark stands between letters, as in “don’t”. */
function isApostrophe(text: string, at: number): boolean {
  return text[at] === '’' && /\p{L}/u.test(text[at + 1] ?? '')
}

function findDashed(text: string): Quotation[] {
  const dashed = Array.from(text.matchAll(INSERTED), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }))
  const found: Quotation[] = []
  let start = 0
  for (const inserted of dashed.length > 0 ? dashed : insertionsIn(text)) {
    if (inserted.start > start) found.push({ start, end: inserted.start })
    start = inserted.end
  }
  if (text.slice(start).trim() !== '') found.push({ start, end: text.length })
  return found
}

/** Whether a quotation looks like speech by itself, and not like a word in quotation marks. */
export function endsLikeSpeech(text: string, { start, end }: Quotation): boolean {
  if (DASH.test(text)) return true
  return SPEECH_END.test(text.slice(start + 1, end - 1).trimEnd()) || (start === 0 && end === text.length)
}
