import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorText } from '../../../electron/hosts/cli/terminalText.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { HOSTED_PACE } from '../../../electron/speech/followConversion.ts'
import { storedAudio } from '../../../electron/project/audioFiles.ts'
import { findTake, indexTakes } from '../../../shared/story/takes.ts'
import {
  answerRecord,
  recordBody,
  sendHtml,
  sendJson,
  sendNoSuchEndpoint,
  type FaultScript,
} from '../../fakes/faultServer.ts'
import { FAULTS, textOf } from '../../fakes/faults.ts'
import { refusalOf, reopen } from '../project/support.ts'
import {
  everythingOf,
  faultServer,
  filesAsText,
  keyFormsIn,
  PATIENT,
  tempFolder,
  testClock,
  timeoutsFor,
} from '../speech/support.ts'
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

const AUDIO = await toneMp3(2_000)
const TIMINGS = [
  { index: 0, name: 'Block 1', start_ms: 0, end_ms: 700 },
  { index: 1, name: 'Block 2', start_ms: 1_200, end_ms: 2_000 },
]
const STORY = storyOf([
  { text: 'Once upon a time' },
  { text: '' },
  { text: 'there was a light', silenceBeforeMs: 500 },
])

const renderWith = (script: FaultScript, records = STORY, timeouts = PATIENT) =>
  engineAt(script, records, timeouts)

test('stores the audio of a finished story, its render, and a take for every block whose position the service reports', async () => {
  const { renders, settled, project, server, told, states, folder } = await renderWith(
    workingService(AUDIO, { timings: TIMINGS }),
  )
  renders.start(project)
  expect(renders.state(project)).toMatchObject({ phase: 'running', percentage: 0, isFollowed: true })
  expect(await settled()).toEqual({ phase: 'idle' })

  expect(server.submissions).toHaveLength(1)
  const render = project.render()
  expect(render).toMatchObject({ durationMs: 2_000, credits: 5 })
  const takes = indexTakes(project.takes())
  const story = project.story()
  expect(findTake(story, blockAt(project, 0), takes)).toMatchObject({
    startMs: 0,
    endMs: 700,
    audioId: render?.audioId,
  })
  expect(findTake(story, blockAt(project, 2), takes)).toMatchObject({ startMs: 1_200, endMs: 2_000 })
  expect(project.jobs.list()).toMatchObject([{ state: 'completed', usedCredits: 5, error: null }])

  expect(told).toMatchObject([{ event: 'takes:added', payload: { takes: project.takes(), render } }])
  expect(states().map((state) => ('percentage' in state ? state.percentage : state.phase))).toEqual([
    0,
    100,
    'idle',
  ])
  expect(readdirSync(join(folder, 'downloads'))).toEqual([])
})

test('a story that is already rendered is not sent again until it changes', async () => {
  const { renders, settled, project, server } = await renderWith(workingService(AUDIO, { timings: TIMINGS }))
  renders.start(project)
  await settled()
  expect(renders.start(project)).toBeNull()
  edit(project, { name: 'Only a name' })
  expect(renders.start(project)).toBeNull()
  expect(server.submissions).toHaveLength(1)

  edit(project, { text: 'Twice upon a time' })
  renders.start(project)
  await settled()
  expect(server.submissions).toHaveLength(2)
  const takes = indexTakes(project.takes())
  expect(findTake(project.story(), blockAt(project, 0), takes)).toBeDefined()
  edit(project, { text: 'Once upon a time' })
  expect(findTake(project.story(), blockAt(project, 0), takes)).toBeDefined()
})

test('a service that reports no timings yields a render without takes', async () => {
  const { renders, settled, project } = await renderWith(workingService(AUDIO))
  renders.start(project)
  expect(await settled()).toEqual({ phase: 'idle' })
  expect(project.render()?.durationMs).toBe(2_000)
  expect(project.takes()).toEqual([])
})

test('a block that a service made longer or shorter than requested is fitted', async () => {
  const records = storyOf([{ text: 'Once upon a time', durationMs: 1_000 }, { text: 'there was a light' }])
  const { renders, settled, project } = await renderWith(workingService(AUDIO, { timings: TIMINGS }), records)
  renders.start(project)
  expect(await settled()).toEqual({ phase: 'idle' })
  const take = findTake(project.story(), blockAt(project, 0), indexTakes(project.takes()))
  expect(take).toMatchObject({ startMs: 0, endMs: 1_000 })
  const { samples, sampleRate } = await decodeAudio(storedAudio(project.audio, take?.audioId ?? ''))
  expect(samples.length / sampleRate).toBeCloseTo(1, 2)
})

