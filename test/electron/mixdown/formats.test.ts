/** Files of every format, read back by this project's readers if it has them, otherwise by mediabunny's, and chapters from the raw bytes. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import NodeID3 from 'node-id3'
import { describe, expect, test } from 'vitest'
import { createLoudnessMeter, integratedLoudness } from '../../../electron/lib/audio/loudness.ts'
import { bytesSource, decodeAudio, openAudio, surveyAudio } from '../../../electron/lib/audio/decode.ts'
import { checkedFileOf } from '../../../electron/mixdown/checkedFile.ts'
import { mixdown, type MixdownOptions } from '../../../electron/mixdown/mixdown.ts'
import { writeBeside } from '../../../electron/mixdown/besideFiles.ts'
import { EXPORT_PRESETS, withFormat, type ExportSettings } from '../../../shared/export/exportSettings.ts'
import { EXPORT_FORMAT_NAMES } from '../../../shared/export/exportFormats.ts'
import { acxResultOf, acxVerdicts, FILE_CHECKS } from '../../../shared/export/soundChecks.ts'
import { addChapter } from '../../../shared/story/castCommands.ts'
import { blockIdSchema, chapterIdSchema } from '../../../shared/story/records.ts'
import { findSpeech } from '../../support/measure.ts'
import { storyWithAudio, tone, type StoryWithAudio } from './storyWithAudio.ts'
import { long } from '../../support/tags.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Two chapters, three blocks; the second voice is 12 dB quieter. Tones of a rate that no preset has. */
async function story(): Promise<StoryWithAudio> {
  const made = storyWithAudio([{ silenceBeforeMs: 400 }, { silenceBeforeMs: 600 }, { silenceBeforeMs: 500 }])
  const loud = await made.store(tone(9000, { amplitude: 12_000 }))
  const quiet = await made.store(tone(9000, { amplitude: 3000 }))
  made.addTake(1, loud, 0, 3000)
  made.addTake(2, quiet, 0, 4000)
  made.addTake(3, loud, 4000, 8000)
  for (const [title, before] of [
    ['One – café', 'b1'],
    ['Two', 'b3'],
  ] as const) {
    const chapter = { id: chapterIdSchema.parse(title), title }
    made.project.commit(addChapter(made.project.story(), chapter, blockIdSchema.parse(before)))
  }
  return made
}
const PLACES = [
  [400, 3400],
  [4000, 8000],
  [8500, 12_500],
]
const tags = { title: 'The Lighthouse', author: 'Anna', readBy: 'Wren', year: '2026' }

async function mixTo(
  made: StoryWithAudio,
  name: string,
  changes: ExportSettings,
  more: Partial<MixdownOptions> = {},
) {
  const path = join(made.folder, name)
  const signal = new AbortController().signal
  const settings = { ...changes, tags }
  const cover = { mimeType: 'image/png' as const, bytes: new Uint8Array(PIXEL) }
  const options = { project: made.project, settings, cover, path, signal, onProgress: () => {}, ...more }
  const done = await mixdown(options, (files, folder) =>
    writeBeside(made.project.story(), files, folder, settings),
  )
  return { ...done, path }
}

const placesOf = async (path: string) => {
  const pcm = await decodeAudio(await readFile(path))
  return findSpeech(pcm, { thresholdDb: -45, minSilenceMs: 100 }).map(({ startMs, endMs }) => [
    startMs,
    endMs,
  ])
}

function expectWithin(
  found: readonly (readonly number[])[],
  expected: readonly (readonly number[])[],
  ms: number,
) {
  expect(found).toHaveLength(expected.length)
  for (const [index, place] of found.entries())
    for (const [edge, value] of place.entries())
      expect(Math.abs(value - (expected[index]?.[edge] ?? NaN))).toBeLessThanOrEqual(ms)
}

test.each(EXPORT_FORMAT_NAMES)(
  '%s files from the same input have the same bytes and the same length',
  long,
  async (format) => {
    using made = await story()
    const settings = withFormat(EXPORT_PRESETS.podcast, format)
    const hash = async () =>
      createHash('sha256')
        .update(await readFile((await mixTo(made, `out.${format}`, settings)).path))
        .digest('hex')
    expect(await hash()).toBe(await hash())
    if (format === 'wav' || format === 'mp3') return
    using input = new Input({
      source: new BufferSource(await readFile(join(made.folder, `out.${format}`))),
      formats: ALL_FORMATS,
    })
    const track = await input.getPrimaryAudioTrack()
    expect(track?.codec).toBe({ m4b: 'aac', flac: 'flac', opus: 'opus' }[format])
    expect(Math.abs((await input.computeDuration()) - 12.5)).toBeLessThan(0.02)
    const read = await input.getMetadataTags()
    expect(read).toMatchObject({ title: 'The Lighthouse', artist: 'Anna' })
    expect(read.images?.[0]?.mimeType).toBe('image/png')
  },
)

