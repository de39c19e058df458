import { kindOfTitle } from './import/sectionKinds.ts'
import type { TextDocument, TextPart } from './textPart.ts'

/** Longer lines are no lines of hard-wrapped prose. */
const LONGEST_WRAPPED = 100
/** Narrower lines were not broken by a program. */
const NARROWEST_WRAPPED = 30
/** The share of wrapped lines that are full; the others end a paragraph. */
const MOSTLY = 0.6
const LINE_END = /[.!?…:;,][\p{Pe}\p{Pf}"']*$/u
const LONGEST_HEADING = 80
/** A title such as “Copyright” or “Table of contents”; “Copyright 2026 by …” is a sentence. */
const SHORT = /^[\p{L}\p{M}’' ]{4,24}$/u

const MARKED_HEADING = /^#{1,6}\s+(.*?)\s*#*$/
const NUMBER_WORDS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif)ty(?:-\\p{L}+)?'
const NUMBERED = `(?:chapter|part|book|act)\\s+(?:\\d+|[ivxlc]+|${NUMBER_WORDS})`
const NAMED = 'prologue|epilogue|interlude|introduction|preface|foreword|afterword'
const SPOKEN_HEADING = new RegExp(`^(?:${NUMBERED}|${NAMED})(?:\\s*[:.–—-](?:\\s*\\S.*)?)?$`, 'iu')

/**
 * Reads plain text: what stands between blank lines is a paragraph. A paragraph of one line is a heading where it says so
 * (“Chapter 3: Home”, “# Home”).
 */
export function readPlainText(text: string): TextDocument {
  return { title: null, parts: splitParagraphs(text).map(toPart), lineBreaks: 'wrapped' }
}

function splitParagraphs(text: string): string[] {
  const lines = text
    .replaceAll('\f', '\n\n')
    .split('\n')
    .map((line) => line.trim())
  const trimmed = lines.join('\n').trim()
  // Some editors write each paragraph as one long line and leave no lines between them. Lyrics and chats have them nowhere.
  const isOnePerLine =
    !trimmed.includes('\n\n') &&
    (lines.some((line) => line.length > LONGEST_WRAPPED) || !isWrapped(trimmed.split('\n')))
  return trimmed.split(isOnePerLine ? '\n' : /\n{2,}/).filter((paragraph) => paragraph !== '')
}

/** Whether a program broke the lines of a text: most of them have no room for the first word of the next, and not all end a sentence. */
function isWrapped(lines: readonly string[]): boolean {
  const width = lines.reduce((most, { length }) => Math.max(most, length), 0)
  const broken = lines.slice(0, -1)
  const full = broken.filter((line, index) => {
    const [word = ''] = (lines[index + 1] ?? '').split(' ', 1)
    return line.length + 1 + word.length > width
  })
  const isMostlyFull = full.length >= broken.length * MOSTLY
  return width >= NARROWEST_WRAPPED && isMostlyFull && !broken.every((line) => LINE_END.test(line.slice(-4)))
}

function toPart(paragraph: string): TextPart {
  if (paragraph.includes('\n')) return { kind: 'paragraph', text: paragraph }
  const marked = MARKED_HEADING.exec(paragraph)?.[1] ?? ''
  if (marked !== '') return { kind: 'heading', text: marked }
  const isHeading =
    paragraph.length <= LONGEST_HEADING &&
    (SPOKEN_HEADING.test(paragraph) || (SHORT.test(paragraph) && kindOfTitle(paragraph) !== 'body'))
  return { kind: isHeading ? 'heading' : 'paragraph', text: paragraph }
}
