import { describe, expect, test } from 'vitest'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { storedAudio } from '../../../electron/project/audioFiles.ts'
import { toFinishedConversion } from '../../../electron/jobs/submissions.ts'
import { findTake, indexTakes } from '../../../shared/story/takes.ts'
import { blockIdSchema, type StoryRecord } from '../../../shared/story/records.ts'
import { answerRecord, recordBody, sendJson } from '../../fakes/faultServer.ts'
import { FAULTS } from '../../fakes/faults.ts'
import { refusalOfAsync, reopen } from '../project/support.ts'
import { faultServer, tempFolder, testClock, timeoutsFor } from '../speech/support.ts'
import {
  blockAt,
  contentOf,
  edit,
  engineAt,
  hosted,
  storyOf,
  testEngine,
  toneMp3,
  workingService,
} from './engineSupport.ts'

const AUDIO = await toneMp3(1_000)

const sentBody = (request: { body: string } | undefined) => JSON.parse(request?.body ?? 'null') as unknown

test('makes the audio of a block with one request, stores it, and plays it without a request the next time', async () => {
  const { takes, project, server, told } = await engineAt(
    workingService(AUDIO),
    storyOf([{ text: 'Hello there' }]),
  )
  const { id } = blockAt(project, 0)
  const take = await takes.make(project, id)
  expect(take).toMatchObject({ startMs: 0, endMs: 1_000, blockId: id, voiceId: 'OA001' })
  expect(await takes.make(project, id)).toEqual(take)
  expect(server.submissions.map(({ path }) => path)).toEqual(['/uapi/v1/text-to-speech'])
  expect(sentBody(server.submissions[0])).toEqual({
    model: 'tts-1',
    voice_id: 'OA001',
    speed: 1,
    input: 'Hello there',
  })
  expect(told).toMatchObject([{ event: 'takes:added', payload: { takes: [take] } }])
  expect(findTake(project.story(), blockAt(project, 0), indexTakes(project.takes()))).toEqual(take)
})

test('uses the emotion endpoint only for blocks with an emotion', async () => {
  const { takes, project, server } = await engineAt(
    workingService(AUDIO),
    storyOf([
      { text: 'Hello', model: 'audio_stable', emotion: 'happy' },
      { text: 'Hello', model: 'audio_stable' },
    ]),
  )
  await takes.make(project, blockAt(project, 0).id)
  await takes.make(project, blockAt(project, 1).id)
  expect(server.submissions.map(({ path }) => path)).toEqual(
    Array(2).fill('/uapi/v1/text-to-speech-advanced'),
  )
  expect(server.submissions.map(sentBody)).toMatchObject([{ emotion: 'happy' }, { model: 'audio_stable' }])
  expect(sentBody(server.submissions[1])).not.toHaveProperty('emotion')
})

test('a take is the speech within the audio if the service reports its position', async () => {
  const timings = [{ index: 0, name: '', start_ms: 120, end_ms: 880 }]
  const { takes, project } = await engineAt(workingService(AUDIO, { timings }), storyOf([{ text: 'Hello' }]))
  expect(await takes.make(project, blockAt(project, 0).id)).toMatchObject({ startMs: 120, endMs: 880 })
})

test('a requested duration is made from existing audio, without another request', async () => {
  const { takes, project, server } = await engineAt(workingService(AUDIO), storyOf([{ text: 'Hello' }]))
  const { id } = blockAt(project, 0)
  const natural = await takes.make(project, id)
  for (const durationMs of [700, 1_333]) {
    edit(project, { durationMs })
    const fitted = await takes.make(project, id)
    expect(fitted).toMatchObject({ startMs: 0, endMs: durationMs })
    const { samples, sampleRate } = await decodeAudio(storedAudio(project.audio, fitted.audioId))
    expect(Math.abs((samples.length / sampleRate) * 1000 - durationMs)).toBeLessThan(1)
    expect(await takes.make(project, id)).toEqual(fitted)
  }
  edit(project, { durationMs: null })
  expect(await takes.make(project, id)).toEqual(natural)
  expect(server.submissions).toHaveLength(1)
})

test('simultaneous requests for the same audio share one request', async () => {
  const { takes, project, server } = await engineAt(
    workingService(AUDIO),
    storyOf([{ text: 'Hello' }, { text: 'Hello', durationMs: 1_500 }, { text: 'Hello', durationMs: 800 }]),
  )
  const made = await Promise.all(
    [0, 1, 2, 0, 1].map((index) => takes.make(project, blockAt(project, index).id)),
  )
  expect(server.submissions).toHaveLength(1)
  expect(made.map(({ endMs }) => endMs)).toEqual([1_000, 1_500, 800, 1_000, 1_500])
  expect(project.takes()).toHaveLength(3)
})