test('invalid timings are ignored', async () => {
  const timings = [
    { index: 7, name: '', start_ms: 0, end_ms: 10 },
    { index: 0, name: '', start_ms: 500, end_ms: 400 },
    { index: 1, name: '', start_ms: 1_900, end_ms: 90_000 },
  ]
  const { renders, settled, project } = await renderWith(workingService(AUDIO, { timings }))
  renders.start(project)
  expect(await settled()).toEqual({ phase: 'idle' })
  expect(project.takes()).toEqual([])
})

test('a finished answer to the submission itself needs no query of the history', async () => {
  const { renders, settled, project, server } = await renderWith({
    ...workingService(AUDIO),
    submit: (response) =>
      sendJson(response, 200, { uuid: 'flat', status: 'completed', media_url: '/audio.mp3', used_credit: 3 }),
  })
  renders.start(project)
  expect(await settled()).toEqual({ phase: 'idle' })
  expect(server.historyAsks()).toBe(0)
  expect(project.render()?.credits).toBe(3)
})

describe('before anything is sent', () => {
  test('a story without words is refused', async () => {
    const { renders, project, server } = await renderWith({}, storyOf([{ text: ' \n' }]))
    expect(refusalOf(() => renders.start(project))).toBe('story-without-text')
    expect(server.submissions).toHaveLength(0)
  })

  test.each([
    { name: 'The storm', code: 'named-block-too-long', named: { name: 'The storm' } },
    { name: '', code: 'block-too-long', named: {} },
  ])(
    'a block that is too long is reported with its number and its name ($code)',
    async ({ name, code, named }) => {
      const records = storyOf([{ text: 'short' }, { text: 'x'.repeat(10_001), name }])
      const { renders, project, server } = await renderWith({}, records)
      expect(() => renders.start(project)).toThrowError(
        expect.objectContaining({
          code,
          params: { number: 2, characters: 10_001, limit: 10_000, ...named },
        }) as Error,
      )
      expect(project.jobs.list()).toEqual([])
      expect(server.submissions).toHaveLength(0)
    },
  )

  test('a second render at the same time is refused', async () => {
    const { renders, settled, project, server } = await renderWith(workingService(AUDIO))
    renders.start(project)
    expect(refusalOf(() => renders.start(project))).toBe('render-running')
    await settled()
    expect(server.submissions).toHaveLength(1)
  })
})

test.each(FAULTS)('a failed render changes nothing and reports the reason: $name', async (fault) => {
  const { script, outcome, code, arrives } = fault
  const { renders, settled, release, project, server, told, folder, reports } = await renderWith(
    script,
    STORY,
    timeoutsFor(fault),
  )
  const before = contentOf(project)
  renders.start(project)
  const state = await settled()
  expect(state).toMatchObject({ phase: outcome === 'unknown' ? 'unknown' : 'failed', error: { code } })
  if (state.phase !== 'failed' && state.phase !== 'unknown') return
  expect(errorText(new UserFacingError(state.error.code, state.error.params))).toEqual(textOf(fault, server))
  expect(contentOf(project)).toEqual(before)
  // A small request can arrive whole before its connection is reset.
  expect(server.submissions.length).toBeLessThanOrEqual(1)
  if (arrives) expect(server.submissions).toHaveLength(1)
  expect(reports).toEqual([])
  await release()
  project.close()
  expect(keyFormsIn(JSON.stringify(told) + everythingOf(state) + filesAsText(folder))).toEqual([])
})

