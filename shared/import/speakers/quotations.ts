/** Where a paragraph speaks, by the marks of its language: “…”, "…", ‘…’, „…“, »…«, « … », ‹…›, 「…」, and lines that begin with a dash. */
import { attributionAfter, insertionsIn } from './attribution.ts'

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
        const whole = { start: open.at, end: at + 1 }
        found.push(...(open.mark === '«' ? withoutInsertions(text, whole) : [whole]))
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
  const dashed = dashedIn(text)
  return partsBetween(text, { start: 0, end: text.length }, dashed.length > 0 ? dashed : insertionsIn(text))
}

/** The parts of a quotation around what tells its speaker: « …, dit Marie. … », «… —dijo Ana—. …». */
function withoutInsertions(text: string, quotation: Quotation): Quotation[] {
  const words = text.slice(quotation.start, quotation.end)
  const dashed = dashedIn(words).filter(
    ({ start, end }) => attributionAfter(words.slice(start, end)) !== null,
  )
  const inserted = (dashed.length > 0 ? dashed : insertionsIn(words)).map(({ start, end }) => ({
    start: start + quotation.start,
    end: end + quotation.start,
  }))
  return partsBetween(text, quotation, inserted)
}

function dashedIn(text: string): Quotation[] {
  return Array.from(text.matchAll(INSERTED), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }))
}

/** What of a stretch stands between others, where it has words or is all of it. */
function partsBetween(text: string, { start, end }: Quotation, others: readonly Quotation[]): Quotation[] {
  const found: Quotation[] = []
  let from = start
  for (const other of [...others, { start: end, end }]) {
    if (/[\p{L}\p{N}]/u.test(text.slice(from, other.start)) || (from === start && other.start === end))
      found.push({ start: from, end: other.start })
    from = other.end
  }
  return found
}

/** Whether a quotation looks like speech by itself, and not like a word in quotation marks. */
export function endsLikeSpeech(text: string, { start, end }: Quotation): boolean {
  if (DASH.test(text)) return true
  return SPEECH_END.test(text.slice(start + 1, end - 1).trimEnd()) || (start === 0 && end === text.length)
}
