/** The cues of a caption file, whatever its lines lack: the words of all lines that are not times stay with a cue. */
import type { ImportProblem, Piece } from '../../../../shared/import/source.ts'
import { MAX_LABEL, MAX_SPAN_MS } from '../../../../shared/story/limits.ts'

export interface Times {
  readonly startMs: number
  readonly endMs: number
}

/** A cue of captions, or what stands between the cues. */
export interface Cue {
  /** Null if the file tells none that make sense, and between the cues. */
  readonly times: Times | null
  /** As the file has them, with their markup. */
  readonly text: string
  /** Its identifier, if it has one in words. */
  readonly name: string
  /** Who speaks, if the format has a field for it. */
  readonly voice: string | null
  /** What the whole is, if nobody says it. */
  readonly piece: Piece | null
}

export interface CueFile {
  readonly cues: readonly Cue[]
  readonly problems: readonly ImportProblem[]
}

/** A cue that tells no more than its words. */
export function cueOf(text: string, others: Partial<Cue> = {}): Cue {
  return { times: null, name: '', voice: null, piece: null, ...others, text }
}

const TIME = String.raw`(-?\s?(?:(?:\d{1,6}\s?:\s?)?\d{1,2}\s?:\s?\d{1,2}(?:\s?[.,;:]\s?\d{1,6})?|\d{1,6}[.,]\d{1,3}))`
const ARROW = String.raw`(?:(?:[-–—]\s?){1,3}(?:>|&gt;)|[→⟶])`
const TIMES = new RegExp(String.raw`^\s{0,40}${TIME}\s{0,20}${ARROW}\s{0,20}${TIME}(?!\d)(.*)$`, 'u')
/** A line of times of which one cannot be read. */
const BAD_TIMES = new RegExp(String.raw`^\s{0,40}(?:${TIME}\s{0,20}-->|-->\s{0,20}${TIME}|-->\s*$)`, 'u')
/** Where a cue stands on the screen, in SubRip and WebVTT. */
const SETTING = /^(?:(?:[XY][12]|align|position|line|size|vertical|region):\S*|[,;.])$/i
const NUMBER = /^\s*(\d{1,9})\s*$/
const WEBVTT = /^\s*WEBVTT(?![^\s-])/
/** Blocks of WebVTT without times: https://www.w3.org/TR/webvtt1/#file-structure */
const COMMENT = /^NOTE(?:[ \t]|$)/
const STYLES = /^(?:STYLE|REGION)\s*$/
/** An identifier that a program gave; it says nothing. */
const GENERATED = /^[\da-f]{8}-[\da-f]{4}-/i

/** A cue whose lines are still coming. A blank line is ''. */
interface OpenCue {
  readonly cue: Cue
  readonly lines: string[]
}

/**
 * Reads the lines of SubRip or WebVTT. A cue has all lines up to the next times, except for the number or the identifier before these. What
 * stands before the first times is not a cue; nor are the header, comments and styles of WebVTT. A line of times that makes no sense is told.
 */
