/** Captions of a finished file: SRT, and WebVTT with the speakers as voice tags (https://www.w3.org/TR/webvtt1/). */
import { nearestToMiddle } from '../story/sentences.ts'
import { splitText } from '../story/splitText.ts'
import type { SpokenBlock, SpokenStory } from './spokenStory.ts'

/** The characters of a line, and the lines of a caption, that can be read in time (https://www.bbc.co.uk/accessibility/forproducts/guides/subtitles/). */
const LINE_CHARACTERS = 42
const LINES = 2

const wordSegments = new Intl.Segmenter(undefined, { granularity: 'word' })

/** What is shown at once. */
interface Caption {
  readonly startMs: number
  readonly endMs: number
  readonly speaker: string
  readonly lines: readonly string[]
}

/** Captions as a SubRip file. It has no place for speakers. No words can stand for the arrow of a time: players would end the caption there. */
export function toSrt(story: SpokenStory): string {
  return captionsOf(story)
    .map(({ startMs, endMs, lines }, index) => {
      const time = `${clock(startMs, ',')} --> ${clock(endMs, ',')}`
      return `${index + 1}\n${time}\n${lines.join('\n').replaceAll('-->', '→')}\n\n`
    })
    .join('')
}

/** Captions as a WebVTT file. */
export function toVtt(story: SpokenStory): string {
  const cues = captionsOf(story).map(({ startMs, endMs, speaker, lines }) => {
    const words = lines.map(escapeVtt).join('\n')
    const name = escapeVtt(speaker.replace(/\s+/g, ' ').trim())
    return `${clock(startMs, '.')} --> ${clock(endMs, '.')}\n${name === '' ? words : `<v ${name}>${words}`}\n\n`
  })
  return `WEBVTT\n\n${cues.join('')}`
}

function captionsOf({ chapters }: SpokenStory): readonly Caption[] {
  return chapters.flatMap(({ blocks }) => blocks).flatMap(captionsOfBlock)
}

/** The words between two pauses of a block are shown together, and long ones in pieces. */
function captionsOfBlock({ words = [], parts, ...block }: SpokenBlock): Caption[] {
  let next = 0
  return (parts ?? [block]).flatMap((part) => {
    const text = part.text.replace(/\s+/g, ' ').trim()
    const moments: Moment[] = [{ place: 0, ms: part.startMs }]
    let from = 0
    for (; next < words.length; next++) {
      const word = words[next]
      if (word === undefined || word.startMs >= part.endMs) break
      const said = word.text.replace(/\s+/g, ' ')
      const place = text.indexOf(said, from)
      if (place < 0) continue
      if (place > 0) moments.push({ place, ms: Math.max(word.startMs, moments.at(-1)?.ms ?? 0) })
      from = place + said.length
    }
    moments.push({ place: text.length, ms: part.endMs })
    return piecesOf(text, moments).map((piece) => ({ ...piece, speaker: block.speaker }))
  })
}

/** When a place of a text is heard, in ms of the file. */
interface Moment {
  readonly place: number
  readonly ms: number
}

/** A text in captions, each until the next begins. Between two moments, time is shared out by the characters. */
function piecesOf(text: string, moments: readonly Moment[]): Omit<Caption, 'speaker'>[] {
  const pieces = splitText(text, LINE_CHARACTERS * LINES)
  let at = 0
  const starts = pieces.map(({ start }) => {
    while ((moments[at + 1]?.place ?? Infinity) <= start) at++
    const [from, to] = [moments[at], moments[at + 1]]
    if (from === undefined || to === undefined) return moments.at(-1)?.ms ?? 0
    return from.ms + Math.round(((to.ms - from.ms) * (start - from.place)) / (to.place - from.place))
  })
  return pieces.map(({ start, end }, index) => ({
    startMs: starts[index] ?? 0,
    endMs: starts[index + 1] ?? moments.at(-1)?.ms ?? 0,
    lines: toLines(text.slice(start, end)),
  }))
}

/** A caption's words in lines of about equal length, broken at a space, or between words where a script has no spaces. */
function toLines(caption: string): readonly string[] {
  if (caption.length <= LINE_CHARACTERS) return [caption]
  const spaces = Array.from(caption.matchAll(/ /g), ({ index }) => index)
  const words = Array.from(wordSegments.segment(caption)).filter(({ isWordLike }) => isWordLike === true)
  const places = spaces.length > 0 ? spaces : words.map(({ index }) => index).filter((index) => index > 0)
  const nearest = nearestToMiddle(caption, places)
  return nearest === undefined
    ? [caption]
    : [caption.slice(0, nearest).trimEnd(), caption.slice(nearest).trimStart()]
}

function escapeVtt(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** hh:mm:ss and milliseconds, after a comma in SRT and a point in WebVTT. */
function clock(ms: number, mark: ',' | '.'): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${two(hours)}:${two(minutes)}:${two(seconds % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`
}