const LATER_FAULTS: [string, Partial<FaultScript>, string][] = [
  [
    'status 3 with a message',
    { history: (to) => sendJson(to, 200, recordBody({ status: 3, error_message: 'No such voice' })) },
    'conversion-failed',
  ],
  [
    'status 3 without one',
    { history: (to) => sendJson(to, 200, recordBody({ status: 3 })) },
    'conversion-failed-unexplained',
  ],
  ['a service without history', { history: sendNoSuchEndpoint }, 'service-no-history'],
  ['a key that is no longer good', { history: (to) => sendJson(to, 401, {}) }, 'service-key-refused'],
  ['a service that is gone', { history: (to) => void to.destroy() }, 'service-cut-off'],
  ['pages instead of records', { history: (to) => sendHtml(to, 200) }, 'service-answer-unreadable'],
  [
    'a finished record without audio',
    { history: (to) => sendJson(to, 200, recordBody({ status: 2 })) },
    'audio-missing',
  ],
  [
    'audio at an address that is not allowed',
    {
      history: (to) =>
        sendJson(to, 200, recordBody({ status: 2, media_url: 'http://elsewhere.example/a.mp3' })),
    },
    'audio-address-refused',
  ],
  ['audio that is not there', { media: (to) => void to.writeHead(404).end() }, 'audio-unavailable'],
  [
    'audio that is cut short',
    { media: (to) => void to.end(AUDIO.subarray(0, AUDIO.length - 700)) },
    'audio-incomplete',
  ],
  ['audio without a byte', { media: (to) => void to.end() }, 'audio-incomplete'],
  ['a page instead of audio', { media: (to) => sendHtml(to, 200) }, 'audio-unreadable'],
]

test.each(LATER_FAULTS)(
  'a failure after the story was accepted changes nothing: %s',
  async (_, script, code) => {
    const { renders, settled, project, server } = await renderWith({
      ...workingService(AUDIO, { timings: TIMINGS }),
      ...script,
    })
    const before = contentOf(project)
    renders.start(project)
    expect(await settled()).toMatchObject({ phase: 'failed', error: { code } })
    expect(contentOf(project)).toEqual(before)

    // Only a conversion that the service itself called failed is over: the rest can be fetched when it works again, without paying twice.
    const isOver = code.startsWith('conversion-failed')
    expect(project.jobs.list()).toMatchObject([{ state: isOver ? 'failed' : 'accepted' }])
    if (isOver || code === 'service-no-history') return
    server.script = workingService(AUDIO, { timings: TIMINGS })
    renders.start(project)
    expect(await settled()).toEqual({ phase: 'idle' })
    expect(project.takes()).toHaveLength(2)
    expect(server.submissions).toHaveLength(1)
  },
)

test('queries once more for an audio address that has expired', async () => {
  const { renders, settled, project } = await renderWith({
    ...workingService(AUDIO),
    history: (to, asked) => sendJson(to, 200, recordBody({ status: 2, media_url: `/audio-${asked}.mp3` })),
    media: (to, asked) => {
      if (asked === 0) to.writeHead(403).end()
      else to.end(AUDIO)
    },
  })
  renders.start(project)
  expect(await settled()).toEqual({ phase: 'idle' })
})

describe('a failure', () => {
  const refuse: FaultScript['submit'] = (to) =>
    sendJson(to, 422, { success: false, message: 'No such voice' })
  const breakOff: FaultScript['history'] = (to) => void to.destroy()

  test.each([
    ['refused', { submit: refuse }],
    ['not fetched', { history: breakOff }],
  ])('is outdated once audio arrives, even after the project is reopened (%s)', async (_, script) => {
    const working = workingService(AUDIO)
    const { renders, takes, settled, release, project, server } = await renderWith({ ...working, ...script })
    const { path } = project
    renders.start(project)
    expect(await settled()).toMatchObject({ phase: 'failed' })
    server.script = working
    edit(project, { text: 'Twice upon a time' })
    await takes.make(project, blockAt(project, 0).id)
    expect(renders.state(project)).toEqual({ phase: 'idle' })
    await release()
    project.close()

    server.script = { ...working, ...script }
    const again = testEngine({ project: reopen(path), connection: hosted(server), folder: tempFolder() })
    expect(again.resume()).toEqual({ phase: 'idle' })
    expect(await again.settled()).toEqual({ phase: 'idle' })
  })

  test('that follows audio is not outdated, although the clock was set back in between', async () => {
    const working = workingService(AUDIO)
    const clock = testClock()
    const server = await faultServer(working)
    let backMs = 0
    const changed = { ...clock, now: () => clock.now() - backMs }
    const desk = testEngine({ connection: hosted(server), records: STORY, options: { clock: changed } })
    await desk.takes.make(desk.project, blockAt(desk.project, 0).id)
    server.script = { ...working, submit: refuse }
    backMs = 10 * 24 * 3_600_000
    desk.renders.start(desk.project)
    expect(await desk.settled()).toMatchObject({ phase: 'failed' })

    server.script = working
    await desk.takes.make(desk.project, blockAt(desk.project, 2).id)
    expect(desk.renders.state(desk.project)).toEqual({ phase: 'idle' })
  })

  test('of an unreachable service is reported within a minute, and the same story is not bought again', async () => {
    const working = workingService(AUDIO)
    const clock = testClock()
    const server = await faultServer({ ...working, history: breakOff })
    const desk = testEngine({ connection: hosted(server), records: STORY, options: { clock } })
    const before = clock.now()
    desk.renders.start(desk.project)
    expect(await desk.settled()).toMatchObject({ phase: 'failed' })
    expect(clock.now() - before).toBeLessThan(60_000)
    server.script = working
    desk.renders.start(desk.project)
    expect(await desk.settled()).toEqual({ phase: 'idle' })
    expect(server.submissions).toHaveLength(1)
  })
})