test('an MP3 file has its tags, cover and chapters, even at a variable bit rate', async () => {
  using made = await story()
  const { path } = await mixTo(made, 'out.mp3', { ...EXPORT_PRESETS.podcast, quality: 'v2' })
  const read = NodeID3.read(await readFile(path))
  expect(read).toMatchObject({
    title: 'The Lighthouse',
    artist: 'Anna',
    album: 'The Lighthouse',
    year: '2026',
  })
  expect(read.chapter?.map(({ startTimeMs, tags: own }) => [startTimeMs, own?.title])).toEqual([
    [0, 'One – café'],
    [8500, 'Two'],
  ])
  expect(typeof read.image === 'object' && read.image.imageBuffer.equals(PIXEL)).toBe(true)
  expectWithin(await placesOf(path), PLACES, 20)
})

describe('an M4B file', () => {
  /** The first box at a path below some bytes. */
  function boxAt(bytes: Buffer, ...path: readonly string[]): Buffer {
    let inside = bytes
    for (const type of path) {
      let found: Buffer | undefined
      for (let at = 0; at + 8 <= inside.length && found === undefined; at += inside.readUInt32BE(at))
        if (inside.toString('latin1', at + 4, at + 8) === type)
          found = inside.subarray(at + 8, at + inside.readUInt32BE(at))
      if (found === undefined) throw new Error(`There is no ${type}`)
      inside = found
    }
    return inside
  }

  test('has chapters as a list and as a text track that the audio refers to', async () => {
    using made = await story()
    const { path } = await mixTo(made, 'out.m4b', withFormat(EXPORT_PRESETS.podcast, 'm4b'))
    const file = await readFile(path)
    expect(file.toString('latin1', 8, 12)).toBe('M4B ')
    const list = boxAt(file, 'moov', 'udta', 'chpl')
    expect(list[8]).toBe(2)
    expect(list.readBigUInt64BE(9)).toBe(0n)
    const firstBytes = list[17] ?? 0
    expect(list.toString('utf8', 18, 18 + firstBytes)).toBe('One – café')
    expect(list.readBigUInt64BE(18 + firstBytes)).toBe(85_000_000n)
    expect(boxAt(file, 'moov', 'trak', 'tref', 'chap').readUInt32BE(0)).toBe(2)
    // The encoder's first 1024 samples are not audio.
    expect(boxAt(file, 'moov', 'trak', 'edts', 'elst').readUInt32BE(12)).toBe(1024)
    const moov = boxAt(file, 'moov')
    const text = moov.subarray(moov.indexOf('trak', moov.indexOf('trak') + 4) + 4)
    expect(boxAt(text, 'mdia', 'mdhd').readUInt32BE(16)).toBe(12_500)
    const offset = Number(boxAt(text, 'mdia', 'minf', 'stbl', 'co64').readBigUInt64BE(8))
    const length = file.readUInt16BE(offset)
    expect(file.toString('utf8', offset + 2, offset + 2 + length)).toBe('One – café')
  })
})

