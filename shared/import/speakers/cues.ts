/**
 * Names before the words of a script: “NAME: …”, “NAME (manner): …”, “[Name] …”. Prose has such lines too (“Note: …”), so a name is certain
 * only if it is in capitals or speaks more than once; in a text that is mostly prose, only if it talks with another name.
 */
import { speakerKey, type ImportParagraph } from '../source.ts'
import {
  directionsWithin,
  extensionsIn,
  leadingDirection,
  mannerOf,
  withPlainBrackets,
} from './extensions.ts'
import type { Suggestion } from './suggestion.ts'

interface Place {
  readonly start: number
  readonly end: number
}

interface Cue {
  readonly name: string
  readonly manner: string
  /** The ranges in the line of brackets after the name that are not a manner. */
  readonly extensions: readonly Place[]
  /** The position in the line at which the words begin. */
  readonly wordsAt: number
}

const LONGEST_NAME = 30
const MOST_WORDS = 4
const IN_CAPITALS = 0.96
const REPEATED = 0.9
const ONCE = 0.4
/** A name begins with a letter; times, numbers and addresses do not look like this. */
const NAME = String.raw`\p{L}[\p{L}\p{M}\p{N} .’'&_-]{0,60}?`
const MANNER = String.raw`(?<manner>(?:(?:\([^()\n]{1,100}\)|\[\p{L}[^[\]\n\d]{0,99}\])\s{0,3}){0,4})`
const COLON_LINE = new RegExp(
  String.raw`^(?<name>${NAME})\s{0,20}${MANNER}\s{0,20}(?:[:][ \t\u2028]+|：\s*|[:：]$)`,
  'u',
)
const BRACKET_LINE = new RegExp(
  String.raw`^\[(?<name>${NAME})\]\s{0,20}${MANNER}\s{0,20}(?:[:：]?[ \t\u2028]+|[:：]?$)`,
  'u',
)
/** Every word of a name is capitalised, except for these; scripts without capitals pass. */
const SMALL_WORDS = new Set('of the and de la le du von van der el al y'.split(' '))
/** Words before a colon in prose that are not names. */
const NOBODY = new Set(
  (
    'note notes nb warning caution important attention tip hint example examples remember remark summary result answer ' +
    'question ps p.s p.s. pps todo fixme title author by date time place setting subject re to from cc dear translation source ' +
    'first second third then now so and but or yes no also however finally'
  ).split(' '),
)
/** “Chapter Two: …”, “Note 3: …” */
const NUMBERED = /^(?:chapter|part|book|scene|act|note|step|figure|fig\.?|section|page|day|the end)\b/i

/** A text is a script if at least this share of its paragraphs begin with a name. */
const LEAST_CUES = 0.08
/** In a conversation, a name comes again within this many paragraphs. */
const NEAR = 12

/**
 * The suggestions from the cues of a source, in text order, and the names by key, in their first spelling. `starts`: the paragraphs that begin
 * a section.
 */
export function findCues(
  paragraphs: readonly ImportParagraph[],
  starts: readonly number[] = [],
): {
  readonly lines: Suggestion[]
  readonly names: Map<string, string>
} {
  const found = countNames(paragraphs, new Set(starts))
  const lines: Suggestion[] = []
  /** A cue without words: its speech is the next paragraph. */
  let announced: Suggestion | null = null
  for (const [paragraph, each] of paragraphs.entries()) {
    const { text, piece } = each
    if (piece !== null) continue
    const speeches = cutAtCues(paragraph, withoutUnread(each), found)
    const [first] = speeches
    if (announced !== null && (first === undefined || first.start > 0)) {
      const end = first?.cue?.start ?? text.length
      lines.push({ ...announced, paragraph, start: 0, end })
    }
    for (const speech of speeches) if (text.slice(speech.start, speech.end).trim() !== '') lines.push(speech)
    const last = speeches.at(-1)
    announced = last !== undefined && text.slice(last.start).trim() === '' ? last : null
  }
  const names = new Map([...found].map(([key, { name }]) => [key, name]))
  return { lines, names }
}

interface FoundName {
  readonly name: string
  readonly count: number
  readonly isInCapitals: boolean
  /** Whether it talks with another name, or is in a text that is a script. */
  readonly isTalking: boolean
}