export function scanCues(text: string, type: 'srt' | 'vtt'): CueFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  if (MICRO_DVD.test(lines.find((line) => line.trim() !== '') ?? ''))
    return { cues: microDvd(lines), problems: [] }
  const isWebVtt = type === 'vtt' || WEBVTT.test(text)
  const problems: ImportProblem[] = []
  const cues: Cue[] = []
  const hasIdentifiers = isWebVtt && areIdentified(lines)
  const opening: OpenCue = { cue: cueOf('', { piece: 'scriptNote' }), lines: [] }
  let open = opening
  let lastNumber: number | null = null
  let hasCues = false
  const begin = (cue: Cue, words = '') => {
    close()
    open = { cue, lines: words === '' ? [] : [words] }
  }
  function close() {
    const words = open.lines.filter((line) => line !== '').join('\n')
    if (words !== '') cues.push({ ...open.cue, text: words })
    else if (open.cue.name !== '') cues.push(cueOf(open.cue.name, { piece: 'markup' }))
  }
  /** Takes the number or the identifier of the cue that begins from the lines before it. */
  function takeName(): string {
    const at = open.lines.findLastIndex((line) => line !== '')
    const line = open.lines[at] ?? ''
    const isAdjacent = at === open.lines.length - 1
    const isApart = at === 0 ? open === opening : open.lines[at - 1] === ''
    const number = NUMBER.exec(line)?.[1]
    if (number !== undefined) {
      const isNext =
        Number(number) === (lastNumber ?? Number(number) - 1) + 1 && (lastNumber !== null || !hasCues)
      const isBesideWords = at > 0 && lastNumber !== null
      if (!isNext && !(isAdjacent && (isApart || isBesideWords))) return ''
      lastNumber = Number(number)
    } else if (!isWebVtt || !isAdjacent || !isApart || line === '') return ''
    else if (hasCues && !hasIdentifiers && !isToken(line)) return ''
    open.lines.splice(at)
    return number === undefined && !GENERATED.test(line) ? line.trim().slice(0, MAX_LABEL) : ''
  }
  for (const [index, line] of lines.entries()) {
    const [, start = '', end = '', rest = ''] = TIMES.exec(line) ?? []
    if (start !== '') {
      const name = takeName()
      const times = timesOf(msOf(start), msOf(end))
      if (times === null) problems.push({ line: index + 1, problem: 'bad-times' })
      const words = rest.split(/\s+/).filter((each) => each !== '' && !SETTING.test(each))
      begin(cueOf('', { times, name }), words.join(' '))
      hasCues = true
      continue
    }
    const isBlank = line.trim() === ''
    const isBlockStart = (lines[index - 1] ?? '').trim() === '' && !TIMES.test(lines[index + 1] ?? '')
    if (BAD_TIMES.test(line)) {
      const name = takeName()
      problems.push({ line: index + 1, problem: 'bad-cue' })
      begin(cueOf('', { piece: 'markup' }), line.trim())
      begin(cueOf('', { name }))
      hasCues = true
    } else if (isWebVtt && (isBlockStart || !hasCues) && WEBVTT.test(line)) {
      begin(cueOf('', { piece: 'markup' }), line.replace(/^\s*WEBVTT/, '').trim())
    } else if (isWebVtt && isBlockStart && (COMMENT.test(line) || STYLES.test(line))) {
      const piece = COMMENT.test(line) ? 'scriptNote' : 'markup'
      begin(cueOf('', { piece }), line.replace(/^(?:NOTE|STYLE|REGION)/, '').trim())
    } else open.lines.push(isBlank ? '' : line)
  }
  close()
  if (!hasCues) return { cues: untimed(lines), problems: [] }
  if (cues[0]?.piece === 'scriptNote' && !isWebVtt) {
    const line = lines.findIndex((each) => /[\p{L}\p{N}]/u.test(each)) + 1
    problems.unshift({ line, problem: 'bad-cue' })
  }
  return { cues, problems: problems.toSorted((a, b) => a.line - b.line) }
}

/** The paragraphs of a file that has no times at all. */
function untimed(lines: readonly string[]): Cue[] {
  return lines
    .map((line) => line.trim())
    .join('\n')
    .split(/\n{2,}/)
    .filter((words) => words !== '')
    .map((words) => cueOf(words))
}

/** Whether most cues of a WebVTT file have a line of their own before their times. */
function areIdentified(lines: readonly string[]): boolean {
  const isBlank = (index: number) => (lines[index] ?? '').trim() === ''
  const timed = [...lines.keys()].filter((index) => TIMES.test(lines[index] ?? ''))
  return timed.filter((index) => !isBlank(index - 1) && isBlank(index - 2)).length * 2 > timed.length
}

/** Whether a line is one word that ends no sentence: an identifier in WebVTT. */
function isToken(line: string): boolean {
  return /^[^\s]{1,100}$/.test(line.trim()) && !/[.!?…,:;]["'”’]?$/.test(line.trim())
}

/** The times of a cue; null if it does not end after its start, or ends later than a story can. */
export function timesOf(fromMs: number, endMs: number): Times | null {
  const startMs = Math.max(0, fromMs)
  return endMs > startMs && endMs <= MAX_SPAN_MS * 1000 ? { startMs, endMs } : null
}

/** A time such as “1:02:03,500” in ms. */
export function msOf(time: string): number {
  const parts = time.match(/\d+/g) ?? []
  const hasFraction = /[.,;]/.test(time) || parts.length > 3
  const fraction = hasFraction ? Number(`0.${parts.at(-1) ?? '0'}`) : 0
  const seconds = (hasFraction ? parts.slice(0, -1) : parts).reduce((sum, part) => sum * 60 + Number(part), 0)
  return Math.round((seconds + fraction) * 1000) * (time.trim().startsWith('-') ? -1 : 1)
}

/** A cue of MicroDVD: its frames, and its lines with strokes between them. */
const MICRO_DVD = /^\s*\{(\d{1,9})\}\{(\d{0,9})\}(.*)$/u
const FRAMES_PER_SECOND = 23.976

function microDvd(lines: readonly string[]): Cue[] {
  let rate = FRAMES_PER_SECOND
  return lines.flatMap((line) => {
    const [, from = '', to = '', written = ''] = MICRO_DVD.exec(line) ?? ['', '', '', line]
    if (written.trim() === '') return []
    // The first line may tell the rate: “{1}{1}25.000”.
    if (from === to && /^\d{2,3}(?:[.,]\d+)?$/.test(written.trim())) {
      rate = Number(written.trim().replace(',', '.')) || FRAMES_PER_SECOND
      return []
    }
    const text = written
      .split('|')
      .map((each) => each.replace(/^\//, ''))
      .join('\n')
    const msOfFrame = (frame: string) => Math.round((Number(frame) / rate) * 1000)
    return [cueOf(text, { times: from === '' ? null : timesOf(msOfFrame(from), msOfFrame(to)) })]
  })
}
