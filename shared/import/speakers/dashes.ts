/**
 * Dialogue marked by dashes: —No —dijo Mira—, nunca. / — Non, dit Mira, jamais. / — Нет, — сказала Мира. — Никогда. / – Nei, sa Mira. The
 * speech tag is between the words, after a dash or only after a comma.
 */
import { attributionAfter } from './attribution.ts'
import { beginsLikeTag, beginsWithSubject, tellsOfSomebody } from './speechVerbs.ts'

/** A part of a text: from `start` to `end`, exclusive. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** How a text uses dashes. */
export interface DashStyle {
  /** Whether a paragraph begins with a dash and is speech. */
  readonly opens: (text: string) => boolean
  /** Whether hyphens are dashes. */
  readonly hasHyphens: boolean
  /** Whether speech after narration begins with another dash, so that text without one is narration. */
  readonly resumes: boolean
}

const LONG = /^\s*[—–―]\s?(?=[\p{L}\p{M}\p{N}¿¡«“„"'’…(*_])/u
const SHORT = /^\s*-{1,2}\s?(?=[\p{L}¿¡«“„"'’…(*_])/u
/** A minus sign, or a hyphen that is part of a word. */
const NOT_OPENING = /^\s*[–-]\d|^\s*[-–]\d/u
const ENDS_SENTENCE = /[.!?…:;,—–-]["'”’»)\]_*]*\s*$/u

/** Determines how a text uses dashes; `marked` is the number of its paragraphs that have quotation marks. */
export function dashStyleOf(texts: readonly string[], marked: number): DashStyle {
  let [long, longSpoken, short, shortSpoken, shortTold, resumed] = [0, 0, 0, 0, 0, 0]
  for (const text of texts) {
    const isLong = LONG.test(text) && !NOT_OPENING.test(text)
    if (!isLong && !SHORT.test(text)) continue
    const isSpoken = ENDS_SENTENCE.test(text.slice(-12))
    if (RESUMED.test(text.slice(0, 400))) resumed++
    if (isLong) {
      long++
      if (isSpoken) longSpoken++
    } else {
      short++
      if (isSpoken) shortSpoken++
      if (isSpoken && narrationIn(text.slice(0, 400), HYPHENS).length > 0) shortTold++
    }
  }
  const opensLong = longSpoken * 5 >= long * 3 && (longSpoken * 8 >= marked || longSpoken > 4)
  const isShortSpoken = shortSpoken * 10 >= short * 9 && shortSpoken * 4 >= marked
  const opensShort =
    (isShortSpoken && shortSpoken > (shortTold > 0 ? 1 : 3)) || (opensLong && shortTold * 2 > short)
  return {
    opens: (text) =>
      (opensLong && LONG.test(text) && !NOT_OPENING.test(text)) || (opensShort && SHORT.test(text)),
    hasHyphens: opensShort,
    resumes: resumed > 0,
  }
}

const HYPHENS = { hasHyphens: true, resumes: false }

/** Speech that continues after a dash and a sentence of narration: “, sa Mira. – Aldri”. */
const RESUMED = /[\s,]\p{L}[^.!?…—–―]{2,60}\.\s(?:[—–―]|-{1,2})\s\p{L}/u

/** The spoken parts of a paragraph that begins with a dash. */
export function findDashed(text: string, style: DashStyle): Stretch[] {
  return partsBetween(text, { start: 0, end: text.length }, narrationIn(text, style))
}

/** The parts of a quotation around its speech tags: « …, dit Marie. … », «… —dijo Ana—. …». */
export function withoutTags(text: string, { start, end }: Stretch): Stretch[] {
  const words = text.slice(start, end)
  const dashed = Array.from(words.matchAll(GLUED), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  })).filter((found) => attributionAfter(words.slice(found.start, found.end)) !== null)
  const tags = (dashed.length > 0 ? dashed : tagsIn(words)).map((tag) => ({
    start: tag.start + start,
    end: tag.end + start,
  }))
  return partsBetween(text, { start, end }, tags)
}

/** Narration within a Spanish line: from a dash directly before a word to one directly after a word or its punctuation. */
const GLUED = /\s[—–](?=\p{Ll})[^—–]*(?:[—–](?=[\s.,;:!?…]|$)[.,;:]?|$)/gu

/** Speech tags between spoken words without marks of their own: “…, dit Marie.” */
function tagsIn(text: string): Stretch[] {
  const found: Stretch[] = []
  const starts = /[,!?…]["”»]?[\s\u00a0](?=\p{L})/gu
  for (let start = starts.exec(text); start !== null; start = starts.exec(text)) {
    const at = start.index + start[0].length
    const rest = text.slice(at, at + 160)
    if (attributionAfter(rest) === null) continue
    if ((beginsWithSubject(rest) || /^\p{Lu}/u.test(rest)) && !isShortTag(rest)) continue
    const length = tagLength(rest)
    found.push({ start: at, end: at + length })
    starts.lastIndex = at + length
  }
  return found
}

/** Whether a tag that begins with its subject is a whole sentence: “– Ei, Mira sanoi.” */
function isShortTag(rest: string): boolean {
  const [, verb] = /^(?:\p{L}+\s){1,2}(\p{Ll}+)[.,:]/u.exec(rest) ?? []
  return verb !== undefined && attributionAfter(`${verb} he`) !== null
}

/** The length of a tag, including the punctuation that ends it, except the period of a title (“M.”). */
function tagLength(rest: string): number {
  const sign = /(?<!(?:^|\s)(?:Mr|Mrs|Dr|St|Sr|Sra|M|Hr|Fr|frk))[.,!?;:—–](?=\s|$|["”»])/u.exec(rest)
  return sign === null ? rest.length : sign.index + 1
}

/** The dashes of a paragraph, after the first: those with a space, punctuation or an end on one side. */
function dashesOf(text: string, from: number, hasHyphens: boolean): Stretch[] {
  const pattern = hasHyphens ? /[—–―]|--|(?<=\s)-(?=\s)/gu : /[—–―]|--/gu
  pattern.lastIndex = from
  const found: Stretch[] = []
  for (let dash = pattern.exec(text); dash !== null; dash = pattern.exec(text)) {
    const end = dash.index + dash[0].length
    const isLoose = /\s/.test(text[dash.index - 1] ?? ' ') || /[\s.,;:!?…]|^$/.test(text[end] ?? '')
    if (isLoose) found.push({ start: dash.index, end })
  }
  return found
}

/** The narration in a paragraph that begins with a dash. */
function narrationIn(text: string, { hasHyphens, resumes }: Omit<DashStyle, 'opens'>): Stretch[] {
  const opening = /^\s*(?:[—–―]|-{1,2})\s?/u.exec(text)?.[0].length ?? 0
  const dashes = dashesOf(text, opening, hasHyphens)
  const tags = tagsIn(text)
  const found: Stretch[] = []
  let at = opening
  let [dash, tag] = [0, 0]
  for (;;) {
    while ((dashes[dash]?.start ?? Infinity) < at) dash++
    while ((tags[tag]?.start ?? Infinity) < at) tag++
    const nextDash = dashes[dash]
    const nextTag = tags[tag]
    if (nextDash === undefined && nextTag === undefined) return found
    if (nextTag !== undefined && nextTag.start < (nextDash?.start ?? Infinity)) {
      const end = endOfTag(text, nextTag, nextDash, resumes)
      found.push({ start: nextTag.start, end })
      at = end
      tag++
    } else if (nextDash !== undefined) {
      dash++
      const closing = dashes[dash]
      if (!isNarration(text, nextDash, closing)) continue
      const end = closing === undefined ? text.length : afterSigns(text, closing.end)
      found.push({ start: nextDash.start, end })
      at = end
    }
  }
}

const afterSigns = (text: string, at: number): number =>
  at + (/^[.,;:!?…]*/u.exec(text.slice(at, at + 4))?.[0].length ?? 0)

/** The end of an unmarked tag: at a dash that resumes the speech, at its punctuation, or at the end of the paragraph. */
function endOfTag(text: string, tag: Stretch, dash: Stretch | undefined, resumes: boolean): number {
  if (dash !== undefined && dash.start <= tag.end + 1) return dash.end
  if (/[,;:]/.test(text[tag.end - 1] ?? '')) return tag.end
  const rest = text.slice(tag.end, tag.end + 120)
  if (!resumes && !tellsOfSomebody(rest)) return tag.end
  return dash?.end ?? text.length
}

/** Whether the text after a dash, up to the next one, is narration. */
function isNarration(text: string, dash: Stretch, closing: Stretch | undefined): boolean {
  const before =
    text
      .slice(Math.max(0, dash.start - 3), dash.start)
      .trimEnd()
      .at(-1) ?? ''
  const rest = text.slice(dash.end, Math.min(closing?.start ?? Infinity, dash.end + 160))
  const words = rest.trimStart()
  if (words === '') return false
  const isGlued = /\s/.test(text[dash.start - 1] ?? '') && !/^\s/.test(rest)
  const told = attributionAfter(words) !== null
  if (isGlued) {
    // “Mi hermano —el mayor— ya está” is an aside by the speaker.
    const isAside = ASIDE.test(words) && closing !== undefined && /^\s\p{Ll}/u.test(text.slice(closing.end))
    return told || !isAside
  }
  if (/^\p{Lu}/u.test(words)) return /[.!?…]/.test(before) && tellsOfSomebody(words)
  if (/[,!?….]/.test(before)) return told || beginsLikeTag(words)
  return (told && !beginsWithSubject(words)) || beginsLikeTag(words)
}

const ASIDE = /^(?:el|la|los|las|un|una|mi|tu|su|lo|de|con|y|o|que|no|como)\s/u

/** The parts of a stretch between others, if they contain words or are the whole stretch. */
function partsBetween(text: string, { start, end }: Stretch, others: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = []
  let from = start
  for (const other of [...others, { start: end, end }]) {
    if (/[\p{L}\p{N}]/u.test(text.slice(from, other.start)) || (from === start && other.start === end))
      found.push({ start: from, end: other.start })
    from = other.end
  }
  return found
}
