/**
 * Finding the cast in a script: lines that begin with a name and a colon. Prose has such lines too (“Note: …”, “10:30”), so a
 * name counts only where it is written in capitals or speaks more than once.
 */
import type { TextPart } from './textPart.ts'

/** What one voice says. */
export interface Speech {
  readonly kind: 'speech'
  /** The name as the document first wrote it, or null where no name stands before the words. */
  readonly speaker: string | null
  /** How it is said, from “FOX (whispering): …”; '' where the document does not tell. */
  readonly manner: string
  readonly text: string
}

export interface Heading {
  readonly kind: 'heading'
  readonly text: string
}

interface Cue {
  readonly name: string
  readonly manner: string
  readonly words: string
}

const LONGEST_NAME = 30
const MOST_WORDS = 4
/** A name begins with a letter; times, numbers and addresses do not look like this. */
const CUE_LINE =
  /^(\p{L}[\p{L}\p{M}\p{N} .’'&-]{0,60}?)\s{0,20}(?:\(([^()\n]{1,100})\))?\s{0,20}(?:[:][ \t\u2028]+|：\s*|[:：]$)(.*)$/u
/** Every word of a name is capitalised, but for these; scripts without capitals pass. */
const SMALL_WORDS = new Set([
  'of',
  'the',
  'and',
  'de',
  'la',
  'le',
  'du',
  'von',
  'van',
  'der',
  'el',
  'al',
  'y',
])
/** What stands before a colon in prose and is nobody. */
const NOBODY = new Set(
  (
    'note notes nb warning caution important attention tip hint example examples remember remark summary result answer ' +
    'question ps p.s p.s. pps todo fixme title author by date time place setting subject re to from cc dear translation source ' +
    'first second third then now so and but or yes no also however finally'
  ).split(' '),
)
/** “Chapter Two: …”, “Note 3: …” */
const NUMBERED = /^(?:chapter|part|book|scene|act|note|step|figure|fig\.?|section|page|day|the end)\b/i

/** Cuts paragraphs at the cues of their lines. Gives the whole document as one unnamed voice where it is no script. */
export function findSpeeches(parts: readonly TextPart[]): (Speech | Heading)[] {
  const cast = findCast(parts)
  return parts.flatMap(({ kind, text }): (Speech | Heading)[] =>
    kind === 'heading' ? [{ kind, text }] : cutAtCues(text, cast),
  )
}

/** The same name in capitals and in small letters is one character. */
function nameKey(name: string): string {
  return name.toLowerCase()
}

/** Names that count, by key, as they were first written. */
function findCast(parts: readonly TextPart[]): ReadonlyMap<string, string> {
  const found = new Map<string, { name: string; count: number; isCapitals: boolean }>()
  for (const part of parts) {
    if (part.kind === 'heading') continue
    for (const line of part.text.split('\n')) {
      const cue = parseCue(line)
      if (cue === null) continue
      const known = found.get(nameKey(cue.name)) ?? { name: cue.name, count: 0, isCapitals: false }
      const isCapitals = known.isCapitals || isInCapitals(cue.name)
      found.set(nameKey(cue.name), { ...known, count: known.count + 1, isCapitals })
    }
  }
  const cast = [...found].filter(([, { count, isCapitals }]) => isCapitals || count > 1)
  return new Map(cast.map(([key, { name }]) => [key, name]))
}

/** Reads a line as a cue, or null where no name stands before a colon. */
function parseCue(line: string): Cue | null {
  const [, written = '', manner = '', words = ''] = CUE_LINE.exec(line) ?? []
  const name = written.trim()
  const parts = name.split(/\s+/)
  if (name === '' || name.length > LONGEST_NAME || parts.length > MOST_WORDS) return null
  if (NOBODY.has(nameKey(name)) || NUMBERED.test(name)) return null
  if (!parts.every((part) => !/^\p{Ll}/u.test(part) || SMALL_WORDS.has(part))) return null
  return { name, manner: manner.trim(), words }
}

/** A single letter is no word in capitals: “I: …”, “A: …”. */
function isInCapitals(name: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name)
}

function cutAtCues(text: string, cast: ReadonlyMap<string, string>): Speech[] {
  const speeches: { kind: 'speech'; speaker: string | null; manner: string; text: string }[] = []
  for (const line of text.split('\n')) {
    const cue = parseCue(line)
    const speaker = cue === null ? undefined : cast.get(nameKey(cue.name))
    const last = speeches.at(-1)
    if (cue !== null && speaker !== undefined) {
      speeches.push({ kind: 'speech', speaker, manner: cue.manner, text: cue.words })
    } else if (last === undefined) speeches.push({ kind: 'speech', speaker: null, manner: '', text: line })
    else last.text += `\n${line}`
  }
  return speeches
}
