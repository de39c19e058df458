/**
 * The speech in a text: between the quotation marks of its language, and after dashes. Which marks these are is decided for the whole text,
 * so that apostrophes, inches, lists and minus signs are not speech; a quoted word or title is distinguished by its context.
 */
import { attributionAfter } from './attribution.ts'
import { dashStyleOf, findDashed, withoutTags, type DashStyle, type Stretch } from './dashes.ts'
import { isSpoken, SENTENCE_END, SPEECH_END } from './isSpoken.ts'
import { beginsWithSubject } from './speechVerbs.ts'

/** Quoted words including their marks, or the words after a dash: from `start` to `end`, exclusive. */
export interface Quotation extends Stretch {
  /** False for a title, the text of a sign, or a quoted word. */
  readonly isSpeech: boolean
  /** Whether it continues the speech that the previous paragraph left open: it has the same speaker. */
  readonly continues: boolean
}

/** How a text marks speech. */
interface Style {
  /** The closing marks of each opening mark. */
  readonly closers: ReadonlyMap<string, string>
  readonly hasSingle: boolean
  readonly dash: DashStyle
}

/** The closing marks of each mark in every text; guillemets and single marks depend on the text. */
const CLOSERS: readonly (readonly [string, string])[] = [
  ['“', '”'],
  ['„', '“”"'],
  ['”', '”'],
  ['‟', '”'],
  ['"', '"'],
  ['＂', '＂'],
  ['‚', '‘’'],
  ['「', '」'],
  ['『', '』'],
  ['﹁', '﹂'],
]
const SINGLE = "‘'’"
const MARKS = `“”„‟"＂‘’'‚«»‹›「『﹁`
const IS_MARK = Uint8Array.from({ length: 0x10000 })
for (const mark of MARKS) IS_MARK[mark.charCodeAt(0)] = 1

