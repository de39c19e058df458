/** The metadata of a book, from the document to the tags of the files that are made from its story. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import NodeID3 from 'node-id3'
import { describe, expect, test } from 'vitest'
import type { DocumentText } from '../../../electron/lib/documents/formats/documentText.ts'
import { sourceFromDocument } from '../../../electron/lib/documents/import/fromDocument.ts'
import { mixdown } from '../../../electron/mixdown/mixdown.ts'
import { EXPORT_PRESETS, withFormat, type ExportSettings } from '../../../shared/export/exportSettings.ts'
import type { ExportFormatName } from '../../../shared/export/exportFormats.ts'
import { importStory } from '../../../shared/import/importStory.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import { storyWithAudio, tone, type StoryWithAudio } from './storyWithAudio.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const DESCRIPTION = `A lamp goes out.\n\n${'Nobody sees it. '.repeat(30)}`.trim()
const HARBOUR: DocumentText = {
  title: 'The Harbour',
  author: 'Ada Wren',
  language: 'EN_gb',
  series: { name: 'Tides', number: '2.5' },
  description: DESCRIPTION,
  cover: { bytes: PIXEL, mediaType: 'image/png' },
  parts: [{ kind: 'paragraph', text: 'The lamp went out.' }],
}

function recordsOf(document: DocumentText): StoryRecord[] {
  let count = 0
  return importStory(
    sourceFromDocument(document, 'harbour'),
    { readsQuotations: false },
    () => `id${++count}`,
  )
}

/** A story with the metadata of a book, with audio. */
async function bookWithAudio(): Promise<StoryWithAudio> {
  const made = storyWithAudio([{}])
  made.addTake(1, await made.store(tone(1000)), 0, 1000)
  const { info } = made.project.story()
  const put = recordsOf(HARBOUR).flatMap((record): StoryRecord[] => {
    if (record.type === 'cover') return [record]
    return record.type === 'story'
      ? [{ ...info, title: record.title, book: record.book, language: record.language }]
      : []
  })
  made.project.commit({ put, remove: [] })
  return made
}

async function exportTo(
  made: StoryWithAudio,
  format: ExportFormatName,
  tags: Partial<ExportSettings['tags']> = {},
): Promise<Buffer> {
  const path = join(made.folder, `out.${format}`)
  const settings = withFormat(EXPORT_PRESETS.none, format)
  const asked = { ...settings, tags: { ...settings.tags, readBy: 'Wren', ...tags } }
  const signal = new AbortController().signal
  await mixdown({ project: made.project, settings: asked, path, signal, onProgress: () => {} })
  return readFile(path)
}

async function tagsIn(bytes: Buffer) {
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  return { ...(await input.getMetadataTags()), languageCode: track?.languageCode }
}

test('a document gives its story an author, a language, a series, a description and a cover', () => {
  const [info, cover] = recordsOf(HARBOUR)
  expect(info).toMatchObject({
    title: 'The Harbour',
    language: 'en-GB',
    book: {
      author: 'Ada Wren',
      series: { name: 'Tides', number: '2.5' },
      description: DESCRIPTION,
    },
  })
  expect(cover).toEqual({
    type: 'cover',
    id: 'cover',
    mimeType: 'image/png',
    base64: PIXEL.toString('base64'),
  })
})

test.each<[string, Partial<DocumentText>, object]>([
  ['no language', { language: 'English (UK)' }, { language: 'en' }],
  ['an unknown language', { language: 'und' }, { language: 'en' }],
  ['a language in other letters', { language: 'zh_hant_tw' }, { language: 'zh-Hant-TW' }],
  [
    'a series without a number',
    { series: { name: ' Tides ', number: null } },
    { book: { series: { name: 'Tides', number: '' } } },
  ],
  ['a series without a name', { series: { name: ' ', number: '1' } }, { book: { series: null } }],
  [
    'no more than a title',
    { author: null, series: null, description: null },
    { book: { author: '', series: null, description: '' } },
  ],
])('from a document with %s, the story keeps the valid metadata', (_, changed, expected) => {
  expect(recordsOf({ ...HARBOUR, ...changed })[0]).toMatchObject(expected)
})

