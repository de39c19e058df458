import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMedia } from '../../../electron/hosts/page/media.ts'
import { decodeAudio, openAudio } from '../../../electron/lib/audio/decode.ts'
import { encodeMp3 } from '../../../electron/lib/audio/mp3.ts'
import { concatSamples, msToSamples, type Pcm } from '../../../electron/lib/audio/pcm.ts'
import { spliceAudio } from '../../../electron/lib/audio/spliceAudio.ts'
import { encodeWav } from '../../../electron/lib/audio/wav.ts'
import { mixdown } from '../../../electron/mixdown/mixdown.ts'
import { EXPORT_PRESETS, withFormat, type ExportSettings } from '../../../shared/export/exportSettings.ts'
import { cutTake, heardTake, type MsRange } from '../../../shared/story/takeCuts.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { indexTakes } from '../../../shared/story/takes.ts'
import { findSpeech, medianPitchHz } from '../../support/measure.ts'
import { storyWithAudio, tone, type StoryWithAudio } from './storyWithAudio.ts'

const RATE = 22_050
const range = (startMs: number, endMs: number): MsRange => ({ startMs, endMs })

/** Three seconds of tones, of which the second differs. */
const lowHighLow = (): Pcm => ({
  sampleRate: RATE,
  samples: concatSamples([200, 800, 200].map((hz) => tone(1000, { hz, sampleRate: RATE }).samples)),
})

/** Two blocks of which the first has a take of 2.5 s of such tones, with cuts, and the second one has another take. */
async function twoBlocks(
  cuts: readonly MsRange[],
  type: 'audio/mpeg' | 'audio/wav' = 'audio/wav',
): Promise<StoryWithAudio> {
  const story = storyWithAudio([{ silenceBeforeMs: 100 }, { silenceBeforeMs: 500 }])
  story.addTake(1, await story.store(lowHighLow(), type), 200, 2700)
  story.addTake(2, await story.store(tone(600), type), 0, 600)
  const { project } = story
  const [take] = project.takes()
  const [block] = blocksOf(project.story())
  if (take === undefined || block === undefined) throw new Error('There is no take')
  project.commit(cutTake(project.story(), block.id, take, cuts))
  return story
}

