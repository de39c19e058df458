/** The lines of a caption file as its parser needs them, and what is wrong in them and passes it without a word. */
import type { ImportProblem } from '../../../../shared/import/source.ts'

const TIME = String.raw`((?:\d{1,3}:)?\d{2}:\d{2}(?:[.,]\d{1,3})?)`
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s+${TIME}`)
/** What a block of a WebVTT file without times may be: https://www.w3.org/TR/webvtt1/#file-structure */
const WITHOUT_TIMES = /^\ufeff?(?:WEBVTT|NOTE|STYLE|REGION)\b/

/** The end of a cue whose own times make no sense, in ms: the last that the formats can say. */
export const NO_END_MS = 359_999_999
const NO_TIMES = '00:00:00.000 --> 99:59:59.999'

interface ReadableCaptions {
  readonly text: string
  readonly problems: ImportProblem[]
  /** The line of the file, from 1, that a line of `text` is. */
  readonly lineOf: (line: number) => number
}

/**
 * Returns a caption file whose cues all have a blank line before them and times that the parser takes, and what is wrong in its lines. A
 * cue that would not end after its start, which the parser drops, ends at `NO_END_MS`. A paragraph of words without times stays, and the
 * parser drops it.
 */
export function readableCaptions(text: string, type: 'srt' | 'vtt'): ReadableCaptions {
  const problems: ImportProblem[] = []
  const { lines, origins } = withBlankLines(text.split(/\r\n|\r|\n/), type)
  const lineOf = (line: number) => origins[line - 1] ?? line
  let isAtStart = true
  /** Where words stand that no times came before. */
  let untimed: number | null = null
  let isCue = false
  const close = () => {
    if (untimed !== null && !isCue) problems.push({ line: lineOf(untimed + 1), problem: 'bad-cue' })
    untimed = null
    isCue = false
    isAtStart = true
  }
  const readable = lines.map((line, index) => {
    if (line === '') {
      close()
      return line
    }
    if (isAtStart && WITHOUT_TIMES.test(line)) isCue = true
    else if (line.includes('-->')) isCue = true
    else if (!isCue && /\p{L}/u.test(line)) untimed ??= index
    isAtStart = false
    const [, start, end] = TIMES.exec(line) ?? []
    if (start === undefined || end === undefined) return line
    if (secondsOf(end) > secondsOf(start)) return line
    problems.push({ line: lineOf(index + 1), problem: 'bad-times' })
    return NO_TIMES
  })
  close()
  return { text: readable.join('\n'), problems, lineOf }
}

/**
 * The lines with a blank one before each cue, as files have it whose blank lines hold spaces, or that have none; and the line of the file, from 1,
 * that each of them is. The identifiers of WebVTT are left out: the parser takes one that begins with NOTE for a comment.
 */
function withBlankLines(written: readonly string[], type: 'srt' | 'vtt') {
  const lines: string[] = []
  const origins: number[] = []
  /** Whether the cue that is open has its times. */
  let isTimed = false
  for (const [index, line] of written.entries()) {
    const isBlank = line.trim() === ''
    if (isBlank) isTimed = false
    else if (TIMES.test(line)) {
      const before = lines.at(-1) ?? ''
      if (isTimed) {
        const at = /^\s*\d+\s*$/.test(before) ? lines.length - 1 : lines.length
        lines.splice(at, 0, '')
        origins.splice(at, 0, index + 1)
      } else if (type === 'vtt' && index > 1 && lines.at(-2) === '' && !before.includes('-->'))
        lines.splice(-1, 1, '')
      isTimed = true
    }
    lines.push(isBlank ? '' : line)
    origins.push(index + 1)
  }
  return { lines, origins }
}

function secondsOf(time: string): number {
  return time
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)
}
