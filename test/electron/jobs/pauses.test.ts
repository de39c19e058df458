import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { EXPORT_PRESETS, withFormat } from '../../../shared/export/exportSettings.ts'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { systemClock } from '../../../electron/lib/clock.ts'
import { samplesToMs } from '../../../electron/lib/audio/pcm.ts'
import { DEFAULT_TIMEOUTS } from '../../../electron/lib/http/httpExchange.ts'
import { startLocalService } from '../../../electron/local-service/startLocalService.ts'
import { mixdown } from '../../../electron/mixdown/mixdown.ts'
import { storedAudio } from '../../../electron/project/audioFiles.ts'
import type { Project } from '../../../electron/project/project.ts'
import { layout } from '../../../shared/story/layout.ts'
import { BUILT_IN_CONNECTION, type Block } from '../../../shared/story/records.ts'
import { indexTakes, type Take } from '../../../shared/story/takes.ts'
import { sendJson } from '../../fakes/faultServer.ts'
import { findSpeech } from '../../support/measure.ts'
import { newProject, reopen } from '../project/support.ts'
import { faultServer, tempFolder } from '../speech/support.ts'
import {
  blockAt,
  edit,
  engineAt,
  hosted,
  storyOf,
  testEngine,
  toneMp3,
  workingService,
} from './engineSupport.ts'
import { long } from '../../support/tags.ts'

const KILLED_MAKER = fileURLToPath(new URL('./killedMaker.ts', import.meta.url))
const TEXT = 'The lamp was lit. [pause 0.8 s] Who goes there?'

/** Longest silence within the audio of a take, in ms. */
async function longestSilenceMs(project: Project, { audioId, startMs, endMs }: Take): Promise<number> {
  const heard = findSpeech(await decodeAudio(storedAudio(project.audio, audioId), { startMs, endMs }), {
    thresholdDb: -45,
    minSilenceMs: 200,
  })
  return Math.max(...heard.slice(1).map((speech, index) => speech.startMs - (heard[index]?.endMs ?? 0)))
}

async function atBuiltInVoice(blocks: readonly Partial<Block>[]) {
  const service = await startLocalService({ dataFolder: tempFolder() })
  onTestFinished(() => service.stop())
  const connection = {
    connectionId: BUILT_IN_CONNECTION,
    baseUrl: service.baseUrl,
    key: () => service.key,
    isBuiltIn: true,
  }
  const options = { clock: systemClock, timeouts: DEFAULT_TIMEOUTS }
  const records = storyOf(blocks, BUILT_IN_CONNECTION)
  return testEngine({ connection, records, options, folder: join(tempFolder()) })
}

describe('the built-in voice', () => {
  test('is silent for as long as a pause says, in a single block and in a whole story', long, async () => {
    const { takes, renders, settled, project } = await atBuiltInVoice([
      { text: TEXT },
      { text: TEXT.replace('0.8', '1.6'), silenceBeforeMs: 400 },
    ])
    const alone = await takes.make(project, blockAt(project, 0).id)
    // The voice's speech has a short silence at both ends.
    const ownMs = (await longestSilenceMs(project, alone)) - 800
    expect(Math.abs(ownMs)).toBeLessThanOrEqual(20)

    renders.start(project)
    expect(await settled()).toEqual({ phase: 'idle' })
    const { spans, totalMs } = layout(project.story(), indexTakes(project.takes()))
    const second = spans[1]?.take
    if (second === null || second === undefined) throw new Error('The second block has a take')
    expect(Math.abs((await longestSilenceMs(project, second)) - 1_600)).toBeLessThanOrEqual(20)
    const firstMs = alone.endMs - alone.startMs
    expect(Math.abs(second.endMs - second.startMs - (firstMs + 800))).toBeLessThanOrEqual(20)
    expect(Math.abs(totalMs - (2 * firstMs + 800 + 400))).toBeLessThanOrEqual(20)
  })

  test.each([
    ['in its last block', [{ text: 'One.' }, { text: 'Two. [pause 2 s]' }]],
    ['in a block of its own', [{ text: 'One.' }, { text: 'Two.' }, { text: '[pause 2 s]' }]],
  ])('keeps a pause at the end of a story that is made as a whole, %s', long, async (_, blocks) => {
    const { renders, settled, project, folder } = await atBuiltInVoice(blocks)
    renders.start(project)
    expect(await settled()).toEqual({ phase: 'idle' })
    const { spans, totalMs } = layout(project.story(), indexTakes(project.takes()))
    const spokenMs = project.render()?.durationMs ?? 0
    expect(spans.filter(({ isEstimate }) => isEstimate)).toEqual([])
    expect(Math.abs(totalMs - (spokenMs + 2_000))).toBeLessThanOrEqual(20)

    const path = join(folder, 'story.wav')
    const signal = new AbortController().signal
    const { files } = await mixdown({
      project,
      settings: withFormat(EXPORT_PRESETS.none, 'wav'),
      path,
      signal,
      onProgress: () => undefined,
    })
    expect(Math.abs((files[0]?.durationMs ?? 0) - totalMs)).toBeLessThanOrEqual(1)
    expect(renders.start(project)).toBeNull()
  })

  test('keeps the pauses and fits the words if the block has a duration', long, async () => {
    const { takes, project } = await atBuiltInVoice([{ text: TEXT, durationMs: 4_000 }])
    const take = await takes.make(project, blockAt(project, 0).id)
    expect(Math.abs(take.endMs - take.startMs - 4_000)).toBeLessThanOrEqual(2)
    expect(Math.abs((await longestSilenceMs(project, take)) - 800)).toBeLessThanOrEqual(40)
  })
})

