/** The caption formats: the ending of the file's name beside the audio, and the function that writes it. */
import { formatClock } from '../lib/formatClock.ts'
import { nearestToMiddle, splitText } from '../story/sentences.ts'
import type { SpokenBlock, SpokenStory } from './spokenStory.ts'

// Captions of a finished file: SRT, and WebVTT with the speakers as voice tags (https://www.w3.org/TR/webvtt1/).

/**
 * The most characters of a line, and lines of a caption, that can be read in time
 * (https://www.bbc.co.uk/accessibility/forproducts/guides/subtitles/).
 */
const LINE_CHARACTERS = 42
const LINES = 2

const wordSegments = new Intl.Segmenter(undefined, { granularity: 'word' })

/** A text shown at one time. */
interface Caption {
  readonly startMs: number
  readonly endMs: number
  readonly speaker: string
  readonly lines: readonly string[]
}

/**
 * Captions as a SubRip file, which has no place for speakers. Words that look like the arrow between two times are changed: players would
 * end the caption there.
 */
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

/** The words between two pauses of a block are shown together; long ones are split. */
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

/** The time in the file, in ms, at which a position of a text is heard. */
interface Moment {
  readonly place: number
  readonly ms: number
}

/** Splits a text into captions, each shown until the next begins. Between two known times, the time is divided in proportion to the characters. */
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

/** A caption's words in lines of about equal length, broken at a space, or between words in scripts without spaces. */
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

// Times for other programs: everything as JSON, labels for Audacity, chapters for YouTube and for podcasts.

/**
 * `{title, durationMs, chapters: [{title, startMs, endMs, blocks: [{number, name, speaker, text, startMs, endMs, words, parts}]}]}`. A
 * block has `words: [{text, startMs, endMs}]` if the engine reported word times, and `parts`, in the same form, if it has pauses between
 * its words. All times are those of the file.
 */
export function toTimings(story: SpokenStory): string {
  return `${JSON.stringify(story, null, 2)}\n`
}

/** Start, end and text of each block (https://manual.audacityteam.org/man/importing_and_exporting_labels.html), in seconds. */
export function toAudacityLabels({ chapters }: SpokenStory): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(6)
  return chapters
    .flatMap(({ blocks }) => blocks)
    .map(({ startMs, endMs, speaker, text }) => {
      const label = `${speaker === '' ? '' : `${speaker}: `}${text}`.replace(/\s+/g, ' ').trim()
      return `${seconds(startMs)}\t${seconds(endMs)}\t${label}\n`
    })
    .join('')
}

/** Lines such as `12:34 Title` for a video's description. YouTube shows chapters if there are at least three, each of at least ten seconds. */
export function toYouTubeChapters({ chapters }: SpokenStory): string {
  return chapters.map(({ startMs, title }) => `${formatClock(startMs)} ${oneLine(title)}\n`).join('')
}

/** Chapters of Podcasting 2.0 (https://github.com/Podcastindex-org/podcast-namespace/blob/main/chapters/jsonChapters.md). */
export function toPodcastChapters({ title, chapters }: SpokenStory): string {
  const list = chapters.map((chapter) => ({
    startTime: chapter.startMs / 1000,
    title: oneLine(chapter.title),
    endTime: chapter.endMs / 1000,
  }))
  return `${JSON.stringify({ version: '1.2.0', title, chapters: list }, null, 2)}\n`
}

const oneLine = (title: string) => title.replace(/\s+/g, ' ').trim()

interface CaptionFormat {
  /** Replaces the extension of the audio file. */
  readonly ending: string
  readonly write: (story: SpokenStory) => string
}

export const CAPTION_FORMATS = {
  srt: { ending: '.srt', write: toSrt },
  vtt: { ending: '.vtt', write: toVtt },
  json: { ending: '.timings.json', write: toTimings },
  audacity: { ending: '.labels.txt', write: toAudacityLabels },
  youtube: { ending: '.chapters.txt', write: toYouTubeChapters },
  podcast: { ending: '.chapters.json', write: toPodcastChapters },
} as const satisfies Readonly<Record<string, CaptionFormat>>

export type CaptionFormatName = keyof typeof CAPTION_FORMATS
/** The names of the formats, in the order in which they are offered. */
export const CAPTION_FORMAT_NAMES = Object.keys(CAPTION_FORMATS) as CaptionFormatName[] // the keys of the table
