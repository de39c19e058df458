/** What is wrong in the lines of a caption file and passes the parser without a word. */
import type { ImportProblem } from '../../../../shared/import/source.ts'

const TIME = String.raw`((?:\d{1,3}:)?\d{2}:\d{2}(?:[.,]\d{1,3})?)`
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s+${TIME}`)
/** What a block of a WebVTT file without times may be: https://www.w3.org/TR/webvtt1/#file-structure */
const WITHOUT_TIMES = /^\ufeff?(?:WEBVTT|NOTE|STYLE|REGION)\b/

/** The end of a cue whose own times make no sense, in ms: the last that the formats can say. */
export const NO_END_MS = 359_999_999
const NO_TIMES = '00:00:00.000 --> 99:59:59.999'

/**
 * Gives a caption file whose cues all have times that the parser takes, and what is wrong in its lines. A cue that would not end after
 * its start, which the parser drops, ends at `NO_END_MS`. A paragraph of words without times stays, and the parser drops it.
 */
export function readableCaptions(text: string): {
  readonly text: string
  readonly problems: ImportProblem[]
} {
  const problems: ImportProblem[] = []
  const lines = text.split(/\r\n|\r|\n/)
  let isAtStart = true
  /** Where words stand that no times came before. */
  let untimed: number | null = null
  let isCue = false
  const close = () => {
    if (untimed !== null && !isCue) problems.push({ line: untimed + 1, problem: 'bad-cue' })
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
    problems.push({ line: index + 1, problem: 'bad-times' })
    return NO_TIMES
  })
  close()
  return { text: readable.join('\n'), problems }
}

function secondsOf(time: string): number {
  return time
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)
}