describe('reading a block again', () => {
  test('makes a further take each time, with a separate request, and the newest is heard', async () => {
    const { takes, project, server, told } = await engineAt(
      workingService(AUDIO),
      storyOf([{ text: 'Hello' }]),
    )
    const { id } = blockAt(project, 0)
    const first = await takes.make(project, id)
    const more = await takes.readAgain(project, id, 3)
    expect(server.submissions).toHaveLength(4)
    expect(new Set(server.submissions.map(({ body }) => body)).size).toBe(1)
    expect(more.map(({ key }) => key)).toEqual([first.key, first.key, first.key])
    expect(project.takes()).toEqual([first, ...more])
    expect(told.map(({ event }) => event)).toEqual(Array(4).fill('takes:added'))
    expect(await takes.make(project, id)).toEqual(more[2])
  })

  test('makes the newest take the one that is heard, although the clock was set back in between', async () => {
    const clock = testClock()
    let backMs = 0
    const changed = { ...clock, now: () => clock.now() - backMs }
    const server = await faultServer(workingService(AUDIO))
    const desk = testEngine({
      ...{ connection: hosted(server), records: storyOf([{ text: 'Hello' }]) },
      options: { clock: changed },
    })
    const { id } = blockAt(desk.project, 0)
    await desk.takes.make(desk.project, id)
    backMs = 10 * 24 * 3_600_000
    const [again] = await desk.takes.readAgain(desk.project, id, 1)
    expect(await desk.takes.make(desk.project, id)).toEqual(again)
    expect(again?.createdAtMs).toBe(desk.project.takes()[0]?.createdAtMs)
  })

  test('twice at the same time makes two takes, one after the other', async () => {
    const { takes, project, server } = await engineAt(workingService(AUDIO), storyOf([{ text: 'Hello' }]))
    const { id } = blockAt(project, 0)
    const made = await Promise.all([
      takes.make(project, id),
      takes.readAgain(project, id, 1),
      takes.readAgain(project, id, 1),
    ])
    expect(new Set(made.flat().map((take) => take.id)).size).toBe(3)
    expect(server.submissions).toHaveLength(3)
  })

  test('of a block with a duration makes new speech and fits it', async () => {
    const { takes, project, server } = await engineAt(
      workingService(AUDIO),
      storyOf([{ text: 'Hello', durationMs: 1_500 }]),
    )
    const { id } = blockAt(project, 0)
    await takes.make(project, id)
    const [again] = await takes.readAgain(project, id, 1)
    expect(again).toMatchObject({ startMs: 0, endMs: 1_500 })
    expect(server.submissions).toHaveLength(2)
  })

  test('is refused for a locked block, and ends if the text changes meanwhile', async () => {
    const { takes, project, server } = await engineAt(workingService(AUDIO), storyOf([{ text: 'Hello' }]))
    const { id } = blockAt(project, 0)
    const reading = takes.readAgain(project, id, 5)
    edit(project, { text: 'Other words' })
    expect(await reading).toHaveLength(1)
    const { key } = await takes.make(project, id)
    project.commit({ put: [{ ...blockAt(project, 0), lockedKey: key }], remove: [] })
    expect(await refusalOfAsync(() => takes.readAgain(project, id, 1))).toBe('block-locked')
    expect(server.submissions).toHaveLength(2)
  })

  test('is not sent while it is unknown whether an equal request was charged', async () => {
    const { takes, project, server } = await engineAt(
      { submit: (_, __, socket) => void socket.destroy() },
      storyOf([{ text: 'Hello' }]),
    )
    const { id } = blockAt(project, 0)
    await refusalOfAsync(() => takes.readAgain(project, id, 3))
    expect(await refusalOfAsync(() => takes.readAgain(project, id, 1))).toBe('conversion-outcome-unknown')
    expect(server.submissions).toHaveLength(1)
  })
})

test('a render of the story makes the takes that Play then uses', async () => {
  const timings = [{ index: 0, name: '', start_ms: 0, end_ms: 900 }]
  const { renders, takes, settled, project, server } = await engineAt(
    workingService(AUDIO, { timings }),
    storyOf([{ text: 'Hello' }]),
  )
  renders.start(project)
  await settled()
  expect(await takes.make(project, blockAt(project, 0).id)).toMatchObject({ endMs: 900 })
  expect(server.submissions).toHaveLength(1)
})