/** The position of the next mark that may open a quotation; the length of the text if there is none. */
function nextMark(text: string, from: number): number {
  let at = from
  // Each character of a novel is examined, which would take several times as long with a regular expression.
  while (at < text.length && IS_MARK[text.charCodeAt(at)] === 0) at++
  return at
}

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。：；！？、（）」』`
const BEFORE_MARK = new RegExp(String.raw`^$|^[\s([{—–―\-_*/“„‘"'«»‹›¿¡${CJK}]`, 'u')
const LETTER = /[\p{L}\p{M}]/u
/** Words that begin with an apostrophe. */
const ELIDED_START =
  /^['‘’](?:tis|twas|twere|twill|twould|em|n|til|till|cause|bout|round|im|er|ere|ee|nuff|cos|coz|neath|mongst|gainst|scuse|spect|s|d|ll|m|re|ve|t|\d\ds?)(?![\p{L}\p{N}])/u
/** Words that end with an apostrophe, before it. */
const ELIDED_END =
  /(?:^|[^\p{L}])(?:an|o|th|wi|t|ol|fo|ha|n|mo|yo|de|nothin|somethin|\p{L}{2,12}in|\p{L}+s|\d+)$/u

/**
 * The quotations of each text in a sequence, such as the paragraphs of a book; none for null. How it marks speech is decided for the whole
 * sequence.
 */
export function findAllQuotations(texts: readonly (string | null)[]): Quotation[][] {
  const style = styleOf(texts.filter((text) => text !== null))
  let open: Open | null = null
  let previous: Quotation[] = []
  let last = ''
  return texts
    .map((text) => {
      if (text === null || text.trim() === '') return []
      const opener = open === null ? null : openerAfter(text, open)
      if (open !== null && opener === null) closeByAccident(last, previous, open)
      else if (open !== null && open.mark !== DASH)
        previous.push({ start: open.at, end: last.length, isSpeech: true, continues: open.continues })
      const { found, left } = quotationsOf(text, style, opener)
      open = left
      last = text
      previous = found
      return found
    })
    .map((found, index) => {
      // A quotation that the last paragraph leaves open ends with it.
      if (found === previous && open !== null) closeByAccident(texts[index] ?? '', found, open)
      return found
    })
}

/** The quotations of a single text. */
export function findQuotations(text: string): Quotation[] {
  return findAllQuotations([text])[0] ?? []
}

/** A mark that is not closed. */
interface Open {
  readonly mark: string
  readonly at: number
  readonly continues: boolean
}

const asSpeech = (stretch: Stretch): Quotation => ({ ...stretch, isSpeech: true, continues: false })

/** The mark with which a paragraph continues the speech that the previous one left open. */
function openerAfter(text: string, { mark }: Open): string | null {
  const first = text.trimStart()[0] ?? ''
  if (first === mark && mark !== DASH) return mark
  // « …, then » … ¶ » … at each further paragraph.
  return (mark === '«' || mark === DASH) && first === '»' ? first : null
}

/** Represents the dash of a line without an end of its own. */
const DASH = '—'

/** Ends a speech without a closing mark at its speech tag, or at the end of its paragraph. */
function closeByAccident(text: string, found: Quotation[], { mark, at, continues }: Open): void {
  if (mark === DASH || ELIDED_START.test(text.slice(at, at + 12).toLowerCase())) return
  const end = endBeforeTag(text, at, text.length)
  if (SPEECH_END.test(text.slice(at, end).trimEnd()))
    found.push({ start: at, end, isSpeech: true, continues })
}

/** The end of a speech without a closing mark before `most`: at its speech tag. */
function endBeforeTag(text: string, from: number, most: number): number {
  const signs = /[,!?…—](?=\s\p{Ll})/gu
  signs.lastIndex = from
  for (let sign = signs.exec(text); sign !== null && sign.index < most; sign = signs.exec(text)) {
    const rest = text.slice(sign.index + 2, sign.index + 102)
    if (!beginsWithSubject(rest) && attributionAfter(rest) !== null) return sign.index + 1
  }
  return most
}

function styleOf(texts: readonly string[]): Style {
  let outward = 0
  let inward = 0
  let left = 0
  let right = 0
  let double = 0
  let single = 0
  let startsSingle = 0
  for (const text of texts) {
    if (nextMark(text, 0) === text.length) continue
    const guillemet = text.search(/[«»‹›]/)
    if (guillemet >= 0) {
      // A paragraph that begins with » and has no « may continue a speech: it is not evidence.
      if (/[«‹]/.test(text[guillemet] ?? '')) outward++
      else if (/[«‹]/.test(text.slice(guillemet))) inward++
      if (text.includes('«')) left++
      if (text.includes('»')) right++
    }
    const first = firstMark(text)
    if (first === null) continue
    if (!first.isSingle) double++
    else if (first.isSpoken) {
      single++
      if (first.at === 0) startsSingle++
    }
  }
  const closers = new Map(CLOSERS)
  if (left * 4 < right) closers.set('»', '»')
  else if (outward >= inward) closers.set('«', '»')
  else closers.set('»', '«')
  closers.set(outward >= inward ? '‹' : '›', outward >= inward ? '›' : '‹›')
  const hasSingle = single > double || startsSingle * 5 > double
  return { closers, hasSingle, dash: dashStyleOf(texts, double + single) }
}

/** The first mark of a paragraph that may begin speech, and whether a single mark is closed as speech is. */
function firstMark(
  text: string,
): { readonly isSingle: boolean; readonly isSpoken: boolean; readonly at: number } | null {
  const dead = new Set<string>()
  for (let at = nextMark(text, 0); at < text.length; at = nextMark(text, at + 1)) {
    const mark = text[at] ?? ''
    if (dead.has(mark)) continue
    if (SINGLE.includes(mark)) {
      if (!canOpenSingle(text, at)) continue
      const end = endOfSingle(text, at)
      if (end.kind === 'none') {
        if (end.next === null) dead.add(mark)
        else at = end.next - 1
        continue
      }
      if (mark === '’' && end.kind !== 'strong') continue
      return { isSingle: true, isSpoken: end.kind === 'strong' || at === 0, at }
    }
    if (/[“„"＂”«»‹›「『‚]/.test(mark) && canOpen(text, at)) return { isSingle: false, isSpoken: true, at }
  }
  return null
}

function canOpen(text: string, at: number): boolean {
  const mark = text[at] ?? ''
  const before = text[at - 1] ?? ''
  const after = text[at + 1] ?? ''
  if (after === '') return false
  if (/[「『﹁]/.test(mark)) return true
  if (/\s/.test(after) && !/[«»]/.test(mark) && at > 0) return false
  // In French, « is separated from its words; » is not if it opens.
  if (mark === '»' && /\s/.test(after)) return false
  if (BEFORE_MARK.test(before)) return true
  return LETTER.test(after) && /[,.:;!?…]/.test(before)
}

function canOpenSingle(text: string, at: number): boolean {
  const after = text[at + 1] ?? ''
  if (!BEFORE_MARK.test(text[at - 1] ?? '') || !/[^\s,.;:!?]/u.test(after)) return false
  if (/['’]/.test(after) && !LETTER.test(text[at + 2] ?? '')) return false
  const elided = ELIDED_START.exec(text.slice(at, at + 12))?.[0]
  // “'Tis late,' said Mira” begins with a mark, or with an apostrophe that is not closed.
  return elided === undefined || (/^.\p{Lu}/u.test(elided) && text[at] !== '’')
}

/**
 * The end of a single mark: certain after punctuation, possible after a word; `next` is the position of another opening mark before an end.
 */
type SingleEnd =
  | { readonly kind: 'strong' | 'weak'; readonly end: number }
  | { readonly kind: 'none'; readonly next: number | null }

function endOfSingle(text: string, from: number): SingleEnd {
  const isStraight = text[from] === "'"
  let weak: number | null = null
  let elided: number | null = null
  for (let at = from + 1; at < text.length; at++) {
    const mark = text[at] ?? ''
    if (!SINGLE.includes(mark)) continue
    const before = text[at - 1] ?? ''
    const after = text[at + 1] ?? ''
    if ((isStraight ? mark === "'" : mark === '‘' || mark === '’') && !/[\p{L}\p{M}\p{N}]/u.test(after)) {
      if (/\s/.test(before) || mark === '‘') continue
      if (!/[\p{L}\p{M}\p{N}]/u.test(before)) return { kind: 'strong', end: at + 1 }
      const isSign = after === '' || /[,.;:!?…)—–]/.test(after)
      const isElided = ELIDED_END.test(text.slice(Math.max(0, at - 16), at).toLowerCase())
      if (isElided && !(isSign && before === 's')) elided = isSign || elided === null ? at + 1 : elided
      else weak ??= at + 1
    } else if (mark === text[from] && at > from + 1 && mark !== '’' && canOpenSingle(text, at)) {
      const isSpeechBefore = SPEECH_END.test(text.slice(Math.max(0, at - 4), at).trimEnd())
      if (weak !== null) return { kind: 'weak', end: weak }
      if (isSpeechBefore) {
        if (elided !== null) return { kind: 'weak', end: elided }
        return { kind: 'none', next: at }
      }
    }
  }
  const end = weak ?? elided
  return end === null ? { kind: 'none', next: null } : { kind: 'weak', end }
}

/** The quotations of a paragraph, and the mark that is left open. */
function quotationsOf(
  text: string,
  style: Style,
  opener: string | null,
): { readonly found: Quotation[]; readonly left: Open | null } {
  if (opener === null && style.dash.opens(text)) {
    const found = findDashed(text, style.dash).map(asSpeech)
    const last = found.at(-1)
    return { found, left: last === undefined ? null : { mark: DASH, at: last.start, continues: false } }
  }
  if (nextMark(text, 0) === text.length) return { found: [], left: null }
  const { spans, left } = spansOf(text, style, opener)
  let hasSpoken = false
  const found = spans.flatMap((span, index): Quotation[] => {
    const before = text.slice(spans[index - 1]?.end ?? 0, span.start)
    const after = text.slice(span.end, spans[index + 1]?.start ?? text.length)
    const isSpeech = (opener !== null && index === 0) || isSpoken(text, span, before, after, hasSpoken)
    hasSpoken ||= isSpeech
    const parts = isSpeech && /[«»]/.test(text[span.start] ?? '') ? withoutTags(text, span) : [span]
    return parts.map((part, at) => ({ ...part, isSpeech, continues: opener !== null && index + at === 0 }))
  })
  return { found, left }
}

function spansOf(text: string, style: Style, opener: string | null): { spans: Stretch[]; left: Open | null } {
  const spans: Stretch[] = []
  const counts = countMarks(text)
  const dead = new Set<string>()
  let left: Open | null = null
  let at = 0
  if (opener === '»' && style.closers.get('«') === '»') {
    at = text.indexOf(opener) + 1
    const end = text.indexOf('»', at)
    if (end < 0) return { spans, left: { mark: '«', at: at - 1, continues: true } }
    spans.push({ start: at - 1, end: end + 1 })
    at = end + 1
  }
  for (at = nextMark(text, at); at < text.length; at = nextMark(text, at + 1)) {
    const mark = text[at] ?? ''
    if (dead.has(mark)) continue
    if (style.hasSingle && SINGLE.includes(mark) && canOpenSingle(text, at)) {
      const found = endOfSingle(text, at)
      if (found.kind === 'none') {
        if (found.next === null) {
          if (mark !== '’') left ??= { mark, at, continues: opener === mark && spans.length === 0 }
          dead.add(mark)
        } else at = found.next - 1
        continue
      }
      if (mark === '’' && found.kind !== 'strong') continue
      spans.push({ start: at, end: found.end })
      at = found.end - 1
      continue
    }
    const closers = style.closers.get(mark)
    if (closers === undefined || !canOpen(text, at)) continue
    const end = endOfPair(text, at, closers, counts)
    if (end === null) {
      left ??= { mark, at, continues: opener === mark && spans.length === 0 }
      dead.add(mark)
    } else {
      spans.push({ start: at, end })
      at = end - 1
    }
  }
  return { spans, left: spans.some(({ start }) => left !== null && start > left.at) ? null : left }
}

/** Whether the straight mark at a position opens a quotation within speech: two closing marks follow. */
function isNestedStraight(text: string, at: number): boolean {
  const mark = text[at] ?? ''
  if (!opensByPlace(text, at) || !LETTER.test(text[at - 2] ?? '')) return false
  const end = text.indexOf(mark, at + 1)
  const next = end < 0 ? -1 : text.indexOf(mark, end + 1)
  return next > 0 && !opensByPlace(text, end) && !opensByPlace(text, next)
}

const opensByPlace = (text: string, at: number): boolean =>
  BEFORE_MARK.test(text[at - 1] ?? '') && /[^\s]/.test(text[at + 1] ?? '')

function countMarks(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const mark of text.match(/[“”"«»「」『』]/g) ?? []) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return counts
}

/** The position after the closing mark of the one at `from`, or null if the paragraph does not contain it. */
function endOfPair(
  text: string,
  from: number,
  closers: string,
  counts: ReadonlyMap<string, number>,
): number | null {
  const mark = text[from] ?? ''
  const opens = counts.get(mark) ?? 0
  const closes = counts.get(closers) ?? 0
  const isSame = closers === mark
  const isNested = !isSame && opens === closes
  let depth = 0
  for (let at = from + 1; at < text.length; at++) {
    const here = text[at] ?? ''
    if (closers.includes(here)) {
      if (isInch(text, at, here, isSame || closes > opens)) continue
      // The mark before this one is not closed: this one opens another speech.
      if (isSame && opens % 2 === 1 && opensAnew(text, at)) return endBeforeTag(text, from, at)
      if (isSame && depth === 0 && isNestedStraight(text, at)) {
        depth = 1
        continue
      }
      if (depth === 0) return at + 1
      depth--
    } else if (here === mark) {
      if (isNested) depth++
      else if (opens > closes && closes > 0 && opensAnew(text, at)) return endBeforeTag(text, from, at)
    }
  }
  return null
}

/** Whether a mark begins another speech after a sentence: `said Mira. "Two`. */
function opensAnew(text: string, at: number): boolean {
  return (
    /\s/.test(text[at - 1] ?? '') &&
    /[\p{L}¿¡]/u.test(text[at + 1] ?? '') &&
    SENTENCE_END.test(text.slice(Math.max(0, at - 6), at).trimEnd())
  )
}

/** Whether a mark after a number means inches, as in 5'10": another mark closes the quotation. */
function isInch(text: string, at: number, mark: string, isPossible: boolean): boolean {
  if (!isPossible || !/\d/.test(text[at - 1] ?? '')) return false
  const next = text.indexOf(mark, at + 1)
  return next > 0 && !BEFORE_MARK.test(text[next - 1] === mark ? 'x' : (text[next - 1] ?? ''))
}
