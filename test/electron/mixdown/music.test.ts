import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openAudio } from '../../../electron/lib/audio/decode.ts'
import { integratedLoudness, createLoudnessMeter } from '../../../electron/lib/audio/loudness.ts'
import { encodeWav } from '../../../electron/lib/audio/wav.ts'
import { mixdown } from '../../../electron/mixdown/mixdown.ts'
import { EXPORT_PRESETS, withFormat, type ExportSettings } from '../../../shared/export/exportSettings.ts'
import { addMusic, type NewMusic } from '../../../shared/story/musicCommands.ts'
import { blockIdSchema, musicIdSchema, type MusicPlace } from '../../../shared/story/records.ts'
import { refusalOfAsync } from '../project/support.ts'
import { storyWithAudio, tone, type StoryWithAudio } from './storyWithAudio.ts'
import { long } from '../../support/tags.ts'

const SPEECH_HZ = 400
const MUSIC_HZ = 2000
const wholeStory: MusicPlace = { kind: 'story', startMs: 0, endMs: 0 }

/** Two blocks that speak from 3 to 6 and from 10 to 12 seconds. */
async function twoBlocks(): Promise<StoryWithAudio> {
  const story = storyWithAudio([{ silenceBeforeMs: 3000 }, { silenceBeforeMs: 4000 }])
  const speech = await story.store(tone(5000, { hz: SPEECH_HZ, sampleRate: 24_000 }))
  story.addTake(1, speech, 0, 3000)
  story.addTake(2, speech, 3000, 5000)
  return story
}

async function addTone(
  story: StoryWithAudio,
  fields: Partial<NewMusic> = {},
  ms = 20_000,
  sampleRate = 44_100,
) {
  const audioId = await story.store(tone(ms, { hz: MUSIC_HZ, sampleRate, amplitude: 16_384 }))
  const { project } = story
  project.commit(
    addMusic(project.story(), {
      ...{ id: musicIdSchema.parse(`m-${audioId}`), name: 'Tone', audioId, audioMs: ms, place: wholeStory },
      ...{ gainDb: 0, fadeInMs: 0, fadeOutMs: 0, duckDb: 0, isLooped: false, loopEndMs: null, ...fields },
    }),
  )
}

interface Heard {
  readonly sampleRate: number
  readonly channels: readonly Float32Array[]
  readonly bytes: Buffer
}

async function mixed(story: StoryWithAudio, changes: Partial<ExportSettings> = {}): Promise<Heard> {
  const settings = { ...withFormat(EXPORT_PRESETS.none, 'wav'), ...changes }
  const isFolder = settings.stems
  const { files } = await mixdown({
    ...{ project: story.project, settings, path: join(story.folder, isFolder ? 'out' : 'out.wav') },
    ...{ signal: new AbortController().signal, onProgress: () => {} },
  })
  return heard(files.at(-1)?.path ?? '')
}

async function heard(path: string): Promise<Heard> {
  const bytes = await readFile(path)
  const audio = await openAudio(bytes)
  const pieces: Float32Array[][] = Array.from({ length: audio.channels }, () => [])
  for await (const planes of audio.decodeChannels())
    for (const [channel, plane] of planes.entries()) pieces[channel]?.push(plane.slice())
  const channels = pieces.map((each) => Float32Array.from(each.flatMap((piece) => [...piece])))
  return { sampleRate: audio.sampleRate, channels, bytes }
}

/** The amplitude of a tone around a time, by correlation over 40 ms, a whole number of periods of both tones. */
function levelAt({ sampleRate, channels }: Heard, hz: number, atMs: number, channel = 0): number {
  const samples = channels[channel] ?? new Float32Array()
  const count = Math.round(0.04 * sampleRate)
  const first = Math.round((atMs * sampleRate) / 1000 - count / 2)
  let [real, imaginary] = [0, 0]
  for (let n = 0; n < count; n++) {
    const angle = (2 * Math.PI * hz * n) / sampleRate
    real += (samples[first + n] ?? 0) * Math.cos(angle)
    imaginary += (samples[first + n] ?? 0) * Math.sin(angle)
  }
  return (2 * Math.hypot(real, imaginary)) / count
}
const db = (level: number) => 20 * Math.log10(level)
const musicDb = (audio: Heard, atMs: number) => db(levelAt(audio, MUSIC_HZ, atMs) / 0.5)

