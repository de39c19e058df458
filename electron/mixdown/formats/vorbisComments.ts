/** Tags of Opus and FLAC files: `NAME=value` (https://www.xiph.org/vorbis/doc/v-comment.html). */
import { concatBytes, viewOf } from '../../lib/audio/bytes.ts'
import type { ChapterMark, Cover, FileTags } from './audioSink.ts'

const VENDOR = 'Fabula'

/** The comments of a file, in order. */
export function commentsOf(tags: FileTags): readonly (readonly [name: string, value: string])[] {
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
 * The comments that no library writes by itself. By the specification the reader is a performer; audiobook players show the
 * composer.
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
export function pictureBlock({ mimeType, bytes }: Cover): Uint8Array {
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
