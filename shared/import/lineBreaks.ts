/** Line breaks that only a file's format put into a paragraph. */
import type { ImportSource } from './source.ts'

export type LineBreaks = ImportSource['lineBreaks']

/** The lengths of lines in hard-wrapped prose, except the last line of a paragraph. */
const SHORTEST_WRAPPED = 50
const LONGEST_WRAPPED = 100

/** Replaces unintended line breaks in a text with spaces. The text keeps its length. */
export function joinLines(text: string, lineBreaks: LineBreaks): string {
  return hasBrokenLines(text, lineBreaks) ? text.replaceAll('\n', ' ') : text
}

/** Whether a text has lines that would be joined. Verse keeps its lines. */
export function hasBrokenLines(text: string, lineBreaks: LineBreaks): boolean {
  if (lineBreaks === 'meant' || !text.includes('\n')) return false
  if (lineBreaks === 'soft') return true
  return text
    .split('\n')
    .slice(0, -1)
    .every((line) => line.length >= SHORTEST_WRAPPED && line.length <= LONGEST_WRAPPED)
}
