/** Files have the requested loudness, measured on the decoded audio by the project's meter and, if it is installed, by ffmpeg's. */
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openAudio } from '../../../electron/lib/audio/decode.ts'
import { createLoudnessMeter, dbOf, integratedLoudness } from '../../../electron/lib/audio/loudness.ts'
import type { Pcm } from '../../../electron/lib/audio/pcm.ts'
import { mixdown } from '../../../electron/mixdown/mixdown.ts'
import { EXPORT_PRESETS, withFormat, type ExportSettings } from '../../../shared/export/exportSettings.ts'
import { addMusic } from '../../../shared/story/musicCommands.ts'
import { musicIdSchema } from '../../../shared/story/records.ts'
import { long } from '../../support/tags.ts'
import { storyWithAudio, tone, type StoryWithAudio } from './storyWithAudio.ts'

const RATE = 22_050
const MOST_LU = 0.1
/** AAC and Opus at a low bit rate lose a little of a stereo file. */
const MOST_LOSSY_LU = 0.2
/** ffmpeg reports only one decimal. */
const ROUNDING = 1e-9

/** Random numbers from −1 to 1, the same each time. */
function createNoise(): () => number {
  let seed = 1
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0
    return seed / 2 ** 31
  }
}

/** Pulses of a voice that ring, in syllables: peaks far above the loudness, as of synthetic speech. */
function voice(seconds: number, hz: number): Pcm {
  const noise = createNoise()
  const samples = new Int16Array(seconds * RATE)
  const period = Math.round(RATE / hz)
  let stress = 1
  for (let n = 0; n < samples.length; n++) {
    const inSyllable = n % Math.round(RATE * 0.23)
    if (inSyllable === 0) stress = 0.35 + 0.65 * Math.abs(noise())
    const [at, t] = [n % period, inSyllable / RATE]
    const ring = Math.exp(-at / 50) * Math.cos(at * 0.2) + 0.4 * Math.exp(-at / 20) * Math.cos(at * 0.7)
    samples[n] = Math.round(24_000 * stress * Math.min(1, t * 40) * Math.exp(-t * 9) * ring)
  }
  return { samples, sampleRate: RATE }
}

/** Noise whose level swings by 20 dB. */
function whisper(seconds: number): Pcm {
  const noise = createNoise()
  const levelAt = (n: number) => 10 ** (Math.sin((2 * Math.PI * n) / (RATE * 1.7)) / 2 - 1)
  const samples = Int16Array.from({ length: seconds * RATE }, (_, n) => 20_000 * levelAt(n) * noise())
  return { samples, sampleRate: RATE }
}

const MATERIALS = {
  voices: [voice(7, 110), voice(5, 205)],
  whispers: [whisper(7), whisper(5)],
  'a voice and a whisper': [voice(7, 140), whisper(5)],
  tones: [tone(7000, { amplitude: 30_000 }), tone(5000, { hz: 700, amplitude: 900 })],
} as const
type Material = keyof typeof MATERIALS

async function storyOf(material: Material): Promise<StoryWithAudio> {
  const made = storyWithAudio([{ silenceBeforeMs: 500 }, { silenceBeforeMs: 1800 }])
  for (const [index, pcm] of MATERIALS[material].entries())
    made.addTake(index + 1, await made.store(pcm), 0, (pcm.samples.length * 1000) / RATE)
  return made
}

async function exported(made: StoryWithAudio, settings: ExportSettings): Promise<string> {
  const path = join(made.folder, `out.${settings.format}`)
  const signal = new AbortController().signal
  await mixdown({ project: made.project, settings, path, signal, onProgress: () => {} })
  return path
}

async function measured(path: string) {
  const audio = await openAudio(await readFile(path))
  const meter = createLoudnessMeter(audio.sampleRate, audio.channels)
  for await (const planes of audio.decodeChannels()) meter.push(planes)
  return meter.finish()
}

/** The loudness according to ffmpeg; undefined if it is not installed. */
function measuredByFfmpeg(path: string): number | undefined {
  const options = ['-nostats', '-i', path, '-af', 'ebur128', '-f', 'null', '-']
  const { stderr, status } = spawnSync('ffmpeg', options, { encoding: 'utf8' })
  const summary = status === 0 ? stderr.slice(stderr.lastIndexOf('Summary')) : ''
  const found = /I:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1]
  return found === undefined ? undefined : Number(found)
}
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

function expectNear(lufs: number | undefined, asked: number, most = MOST_LU): void {
  expect(Math.abs((lufs ?? asked) - asked)).toBeLessThanOrEqual(most + ROUNDING)
}

async function expectLufs(path: string, asked: number) {
  const { energies, truePeak } = await measured(path)
  expectNear(integratedLoudness(energies), asked)
  expectNear(measuredByFfmpeg(path), asked)
  return { truePeakDb: dbOf(truePeak) }
}

const { podcast, broadcast, audiobook } = EXPORT_PRESETS

describe.each([1, 2] as const)('a podcast with %i channels has the requested loudness', (channels) => {
  test.each(Object.keys(MATERIALS) as Material[])('of %s', async (material) => {
    using made = await storyOf(material)
    const path = await exported(made, { ...withFormat(podcast, 'wav'), channels })
    const { truePeakDb } = await expectLufs(path, -16)
    expect(truePeakDb).toBeLessThanOrEqual(-1)
  })

  test.skipIf(!hasFfmpeg).each(['m4b', 'flac', 'opus'] as const)('as %s', long, async (format) => {
    using made = await storyOf('a voice and a whisper')
    expectNear(
      measuredByFfmpeg(await exported(made, { ...withFormat(podcast, format), channels })),
      -16,
      MOST_LOSSY_LU,
    )
  })

  test.each(['128', '192', '256', 'v2'])('as MP3 of the quality %s', long, async (quality) => {
    using made = await storyOf('voices')
    await expectLufs(await exported(made, { ...podcast, quality, channels }), -16)
  })
})

test('a broadcast has the requested loudness, even with music under it', async () => {
  using made = await storyOf('voices')
  const { project } = made
  const audioId = await made.store(tone(20_000, { hz: 300, amplitude: 9000 }))
  const bed = { id: musicIdSchema.parse('bed'), name: 'Bed', audioId, audioMs: 20_000, fromMs: 0 }
  const place = { kind: 'story', startMs: 0, endMs: 0 } as const
  project.commit(
    addMusic(project.story(), { ...bed, place, gainDb: 0, duckDb: 6, fadeInMs: 0, fadeOutMs: 0 }),
  )
  await expectLufs(await exported(made, broadcast), -23)
  await expectLufs(await exported(made, withFormat(podcast, 'wav')), -16)
})

test('an audiobook has the requested level over its whole length', async () => {
  using made = await storyOf('a voice and a whisper')
  const settings = { ...withFormat(audiobook, 'wav'), split: 'story' } as const
  const { meanSquare, truePeak } = await measured(await exported(made, settings))
  expect(Math.abs(dbOf(Math.sqrt(meanSquare)) + 20)).toBeLessThanOrEqual(MOST_LU)
  expect(dbOf(truePeak)).toBeLessThanOrEqual(-3)
})
