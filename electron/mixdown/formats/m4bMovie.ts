/**
 * The parts that an M4B file adds to an MP4 file with AAC: chapters, as a text track that Apple's players read
 * (https://developer.apple.com/documentation/quicktime-file-format/chapter_lists) and as the list that others read (`chpl`), and an edit
 * list that removes what the encoder adds at the start. Dates are left out, so that the same audio produces the same file.
 */
import { concatBytes, putAscii, viewOf } from '../../lib/audio/bytes.ts'
import type { ChapterMark, FileTags } from './audioSink.ts'
import { seriesTags } from './tags.ts'

/** Samples that libavcodec's AAC encoder adds at the start. */
const PRIMING = 1024
/** The most chapters in `chpl`. Players assume that the list is complete, so if there are more chapters, only the text track has them. */
const MOST_LISTED = 255
const MOST_TITLE_BYTES = 255
const MOST_SHORT_BYTES = 255
/** The type of a value, and the kind of media, as documented at https://exiftool.org/TagNames/QuickTime.html. */
const [WHOLE_NUMBER, AUDIOBOOK] = [21, 2]
/** The clock of the text track: milliseconds. */
const TEXT_SCALE = 1000

interface MovieAudio {
  /** Without the samples added by the encoder. */
  readonly sampleCount: number
  readonly sampleRate: number
  readonly chapters: readonly ChapterMark[]
  /** The offset of the text track's samples in the file. */
  readonly textOffset: number
  /** Items to add to the list of tags. */
  readonly items: readonly Uint8Array[]
}

/**
 * Texts of the list of tags, as documented at https://exiftool.org/TagNames/QuickTime.html. The reader is stored under the two names that
 * players know: the composer, as in ID3, and Audible's narrator. Players differ in the description that they show: the short one has at
 * most 255 bytes.
 */
export function textItems({
  albumArtist,
  narrator,
  description,
  series,
}: FileTags): (readonly [string, string])[] {
  const short = new TextDecoder().decode(cutUtf8(description, MOST_SHORT_BYTES))
  const all: readonly (readonly [string, string])[] = [
    ['aART', albumArtist],
    ['©wrt', narrator],
    ['©nrt', narrator],
    ['desc', short],
    ['ldes', description],
    ['©des', description],
    ['©cmt', description],
    ['©mvn', series?.name ?? ''],
  ]
  return all.filter(([, value]) => value !== '')
}

/** Tags that mediabunny does not write: the mark of an audiobook, and tags with a name of more than four letters. */
export function bookItems({ narrator, series, language }: FileTags, isBook: boolean): Uint8Array[] {
  const data = (type: number, value: Uint8Array) => box('data', uint32(type, 0), value)
  const named = ([name, value]: readonly [string, string]) =>
    box(
      '----',
      box('mean', uint32(0), ascii('com.apple.iTunes')),
      box('name', uint32(0), ascii(name)),
      data(1, new TextEncoder().encode(value)),
    )
  const names: readonly (readonly [string, string])[] = [
    ['NARRATOR', narrator],
    ['LANGUAGE', language],
    ...seriesTags(series),
  ]
  return [
    ...(isBook ? [box('stik', data(WHOLE_NUMBER, Uint8Array.of(AUDIOBOOK)))] : []),
    ...names.filter(([, value]) => value !== '').map(named),
  ]
}

/** The titles as samples of a text track: length, text, and the marker for UTF-8. */
export function chapterSamples(chapters: readonly ChapterMark[]): Uint8Array[] {
  return chapters.map(({ title }) => {
    const text = new TextEncoder().encode(title)
    const length = new Uint8Array(2)
    viewOf(length).setUint16(0, text.length)
    return concatBytes([length, text, box('encd', uint32(0x100))])
  })
}

