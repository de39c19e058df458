/** Tags of exported files: `NAME=value` in Opus and FLAC (https://www.xiph.org/vorbis/doc/v-comment.html), ID3 in MP3. */
import NodeID3 from 'node-id3'
import { concatBytes, viewOf } from '../../lib/audio/bytes.ts'
import type { ChapterMark, Cover, FileTags } from './audioSink.ts'
import { languageCode } from '../../../shared/lib/languageTag.ts'

const VENDOR = 'Fabula'

/** The comments of a file, in order. */
function commentsOf(tags: FileTags): readonly (readonly [name: string, value: string])[] {
  const { title, artist, album, year, genre, track } = tags
  const all: readonly (readonly [string, string])[] = [
    ['TITLE', title],
    ['ARTIST', artist],
    ['ALBUM', album],
    ['DATE', year],
    ['GENRE', genre],
    ['TRACKNUMBER', track === null ? '' : String(track.number)],
    ['TRACKTOTAL', track === null ? '' : String(track.of)],
    ...bookComments(tags),
  ]
  return all.filter(([, value]) => value !== '')
}

/**
 * The comments that no library writes by itself. According to the specification, the reader is a performer; audiobook players
 * show the composer.
 */
export function bookComments(tags: FileTags): readonly (readonly [name: string, value: string])[] {
  const { albumArtist, narrator, language, series, description, chapters } = tags
  const all: readonly (readonly [string, string])[] = [
    ['ALBUMARTIST', albumArtist],
    ['PERFORMER', narrator],
    ['COMPOSER', narrator],
    ['LANGUAGE', language],
    ['DESCRIPTION', description],
    ...seriesTags(series),
    ...chapterComments(chapters),
  ]
  return all.filter(([, value]) => value !== '')
}

/** The series under the names that audiobook players read in every format. */
export function seriesTags(series: FileTags['series']): readonly (readonly [string, string])[] {
  if (series === null) return []
  return [['SERIES', series.name], ...(series.number === '' ? [] : [['SERIES-PART', series.number] as const])]
}

/** Comments of chapters, as defined by https://wiki.xiph.org/Chapter_Extension. */
function chapterComments(chapters: readonly ChapterMark[]): (readonly [string, string])[] {
  return chapters.flatMap(({ title, startMs }, index) => {
    const name = `CHAPTER${String(index + 1).padStart(3, '0')}`
    const ms = Math.round(startMs)
    const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
    const clock = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`
    return [
      [name, `${clock}.${String(ms % 1000).padStart(3, '0')}`],
      [`${name}NAME`, title],
    ] as const
  })
}

/** A block of comments: vendor, then each comment with its length; a cover is the last. */
export function vorbisComments(tags: FileTags): Uint8Array {
  const encode = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    const length = new Uint8Array(4)
    viewOf(length).setUint32(0, bytes.length, true)
    return concatBytes([length, bytes])
  }
  const comments = commentsOf(tags).map(([name, value]) => `${name}=${value}`)
  if (tags.cover !== null)
    comments.push(`METADATA_BLOCK_PICTURE=${Buffer.from(pictureBlock(tags.cover)).toString('base64')}`)
  const count = new Uint8Array(4)
  viewOf(count).setUint32(0, comments.length, true)
  return concatBytes([encode(VENDOR), count, ...comments.map(encode)])
}

/** FLAC's picture block (https://www.rfc-editor.org/rfc/rfc9639 §8.8): the front cover, without stated dimensions. */
function pictureBlock({ mimeType, bytes }: Cover): Uint8Array {
  const type = new TextEncoder().encode(mimeType)
  const block = new Uint8Array(32 + type.length + bytes.length)
  const view = viewOf(block)
  view.setUint32(0, 3) // front cover
  view.setUint32(4, type.length)
  block.set(type, 8)
  // An empty description; width, height, depth and colours are 0 for unknown.
  view.setUint32(28 + type.length, bytes.length)
  block.set(bytes, 32 + type.length)
  return block
}

/** The most entries that a table of contents holds (https://id3.org/id3v2-chapters-1.0 §3.2). */
const MAX_ENTRIES = 255
const FRONT_COVER = { id: 3 }

/** An ID3v2.3 tag for the beginning of an MP3 file. */
export function id3TagOf(tags: FileTags): Uint8Array {
  const { title, artist, albumArtist, album, year, narrator, genre, track, cover, chapters } = tags
  const { language, series, description } = tags
  const code = languageCode(language)
  const marks =
    chapters.length < 2
      ? []
      : chapters.map((chapter, index) => ({
          elementID: `chapter-${index + 1}`,
          startTimeMs: Math.round(chapter.startMs),
          endTimeMs: Math.round(chapter.endMs),
          tags: { title: chapter.title },
        }))
  return NodeID3.create({
    ...(title.trim() !== '' && { title }),
    ...(artist !== '' && { artist }),
    ...(albumArtist !== '' && { performerInfo: albumArtist }),
    ...(album !== '' && { album }),
    ...(year !== '' && { year }),
    // Audiobook players show the composer as the narrator: ID3 has no field for the reader.
    ...(narrator !== '' && { composer: narrator }),
    genre,
    ...(code !== null && { language: code }),
    ...(description !== '' && { comment: { language: code ?? 'und', text: description } }),
    userDefinedText: [
      ...(description === '' ? [] : [{ description: 'DESCRIPTION', value: description }]),
      ...seriesTags(series).map(([name, value]) => ({ description: name, value })),
    ],
    ...(track !== null && { trackNumber: `${track.number}/${track.of}` }),
    ...(cover !== null && {
      image: {
        mime: cover.mimeType,
        type: FRONT_COVER,
        description: '',
        imageBuffer: Buffer.from(cover.bytes),
      },
    }),
    ...(marks.length > 0 && {
      chapter: marks,
      tableOfContents: contentsOf(marks.map(({ elementID }) => elementID)),
    }),
  })
}

/** A table of contents; if there are too many chapters, a table of tables, followed by those. */
function contentsOf(elements: string[]) {
  const parts: string[][] = []
  for (let at = 0; at < elements.length; at += MAX_ENTRIES) parts.push(elements.slice(at, at + MAX_ENTRIES))
  const tables = parts.map((part, index) => ({
    elementID: `contents-${index + 1}`,
    isOrdered: true,
    elements: part,
  }))
  const top = { elementID: 'contents', isOrdered: true }
  return parts.length <= 1
    ? [{ ...top, elements }]
    : [{ ...top, elements: tables.map(({ elementID }) => elementID) }, ...tables]
}
