import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test, onTestFinished } from 'vitest'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { findSpeech } from '../../support/measure.ts'
import { startLocalService } from '../../../electron/local-service/startLocalService.ts'
import { missingRequest } from '../../../electron/jobs/takes.ts'
import { storedAudio } from '../../../electron/project/audioFiles.ts'
import { createAudioPeaks } from '../../../electron/project/audioPeaks.ts'
import type { Project } from '../../../electron/project/project.ts'
import { systemClock } from '../../../electron/lib/clock.ts'
import { DEFAULT_TIMEOUTS } from '../../../electron/lib/http/httpExchange.ts'
import { BUILT_IN_CONNECTION, type StoryRecord } from '../../../shared/story/records.ts'
import { layout } from '../../../shared/story/layout.ts'
import { indexTakes } from '../../../shared/story/takes.ts'
import { tempFolder } from '../speech/support.ts'
import { blockAt, edit, storyOf, testEngine } from './engineSupport.ts'
import { long } from '../../support/tags.ts'

const STORY = storyOf(
  [
    { text: 'The lamp was lit at dusk.' },
    { text: 'Who goes there?', voiceId: 'OA003', silenceBeforeMs: 1_250 },
    { text: '', silenceBeforeMs: 400 },
    { text: 'Only the wind, said the keeper.', silenceBeforeMs: 300, durationMs: 2_700 },
  ],
  BUILT_IN_CONNECTION,
)

async function deskAtService(records: readonly StoryRecord[]) {
  const service = await startLocalService({ dataFolder: tempFolder() })
  onTestFinished(() => service.stop())
  const connection = {
    connectionId: BUILT_IN_CONNECTION,
    baseUrl: service.baseUrl,
    key: () => service.key,
    isBuiltIn: true,
  }
  const options = { clock: systemClock, timeouts: DEFAULT_TIMEOUTS }
  return { service, ...testEngine({ connection, records, options, folder: join(tempFolder()) }) }
}

test('the request for the audio of a block is known in advance, unless it has audio, no words, or a duration', async () => {
  const { takes, project } = await deskAtService(STORY)
  const requests = [0, 2, 3].map((index) => missingRequest(project, blockAt(project, index).id))
  expect(requests).toEqual([
    { model: 'tts-1', voice_id: 'OA001', speed: 1, input: 'The lamp was lit at dusk.' },
    null,
    null,
  ])
  await takes.make(project, blockAt(project, 0).id)
  expect(missingRequest(project, blockAt(project, 0).id)).toBeNull()
})

const spansOf = (project: Project) => layout(project.story(), indexTakes(project.takes()))

test('renders a story with the built-in voice: blocks and silences are where the layout says', async () => {
  const { renders, settled, project, states } = await deskAtService(STORY)
  renders.start(project)
  expect(await settled()).toEqual({ phase: 'idle' })

  const { spans, totalMs } = spansOf(project)
  expect(spans.filter(({ isEstimate }) => isEstimate)).toEqual([])
  const render = project.render()
  expect(render).toMatchObject({ durationMs: totalMs, credits: 71 })
  for (const { take, startMs, endMs } of spans)
    if (take !== null) expect(take).toMatchObject({ startMs, endMs })
  expect((spans[1]?.startMs ?? 0) - (spans[0]?.endMs ?? 0)).toBe(1_250)
  expect((spans[3]?.startMs ?? 0) - (spans[1]?.endMs ?? 0)).toBe(700)
  expect((spans[3]?.endMs ?? 0) - (spans[3]?.startMs ?? 0)).toBe(2_700)

  const heard = findSpeech(await decodeAudio(storedAudio(project.audio, render?.audioId ?? '')), {
    thresholdDb: -45,
    minSilenceMs: 550,
  })
  expect(heard).toHaveLength(3)
  const percentages = states().flatMap((state) => ('percentage' in state ? [state.percentage] : []))
  expect(percentages).toEqual(percentages.toSorted((a, b) => a - b))
})

test('a block that somebody listens to is sent before others that wait for their turn', async () => {
  const text = 'The ferry was late again, and the rain came down on the harbour. '.repeat(25)
  const { takes, project } = await deskAtService(
    storyOf(
      Array.from({ length: 5 }, (_, index) => ({ text: `${index} ${text}` })),
      BUILT_IN_CONNECTION,
    ),
  )
  const ids = [0, 1, 2, 3, 4].map((index) => blockAt(project, index).id)
  const made = Promise.all(ids.map((id) => takes.make(project, id)))
  const sent = () =>
    project.jobs
      .list()
      .map(({ payload }) => (payload?.kind === 'take' ? ids.indexOf(payload.take.blockId) : -1))
  while (sent().length < 3) {
    takes.begin(project, ids[4] ?? '')
    await setTimeout(2)
  }
  expect(sent().toSorted((a, b) => a - b)).toEqual([0, 1, 4])
  await made
})