/** The box `moov` again, with chapters and edit list. `movie` has one track: the audio. */
export function withChapters(movie: Uint8Array, audio: MovieAudio): Uint8Array {
  const { chapters, sampleCount, sampleRate, items } = audio
  const hasChapters = chapters.length > 0
  const [moov] = boxesIn(movie)
  if (moov?.type !== 'moov') throw new Error('A movie box was expected')
  const header = boxesIn(moov.content).find(({ type }) => type === 'mvhd')
  const scale =
    header === undefined ? 1000 : viewOf(header.content).getUint32(header.content[0] === 1 ? 20 : 12)
  const movieDuration = Math.round((sampleCount * scale) / sampleRate)
  const lists = hasChapters && chapters.length <= MOST_LISTED ? [chapterList(chapters)] : []
  const hasUserData = boxesIn(moov.content).some(({ type }) => type === 'udta')
  return rebuild(
    moov,
    (child) => {
      if (child.type === 'mvhd') return movieHeader(child, movieDuration, hasChapters ? 3 : 2)
      if (child.type === 'trak') return audioTrack(child, movieDuration, hasChapters)
      if (child.type === 'udta') return rebuild(child, (inner) => withItems(inner, items), ...lists)
      return bytesOf(child)
    },
    ...(hasChapters ? [textTrack(audio, movieDuration)] : []),
    ...(lists.length > 0 && !hasUserData ? [box('udta', ...lists)] : []),
  )
}

/** A `meta` box with more items in its list of tags; other boxes are unchanged. */
function withItems(inner: Box, items: readonly Uint8Array[]): Uint8Array {
  if (inner.type !== 'meta' || items.length === 0) return bytesOf(inner)
  // The box has a version and flags before its children.
  const [version, children] = [inner.content.subarray(0, 4), boxesIn(inner.content.subarray(4))]
  return box(
    'meta',
    version,
    ...children.map((child) => (child.type === 'ilst' ? rebuild(child, bytesOf, ...items) : bytesOf(child))),
  )
}

/** Removes dates, and sets the duration if it is given (`durationAt`: its place in version 0, with 32-bit dates). */
function undated(type: string, content: Uint8Array, durationAt: number, duration: number | null): Uint8Array {
  const copy = content.slice()
  const view = viewOf(copy)
  const isLong = copy[0] === 1
  copy.fill(0, 4, isLong ? 20 : 12)
  if (duration !== null) {
    if (isLong) view.setBigUint64(durationAt + 8, BigInt(duration))
    else view.setUint32(durationAt, duration)
  }
  return box(type, copy)
}

function movieHeader({ content }: Box, duration: number, nextTrack: number): Uint8Array {
  const bytes = undated('mvhd', content, 16, duration)
  viewOf(bytes).setUint32(bytes.length - 4, nextTrack)
  return bytes
}

function audioTrack(track: Box, movieDuration: number, hasChapters: boolean): Uint8Array {
  const edits = box('edts', box('elst', uint32(0, 1, movieDuration, PRIMING, 0x10000)))
  const link = hasChapters ? [box('tref', box('chap', uint32(2)))] : []
  const children = boxesIn(track.content).flatMap((child) => {
    if (child.type === 'edts') return []
    if (child.type === 'tkhd') return [undated('tkhd', child.content, 20, movieDuration), edits, ...link]
    if (child.type !== 'mdia') return [bytesOf(child)]
    return [
      rebuild(child, (inner) =>
        inner.type === 'mdhd' ? undated('mdhd', inner.content, 16, null) : bytesOf(inner),
      ),
    ]
  })
  return box('trak', ...children)
}

