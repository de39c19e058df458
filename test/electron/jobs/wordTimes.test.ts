/**
 * The times of words, from the built-in voice to the takes of a story and to the timings file beside a finished file, match the audio.
 * @module-tag long
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import type { Pcm } from '../../../electron/lib/audio/pcm.ts'
import { systemClock } from '../../../electron/lib/clock.ts'
import { DEFAULT_TIMEOUTS } from '../../../electron/lib/http/httpExchange.ts'
import { startLocalService } from '../../../electron/local-service/startLocalService.ts'
import { writeBeside } from '../../../electron/mixdown/besideFiles.ts'
import { mixdown } from '../../../electron/mixdown/mixdown.ts'
import { storedAudio } from '../../../electron/project/audioFiles.ts'
import { copyTakes } from '../../../electron/project/copyTakes.ts'
import type { Project } from '../../../electron/project/project.ts'
import { EXPORT_PRESETS, withFormat } from '../../../shared/export/exportSettings.ts'
import {
  BUILT_IN_CONNECTION,
  lexiconEntryIdSchema,
  type Block,
  type StoryRecord,
} from '../../../shared/story/records.ts'
import { shownWords } from '../../../shared/story/shownWords.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { findSpeech } from '../../support/measure.ts'
import { newProject } from '../project/support.ts'
import { tempFolder } from '../speech/support.ts'
import { blockAt, edit, storyOf, testEngine } from './engineSupport.ts'

/** How much too early or too late a reported time may be. */
const MOST_MS = 30
/** Words that begin and end loudly, one per part. */
const APART = 'Alpha. [pause 0.8 s] Window. [pause 500 ms] Evening. [pause 0.6 s]'
const SALTMARSH: StoryRecord = {
  ...{ type: 'lexiconEntry', id: lexiconEntryIdSchema.parse('saltmarsh'), characterId: null, language: null },
  ...{ written: 'Window', spoken: 'Yellow animal', match: 'word', isCaseSensitive: false },
}

async function atBuiltInVoice(blocks: readonly Partial<Block>[], ...records: StoryRecord[]) {
  const service = await startLocalService({ dataFolder: tempFolder() })
  onTestFinished(() => service.stop())
  const connection = {
    connectionId: BUILT_IN_CONNECTION,
    baseUrl: service.baseUrl,
    key: () => service.key,
    isBuiltIn: true,
  }
  const options = { clock: systemClock, timeouts: DEFAULT_TIMEOUTS }
  const story = [...storyOf(blocks, BUILT_IN_CONNECTION), ...records]
  return testEngine({ connection, records: story, options, folder: join(tempFolder()) })
}

const decodeTake = (project: Project, { audioId, startMs, endMs }: Take) =>
  decodeAudio(storedAudio(project.audio, audioId), { startMs, endMs })

interface Word {
  readonly text: string
  readonly startMs: number
  readonly endMs: number
}

const wordsOf = (project: Project, take: Take, number = 0): Word[] => {
  const block = blockAt(project, number)
  return shownWords(project.story(), block, take).map(({ from, to, ...time }) => ({
    ...time,
    text: block.text.slice(from, to),
  }))
}

/** Expects words to be heard at their reported times. Silences between words are longer than those within words. */
function expectHeard(pcm: Pcm, words: readonly Word[], minSilenceMs = 300): void {
  const heard = findSpeech(pcm, { thresholdDb: -38, minSilenceMs })
  expect(heard).toHaveLength(words.length)
  for (const [index, { startMs, endMs }] of heard.entries()) {
    expect(Math.abs((words[index]?.startMs ?? NaN) - startMs)).toBeLessThanOrEqual(MOST_MS)
    expect(Math.abs((words[index]?.endMs ?? NaN) - endMs)).toBeLessThanOrEqual(2 * MOST_MS)
  }
}