test('plays a block with the built-in voice, and fits existing audio to a new duration', long, async () => {
  const { takes, project, service } = await deskAtService(
    storyOf([{ text: 'Good evening, keeper.' }], BUILT_IN_CONNECTION),
  )
  const { id } = blockAt(project, 0)
  const natural = await takes.make(project, id)
  expect(natural.endMs - natural.startMs).toBeGreaterThan(600)
  await service.stop()
  expect(await takes.make(project, id)).toEqual(natural)
  edit(project, { durationMs: 2_000 })
  const fitted = await takes.make(project, id)
  expect(fitted.endMs - fitted.startMs).toBe(2_000)
  const peaks = await createAudioPeaks({ cacheDir: tempFolder() }).get(project, fitted.audioId)
  expect(peaks).toHaveLength(400)
  expect(Math.max(...peaks)).toBeGreaterThan(20)
})

test('reports which field of the request is invalid', long, async () => {
  const { renders, settled, project } = await deskAtService(
    storyOf([{ text: 'Hello', voiceId: 'NOBODY' }], BUILT_IN_CONNECTION),
  )
  renders.start(project)
  const state = await settled()
  expect(state).toMatchObject({ phase: 'failed', error: { code: 'service-refused' } })
  expect(JSON.stringify(state)).toContain('voice_id')
})

test(
  'the built-in voice speaks a story in one request, then the blocks whose emotion a story request does not carry',
  long,
  async () => {
    const records = storyOf(
      [{ text: 'Who goes there?' }, { text: 'Nobody at all!', model: 'audio_stable', emotion: 'sad' }],
      BUILT_IN_CONNECTION,
    )
    const { renders, settled, project, takes } = await deskAtService(records)
    renders.start(project)
    expect(await settled()).toEqual({ phase: 'idle' })
    expect(project.jobs.list().map(({ endpoint }) => endpoint)).toEqual(['emotion', 'story'])
    expect(renders.start(project)).toBeNull()

    const [, span] = spansOf(project).spans
    const sad = await takes.make(project, blockAt(project, 1).id)
    expect(span?.take).toEqual(sad)
    const neutral = project.takes().find(({ blockId, id }) => blockId === sad.blockId && id !== sad.id)
    expect(sad.endMs - sad.startMs).toBeGreaterThan((neutral?.endMs ?? 0) - (neutral?.startMs ?? 0) + 100)
  },
)

const LONG = storyOf(
  Array.from({ length: 60 }, (_, index) => ({
    text: `The lighthouse keeper climbed stair ${index}. `.repeat(40),
  })),
  BUILT_IN_CONNECTION,
)

test.each(['before it is sent', 'while it is sent', 'once it is accepted'])(
  'a render that is cancelled %s is over, also at the built-in service',
  long,
  async (when) => {
    const { service, renders, project, settled } = await deskAtService(LONG)
    const state = () => project.jobs.list()[0]?.state
    renders.start(project)
    expect(renders.state(project)).toMatchObject({ phase: 'running', canCancel: true })
    if (when === 'while it is sent') await expect.poll(state, { interval: 1 }).toBe('sending')
    if (when === 'once it is accepted') await expect.poll(state, { timeout: 30_000 }).toBe('accepted')
    renders.cancel(project)
    expect(await settled()).toEqual({ phase: 'idle' })
    expect(state()).toBeOneOf(['dismissed', undefined])
    const listed = async () => {
      const answer = await fetch(`${service.baseUrl}/uapi/v1/history`, {
        headers: { 'x-api-key': service.key },
      })
      const { result } = (await answer.json()) as { result: { status: number }[] } // as the interface defines it
      return result.map(({ status }) => status)
    }
    await expect.poll(listed, { timeout: 30_000 }).toEqual(state() === undefined ? [] : [3])
  },
)

test('an abandoned render is cancelled at the built-in service', long, async () => {
  const { service, renders, project } = await deskAtService(LONG)
  renders.start(project)
  await expect.poll(() => project.jobs.list()[0]?.state, { timeout: 30_000 }).toBe('accepted')
  renders.stop(project)
  const uuid = project.jobs.list()[0]?.uuid ?? ''
  expect(renders.dismiss(project)).toEqual({ phase: 'idle' })
  const statusOf = async () => {
    const answer = await fetch(`${service.baseUrl}/uapi/v1/history/${uuid}`, {
      headers: { 'x-api-key': service.key },
    })
    return ((await answer.json()) as { result: { status: number } }).result.status // as the interface defines it
  }
  await expect.poll(statusOf, { timeout: 30_000 }).toBe(3)
})
