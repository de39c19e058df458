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

/** Long words of a block are shown in parts. Each part has the share of the time that it has of the characters. */
function captionsOfBlock({ startMs, endMs, speaker, text }: SpokenBlock): Caption[] {
  const words = text.replace(/\s+/g, ' ').trim()
  const pieces = splitText(words, LINE_CHARACTERS * LINES).map(({ start, end }) => words.slice(start, end))
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0)
  let told = 0
  return pieces.map((piece) => {
    const from = startMs + Math.round(((endMs - startMs) * told) / total)
    told += piece.length
    const to = startMs + Math.round(((endMs - startMs) * told) / total)
    return { startMs: from, endMs: to, speaker, lines: toLines(piece) }
  })
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
