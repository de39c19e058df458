import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import NodeID3 from 'node-id3'
import { describe, expect, test } from 'vitest'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { findSpeech, medianPitchHz } from '../../support/measure.ts'
import { encodeMp3 } from '../../../electron/lib/audio/mp3.ts'
import { concatSamples, samplesToMs, type Pcm } from '../../../electron/lib/audio/pcm.ts'
import { mixdown, type MixdownOptions } from '../../../electron/mixdown/mixdown.ts'
import { EXPORT_PRESETS, withFormat } from '../../../shared/export/exportSettings.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { addChapter } from '../../../shared/story/castCommands.ts'
import { blockIdSchema, chapterIdSchema } from '../../../shared/story/records.ts'
import { canMount, smallDisk } from '../project/smallDisk.ts'
import { storyWithAudio, tone, type StoryWithAudio } from './storyWithAudio.ts'
import { long } from '../../support/tags.ts'

async function mixTo(story: StoryWithAudio, format: 'mp3' | 'wav', more: Partial<MixdownOptions> = {}) {
  const path = join(story.folder, `out.${format}`)
  const signal = new AbortController().signal
  const settings = withFormat(EXPORT_PRESETS.none, format)
  const { files } = await mixdown({
    project: story.project,
    settings,
    path,
    signal,
    onProgress: () => {},
    ...more,
  })
  const [file] = files
  if (file === undefined) throw new Error('There is no file')
  return file
}

const decodeFile = async (story: StoryWithAudio, name: string) =>
  decodeAudio(await readFile(join(story.folder, name)))
const lengthMs = (pcm: Pcm) => samplesToMs(pcm.samples.length, pcm.sampleRate)
const speechIn = (pcm: Pcm) => findSpeech(pcm, { thresholdDb: -30, minSilenceMs: 30 })
const outputs = async (story: StoryWithAudio) =>
  (await readdir(story.folder)).filter((name) => !name.startsWith('story.fabula'))
const id = (text: string) => blockIdSchema.parse(text)

/** Three blocks with takes from one audio, with the silence of a blank block between the second and the third. */
async function threeTakes(type: 'audio/mpeg' | 'audio/wav' = 'audio/wav'): Promise<StoryWithAudio> {
  const story = storyWithAudio([
    { silenceBeforeMs: 333 },
    { silenceBeforeMs: 1001 },
    { text: ' ', silenceBeforeMs: 250 },
    { silenceBeforeMs: 400 },
  ])
  const source = await story.store(tone(5000), type)
  story.addTake(1, source, 0, 1217)
  story.addTake(2, source, 1300, 2003)
  story.addTake(4, source, 4001, 4999)
  return story
}
const placed = [
  { startMs: 333, endMs: 1550 },
  { startMs: 2551, endMs: 3254 },
  { startMs: 3904, endMs: 4902 },
]