describe('a paid service', () => {
  const AUDIO = toneMp3(1_000)
  const inputs = (server: { readonly submissions: readonly { readonly body: string }[] }) =>
    server.submissions.map(({ body }) => (JSON.parse(body) as { input: string }).input)

  test('gets each part once, and never a marker', async () => {
    const { takes, project, server } = await engineAt(
      workingService(await AUDIO),
      storyOf([{ text: 'One. [pause 0.8 s] Two. [pause 1,5 s] Three.' }]),
    )
    const take = await takes.make(project, blockAt(project, 0).id)
    expect(inputs(server)).toEqual(['One.', 'Two.', 'Three.'])
    expect(take.endMs - take.startMs).toBe(5_300)
    expect(await takes.make(project, blockAt(project, 0).id)).toEqual(take)
    // The parts are not in the list of takes of any block.
    expect(project.takes().map(({ blockId }) => blockId)).toEqual([null, null, null, take.blockId])

    edit(project, { text: 'One. [pause 2 s] Two. [pause 100 ms] Three.' })
    const longer = await takes.make(project, blockAt(project, 0).id)
    expect([longer.endMs - longer.startMs, inputs(server).length]).toEqual([5_100, 3])

    edit(project, { text: 'One. [pause 2 s] Four. [pause 100 ms] Three.', durationMs: 4_100 })
    const fitted = await takes.make(project, blockAt(project, 0).id)
    expect(inputs(server).slice(3)).toEqual(['Four.'])
    expect(Math.abs(fitted.endMs - fitted.startMs - 4_100)).toBeLessThanOrEqual(2)
  })

  test.each([
    ['of the last block with words', [{ text: 'One.' }, { text: 'Two. [pause 2 s]' }]],
    ['of a story, in a block of its own', [{ text: 'One.' }, { text: 'Two.' }, { text: '[pause 2 s]' }]],
  ])('that reports no positions does not lose a pause at the very end %s', long, async (_, blocks) => {
    const { renders, settled, project, folder } = await engineAt(
      workingService(await AUDIO),
      storyOf([...blocks]),
    )
    renders.start(project, { way: 'story' })
    expect(await settled()).toEqual({ phase: 'idle' })
    const path = join(folder, 'story.wav')
    await mixdown({
      project,
      settings: withFormat(EXPORT_PRESETS.none, 'wav'),
      path,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    const pcm = await decodeAudio(await readFile(path))
    const heard = findSpeech(pcm, { thresholdDb: -45, minSilenceMs: 200 })
    const silenceMs = samplesToMs(pcm.samples.length, pcm.sampleRate) - (heard.at(-1)?.endMs ?? Infinity)
    expect(Math.abs(silenceMs - 2_000)).toBeLessThanOrEqual(30)
  })

  test('gets the parts of a story block by block, with their emotion', async () => {
    const { renders, settled, project, server } = await engineAt(
      workingService(await AUDIO),
      storyOf([
        { text: 'Plain.' },
        { text: 'Sad. [pause 1 s] Sadder.', model: 'audio_stable', emotion: 'sad' },
      ]),
    )
    renders.start(project)
    expect(await settled()).toEqual({ phase: 'idle' })
    expect(server.submissions.map(({ path }) => path.split('/').at(-1)).toSorted()).toEqual([
      'text-to-speech',
      'text-to-speech-advanced',
      'text-to-speech-advanced',
    ])
    const { spans } = layout(project.story(), indexTakes(project.takes()))
    expect(spans.map(({ startMs, endMs }) => endMs - startMs)).toEqual([1_000, 3_000])
    expect(renders.start(project)).toBeNull()
  })

  test('is not asked again for a part that is stored, after a failure and a restart', async () => {
    const server = await faultServer(workingService(await AUDIO))
    const working = server.script
    let asked = 0
    server.script = {
      ...working,
      submit: (response, record, ...rest) => {
        asked += 1
        if (asked === 1) return working.submit?.(response, record, ...rest)
        sendJson(response, 422, { detail: 'no' })
      },
    }
    const connection = hosted(server)
    const records = storyOf([{ text: 'One. [pause 1 s] Two.' }])
    const first = testEngine({ connection, records })
    await expect(first.takes.make(first.project, blockAt(first.project, 0).id)).rejects.toThrow()
    await first.release()
    const { path } = first.project
    first.project.close()

    server.script = working
    const second = testEngine({ connection, project: reopen(path) })
    const take = await second.takes.make(second.project, blockAt(second.project, 0).id)
    expect(take.endMs - take.startMs).toBe(3_000)
    expect(inputs(server)).toEqual(['One.', 'Two.', 'Two.'])
  })

  test.each(['the first part is made', 'the second part is asked for'])(
    'is not asked again for a part after the app was killed when %s',
    async (point) => {
      const working = workingService(await AUDIO)
      const makers: ChildProcess[] = []
      const killAt = (reached: string) => {
        if (reached === point) for (const maker of makers) maker.kill('SIGKILL')
      }
      const server = await faultServer({
        ...working,
        history: (...asked) => {
          killAt('the first part is made')
          working.history(...asked)
        },
        submit: (...asked) => {
          if (server.submissions.length === 2) killAt('the second part is asked for')
          working.submit(...asked)
        },
      })
      const path = join(tempFolder(), 'story.fabula')
      newProject(path, storyOf([{ text: 'One. [pause 1 s] Two.' }])).close()
      const maker = spawn(process.execPath, [KILLED_MAKER, path, tempFolder(), server.baseUrl], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      makers.push(maker)
      const [, signal] = (await once(maker, 'exit')) as [number | null, string | null]
      expect(signal).toBe('SIGKILL')

      server.script = working
      const { takes, project, resume } = testEngine({ connection: hosted(server), project: reopen(path) })
      resume()
      const make = () => takes.make(project, blockAt(project, 0).id)
      if (point === 'the second part is asked for') {
        // Nobody knows whether the service made it: only the writer can send it again.
        await expect(make()).rejects.toMatchObject({ code: 'conversion-outcome-unknown' })
        expect(inputs(server)).toEqual(['One.', 'Two.'])
        const unknown = project.jobs.list().find(({ state }) => state === 'unknown')
        project.jobs.update(unknown?.id ?? '', { state: 'dismissed' })
      }
      const take = await make()
      expect(take.endMs - take.startMs).toBe(3_000)
      expect(inputs(server).filter((input) => input === 'One.')).toHaveLength(1)
      expect(inputs(server)).toHaveLength(point === 'the second part is asked for' ? 3 : 2)
    },
  )

  test.each([null, 'story'])('gets no request while a marker cannot be read', async (whole) => {
    const { takes, renders, project, server } = await engineAt(
      workingService(await AUDIO),
      storyOf([{ text: 'One. [pause x] Two.' }, { text: 'Three.' }]),
    )
    const refusal = { code: 'block-pause-unreadable', params: { number: 1, marker: '[pause x]' } }
    if (whole === null)
      await expect(takes.make(project, blockAt(project, 0).id)).rejects.toMatchObject(refusal)
    else expect(() => renders.start(project)).toThrow(expect.objectContaining(refusal))
    expect(server.submissions).toEqual([])
  })
})