function countNames(
  paragraphs: readonly ImportParagraph[],
  starts: ReadonlySet<number>,
): ReadonlyMap<string, FoundName> {
  const found = new Map<string, FoundName>()
  /** The last paragraph in the section with each name, and the last name that is not the same. */
  const last = new Map<string, number>()
  let [texts, cues] = [0, 0]
  let before: { readonly key: string; readonly at: number } | null = null
  let otherAt = -1
  for (const [at, paragraph] of paragraphs.entries()) {
    if (starts.has(at)) {
      last.clear()
      before = null
      otherAt = -1
    }
    if (paragraph.piece !== null) continue
    texts++
    if (!/[:：[]/.test(paragraph.text)) continue
    let isCue = false
    for (const line of withoutUnread(paragraph).split('\n')) {
      const cue = parseCue(line)
      if (cue === null) continue
      isCue = true
      const key = speakerKey(cue.name)
      const known = found.get(key) ?? { name: cue.name, count: 0, isInCapitals: false, isTalking: false }
      if (before !== null && before.key !== key) otherAt = before.at
      const lastAt = last.get(key) ?? -1
      found.set(key, {
        name: known.name,
        count: known.count + 1,
        isInCapitals: known.isInCapitals || isInCapitals(cue.name),
        isTalking: known.isTalking || (lastAt >= 0 && otherAt >= lastAt && at - lastAt <= NEAR),
      })
      last.set(key, at)
      before = { key, at }
    }
    if (isCue) cues++
  }
  if (cues < texts * LEAST_CUES) return found
  return new Map([...found].map(([key, each]) => [key, { ...each, isTalking: true }]))
}

/** The text with spaces in place of what is left out on its own, such as the sounds of captions: they contain no names. */
function withoutUnread({ text, marks }: ImportParagraph): string {
  let from = 0
  const kept = marks.map(({ piece, start, end }) => {
    const before = text.slice(from, start)
    from = end
    const marked = text.slice(start, end)
    return before + (piece === 'citation' || piece === 'link' ? marked : marked.replaceAll(/[^\n]/g, ' '))
  })
  return kept.join('') + text.slice(from)
}

/** Reads a line as a cue; null if no name precedes the words. */
function parseCue(line: string): Cue | null {
  const written = withPlainBrackets(line)
  const trimmed = written.trimStart()
  const match = COLON_LINE.exec(trimmed) ?? BRACKET_LINE.exec(trimmed)
  const name = match?.groups?.['name']?.trim() ?? ''
  const parts = name.split(/\s+/)
  if (match === null || name === '' || name.length > LONGEST_NAME || parts.length > MOST_WORDS) return null
  if (NOBODY.has(speakerKey(name)) || NUMBERED.test(name)) return null
  if (!parts.every((part) => !/^\p{Ll}/u.test(part) || SMALL_WORDS.has(part))) return null
  const colonAt = written.length - trimmed.length + match[0].length
  const led = leadingDirection(written.slice(colonAt))
  const wordsAt = colonAt + (led?.wordsAt ?? 0)
  // The brackets come after the name, which contains none.
  const nameEnd = written.indexOf(name) + name.length
  const behind = written.slice(nameEnd, wordsAt)
  const extensions = extensionsIn(behind).map(movedBy(nameEnd))
  const manners = [match.groups?.['manner'] ?? '', led === null ? '' : `(${led.direction})`]
  return { name, manner: mannerOf(manners.join('')), extensions, wordsAt }
}

const movedBy =
  (distance: number) =>
  ({ start, end }: Place): Place => ({ start: start + distance, end: end + distance })

/** A single letter is not a word in capitals: “I: …”, “A: …”. */
function isInCapitals(name: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name)
}

/** The speeches of a paragraph, each from its cue to the next, including those without words. */
function cutAtCues(paragraph: number, text: string, found: ReadonlyMap<string, FoundName>): Suggestion[] {
  const speeches: Suggestion[] = []
  if (!/[:：[]/.test(text)) return speeches
  let start = 0
  for (const line of text.split('\n')) {
    const cue = parseCue(line)
    const last = speeches.at(-1)
    if (cue !== null) {
      if (last !== undefined) speeches.splice(-1, 1, { ...last, end: start })
      const wordsAt = start + cue.wordsAt
      const place = { paragraph, start, end: wordsAt }
      const extensions = [
        ...cue.extensions.map(movedBy(start)),
        ...directionsWithin(line.slice(cue.wordsAt)).map(movedBy(wordsAt)),
      ]
      speeches.push({
        paragraph,
        start: wordsAt,
        end: text.length,
        cue: extensions.length === 0 ? place : { ...place, extensions },
        speaker: speakerKey(cue.name),
        manner: cue.manner,
        confidence: confidenceOf(found.get(speakerKey(cue.name))),
      })
    } else if (last?.cue) {
      const extensions = [...(last.cue.extensions ?? []), ...directionsWithin(line).map(movedBy(start))]
      if (extensions.length > 0) speeches.splice(-1, 1, { ...last, cue: { ...last.cue, extensions } })
    }
    start += line.length + 1
  }
  return speeches
}

function confidenceOf(found: FoundName | undefined): number {
  if (found?.isTalking !== true) return ONCE
  if (found.isInCapitals) return IN_CAPITALS
  return found.count > 1 ? REPEATED : ONCE
}