describe('music in a mixdown', () => {
  test('is quiet under speech and at its own level in the gaps, and does not change the speech', async () => {
    using story = await twoBlocks()
    const alone = await mixed(story)
    await addTone(story, { gainDb: -6, duckDb: 12 })
    const both = await mixed(story)
    expect(both.sampleRate).toBe(44_100)
    for (const atMs of [1000, 2000, 8000]) expect(musicDb(both, atMs)).toBeCloseTo(-6, 1)
    for (const atMs of [3050, 4500, 5950, 10_050, 11_900]) expect(musicDb(both, atMs)).toBeCloseTo(-18, 1)
    // Half-way down before the words, half-way up after them: straight lines of 400 and 800 ms.
    const half = 20 * Math.log10((1 + 10 ** (-12 / 20)) / 2) - 6
    for (const atMs of [2800, 6400, 9800]) expect(musicDb(both, atMs)).toBeCloseTo(half, 1)
    for (const atMs of [4500, 11_000])
      expect(levelAt(both, SPEECH_HZ, atMs)).toBeCloseTo(levelAt(alone, SPEECH_HZ, atMs), 3)
    expect(levelAt(both, SPEECH_HZ, 8000)).toBeLessThan(0.001)
  })

  test('fades in and out linearly', long, async () => {
    using story = await twoBlocks()
    await addTone(story, { fadeInMs: 2000, fadeOutMs: 3000 })
    const audio = await mixed(story)
    for (const share of [0.25, 0.5, 0.75]) {
      expect(levelAt(audio, MUSIC_HZ, share * 2000)).toBeCloseTo(0.5 * share, 2)
      expect(levelAt(audio, MUSIC_HZ, 12_000 - share * 3000)).toBeCloseTo(0.5 * share, 2)
    }
  })

  test(
    'is in its place to the sample, from its position in the audio, at any sample rate',
    long,
    async () => {
      using story = await twoBlocks()
      const clicks = new Int16Array(48_000)
      clicks[24_000] = 20_000 // half a second in
      const audioId = await story.store({ sampleRate: 48_000, samples: clicks })
      const { project } = story
      const place = {
        kind: 'block' as const,
        blockId: blockIdSchema.parse('b2'),
        startMs: -3000,
        lengthMs: null,
      }
      const effect = { id: musicIdSchema.parse('click'), name: '', audioId, audioMs: 1000, place }
      project.commit(addMusic(project.story(), { ...effect, gainDb: 0, fromMs: 200 }))
      for (const rate of [44_100, 48_000]) {
        const { channels, sampleRate } = await mixed(story, { sampleRate: rate })
        const [samples = new Float32Array()] = channels
        const [from, to] = [6.5 * sampleRate, 9 * sampleRate]
        const gap = samples.subarray(from, to)
        const loudest = gap.reduce(
          (best, value, n) => (Math.abs(value) > Math.abs(gap[best] ?? 0) ? n : best),
          0,
        )
        // The block speaks at 10 s; the effect begins 3 s earlier, 200 ms into its audio.
        expect(from + loudest).toBe(Math.round(7.3 * sampleRate))
      }
    },
  )

  test.each([
    ['its length', 1333, null],
    ['the end of its loop', 4000, 1333],
  ])('loops after exactly %s, without a click', long, async (_, audioMs, loopEndMs) => {
    using story = await twoBlocks()
    const { project } = story
    const audioId = await story.store(tone(audioMs, { hz: 997, sampleRate: 22_050, amplitude: 16_384 }))
    const place = wholeStory
    const id = musicIdSchema.parse('loop')
    const loop = { id, name: '', audioId, audioMs, place, isLooped: true, loopEndMs }
    project.commit(addMusic(project.story(), { ...loop, gainDb: 0, fadeInMs: 0, fadeOutMs: 0, duckDb: 0 }))
    const audio = await mixed(story, { music: true })
    const [samples = new Float32Array()] = audio.channels
    expect(samples).toHaveLength(12 * audio.sampleRate)
    for (const pass of [1, 5, 6]) {
      // In the gaps of the speech.
      const seam = Math.round((pass * 1333 * audio.sampleRate) / 1000)
      expect(Math.abs(samples[seam] ?? 1)).toBeLessThan(0.02)
      expect(levelAt(audio, 997, pass * 1333 + 600)).toBeCloseTo(0.5, 1)
    }
    const own = (2 * Math.PI * 997 * 0.5) / audio.sampleRate
    const speech = (2 * Math.PI * SPEECH_HZ * (12_000 / 32_768)) / audio.sampleRate
    for (let n = 1; n < samples.length; n++)
      expect(Math.abs((samples[n] ?? 0) - (samples[n - 1] ?? 0))).toBeLessThan((own + speech) * 1.2)
  })

  test('keeps left and right separate, and makes the file stereo', long, async () => {
    using story = await twoBlocks()
    const { project } = story
    const left = tone(4000, { hz: MUSIC_HZ, sampleRate: 24_000 }).samples
    const bytes = stereoWav(left, new Int16Array(left.length), 24_000)
    const writer = project.audio.begin()
    writer.write(bytes)
    const { audioId } = writer.finish({ type: 'audio/wav', durationMs: 4000 })
    const bed = { id: musicIdSchema.parse('left'), name: '', audioId, audioMs: 4000, place: wholeStory }
    project.commit(addMusic(project.story(), { ...bed, gainDb: 0, duckDb: 0 }))
    const audio = await mixed(story)
    expect(audio.channels).toHaveLength(2)
    expect(levelAt(audio, MUSIC_HZ, 8200, 0)).toBeGreaterThan(0.3)
    expect(levelAt(audio, MUSIC_HZ, 8200, 1)).toBeLessThan(0.001)
    for (const channel of [0, 1]) expect(levelAt(audio, SPEECH_HZ, 4500, channel)).toBeGreaterThan(0.3)
  })

  test('counts toward the file’s loudness, and keeps its distance to the speech', long, async () => {
    using story = await twoBlocks()
    await addTone(story, { gainDb: -6 })
    const plain = await mixed(story)
    const podcast = withFormat(EXPORT_PRESETS.podcast, 'wav')
    for (const changes of [podcast, { ...podcast, loudness: { kind: 'rms' as const, target: -20 } }]) {
      const audio = await mixed(story, changes)
      const meter = createLoudnessMeter(audio.sampleRate, 1)
      const [samples = new Float32Array()] = audio.channels
      meter.push([samples])
      const { energies, meanSquare } = meter.finish()
      if (changes.loudness.kind === 'rms') expect(10 * Math.log10(meanSquare)).toBeCloseTo(-20, 1)
      else expect(integratedLoudness(energies)).toBeCloseTo(-16, 1)
      const apart = (each: Heard) => db(levelAt(each, MUSIC_HZ, 8000)) - db(levelAt(each, SPEECH_HZ, 4500))
      expect(apart(audio)).toBeCloseTo(apart(plain), 0)
    }
  })

  test('has a stem: the mix without the speech', long, async () => {
    using story = await twoBlocks()
    await addTone(story, { gainDb: -6, duckDb: 12 })
    const stem = await mixed(story, { stems: true })
    expect(musicDb(stem, 4500)).toBeCloseTo(-18, 1)
    expect(levelAt(stem, SPEECH_HZ, 4500)).toBeLessThan(0.001)
  })

  test('produces the same bytes every time, and can be left out', long, async () => {
    using story = await twoBlocks()
    const without = await mixed(story, { sampleRate: 44_100 })
    await addTone(story, { isLooped: true, fadeInMs: 500, duckDb: 9 }, 1700, 32_000)
    const [first, second] = [await mixed(story), await mixed(story)]
    expect(first.bytes.equals(second.bytes)).toBe(true)
    const left = await mixed(story, { music: false, sampleRate: 44_100 })
    expect(left.bytes.equals(without.bytes)).toBe(true)
  })

  test('requires the positions of blocks', async () => {
    using story = storyWithAudio([{}, {}])
    story.addRender(await story.store(tone(4000)))
    await mixed(story)
    await addTone(story)
    expect(await refusalOfAsync(() => mixed(story))).toBe('export-music-without-times')
    await mixed(story, { music: false })
  })

  test('whose audio ends too early makes the export fail, and nothing is written', async () => {
    using story = await twoBlocks()
    await addTone(story, { audioId: await story.store(tone(500)), audioMs: 9000 })
    expect(await refusalOfAsync(() => mixed(story))).toBe('export-music-damaged')
  })
})

function stereoWav(left: Int16Array, right: Int16Array, sampleRate: number): Uint8Array {
  const both = new Int16Array(left.length * 2)
  for (let n = 0; n < left.length; n++) both.set([left[n] ?? 0, right[n] ?? 0], 2 * n)
  const bytes = encodeWav({ sampleRate, samples: both })
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setUint16(22, 2, true)
  view.setUint32(28, sampleRate * 4, true)
  view.setUint16(32, 4, true)
  return bytes
}
