/** Files with more chapters than some lists of chapters can hold. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import NodeID3 from 'node-id3'
import { expect, onTestFinished, test } from 'vitest'
import type { FileTags } from '../../../electron/mixdown/formats/audioSink.ts'
import { createM4bFile } from '../../../electron/mixdown/formats/createSink.ts'
import { boxesIn } from '../../../electron/mixdown/formats/m4bMovie.ts'
import { id3TagOf } from '../../../electron/mixdown/formats/tags.ts'

/** Tags of a file with chapters of a hundredth of a second. */
function tagsWith(count: number): FileTags {
  return {
    title: 'Tides',
    artist: '',
    albumArtist: '',
    album: '',
    year: '',
    narrator: '',
    genre: 'Audiobook',
    language: '',
    series: null,
    description: '',
    track: null,
    cover: null,
    chapters: Array.from({ length: count }, (_, index) => ({
      title: `Chapter ${index + 1}`,
      startMs: index * 10,
      endMs: (index + 1) * 10,
    })),
  }
}

/** The content of the boxes at a path below some bytes. */
function boxesAt(bytes: Uint8Array, [type, ...path]: readonly string[]): Uint8Array[] {
  const found = boxesIn(bytes).flatMap((box) => (box.type === type ? [box.content] : []))
  return path.length === 0 ? found : found.flatMap((content) => boxesAt(content, path))
}

test.each([
  [255, 1],
  [256, 0],
  [3000, 0],
])(
  'an M4B file of %i chapters has them all in its text track, and has %i of the lists limited to 255',
  async (count, lists) => {
    const folder = mkdtempSync(join(tmpdir(), 'fabula-chapters-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'tides.m4b')
    const file = await createM4bFile(path, { sampleRate: 24_000, channels: 1 }, 64, tagsWith(count))
    await file.write([new Float32Array(240 * count)])
    await file.finish()
    const bytes = readFileSync(path)
    expect(boxesAt(bytes, ['moov', 'udta', 'chpl'])).toHaveLength(lists)
    const sizes = boxesAt(bytes, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz'])
    expect(Buffer.from(sizes[1] ?? []).readUInt32BE(8)).toBe(count)
  },
)

test.each([2, 255, 256, 300, 3000])(
  'an MP3 file lists %i chapters in tables of at most 255, in order',
  (count) => {
    const read = NodeID3.read(Buffer.from(id3TagOf(tagsWith(count))))
    const { chapter = [], tableOfContents = [] } = read
    const titles = new Map(chapter.map(({ elementID, tags }) => [elementID, tags?.title]))
    const tables = new Map(tableOfContents.map(({ elementID, elements = [] }) => [elementID, elements]))
    const listed = (id: string): string[] => tables.get(id)?.flatMap(listed) ?? [titles.get(id) ?? '']
    const all = Array.from({ length: count }, (_, index) => `Chapter ${index + 1}`)
    expect(listed(tableOfContents[0]?.elementID ?? '')).toEqual(all)
    expect(Math.max(...[...tables.values()].map(({ length }) => length))).toBeLessThanOrEqual(255)
  },
)