describe('a story whose blocks have takes', () => {
  test.each(['mp3', 'wav'] as const)(
    'is laid out to the millisecond in %s, including silences',
    async (format) => {
      using story = await threeTakes()
      const { durationMs, speech } = await mixTo(story, format)
      const pcm = await decodeFile(story, `out.${format}`)
      expect(durationMs).toBeCloseTo(4902, 0)
      expect(lengthMs(pcm)).toBe(durationMs)
      expect([...speech.values()]).toEqual(placed)
      const heard = speechIn(pcm)
      expect(heard).toHaveLength(3)
      for (const [index, { startMs, endMs }] of heard.entries()) {
        expect(Math.abs(startMs - (placed[index]?.startMs ?? NaN))).toBeLessThan(3)
        expect(Math.abs(endMs - (placed[index]?.endMs ?? NaN))).toBeLessThan(3)
      }
    },
  )

  test('is silent to the sample between blocks, and fades at the ends of takes', async () => {
    using story = await threeTakes()
    await mixTo(story, 'wav')
    const { samples, sampleRate } = await decodeFile(story, 'out.wav')
    const at = (ms: number) => Math.round((ms * sampleRate) / 1000)
    expect(samples.subarray(0, at(333)).every((sample) => sample === 0)).toBe(true)
    expect(samples.subarray(at(1550), at(2551)).every((sample) => sample === 0)).toBe(true)
    const steps = samples.map((sample, n) => Math.abs(sample - (samples[n - 1] ?? 0)))
    const steepest = Math.max(
      ...tone(100).samples.map((sample, n, all) => (n === 0 ? 0 : Math.abs(sample - (all[n - 1] ?? 0)))),
    )
    expect(Math.max(...steps)).toBeLessThanOrEqual(steepest * 1.1)
  })

  test('keeps its length over a thousand blocks: rounding errors do not add up', long, async () => {
    using story = storyWithAudio(
      Array.from({ length: 1000 }, () => ({ text: 'Same words.', silenceBeforeMs: 7 })),
    )
    story.addTake(1, await story.store(tone(50)), 0, 13)
    const { durationMs } = await mixTo(story, 'wav')
    expect(Math.abs(durationMs - 20_000)).toBeLessThan(0.05)
  })

  test('may have takes of different sample rates, which keep their pitch and position', async () => {
    using story = storyWithAudio([{}, { silenceBeforeMs: 500 }])
    story.addTake(1, await story.store(tone(1000, { hz: 200, sampleRate: 22_050 })), 0, 1000)
    story.addTake(2, await story.store(tone(1000, { hz: 320, sampleRate: 48_000 })), 0, 1000)
    await mixTo(story, 'wav')
    const { samples, sampleRate } = await decodeFile(story, 'out.wav')
    expect(sampleRate).toBe(48_000)
    expect(samples.length).toBe(2.5 * 48_000)
    expect(medianPitchHz({ sampleRate, samples: samples.subarray(0, 48_000) })).toBeCloseTo(200, -1)
    expect(medianPitchHz({ sampleRate, samples: samples.subarray(72_000) })).toBeCloseTo(320, -1)
  })

  test('becomes MP3 even if MP3 does not support its sample rate', async () => {
    using story = storyWithAudio([{}])
    story.addTake(1, await story.store(tone(1000, { sampleRate: 20_000 })), 0, 1000)
    expect((await mixTo(story, 'mp3')).durationMs).toBeCloseTo(1000, 0)
    expect(lengthMs(await decodeFile(story, 'out.mp3'))).toBeCloseTo(1000, 0)
  })

  test('reports its progress, which only rises, to the end', async () => {
    using story = await threeTakes('audio/mpeg')
    const told: number[] = []
    await mixTo(story, 'mp3', { onProgress: (fraction) => void told.push(fraction) })
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(told.at(-1)).toBe(1)
  })
})

test('an MP3 file of several chapters lists them in its tag, at the positions of their text', async () => {
  using story = storyWithAudio([{ text: 'One.' }, { text: 'Two.', silenceBeforeMs: 700 }])
  const audioId = await story.store(tone(3000))
  const { project } = story
  const title = 'Im Wald – 狐'
  project.commit(addChapter(project.story(), { id: chapterIdSchema.parse('wood'), title }, id('b2')))
  story.addTake(1, audioId, 0, 1000)
  story.addTake(2, audioId, 1000, 2500)
  await mixTo(story, 'mp3')
  const tags = NodeID3.read(await readFile(join(story.folder, 'out.mp3')))
  expect(tags.chapter).toMatchObject([
    { startTimeMs: 0, endTimeMs: 1700, tags: { title: 'Story' } },
    { startTimeMs: 1700, endTimeMs: 3200, tags: { title } },
  ])
  expect(tags.tableOfContents).toMatchObject([{ isOrdered: true, elements: ['chapter-1', 'chapter-2'] }])
})