describe('the narrator and the genre', () => {
  async function tagsIn(path: string) {
    using input = new Input({ source: new BufferSource(await readFile(path)), formats: ALL_FORMATS })
    return await input.getMetadataTags()
  }

  test('are in an M4B file, as audiobook players read them', async () => {
    using made = await story()
    const { path } = await mixTo(made, 'out.m4b', withFormat(EXPORT_PRESETS.podcast, 'm4b'))
    const { genre, comment, raw, artist } = await tagsIn(path)
    expect({ genre, comment, artist }).toEqual({ genre: 'Audiobook', comment: undefined, artist: 'Anna' })
    expect(raw).toMatchObject({ '©wrt': 'Wren', '©nrt': 'Wren', stik: Uint8Array.of(2) })
    const file = await readFile(path)
    const named = file.indexOf('com.apple.iTunes')
    expect(file.toString('latin1', named, named + 60)).toMatch(/NARRATOR.*data.*Wren/s)
  })

  test('are in a file of a single block, which is not an audiobook', async () => {
    using made = await story()
    const settings = { ...withFormat(EXPORT_PRESETS.none, 'm4b'), split: 'block', names: '{n}' } as const
    const { files } = await mixTo(made, 'lines', settings)
    const { genre, raw } = await tagsIn(files[0]?.path ?? '')
    expect([genre, raw?.['©wrt'], raw?.['stik']]).toEqual(['Speech', 'Wren', undefined])
  })

  test.each(['flac', 'opus'] as const)('are in a %s file', async (format) => {
    using made = await story()
    const { path } = await mixTo(made, `out.${format}`, withFormat(EXPORT_PRESETS.none, format))
    const { genre, comment, raw, images } = await tagsIn(path)
    expect([genre, comment, images?.length]).toEqual(['Speech', undefined, 1])
    expect(raw).toMatchObject({ PERFORMER: 'Wren', COMPOSER: 'Wren' })
  })

  test('are in MP3 files, which are audiobooks if each is a chapter', async () => {
    using made = await story()
    const whole = await mixTo(made, 'out.mp3', EXPORT_PRESETS.none)
    expect(NodeID3.read(await readFile(whole.path))).toMatchObject({ composer: 'Wren', genre: 'Speech' })
    const { files } = await mixTo(made, 'book', { ...EXPORT_PRESETS.none, split: 'chapter', names: '{n}' })
    const read = NodeID3.read(await readFile(files[0]?.path ?? ''))
    expect(read).toMatchObject({ composer: 'Wren', genre: 'Audiobook', artist: 'Anna' })
    expect(read.comment).toBeUndefined()
  })
})

test('a file for each chapter has captions that match its audio', long, async () => {
  using made = await story()
  const { files, beside } = await mixTo(made, 'book', { ...EXPORT_PRESETS.audiobook, captions: ['srt'] })
  expect(files.map(({ name }) => name)).toEqual(['01 One – café.mp3', '02 Two.mp3'])
  expect(beside).toHaveLength(2)
  for (const [index, { path }] of files.entries()) {
    const text = await readFile(beside[index] ?? '', 'utf8')
    const times = [...text.matchAll(/(\d+):(\d+):(\d+),(\d+) --> (\d+):(\d+):(\d+),(\d+)/g)].map((match) => {
      const [, h1, m1, s1, t1, h2, m2, s2, t2] = match.map(Number) as [number, ...number[]]
      const ms = (h = 0, m = 0, s = 0, t = 0) => ((h * 60 + m) * 60 + s) * 1000 + t
      return [ms(h1, m1, s1, t1), ms(h2, m2, s2, t2)]
    })
    expectWithin(await placesOf(path ?? ''), times, 20)
  }
})

test('a file for each block contains that block, and a list names the files', async () => {
  using made = await story()
  const { files, beside } = await mixTo(made, 'lines', EXPORT_PRESETS.game)
  expect(files).toHaveLength(3)
  expect(files.map(({ durationMs }) => Math.round(durationMs))).toEqual([3000, 4000, 4000])
  const list = await readFile(beside[0] ?? '', 'utf8')
  expect(list.split('\n')[1]).toBe('0001__Words 0.wav,One – café,1,b1,,,Words 0.,0.000,3.000,3.000')
})

test('an audiobook passes the ACX check when decoded, with quiet and loud voices', long, async () => {
  using made = await story()
  const { files } = await mixTo(made, 'book', EXPORT_PRESETS.audiobook)
  expect(files.map((file) => acxResultOf(checkedFileOf(file)))).toEqual(['pass', 'pass'])
  const { samples, sampleRate } = await decodeAudio(await readFile(files[0]?.path ?? ''))
  const rms = (startMs: number, endMs: number) => {
    const part = samples.subarray((startMs * sampleRate) / 1000, (endMs * sampleRate) / 1000)
    return 10 * Math.log10(part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / part.length)
  }
  expect(rms(1000, 3000)).toBeCloseTo(rms(4500, 7500), 0)
  expect(Math.abs(rms(0, samples.length / (sampleRate / 1000)) + 20)).toBeLessThan(0.6)
  // Room tone, not digital silence, precedes the words.
  expect(rms(100, 600)).toBeLessThan(-70)
  expect(rms(100, 600)).toBeGreaterThan(-90)
})

