import { describe, expect, test } from 'vitest'
import { exportFilesOf } from '../../../shared/export/exportFiles.ts'
import {
  EXPORT_PRESETS,
  presetOf,
  withFormat,
  type ExportSettings,
} from '../../../shared/export/exportSettings.ts'
import { addBlocks } from '../../../shared/story/blockCommands.ts'
import { addChapter } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { layout as layOut, placeChapters } from '../../../shared/story/layout.ts'
import { addMusic } from '../../../shared/story/musicCommands.ts'
import { newStoryRecords } from '../../../shared/story/newStory.ts'
import {
  blockIdSchema,
  chapterIdSchema,
  musicIdSchema,
  storyIdSchema,
} from '../../../shared/story/records.ts'
import { storyFromRecords, type Story } from '../../../shared/story/story.ts'
import { indexTakes } from '../../../shared/story/takes.ts'

const id = (text: string) => blockIdSchema.parse(text)

/** Two chapters of two blocks; each block has a take of a second after a silence of 300 ms. */
function material() {
  const records = newStoryRecords({ story: storyIdSchema.parse('s'), block: id('unused') }, 'The Ferry')
  const empty = storyFromRecords(records.filter(({ type }) => type === 'story'))
  const blocks = ['b1', 'b2', 'b3', 'b4'].map((name) => ({
    id: id(name),
    text: `Words of ${name}`,
    silenceBeforeMs: 300,
  }))
  let story: Story = apply(empty, addBlocks(empty, blocks, null))
  for (const [chapter, before] of [
    ['One', 'b1'],
    ['Two', 'b3'],
  ] as const)
    story = apply(
      story,
      addChapter(story, { id: chapterIdSchema.parse(chapter), title: chapter }, id(before)),
    )
  let at = 0
  const spans = layOut(story, indexTakes([])).spans.map((span) => {
    const startMs = at + 300
    const silenceStartMs = at
    at = startMs + 1000
    const take = { id: span.id, audioId: 'a', startMs: 0, endMs: 1000 } as never
    return { ...span, silenceStartMs, startMs, endMs: at, take, isEstimate: false }
  })
  const chapters = placeChapters(layOut(story, indexTakes([])).chapters, spans)
  return { story, layout: { spans, heard: spans, chapters, totalMs: at } }
}

function files(changes: Partial<ExportSettings>) {
  const { story, layout } = material()
  return exportFilesOf(story, layout, { ...EXPORT_PRESETS.none, ...changes }).map(
    ({ name, durationMs, pieces }) => ({
      name,
      durationMs,
      places: pieces.map(({ startMs, endMs }) => [startMs, endMs]),
    }),
  )
}

describe('the files of an export', () => {
  test('are one file for the story, timed as on the timeline', () => {
    expect(files({})).toEqual([
      {
        name: 'The Ferry.mp3',
        durationMs: 5200,
        places: [
          [300, 1300],
          [1600, 2600],
          [2900, 3900],
          [4200, 5200],
        ],
      },
    ])
  })

  test('are one file for each chapter, with times from the start of the file', () => {
    expect(files({ split: 'chapter', names: '{n:02} {chapter}' })).toEqual([
      {
        name: '01 One.mp3',
        // Including the silence before the next chapter's words.
        durationMs: 2900,
        places: [
          [300, 1300],
          [1600, 2600],
        ],
      },
      {
        name: '02 Two.mp3',
        durationMs: 2300,
        places: [
          [0, 1000],
          [1300, 2300],
        ],
      },
    ])
  })

  test('are one file for each block, without the silence before it', () => {
    const { names } = EXPORT_PRESETS.game
    expect(files({ split: 'block', names, format: 'wav' }).slice(0, 2)).toEqual([
      { name: '0001__Words of b1.wav', durationMs: 1000, places: [[0, 1000]] },
      { name: '0002__Words of b2.wav', durationMs: 1000, places: [[0, 1000]] },
    ])
  })

  test('begin and end with room tone of the requested length', () => {
    const [first] = files({ split: 'chapter', roomTone: { headMs: 700, tailMs: 2000 } })
    expect(first).toMatchObject({
      durationMs: 700 + 2300 + 2000,
      places: [
        [700, 1700],
        [2000, 3000],
      ],
    })
  })

  test('include stems that are as long as the story, with names in the writer’s language', () => {
    const [story, stem] = files({ stems: true })
    expect(stem?.name).toBe('The Ferry - Narrator.mp3')
    const { story: told, layout } = material()
    const names = { narrator: 'Erzähler', music: 'Musik', sample: 'Hörprobe' }
    const inGerman = exportFilesOf(told, layout, { ...EXPORT_PRESETS.none, stems: true }, names)
    expect(inGerman.map(({ name }) => name)).toEqual(['The Ferry.mp3', 'The Ferry - Erzähler.mp3'])
    expect(stem?.durationMs).toBe(story?.durationMs)
    expect(stem?.places).toEqual(story?.places)
  })
})