describe('the times of a take’s words match its audio', () => {
  test('with pauses, at another speed, and with a duration', async () => {
    const { takes, project } = await atBuiltInVoice([{ text: APART }])
    const { id } = blockAt(project, 0)
    const changes = [{}, { speed: 2 }, { speed: null, durationMs: 5_000 }, { durationMs: 2_400 }] as const
    for (const change of changes) {
      edit(project, change)
      const take = await takes.make(project, id)
      const words = wordsOf(project, take)
      expect(words.map(({ text }) => text)).toEqual(['Alpha', 'Window', 'Evening'])
      expectHeard(await decodeTake(project, take), words)
    }
  })

  test('in a story that is made as a whole, with words that the lexicon replaces', async () => {
    const { renders, settled, project } = await atBuiltInVoice(
      [
        { text: APART },
        { text: APART, silenceBeforeMs: 700, durationMs: 6_000 },
        { text: 'Alpha, then Window.' },
      ],
      SALTMARSH,
    )
    renders.start(project)
    expect(await settled()).toEqual({ phase: 'idle' })
    for (const number of [0, 1]) {
      const take = project.takes().find(({ blockId }) => blockId === blockAt(project, number).id)
      if (take === undefined) throw new Error('Each block has a take')
      const words = wordsOf(project, take, number)
      expect(words.map(({ text }) => text)).toEqual(['Alpha', 'Window', 'Evening'])
      expectHeard(await decodeTake(project, take), words)
    }
    const last = project.takes().find(({ blockId }) => blockId === blockAt(project, 2).id)
    if (last === undefined) throw new Error('Each block has a take')
    expect(wordsOf(project, last, 2).map(({ text }) => text)).toEqual(['Alpha', 'then', 'Window'])
  })

  test('in a copy in another story, which has only the take’s part of the audio', async () => {
    const { renders, settled, project } = await atBuiltInVoice([
      { text: 'Filler.' },
      { text: APART },
      { text: APART },
    ])
    renders.start(project)
    await settled()
    const copy = newProject(
      join(tempFolder(), 'copy.fabula'),
      storyOf([{ text: APART }], BUILT_IN_CONNECTION),
    )
    const [from, to] = [blockAt(project, 1).id, blockAt(copy, 0).id]
    const [take] = await copyTakes(project, copy, [{ from, to }])
    if (take === undefined) throw new Error('The take is copied')
    expectHeard(await decodeTake(copy, take), wordsOf(copy, take))
  })
})

const timingsSchema = z.looseObject({
  chapters: z.array(
    z.looseObject({
      blocks: z.array(
        z.looseObject({
          ...{ startMs: z.number(), endMs: z.number() },
          words: z.array(z.strictObject({ text: z.string(), startMs: z.number(), endMs: z.number() })),
        }),
      ),
    }),
  ),
})

test.each(['as one audio', 'from takes'])(
  'the timings file of a finished story %s matches the audio file',
  async (way) => {
    const { renders, takes, settled, project, folder } = await atBuiltInVoice([
      { text: APART, silenceBeforeMs: 500 },
      { text: APART, silenceBeforeMs: 900, speed: 1.5 },
    ])
    if (way === 'as one audio') {
      renders.start(project)
      await settled()
    } else for (const number of [0, 1]) await takes.make(project, blockAt(project, number).id)
    const settings = { ...withFormat(EXPORT_PRESETS.none, 'wav'), captions: ['json'] as const }
    const path = join(folder, 'story.wav')
    const signal = new AbortController().signal
    await mixdown({ project, settings, path, signal, onProgress: () => undefined }, (mixed, to) =>
      writeBeside(project.story(), mixed, to, settings),
    )
    const told = timingsSchema.parse(JSON.parse(readFileSync(join(folder, 'story.timings.json'), 'utf8')))
    const blocks = told.chapters.flatMap((chapter) => chapter.blocks)
    for (const { startMs, endMs, words } of blocks) {
      expect(words.map(({ text }) => text)).toEqual(['Alpha', 'Window', 'Evening'])
      const times = words.flatMap((word) => [word.startMs, word.endMs])
      expect([startMs, ...times, endMs]).toEqual([startMs, ...times, endMs].toSorted((a, b) => a - b))
    }
    const file = new Uint8Array(readFileSync(path))
    expectHeard(
      await decodeAudio(file),
      blocks.flatMap(({ words }) => words),
    )
  },
)