async function exported(story: StoryWithAudio, format: 'wav' | 'mp3', more: Partial<ExportSettings> = {}) {
  const { files } = await mixdown({
    project: story.project,
    settings: { ...withFormat(EXPORT_PRESETS.none, format), ...more },
    path: join(story.folder, `out.${format}`),
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  const pcm = await decodeAudio(await readFile(join(story.folder, `out.${format}`)))
  return { durationMs: files[0]?.durationMs ?? 0, pcm, speech: [...(files[0]?.speech.values() ?? [])] }
}

function stretch({ samples, sampleRate }: Pcm, startMs: number, endMs: number): Pcm {
  return {
    sampleRate,
    samples: samples.subarray(msToSamples(startMs, sampleRate), msToSamples(endMs, sampleRate)),
  }
}

const steepest = ({ samples }: Pcm) =>
  samples.reduce(
    (most, sample, n) => Math.max(most, n === 0 ? 0 : Math.abs(sample - (samples[n - 1] ?? 0))),
    0,
  )

describe('an export of takes with cuts', () => {
  test.each(['wav', 'mp3'] as const)(
    'omits what is cut, to the millisecond, and moves up what follows, in %s',
    async (format) => {
      // Of 2.5 s: 300 ms at the start, the high tone from 800 to 1,800 ms, and 200 ms at the end.
      using story = await twoBlocks([range(0, 300), range(800, 1800), range(2300, 2500)])
      const { durationMs, pcm, speech } = await exported(story, format)
      expect(durationMs).toBeCloseTo(100 + 1000 + 500 + 600, 0)
      expect(speech).toEqual([
        { startMs: 100, endMs: 1100 },
        { startMs: 1600, endMs: 2200 },
      ])
      const heard = findSpeech(pcm, { thresholdDb: -30, minSilenceMs: 30 })
      expect(heard).toHaveLength(2)
      for (const [index, place] of speech.entries()) {
        expect(Math.abs((heard[index]?.startMs ?? NaN) - place.startMs)).toBeLessThan(5)
        expect(Math.abs((heard[index]?.endMs ?? NaN) - place.endMs)).toBeLessThan(5)
      }
      for (const startMs of [150, 650])
        expect(medianPitchHz(stretch(pcm, startMs, startMs + 400))).toBeCloseTo(200, -1)
    },
  )

  test('crossfades at a cut without a click or a gap, and has the requested loudness', async () => {
    using story = await twoBlocks([range(700, 1900)])
    const { pcm } = await exported(story, 'wav')
    const own = { sampleRate: RATE, samples: tone(1000, { hz: 200, sampleRate: RATE }).samples }
    const join = stretch(pcm, 100 + 650, 100 + 750)
    expect(steepest(join)).toBeLessThan(2 * steepest(own))
    const matched = await exported(story, 'wav', { loudness: { kind: 'lufs', target: -20 } })
    expect(matched.durationMs).toBeCloseTo(100 + 1300 + 500 + 600, 0)
  })

  test('has the same length and cuts at any sample rate', async () => {
    using story = await twoBlocks([range(0, 333), range(801, 1799)])
    const { durationMs, pcm } = await exported(story, 'wav', { sampleRate: 48_000 })
    expect(pcm.sampleRate).toBe(48_000)
    expect(durationMs).toBeCloseTo(100 + 1169 + 500 + 600, 1)
    expect(medianPitchHz(stretch(pcm, 150, 1200))).toBeCloseTo(200, -1)
  })

  test('names the block whose audio is damaged, even if it has cuts', async () => {
    using story = storyWithAudio([{}])
    story.addTake(1, await story.store(tone(500)), 0, 3000)
    const [take, [block]] = [story.project.takes()[0], blocksOf(story.project.story())]
    if (take === undefined || block === undefined) throw new Error('There is no take')
    story.project.commit(cutTake(story.project.story(), block.id, take, [range(0, 100)]))
    await expect(exported(story, 'wav')).rejects.toMatchObject({
      code: 'export-take-damaged',
      params: { number: 1 },
    })
  })
})

describe('the preview', () => {
  test('has the samples of the export: the same parts and crossfades, from any position', async () => {
    using story = await twoBlocks([range(0, 300), range(800, 1800), range(2300, 2500)])
    const { project } = story
    const [block] = blocksOf(project.story())
    if (block === undefined) throw new Error('There is no block')
    const heard = heardTake(project.story(), block, indexTakes(project.takes()))
    const media = createMedia(() => project.audio)
    const played = async (query: string) => {
      const path = `/media/p/${encodeURIComponent(heard?.audioId ?? '')}`
      const answer = await media({
        method: 'GET',
        path,
        query: new URLSearchParams(query),
        header: () => undefined,
      })
      expect(answer.status).toBe(200)
      const { body } = answer
      if (body === null || body instanceof Uint8Array)
        throw new Error('Played audio is made while it is read')
      return decodeAudio(Buffer.concat(await Array.fromAsync(body)))
    }
    const whole = await played(`from=0&rate=1&sampleRate=${RATE}`)
    expect(whole.samples.length).toBe(RATE) // one second is left of 2.5
    const { pcm } = await exported(story, 'wav')
    const inFile = stretch(pcm, 100, 1100).samples
    const differing = inFile.map((sample, n) => Math.abs(sample - (whole.samples[n] ?? 0)))
    const inner = differing.subarray(msToSamples(5, RATE), RATE - msToSamples(5, RATE)) // the mixdown fades the ends, too
    expect(Math.max(...inner)).toBeLessThanOrEqual(1)
    const rest = await played(`from=498&rate=1&sampleRate=${RATE}`)
    const from = msToSamples(498, RATE)
    expect([...rest.samples.subarray(0, 400)]).toEqual([...whole.samples.subarray(from, from + 400)])
    const slow = await played(`from=0&rate=0.5&sampleRate=${RATE}`)
    expect(Math.abs(slow.samples.length - 2 * RATE)).toBeLessThan(RATE * 0.01)
  })

  test('is not found if its source is not in the story', async () => {
    using story = storyWithAudio([{}])
    const media = createMedia(() => story.project.audio)
    const query = new URLSearchParams('from=0&rate=1&sampleRate=22050')
    const path = `/media/p/${encodeURIComponent('cut~0-1000~0-100~other')}`
    expect((await media({ method: 'GET', path, query, header: () => undefined })).status).toBe(404)
  })
})

describe('spliced audio', () => {
  test.each(['wav', 'mp3'] as const)(
    'is the same between any two samples, in stereo, from %s',
    async (format) => {
      const source = lowHighLow()
      const audio = await openAudio(
        format === 'wav' ? encodeWav(source) : await encodeMp3(source, { kbps: 64 }),
      )
      const spliced = spliceAudio(
        audio,
        [range(10, 300), range(900, 1200), range(2000, 2100)],
        range(0, 3000),
      )
      expect(spliced.durationMs).toBeCloseTo(690, 1)
      const read = async (from?: number, to?: number) => {
        const pieces: Int16Array[] = []
        for await (const piece of spliced.decode(from, to)) pieces.push(piece)
        return concatSamples(pieces)
      }
      const whole = await read()
      expect(whole.length).toBe(spliced.sampleCount)
      const first = msToSamples(290, RATE) // the first cut is heard there
      for (const [from, to] of [
        [0, 1],
        [0, 20],
        [first - 60, first - 50],
        [first - 60, first + 3],
        [first - 20, first + 20],
        [first + 3, first + 50],
        [5000, spliced.sampleCount],
        [spliced.sampleCount - 5, spliced.sampleCount + 50],
      ] as const)
        expect([...(await read(from, to))]).toEqual([...whole.subarray(from, to)])
    },
  )
})