function textTrack({ chapters, textOffset }: MovieAudio, movieDuration: number): Uint8Array {
  const samples = chapterSamples(chapters)
  const durations = chapters.map(({ startMs, endMs }) => Math.round(endMs) - Math.round(startMs))
  const total = durations.reduce((sum, each) => sum + each, 0)
  const matrix = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
  return box(
    'trak',
    // Not enabled: players show the titles as chapters, not as captions.
    box('tkhd', uint32(0, 0, 0, 2, 0, movieDuration, 0, 0, 0, 0), matrix, uint32(0, 0)),
    box(
      'mdia',
      box('mdhd', uint32(0, 0, 0, TEXT_SCALE, total, 0x55c40000)), // language: und
      box('hdlr', uint32(0), ascii('mhlrtext'), uint32(0, 0, 0), new Uint8Array(1)),
      box(
        'minf',
        box(
          'gmhd',
          box('gmin', uint32(0, 0x00408000, 0x80008000, 0)),
          box('text', uint32(0x00010000, 0, 0, 0, 0x00000001, 0, 0, 0, 0x00004000), new Uint8Array(2)),
        ),
        box('dinf', box('dref', uint32(0, 1), box('url ', uint32(1)))),
        box(
          'stbl',
          box('stsd', uint32(0, 1), textDescription()),
          box('stts', uint32(0, durations.length, ...durations.flatMap((each) => [1, each]))),
          box('stsc', uint32(0, 1, 1, samples.length, 1)),
          box('stsz', uint32(0, 0, samples.length, ...samples.map(({ length }) => length))),
          box('co64', uint32(0, 1), uint64(textOffset)),
        ),
      ),
    ),
  )
}

/** The required style of the text, which is never shown: black, in the first font. */
function textDescription(): Uint8Array {
  const style = new Uint8Array(30)
  style[3] = 1 // display flags
  style[23] = 1 // font
  return box(
    'text',
    new Uint8Array([0, 0, 0, 0, 0, 0, 0, 1]),
    style,
    box('ftab', new Uint8Array([0, 1, 0, 1, 0])),
  )
}

/** Nero's list: the start of each chapter in units of 100 ns, and its title. */
function chapterList(chapters: readonly ChapterMark[]): Uint8Array {
  const entries = chapters.map(({ title, startMs }) => {
    const text = cutUtf8(title, MOST_TITLE_BYTES)
    return concatBytes([uint64(startMs * 10_000), Uint8Array.of(text.length), text])
  })
  return box('chpl', Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, chapters.length), ...entries)
}

/** The text cut to at most `most` bytes, without splitting a letter. */
function cutUtf8(text: string, most: number): Uint8Array {
  const bytes = new Uint8Array(most)
  const { written } = new TextEncoder().encodeInto(text, bytes)
  return bytes.subarray(0, written)
}

/** A box of an MP4 file (ISO/IEC 14496-12): a length, four letters, and the content. */
export interface Box {
  readonly type: string
  /** The bytes after the head. */
  readonly content: Uint8Array
}

/** A box around its parts. */
export function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const head = new Uint8Array(8)
  viewOf(head).setUint32(0, 8 + parts.reduce((sum, part) => sum + part.length, 0))
  for (let i = 0; i < 4; i++) head[4 + i] = type.charCodeAt(i)
  return concatBytes([head, ...parts])
}

/** The consecutive boxes in these bytes. */
export function boxesIn(bytes: Uint8Array): Box[] {
  const boxes: Box[] = []
  const view = viewOf(bytes)
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = view.getUint32(at)
    if (size < 8) break
    boxes.push({ type: typeAt(bytes, at), content: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}

/** A box with changed children: `change` returns null to leave a child out. */
function rebuild(
  { type, content }: Box,
  change: (child: Box) => Uint8Array | null,
  ...added: readonly Uint8Array[]
): Uint8Array {
  const children = boxesIn(content).map(change)
  return box(type, ...children.filter((child) => child !== null), ...added)
}

/** The box as bytes. */
export const bytesOf = ({ type, content }: Box) => box(type, content)

/** Whole numbers of 32 bits, one after the other. */
export function uint32(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4)
  const view = viewOf(bytes)
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value)
  return bytes
}

function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  viewOf(bytes).setBigUint64(0, BigInt(Math.round(value)))
  return bytes
}

/** Letters as bytes, one each. */
export function ascii(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  putAscii(bytes, 0, text)
  return bytes
}

/** The header of a box at the top level of a file: its type and size; sizes above 4 GB follow it. */
export function readHead(head: Uint8Array): { readonly type: string; readonly size: number } {
  const view = viewOf(head)
  const short = view.getUint32(0)
  return { type: typeAt(head, 0), size: short === 1 ? Number(view.getBigUint64(8)) : short }
}

function typeAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at + 4, at + 8))
}