describe('the music of an export', () => {
  /** A bed under the story, which begins in the middle of its audio, and an effect at the second chapter's first words. */
  function musicOf(changes: Partial<ExportSettings>) {
    const { story, layout } = material()
    const audio = { name: '', audioId: 'a', audioMs: 1000, gainDb: 0, duckDb: 0 }
    const bed = { kind: 'story', startMs: 0, endMs: 0 } as const
    const effect = { kind: 'block', blockId: id('b3'), startMs: -100, lengthMs: 500 } as const
    const withBed = apply(
      story,
      addMusic(story, { ...audio, id: musicIdSchema.parse('bed'), fromMs: 600, place: bed }),
    )
    const told = apply(
      withBed,
      addMusic(withBed, { ...audio, id: musicIdSchema.parse('effect'), place: effect }),
    )
    return exportFilesOf(told, layout, { ...EXPORT_PRESETS.none, ...changes }).map(({ name, music }) => [
      name,
      ...music.map(({ startMs, endMs, fromMs }) => [startMs, endMs, fromMs]),
    ])
  }

  test('plays at its times in the file of the story', () => {
    expect(musicOf({})).toEqual([['The Ferry.mp3', [0, 5200, 600], [2800, 3300, 0]]])
    expect(musicOf({ music: false })).toEqual([['The Ferry.mp3']])
  })

  test('continues from chapter to chapter, even if room tone replaces silence', () => {
    expect(musicOf({ split: 'chapter', names: '{n}' })).toEqual([
      ['1.mp3', [0, 2800, 600]],
      // The effect begins in the silence before the words, and the file with it. After 2,800 ms of a second that began at 600 ms,
      // the audio is at 400 ms.
      ['2.mp3', [0, 2400, 400], [0, 500, 0]],
    ])
    const roomTone = { headMs: 700, tailMs: 2000 }
    expect(musicOf({ split: 'chapter', names: '{n}', roomTone })).toEqual([
      // The second chapter's effect falls into the first one's room tone, where it is left out.
      ['1.mp3', [400, 5000, 600]],
      ['2.mp3', [0, 3000, 800], [600, 1100, 0]],
    ])
  })

  test('is in no file of a single block, and has a stem of its own', () => {
    expect(musicOf({ split: 'block', names: '{n}' })).toEqual([['1.mp3'], ['2.mp3'], ['3.mp3'], ['4.mp3']])
    const music = [
      [0, 5200, 600],
      [2800, 3300, 0],
    ]
    expect(musicOf({ stems: true })).toEqual([
      ['The Ferry.mp3', ...music],
      ['The Ferry - Narrator.mp3'],
      ['The Ferry - Music.mp3', ...music],
    ])
  })
})

test('a preset is recognized by its settings until one of them is changed', () => {
  expect(presetOf(EXPORT_PRESETS.podcast)).toBe('podcast')
  expect(
    presetOf({ ...EXPORT_PRESETS.podcast, tags: { title: 'T', author: 'A', readBy: '', year: '' } }),
  ).toBe('podcast')
  expect(presetOf({ ...EXPORT_PRESETS.podcast, quality: '192' })).toBeUndefined()
})

test('a new format sets a quality and a sample rate that it supports', () => {
  expect(withFormat(EXPORT_PRESETS.audiobook, 'opus')).toMatchObject({ quality: '48', sampleRate: 48_000 })
  expect(withFormat(EXPORT_PRESETS.audiobook, 'm4b')).toMatchObject({ quality: '192', sampleRate: 44_100 })
})