test.each([
  ['is no picture', Buffer.from('<svg/>')],
  ['is larger than a cover may be', Buffer.concat([PIXEL, Buffer.alloc(10 * 1024 * 1024)])],
])('a cover that %s is not used', (_, bytes) => {
  const records = recordsOf({ ...HARBOUR, cover: { bytes, mediaType: 'image/png' } })
  expect(records.some(({ type }) => type === 'cover')).toBe(false)
})

describe('the files of a story that was a book', () => {
  test('have its metadata in M4B, where players look for it', async () => {
    using made = await bookWithAudio()
    const bytes = await exportTo(made, 'm4b')
    const { title, artist, album, albumArtist, genre, images, raw, languageCode } = await tagsIn(bytes)
    expect({ title, artist, album, albumArtist, genre, languageCode }).toEqual({
      title: 'The Harbour',
      artist: 'Ada Wren',
      album: 'The Harbour',
      albumArtist: 'Ada Wren',
      genre: 'Audiobook',
      languageCode: 'eng',
    })
    expect(raw).toMatchObject({ '©wrt': 'Wren', '©nrt': 'Wren', ldes: DESCRIPTION, '©mvn': 'Tides' })
    expect(raw?.['desc']).toBe(DESCRIPTION.slice(0, 255))
    expect(images?.map(({ mimeType, data }) => [mimeType, Buffer.from(data).equals(PIXEL)])).toEqual([
      ['image/png', true],
    ])
    for (const [name, value] of [
      ['SERIES', 'Tides'],
      ['SERIES-PART', '2.5'],
      ['LANGUAGE', 'en-GB'],
    ] as const) {
      const at = bytes.indexOf(`name\0\0\0\0${name}`, 0, 'latin1')
      expect(bytes.toString('latin1', at, at + 60)).toContain(value)
    }
  })

  test('have its metadata in MP3', async () => {
    using made = await bookWithAudio()
    const read = NodeID3.read(await exportTo(made, 'mp3'))
    expect(read).toMatchObject({
      title: 'The Harbour',
      artist: 'Ada Wren',
      performerInfo: 'Ada Wren',
      album: 'The Harbour',
      composer: 'Wren',
      language: 'eng',
      comment: { language: 'eng', text: DESCRIPTION },
      userDefinedText: [
        { description: 'DESCRIPTION', value: DESCRIPTION },
        { description: 'SERIES', value: 'Tides' },
        { description: 'SERIES-PART', value: '2.5' },
      ],
    })
    expect(typeof read.image === 'object' && read.image.imageBuffer.equals(PIXEL)).toBe(true)
  })

  test.each(['flac', 'opus'] as const)('have its metadata in %s', async (format) => {
    using made = await bookWithAudio()
    const { artist, albumArtist, images, raw } = await tagsIn(await exportTo(made, format))
    expect({ artist, albumArtist, images: images?.length }).toEqual({
      artist: 'Ada Wren',
      albumArtist: 'Ada Wren',
      images: 1,
    })
    expect(raw).toMatchObject({
      LANGUAGE: 'en-GB',
      SERIES: 'Tides',
      'SERIES-PART': '2.5',
      DESCRIPTION,
      COMPOSER: 'Wren',
    })
  })

  test('have the author that the writer typed for the export instead', async () => {
    using made = await bookWithAudio()
    const read = NodeID3.read(await exportTo(made, 'mp3', { author: 'A. Wren' }))
    expect(read).toMatchObject({ artist: 'A. Wren', performerInfo: 'A. Wren' })
  })

  test('have no picture if each is a single block', async () => {
    using made = await bookWithAudio()
    const settings = { ...EXPORT_PRESETS.none, split: 'block', names: '{n}' } as const
    const signal = new AbortController().signal
    const path = join(made.folder, 'lines')
    await mixdown({ project: made.project, settings, path, signal, onProgress: () => {} })
    expect(NodeID3.read(await readFile(join(path, '1.mp3'))).image).toBeUndefined()
  })
})
