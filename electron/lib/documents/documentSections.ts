/** Divides a document into sections to speak: from heading to heading, with long sections in pieces. */
import { MAX_NAME_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { PART_SEPARATOR, type DocumentPart } from './formats/documentText.ts'

export interface DocumentSection {
  /** The heading above the section; '' before the first heading. */
  readonly name: string
  readonly text: string
}

/** A section is planned as a whole, so longer ones are divided; the pieces have the same name. */
const LONGEST_SECTION = 50_000

/** Divides a document. The texts of its sections, concatenated, are its whole text to the last character. */
export function divideDocument(parts: readonly DocumentPart[]): DocumentSection[] {
  const sections: { name: string; texts: string[] }[] = []
  for (const [index, { kind, text }] of parts.entries()) {
    const isFirstHeading = kind === 'heading' && parts[index - 1]?.kind !== 'heading'
    if (index === 0 || isFirstHeading) sections.push({ name: kind === 'heading' ? text : '', texts: [] })
    sections.at(-1)?.texts.push(index < parts.length - 1 ? text + PART_SEPARATOR : text)
  }
  return sections.flatMap(({ name, texts }) =>
    divideLong(texts.join('')).map((text) => ({ name: name.slice(0, MAX_NAME_CHARACTERS), text })),
  )
}

/** Cuts after a paragraph, otherwise after a sentence, otherwise after a word, otherwise between characters. */
function divideLong(text: string): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > LONGEST_SECTION) {
    const window = rest.slice(0, LONGEST_SECTION)
    const gaps = [
      window.lastIndexOf(PART_SEPARATOR) + PART_SEPARATOR.length,
      lastSentence(window),
      window.lastIndexOf(' ') + 1,
    ]
    const cut = gaps.find((gap) => gap > LONGEST_SECTION / 2) ?? wholeCharacters(window)
    pieces.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return [...pieces, rest]
}

function lastSentence(window: string): number {
  return Math.max(...['. ', '! ', '? ', '… ', '。'].map((end) => window.lastIndexOf(end) + end.length))
}

function wholeCharacters(window: string): number {
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length
}
