import NodeID3 from 'node-id3'
import { languageCode } from '../../shared/lib/languageTag.ts'
import type { FileTags } from './formats/audioSink.ts'
import { seriesTags } from './formats/vorbisComments.ts'

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