describe('before anything is sent', () => {
  test.each<[string, StoryRecord[], string]>([
    ['without words', storyOf([{ text: '  ' }]), 'block-without-text'],
    ['that is too long', storyOf([{ text: 'x'.repeat(10_001) }]), 'block-too-long'],
  ])('a block %s is refused', async (_, records, code) => {
    const { takes, project, server } = await engineAt({}, records)
    expect(await refusalOfAsync(() => takes.make(project, blockAt(project, 0).id))).toBe(code)
    expect(server.submissions).toHaveLength(0)
  })

  test('a deleted block is refused', async () => {
    const { takes, project } = await engineAt({}, storyOf([{ text: 'Hello' }]))
    const make = () => takes.make(project, blockIdSchema.parse('another'))
    expect(await refusalOfAsync(make)).toBe('block-gone')
  })
})

test.each(FAULTS)('a failed request changes nothing and reports the reason: $name', async (fault) => {
  const { script, code } = fault
  const story = storyOf([{ text: 'Hello' }])
  const { takes, project, server } = await engineAt(script, story, timeoutsFor(fault))
  const before = contentOf(project)
  expect(await refusalOfAsync(() => takes.make(project, blockAt(project, 0).id))).toBe(code)
  expect(contentOf(project)).toEqual(before)
  expect(server.submissions.length).toBeLessThanOrEqual(1)
})

test('an unknown outcome is shown to the writer, blocks the same block, and ends when it is dismissed', async () => {
  const { renders, takes, project, server, states } = await engineAt(
    { submit: (_, __, socket) => void socket.resetAndDestroy() },
    storyOf([{ text: 'Hello' }, { text: 'Another' }]),
  )
  const make = (index: number) => takes.make(project, blockAt(project, index).id)
  expect(await refusalOfAsync(() => make(0))).toBe('conversion-outcome-unknown')
  expect(states()).toMatchObject([{ phase: 'unknown' }])
  server.script = workingService(AUDIO)
  expect(await refusalOfAsync(() => make(0))).toBe('conversion-outcome-unknown')
  await make(1)
  expect(server.submissions).toHaveLength(2)
  renders.dismiss(project)
  expect(await make(0)).toMatchObject({ endMs: 1_000 })
})

test('a failed conversion reports the service’s message, and can be tried again', async () => {
  const service = workingService(AUDIO)
  const { takes, project, server } = await engineAt(
    {
      ...service,
      history: (to) => sendJson(to, 200, recordBody({ status: 3, error_message: 'The engine stopped' })),
    },
    storyOf([{ text: 'Hello' }]),
  )
  const make = () => takes.make(project, blockAt(project, 0).id)
  await expect(make()).rejects.toMatchObject({
    code: 'conversion-failed',
    params: { message: 'The engine stopped' },
  })
  server.script = service
  expect(await make()).toMatchObject({ endMs: 1_000 })
  expect(server.submissions).toHaveLength(2)
})

test('audio that was paid for but not fetched is fetched when the project is reopened', async () => {
  const { takes, release, project, server } = await engineAt(
    { ...workingService(AUDIO), media: (to) => void to.writeHead(404).end() },
    storyOf([{ text: 'Hello' }]),
  )
  const { path } = project
  expect(await refusalOfAsync(() => takes.make(project, blockAt(project, 0).id))).toBe('audio-unavailable')
  await release()
  project.close()

  server.script = workingService(AUDIO)
  const again = testEngine({ project: reopen(path), connection: hosted(server), folder: tempFolder() })
  again.resume()
  const take = await again.takes.make(again.project, blockAt(again.project, 0).id)
  expect(take).toMatchObject({ endMs: 1_000 })
  expect(again.told).toMatchObject([{ event: 'takes:added', payload: { takes: [take] } }])
  expect(server.submissions).toHaveLength(1)
})

test('an event that arrives while following is about to fail is not lost, but followed afterwards', async () => {
  const service = workingService(await toneMp3(300))
  const server = await faultServer({ submit: answerRecord(), media: service.media })
  let news: Promise<unknown> | undefined
  const { runner, takes, project } = testEngine({
    connection: hosted(server),
    options: {
      // The service has no history: its event arrives too late for the first look-up.
      recall: (record) => {
        if (news !== undefined) return toFinishedConversion(record, '/audio.mp3')
        news = runner.follow(project, record)
        return null
      },
    },
  })
  await expect(takes.make(project, blockAt(project, 0).id)).rejects.toMatchObject({
    code: 'service-no-history',
  })
  await news
  expect(project.jobs.list()).toMatchObject([{ state: 'completed', source: 'webhook' }])
  expect(project.takes()).toHaveLength(1)
  expect(server.submissions).toHaveLength(1)
})