describe('following', () => {
  /** Stays at 40 % until the test lets it finish. */
  async function slowRender() {
    let isReady = false
    const service = workingService(AUDIO, { timings: TIMINGS })
    let onAsked = () => undefined as unknown
    const rendering = await renderWith({
      ...service,
      history: (to, asked, uuid) => {
        if (isReady) service.history(to, asked, uuid)
        else sendJson(to, 200, recordBody({ uuid, status_percentage: 40 }))
        onAsked()
      },
    })
    const asked = () =>
      new Promise<void>((resolve) => {
        onAsked = resolve
      })
    return { ...rendering, asked, finish: () => (isReady = true) }
  }

  test('can be stopped and resumed, and the story is sent once', async () => {
    const { renders, settled, project, server, asked, finish } = await slowRender()
    renders.start(project)
    await asked()
    await asked()
    expect(renders.stop(project)).toMatchObject({ phase: 'running', isFollowed: false })
    await settled()
    expect(renders.state(project)).toMatchObject({ phase: 'running', percentage: 40, isFollowed: false })
    expect(refusalOf(() => renders.start(project))).toBe('render-running')

    finish()
    expect(renders.resume(project)).toMatchObject({ phase: 'running', isFollowed: true })
    expect(await settled()).toEqual({ phase: 'idle' })
    expect(project.takes()).toHaveLength(2)
    expect(server.submissions).toHaveLength(1)
  })

  test('can be stopped while the request is being sent, and the request is still answered', async () => {
    const { renders, settled, project, server, states } = await renderWith(workingService(AUDIO))
    server.script.head = () => void renders.stop(project)
    renders.start(project)
    await settled()
    expect(states().at(-1)).toMatchObject({ phase: 'running', isFollowed: false })
    expect(project.jobs.list()).toMatchObject([{ state: 'accepted' }])
    expect(server.submissions).toHaveLength(1)
  })

  test('continues when the project is reopened', async () => {
    const { renders, release, project, server, asked, finish } = await slowRender()
    const { path } = project
    renders.start(project)
    await asked()
    await release()
    project.close()

    finish()
    const again = testEngine({ project: reopen(path), connection: hosted(server), folder: tempFolder() })
    expect(again.resume()).toMatchObject({ phase: 'running', isFollowed: true })
    expect(await again.settled()).toEqual({ phase: 'idle' })
    expect(again.project.takes()).toHaveLength(2)
    expect(server.submissions).toHaveLength(1)
  })

  test('can be dismissed once it is stopped', async () => {
    const { renders, settled, project, asked } = await slowRender()
    renders.start(project)
    await asked()
    expect(renders.dismiss(project)).toMatchObject({ phase: 'running' })
    renders.stop(project)
    expect(renders.dismiss(project)).toEqual({ phase: 'idle' })
    await settled()
    expect(project.jobs.list()).toMatchObject([{ state: 'dismissed' }])
    expect(renders.state(project)).toEqual({ phase: 'idle' })
  })

  test('finds a service that has moved to another address', async () => {
    const gone = await faultServer({ submit: answerRecord() })
    const back = await faultServer(workingService(AUDIO))
    let connection = hosted(gone)
    const { renders, settled, project } = testEngine({
      connection,
      records: STORY,
      options: {
        connections: { get: async () => connection },
        paces: { builtIn: HOSTED_PACE, hosted: HOSTED_PACE },
      },
    })
    gone.script.history = (response) => {
      connection = hosted(back)
      response.destroy()
    }
    renders.start(project)
    expect(await settled()).toEqual({ phase: 'idle' })
    expect(back.submissions).toHaveLength(0)
    expect(project.render()).not.toBeNull()
  })
})
