/**
 * Exported files as a player decodes them: the files beside them match the audio.
 * @module-tag long
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseText } from 'media-captions'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Pcm } from '../../electron/lib/audio/pcm.ts'
import { mixdown } from '../../electron/mixdown/mixdown.ts'
import { writeBeside } from '../../electron/mixdown/besideFiles.ts'
import { EXPORT_FORMAT_NAMES } from '../../shared/export/exportFormats.ts'
import { EXPORT_PRESETS, withFormat, type ExportSettings } from '../../shared/export/exportSettings.ts'
import { addChapter } from '../../shared/story/castCommands.ts'
import { blockIdSchema, chapterIdSchema } from '../../shared/story/records.ts'
import { storyWithAudio, tone, type StoryWithAudio } from '../electron/mixdown/storyWithAudio.ts'
import { findSpeech } from '../support/measure.ts'
import { workerBrowser } from './support/worker.ts'

/** The permitted deviation. */
const MOST_MS = 20
/** The decoder's rate, which is not that of the takes. */
const SAMPLE_RATE = 48_000

/** Chromium decodes the last frame of AAC to its end, beyond what the file says of its length. */
const AAC_FRAME_MS = (1024 * 1000) / 44_100

let page: Page
beforeAll(async () => {
  page = await (await workerBrowser()).newPage()
})
afterAll(() => page.context().close())

/** The left channel of a file, as Chromium decodes it. */
async function decode(path: string): Promise<Pcm> {
  const encoded = await page.evaluate(
    async ({ file, sampleRate }) => {
      const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))
      const audio = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes.buffer)
      const samples = Int16Array.from(audio.getChannelData(0), (sample) =>
        Math.round(32_767 * Math.max(-1, Math.min(1, sample))),
      )
      let binary = ''
      for (const byte of new Uint8Array(samples.buffer)) binary += String.fromCharCode(byte)
      return btoa(binary)
    },
    { file: readFileSync(path).toString('base64'), sampleRate: SAMPLE_RATE },
  )
  const bytes = new Uint8Array(Buffer.from(encoded, 'base64'))
  return { sampleRate: SAMPLE_RATE, samples: new Int16Array(bytes.buffer) }
}

/** The times of tones in a file, in ms. Sounds that an encoder adds before and after them are far quieter. */
async function heardIn(path: string): Promise<Time[]> {
  return findSpeech(await decode(path), { thresholdDb: -26, minSilenceMs: 100 })
}

interface Time {
  readonly startMs: number
  readonly endMs: number
}

function expectNear(told: readonly Time[], heard: readonly Time[]): void {
  expect(told).toHaveLength(heard.length)
  for (const [index, { startMs, endMs }] of told.entries()) {
    expect(Math.abs(startMs - (heard[index]?.startMs ?? NaN))).toBeLessThanOrEqual(MOST_MS)
    expect(Math.abs(endMs - (heard[index]?.endMs ?? NaN))).toBeLessThanOrEqual(MOST_MS)
  }
}

/** Three blocks in two chapters: takes of two rates, one of them the middle of a longer audio, and times that are not whole frames. */
async function story(): Promise<StoryWithAudio> {
  const made = storyWithAudio([{ silenceBeforeMs: 437 }, { silenceBeforeMs: 613 }, { silenceBeforeMs: 1009 }])
  const [low, high] = [
    await made.store(tone(9000)),
    await made.store(tone(5000, { sampleRate: 24_000, hz: 480 }), 'audio/mpeg'),
  ]
  made.addTake(1, low, 0, 2311)
  made.addTake(2, high, 1000, 3777)
  made.addTake(3, low, 4000, 7123)
  for (const [title, before] of [
    ['One', 'b1'],
    ['Two', 'b3'],
  ] as const) {
    const chapter = { id: chapterIdSchema.parse(title), title }
    made.project.commit(addChapter(made.project.story(), chapter, blockIdSchema.parse(before)))
  }
  return made
}

async function exportTo(made: StoryWithAudio, name: string, settings: ExportSettings) {
  const path = join(made.folder, name)
  const signal = new AbortController().signal
  const { files } = await mixdown(
    { project: made.project, settings, path, signal, onProgress: () => {} },
    (mixed, folder) => writeBeside(made.project.story(), mixed, folder, settings),
  )
  return { path, files }
}

const timingsSchema = z.looseObject({
  chapters: z.array(
    z.looseObject({ blocks: z.array(z.looseObject({ startMs: z.number(), endMs: z.number() })) }),
  ),
})
/** The times of the blocks in a file of timings. */
const timingsIn = (text: string) =>
  timingsSchema.parse(JSON.parse(text)).chapters.flatMap(({ blocks }) => blocks)
const podcastSchema = z.looseObject({ chapters: z.array(z.looseObject({ startTime: z.number() })) })

describe.each(EXPORT_FORMAT_NAMES)('a %s file', (format) => {
  test('has its words at the times of its captions, timings, labels and chapters', async () => {
    using made = await story()
    const captions = ['srt', 'vtt', 'json', 'audacity', 'podcast'] as const
    const { path } = await exportTo(made, `story.${format}`, {
      ...withFormat(EXPORT_PRESETS.none, format),
      captions,
    })
    const heard = await heardIn(path)
    expectNear(
      [
        { startMs: 437, endMs: 2748 },
        { startMs: 3361, endMs: 6138 },
        { startMs: 7147, endMs: 10_270 },
      ],
      heard,
    )

    const beside = (ending: string) => readFileSync(join(made.folder, `story${ending}`), 'utf8')
    for (const type of ['srt', 'vtt'] as const) {
      const { cues } = await parseText(beside(`.${type}`), { type })
      expectNear(
        cues.map(({ startTime, endTime }) => ({ startMs: startTime * 1000, endMs: endTime * 1000 })),
        heard,
      )
    }
    expectNear(timingsIn(beside('.timings.json')), heard)
    const labels = beside('.labels.txt')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
    const times = labels.map(([start, end]) => ({ startMs: Number(start) * 1000, endMs: Number(end) * 1000 }))
    expectNear(times.slice(-heard.length), heard)
    // A chapter begins at its first words.
    const chapters = podcastSchema.parse(JSON.parse(beside('.chapters.json'))).chapters
    const starts = chapters.map(({ startTime }) => startTime * 1000)
    expect(starts).toHaveLength(2)
    expect(starts[0]).toBe(0)
    expect(Math.abs((starts[1] ?? NaN) - (heard[2]?.startMs ?? NaN))).toBeLessThanOrEqual(MOST_MS)
  })

  test('of one block has its words at the stated times, and the stated length', async () => {
    using made = await story()
    const settings = { ...withFormat(EXPORT_PRESETS.game, format), captions: ['json'] as const }
    const { path, files } = await exportTo(made, 'lines', settings)
    expect(files).toHaveLength(3)
    for (const { name, path: file, speech, durationMs } of files) {
      if (file === null) throw new Error('No file was written')
      const heard = await heardIn(file)
      expectNear([...speech.values()], heard)
      const { samples } = await decode(file)
      const longerMs = (samples.length * 1000) / SAMPLE_RATE - durationMs
      expect(longerMs).toBeGreaterThanOrEqual(-MOST_MS)
      expect(longerMs).toBeLessThanOrEqual(MOST_MS + (format === 'm4b' ? AAC_FRAME_MS : 0))
      const timings = readdirSync(path).find(
        (each) => each === `${basename(name).replace(/\.[^.]+$/, '')}.timings.json`,
      )
      expectNear(timingsIn(readFileSync(join(path, timings ?? ''), 'utf8')), heard)
    }
  })
})