describe('the ACX check of whole files', () => {
  const { audiobook } = EXPORT_PRESETS
  const refused = ({ files }: Awaited<ReturnType<typeof mixTo>>) =>
    files.map((file) =>
      acxVerdicts(checkedFileOf(file)).flatMap(({ check, isPassed }) =>
        !isPassed && FILE_CHECKS.some((each) => each === check) ? [check] : [],
      ),
    )
  const check = async (made: StoryWithAudio, settings: ExportSettings) =>
    refused(await mixTo(made, '', settings, { path: null }))

  test.each<[string, ExportSettings, readonly (readonly string[])[]]>([
    ['nothing of the audiobook preset', audiobook, [[], []]],
    ['two chapters in one file', { ...audiobook, split: 'story' }, [['section']]],
    ['files of blocks', { ...audiobook, split: 'block' }, [['section'], ['section'], ['section']]],
    ['stems', { ...audiobook, stems: true }, [[], [], ['section']]],
    ['a low bit rate', { ...audiobook, quality: '64' }, [['bitRate'], ['bitRate']]],
    ['a variable bit rate', { ...audiobook, quality: 'v0' }, [['bitRate'], ['bitRate']]],
    [
      'the highest bit rate of a low sample rate',
      { ...audiobook, sampleRate: 24_000 },
      [
        ['bitRate', 'rate'],
        ['bitRate', 'rate'],
      ],
    ],
    ['another format', withFormat(audiobook, 'm4b'), [['format'], ['format']]],
    ['lines of a game', EXPORT_PRESETS.game, Array.from({ length: 3 }, () => ['section', 'format', 'rate'])],
  ])('refuses %s', long, async (_, settings, expected) => {
    using made = await story()
    expect(await check(made, settings)).toEqual(expected)
  })

  test('gives the same result for written files as for files that are only measured', long, async () => {
    using made = await story()
    const settings = { ...withFormat(audiobook, 'm4b'), split: 'story' } as const
    expect(refused(await mixTo(made, 'out.m4b', settings))).toEqual(await check(made, settings))
    expect(await check(made, settings)).toEqual([['section', 'format']])
  })

  test('accepts a single file if the story has no chapters, or only one', async () => {
    using made = storyWithAudio([{}, {}])
    const audioId = await made.store(tone(2000))
    made.addTake(1, audioId, 0, 1000)
    made.addTake(2, audioId, 1000, 2000)
    const settings = { ...audiobook, split: 'story' } as const
    expect(await check(made, settings)).toEqual([[]])
    const chapter = { id: chapterIdSchema.parse('One'), title: 'One' }
    made.project.commit(addChapter(made.project.story(), chapter, blockIdSchema.parse('b1')))
    expect(await check(made, settings)).toEqual([[]])
  })

  test('uses the bit rate chosen by a service if its audio is copied unchanged', async () => {
    using made = storyWithAudio([{}])
    made.addRender(await made.store(tone(3000), 'audio/mpeg'))
    const settings = { ...EXPORT_PRESETS.none, quality: '192' }
    for (const path of [null, join(made.folder, 'out.mp3')]) {
      const { files } = await mixTo(made, '', settings, { path })
      expect(files.map(({ encoding, sections }) => [encoding, sections])).toEqual([
        [{ format: 'mp3', kbps: 64 }, 1],
      ])
    }
  })
})

test.each([1, 2] as const)(
  'an MP3 file at 192 kbit/s with %i channels has that bit rate in every frame, and no fixed one at a variable bit rate',
  long,
  async (channels) => {
    using made = storyWithAudio([{}, { silenceBeforeMs: 4000 }, { silenceBeforeMs: 4000 }])
    const audioId = await made.store(tone(15_000))
    for (const number of [1, 2, 3]) made.addTake(number, audioId, 0, 15_000)
    const settings = { ...EXPORT_PRESETS.audiobook, split: 'story', channels } as const
    const { path } = await mixTo(made, 'out.mp3', settings)
    const bytes = await readFile(path)
    expect((await surveyAudio(bytesSource(bytes))).kbps).toBe(192)
    const { durationMs } = await openAudio(bytes)
    expect((bytes.length * 8) / durationMs / 192).toBeCloseTo(1, 1)
    const varied = await mixTo(made, 'varied.mp3', { ...settings, quality: 'v4' })
    expect((await surveyAudio(bytesSource(await readFile(varied.path)))).kbps).toBeNull()
  },
)

test.each([
  ['podcast', -16],
  ['broadcast', -23],
] as const)('a %s file has the loudness of its preset', long, async (preset, lufs) => {
  using made = await story()
  const { path } = await mixTo(made, preset === 'podcast' ? 'out.mp3' : 'out.wav', EXPORT_PRESETS[preset])
  const audio = await openAudio(await readFile(path))
  const meter = createLoudnessMeter(audio.sampleRate, audio.channels)
  for await (const planes of audio.decodeChannels()) meter.push(planes)
  expect(Math.abs(integratedLoudness(meter.finish().energies) - lufs)).toBeLessThan(0.2)
})
