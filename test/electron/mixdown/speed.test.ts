/** Files at a slower or faster speed than the story: their length, their pitch, and the positions of blocks. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAudio } from '../../../electron/lib/audio/decode.ts'
import { createLoudnessMeter, integratedLoudness } from '../../../electron/lib/audio/loudness.ts'
import { mixdown } from '../../../electron/mixdown/mixdown.ts'
import { EXPORT_PRESETS, withFormat, type ExportSettings } from '../../../shared/export/exportSettings.ts'
import { addChapter } from '../../../shared/story/castCommands.ts'
import { blockIdSchema, chapterIdSchema } from '../../../shared/story/records.ts'
import { long } from '../../support/tags.ts'
import { storyWithAudio, tone, type StoryWithAudio } from './storyWithAudio.ts'

const RATE = 22_050
const HZ = 441
/** A block of 2 s, a second of silence, and a chapter with a block of 1 s. */
async function twoBlocks(): Promise<StoryWithAudio> {
  const made = storyWithAudio([{}, { silenceBeforeMs: 1000 }])
  const { project } = made
  project.commit(
    addChapter(project.story(), { id: chapterIdSchema.parse('c'), title: 'Two' }, blockIdSchema.parse('b2')),
  )
  made.addTake(1, await made.store(tone(2000, { hz: HZ })), 0, 2000)
  made.addTake(2, await made.store(tone(1000, { hz: HZ })), 0, 1000)
  return made
}

async function exported({ project, folder }: StoryWithAudio, settings: ExportSettings) {
  const path = join(folder, `out.${settings.format}`)
  const { signal } = new AbortController()
  const { files } = await mixdown({ project, settings, path, signal, onProgress: () => {} })
  const [file] = files
  if (file === undefined) throw new Error('Nothing was written')
  const audio = await openAudio(await readFile(file.path ?? path))
  const planes: Float32Array[] = []
  for await (const [plane] of audio.decodeChannels()) planes.push(plane.slice())
  return { file, audio, samples: Float32Array.from(planes.flatMap((plane) => [...plane])) }
}

/** The start and end of sound, in ms. */
function stretches(samples: Float32Array, sampleRate: number) {
  const found: { startMs: number; endMs: number }[] = []
  const inMs = (sample: number) => (sample * 1000) / sampleRate
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) < 0.05) continue
    const last = found.at(-1)
    if (last !== undefined && inMs(index) - last.endMs < 100) last.endMs = inMs(index)
    else found.push({ startMs: inMs(index), endMs: inMs(index) })
  }
  return found
}

test.each([0.5, 0.8, 1.5])(
  'a file at %d times the speed has the correct pitch, silences and times',
  async (speed) => {
    using made = await twoBlocks()
    const { file, samples } = await exported(made, { ...withFormat(EXPORT_PRESETS.none, 'wav'), speed })
    const inMs = (ms: number) => Math.round(ms / speed)
    expect(Math.abs(file.durationMs - 4000 / speed)).toBeLessThan(1)
    expect([...file.speech.values()]).toEqual([
      { startMs: 0, endMs: inMs(2000) },
      { startMs: inMs(3000), endMs: inMs(4000) },
    ])
    expect(file.spoken.chapters.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, inMs(3000)],
      [inMs(3000), inMs(4000)],
    ])
    const heard = stretches(samples, RATE)
    expect(heard).toHaveLength(2)
    for (const [index, { startMs, endMs }] of [...file.speech.values()].entries()) {
      expect(Math.abs((heard[index]?.startMs ?? 0) - startMs)).toBeLessThan(25)
      expect(Math.abs((heard[index]?.endMs ?? 0) - endMs)).toBeLessThan(25)
    }
    const middle = samples.subarray(RATE * 0.3, RATE * 0.8)
    const crossings = middle.filter(
      (sample, index) => index > 0 && sample >= 0 !== (middle[index - 1] ?? 0) >= 0,
    )
    expect(crossings.length / 2 / 0.5 / HZ).toBeCloseTo(1, 1)
  },
)

test(
  'a podcast at another speed has the requested loudness, and its room tone keeps its length',
  long,
  async () => {
    using made = await twoBlocks()
    const roomTone = { headMs: 700, tailMs: 2000 }
    const { audio, file } = await exported(made, { ...EXPORT_PRESETS.podcast, roomTone, speed: 0.75 })
    const meter = createLoudnessMeter(audio.sampleRate, audio.channels)
    for await (const planes of audio.decodeChannels()) meter.push(planes)
    expect(Math.abs(integratedLoudness(meter.finish().energies) + 16)).toBeLessThanOrEqual(0.1)
    expect(Math.abs((file.measures?.headMs ?? 0) - 700)).toBeLessThan(100)
    expect(Math.abs((file.measures?.tailMs ?? 0) - 2000)).toBeLessThan(100)
  },
)

test('a single audio of a whole story can also be written at another speed', async () => {
  using made = storyWithAudio([{}, {}])
  made.addRender(await made.store(tone(2000), 'audio/mpeg'))
  const { file } = await exported(made, { ...EXPORT_PRESETS.none, speed: 0.8 })
  expect(Math.abs(file.durationMs - 2500)).toBeLessThan(100)
})