describe('a story that was rendered as a whole and not edited since', () => {
  const audio = concatSamples([tone(700).samples, new Int16Array(11_025), tone(900, { hz: 300 }).samples])

  async function rendered(): Promise<{ story: StoryWithAudio; audioId: string }> {
    const story = storyWithAudio([{}, { silenceBeforeMs: 500 }])
    const audioId = await story.store({ sampleRate: 22_050, samples: audio }, 'audio/mpeg')
    story.addTake(1, audioId, 2, 700)
    story.addTake(2, audioId, 1200, 2100)
    story.addRender(audioId)
    return { story, audioId }
  }

  test('is copied unchanged if it has the format, after a new tag', async () => {
    const { story, audioId } = await rendered()
    using _ = story
    const { durationMs, speech } = await mixTo(story, 'mp3')
    const file = await readFile(join(story.folder, 'out.mp3'))
    const bytes = story.project.audio.read(audioId, 0, 10_000_000)
    expect(NodeID3.read(file)).toMatchObject({ title: 'Story' })
    expect(new Uint8Array(file.subarray(-bytes.length))).toEqual(bytes)
    expect((await decodeFile(story, 'out.mp3')).samples.length).toBe(audio.length)
    expect(durationMs).toBeCloseTo(2100, 0)
    expect(speech.get(id('b1'))).toEqual({ startMs: 2, endMs: 700 })
    expect(speech.get(id('b2'))).toEqual({ startMs: 1200, endMs: 2100 })
  })

  test('loses the service’s tag', async () => {
    using story = storyWithAudio([{}])
    const frames = await encodeMp3(tone(500), { kbps: 64 })
    const writer = story.project.audio.begin()
    writer.write(NodeID3.create({ title: 'output_0815', comment: { language: 'eng', text: 'secret job' } }))
    writer.write(frames)
    story.addRender(writer.finish({ type: 'audio/mpeg', durationMs: 500 }).audioId)
    await mixTo(story, 'mp3')
    const file = await readFile(join(story.folder, 'out.mp3'))
    expect(NodeID3.read(file).raw).toEqual({ TIT2: 'Story', TCON: 'Speech' })
    expect(new Uint8Array(file.subarray(-frames.length))).toEqual(frames)
  })

  test('is decoded for another format, to the same length', async () => {
    const { story } = await rendered()
    using _ = story
    const { durationMs } = await mixTo(story, 'wav')
    expect((await decodeFile(story, 'out.wav')).samples.length).toBe(audio.length)
    expect(durationMs).toBeCloseTo(2100, 0)
  })

  test('has no positions of speech if the service reported none', async () => {
    using story = storyWithAudio([{}])
    story.addRender(await story.store(tone(500), 'audio/mpeg'))
    expect((await mixTo(story, 'mp3')).speech.size).toBe(0)
  })

  test('is not used once the story was edited', async () => {
    const { story } = await rendered()
    using _ = story
    story.project.commit(editText(story.project.story(), id('b2'), 'Other words.'))
    await expect(mixTo(story, 'mp3')).rejects.toMatchObject({
      code: 'export-needs-render',
      params: { count: 1 },
    })
    story.addTake(2, await story.store(tone(300)), 0, 300)
    expect((await mixTo(story, 'mp3')).durationMs).toBeCloseTo(698 + 500 + 300, 0)
  })
})

