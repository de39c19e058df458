import NodeID3 from 'node-id3'
import type { SpokenStory } from '../../shared/captions/spokenStory.ts'

/** The most chapters that a table of contents holds (https://id3.org/id3v2-chapters-1.0 §3.2). */
const MAX_CHAPTERS = 255

/** An ID3v2.3 tag for the beginning of an MP3 file: the title, and the chapters where there are several. */
export function id3TagOf({ title, chapters }: SpokenStory): Uint8Array {
  const marks =
    chapters.length < 2 || chapters.length > MAX_CHAPTERS
      ? []
      : chapters.map((chapter, index) => ({
          elementID: `chapter-${index + 1}`,
          startTimeMs: Math.round(chapter.startMs),
          endTimeMs: Math.round(chapter.endMs),
          tags: { title: chapter.title },
        }))
  return NodeID3.create({
    ...(title.trim() !== '' && { title }),
    ...(marks.length > 0 && {
      chapter: marks,
      tableOfContents: [
        { elementID: 'contents', isOrdered: true, elements: marks.map(({ elementID }) => elementID) },
      ],
    }),
  })
}