describe('a mixdown that cannot be made', () => {
  test('reports how many blocks have no audio, and writes nothing', async () => {
    using story = storyWithAudio([{}, {}, { text: '' }])
    await expect(mixTo(story, 'mp3')).rejects.toMatchObject({
      code: 'export-needs-render',
      params: { count: 2 },
    })
    expect(await outputs(story)).toEqual([])
  })

  test('reports that there is nothing to say', async () => {
    using story = storyWithAudio([{ text: '  ' }])
    await expect(mixTo(story, 'mp3')).rejects.toMatchObject({ code: 'export-empty' })
  })

  test('refuses stored audio that is cut short', async () => {
    using story = storyWithAudio([{}])
    story.addTake(1, await story.store(tone(500)), 0, 1000)
    await expect(mixTo(story, 'wav')).rejects.toMatchObject({
      code: 'export-take-damaged',
      params: { number: 1 },
    })
    const writer = story.project.audio.begin()
    const whole = await story.store(tone(5000), 'audio/mpeg')
    writer.write(story.project.audio.read(whole, 0, 20_000))
    story.addRender(writer.finish({ type: 'audio/mpeg', durationMs: 5000 }).audioId)
    await expect(mixTo(story, 'mp3')).rejects.toMatchObject({ code: 'export-audio-damaged' })
    expect(await outputs(story)).toEqual([])
  })

  test('names the block whose stored audio has an invalid sample rate', async () => {
    using story = storyWithAudio([{}, {}])
    story.addTake(1, await story.store(tone(500)), 0, 500)
    const { samples } = tone(500)
    story.addTake(2, await story.store({ samples, sampleRate: 4_000_000_000 }), 0, 500)
    const settings = EXPORT_PRESETS.podcast
    await expect(mixTo(story, 'mp3', { settings })).rejects.toMatchObject({
      code: 'export-take-damaged',
      params: { number: 2 },
    })
    expect(await outputs(story)).toEqual([])
  })

  test.each(['mp3', 'wav'] as const)(
    'leaves nothing of a %s file if it is cancelled midway',
    async (format) => {
      using story = await threeTakes()
      const controller = new AbortController()
      const cancelled = mixTo(story, format, {
        signal: controller.signal,
        onProgress: () => controller.abort(),
      })
      await expect(cancelled).rejects.toThrow('aborted')
      expect(await outputs(story)).toEqual([])
    },
  )

  test('leaves an existing file of that name unchanged', long, async () => {
    using story = await threeTakes()
    await mixTo(story, 'wav')
    const before = await readFile(join(story.folder, 'out.wav'))
    const controller = new AbortController()
    await expect(
      mixTo(story, 'wav', { signal: controller.signal, onProgress: () => controller.abort() }),
    ).rejects.toThrow('aborted')
    expect(await readFile(join(story.folder, 'out.wav'))).toEqual(before)
  })

  test('does not affect another mixdown to the same name at the same time', async () => {
    using story = await threeTakes()
    using other = await threeTakes()
    const path = join(story.folder, 'out.wav')
    const made = await Promise.all([mixTo(story, 'wav', { path }), mixTo(other, 'wav', { path })])
    expect(made.map(({ durationMs }) => Math.round(durationMs))).toEqual([4902, 4902])
    expect(Math.round(lengthMs(await decodeFile(story, 'out.wav')))).toBe(4902)
    expect(await outputs(story)).toEqual(['out.wav'])
  })

  test('reports why stored audio cannot be read, and leaves nothing', async () => {
    using story = await threeTakes()
    const read = () => {
      throw new Error('The disk does not answer')
    }
    const project = { ...story.project, audio: { ...story.project.audio, read } }
    await expect(mixTo(story, 'mp3', { project })).rejects.toThrow('The disk does not answer')
    expect(await outputs(story)).toEqual([])
  })

  test('reports errors of the path: a missing folder, or a folder with the file’s name', async () => {
    using story = await threeTakes()
    const path = join(story.folder, 'gone', 'out.mp3')
    await expect(mixTo(story, 'mp3', { path })).rejects.toMatchObject({
      code: 'export-folder-gone',
      params: { name: 'out.mp3' },
    })
    await mkdir(join(story.folder, 'out.wav'))
    await expect(mixTo(story, 'wav')).rejects.toMatchObject({
      code: 'export-not-writable',
      params: { name: 'out.wav' },
    })
    expect(await outputs(story)).toEqual(['out.wav'])
  })

  test('does not start mixing a folder of files if a file has its name', async () => {
    using story = await threeTakes()
    await writeFile(join(story.folder, 'out.wav'), 'of the writer')
    const settings = EXPORT_PRESETS.game
    const onProgress = () => expect.unreachable('The place is looked at first')
    await expect(mixTo(story, 'wav', { settings, onProgress })).rejects.toMatchObject({
      code: 'export-not-writable',
      params: { name: 'out.wav' },
    })
    expect(await readFile(join(story.folder, 'out.wav'), 'utf8')).toBe('of the writer')
  })

  test.skipIf(!canMount).each([
    ['before the first byte', 16_384, 'mp3'],
    ['before the first byte', 16_384, 'wav'],
    ['in the middle', 4096, 'mp3'],
    ['in the middle', 4096, 'wav'],
  ] as const)(
    'reports that the disk is full %s, and leaves nothing on it (needs root)',
    async (_, taken, format) => {
      using story = await threeTakes()
      const disk = smallDisk('16k')
      await writeFile(join(disk, 'filler'), new Uint8Array(taken))
      const path = join(disk, `out.${format}`)
      await expect(mixTo(story, format, { path })).rejects.toMatchObject({ code: 'export-disk-full' })
      expect(await readdir(disk)).toEqual(['filler'])
    },
  )
})
