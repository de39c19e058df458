import { expect, test, vi } from 'vitest'
import { countMissing } from '../../support/countMissing.ts'
import type { Project } from '../../../electron/project/project.ts'
import { sendJson, type FaultServer } from '../../fakes/faultServer.ts'
import { chapterIdSchema, type StoryRecord } from '../../../shared/story/records.ts'
import { blocksOf, chapterStory } from '../../../shared/story/selectors.ts'
import { conversionOf } from '../project/support.ts'
import { faultServer } from '../speech/support.ts'
import { blockAt, hosted, storyOf, testEngine, toneMp3, workingService } from './engineSupport.ts'

const AUDIO = await toneMp3(1_600)
const WORDS = ['Once upon a time', 'there was a light', 'and nobody knew', 'who had lit it']
const TIMINGS = WORDS.map((_, index) => ({
  index,
  name: '',
  start_ms: index * 400,
  end_ms: index * 400 + 400,
}))

/** A story of four blocks that was rendered, by a service that reports their positions. */
async function renderedStory() {
  const server = await faultServer(workingService(AUDIO, { timings: TIMINGS }))
  const desk = testEngine({ connection: hosted(server), records: storyOf(WORDS.map((text) => ({ text }))) })
  desk.renders.start(desk.project)
  await desk.settled()
  server.script = workingService(AUDIO)
  return { ...desk, server }
}

function rewrite(project: Project, index: number, text: string): void {
  project.commit({ put: [{ ...blockAt(project, index), text }], remove: [] })
}

/** The requests after the first render: endpoint and text. */
function laterSubmissions(server: FaultServer): string[] {
  return server.submissions.slice(1).map(({ path, body }) => {
    const { input } = JSON.parse(body) as { input: string } // a request for one block
    return `${path.slice(path.lastIndexOf('/') + 1)}: ${input}`
  })
}

const missing = (project: Project) =>
  countMissing({ story: project.story(), takes: project.takes(), render: project.render() })

test('one changed line of a rendered story is one request for that line', async () => {
  const { renders, settled, project, server, states } = await renderedStory()
  rewrite(project, 2, 'and everybody knew')
  const before = states().length
  renders.start(project)
  expect(renders.state(project)).toMatchObject({ phase: 'running', percentage: 0 })
  expect(await settled()).toEqual({ phase: 'idle' })

  expect(laterSubmissions(server)).toEqual(['text-to-speech: and everybody knew'])
  expect(missing(project)).toBe(0)
  const told = states().slice(before)
  const queue = { of: 1, isPaused: false, perMinute: null, waiting: [], failed: [] }
  expect(
    told.flatMap((state) => (state.phase === 'running' && state.blocks !== null ? [state.blocks] : [])),
  ).toEqual([
    { ...queue, made: 0, underWay: [blockAt(project, 2).id] },
    { ...queue, made: 1, underWay: [] },
  ])
  expect(told.at(-1)).toEqual({ phase: 'idle' })
})

test('at a paid service, a story with an emotion is sent by block, so that the emotion is used', async () => {
  const server = await faultServer(workingService(AUDIO))
  const records = storyOf([{ text: 'Hello' }, { text: 'Who?', model: 'audio_stable', emotion: 'angry' }])
  const { renders, settled, project } = testEngine({ connection: hosted(server), records })
  renders.start(project)
  expect(await settled()).toEqual({ phase: 'idle' })
  expect(server.submissions.map(({ path }) => path).sort()).toEqual([
    '/uapi/v1/text-to-speech',
    '/uapi/v1/text-to-speech-advanced',
  ])
  expect(missing(project)).toBe(0)
})

test('the first render buys only blocks that were not bought singly before', async () => {
  const server = await faultServer(workingService(AUDIO))
  const records = storyOf(WORDS.map((text) => ({ text })))
  const { renders, takes, settled, project } = testEngine({ connection: hosted(server), records })
  for (const index of [0, 1, 3]) await takes.make(project, blockAt(project, index).id)
  renders.start(project)
  expect(await settled()).toEqual({ phase: 'idle' })
  expect(laterSubmissions(server).at(-1)).toBe(`text-to-speech: ${WORDS[2]}`)
  expect(server.submissions).toHaveLength(4)
  expect(missing(project)).toBe(0)
})

test('a render of a chapter buys only the blocks of that chapter, each by itself, and none twice', async () => {
  const server = await faultServer(workingService(AUDIO))
  const [info, first, ...others] = storyOf(WORDS.map((text) => ({ text })))
  const chapterId = chapterIdSchema.parse('chapter')
  const chapter: StoryRecord = {
    type: 'chapter',
    speaksTitle: null,
    id: chapterId,
    rank: 'a1V',
    title: 'Two',
  }
  const records = [info, first, ...others, chapter].flatMap((record) => record ?? [])
  const { renders, settled, project } = testEngine({ connection: hosted(server), records })
  const only = new Set(blocksOf(chapterStory(project.story(), chapterId)).map(({ id }) => id))
  expect(renders.start(project, { only })).not.toBeNull()
  expect(await settled()).toEqual({ phase: 'idle' })
  const words = server.submissions.map(({ body }) => (JSON.parse(body) as { input: string }).input)
  expect(words.toSorted()).toEqual(WORDS.slice(2).toSorted())
  expect(renders.start(project, { only })).toBeNull()
  expect(missing(project)).toBe(2)
  renders.start(project)
  await settled()
  expect(missing(project)).toBe(0)
  expect(server.submissions).toHaveLength(WORDS.length)
})

test('a story whose blocks only changed places is not bought again', async () => {
  const { renders, project, server } = await renderedStory()
  const [first, last] = [blockAt(project, 0), blockAt(project, 3)]
  const put = [
    { ...first, rank: last.rank },
    { ...last, rank: first.rank },
  ]
  project.commit({ put, remove: [] })
  expect(renders.start(project)).toBeNull()
  expect(server.submissions).toHaveLength(1)
})

test('text that is changed again while others are made is left for the next render', async () => {
  const { renders, settled, project, server } = await renderedStory()
  rewrite(project, 0, 'Twice upon a time')
  rewrite(project, 1, 'there was a lamp')
  renders.start(project)
  rewrite(project, 1, 'there was a half-typ')
  await settled()
  expect(laterSubmissions(server).sort()).toEqual([
    'text-to-speech: Twice upon a time',
    'text-to-speech: there was a lamp',
  ])
  expect(missing(project)).toBe(1)
})

test('a stopped render begins no further block, and finishes those that it began', async () => {
  const { renders, settled, project, server } = await renderedStory()
  let asked = 0
  server.script = {
    ...workingService(AUDIO),
    history(response, ask, uuid) {
      if ((asked += 1) === 2) renders.stop(project)
      workingService(AUDIO).history(response, ask, uuid)
    },
  }
  for (const index of WORDS.keys()) rewrite(project, index, `Line ${index}`)
  renders.start(project, { way: 'blocks' })
  await settled()
  expect(renders.state(project)).toEqual({ phase: 'idle' })
  expect(server.submissions.length - 1).toBe(3)
  expect(missing(project)).toBe(1)

  renders.start(project, { way: 'blocks' })
  await settled()
  expect(server.submissions.length - 1).toBe(4)
  expect(missing(project)).toBe(0)
})

test('a block that fails does not stop the others, and the render ends with its message', async () => {
  const { renders, takes, settled, project, server } = await renderedStory()
  const working = workingService(AUDIO)
  server.script = {
    ...working,
    submit(response, received, socket) {
      if (!received.body.includes('Line 1')) working.submit(response, received, socket)
      else sendJson(response, 422, { success: false, message: 'No such voice' })
    },
  }
  for (const index of WORDS.keys()) if (index > 0) rewrite(project, index, `Line ${index}`)
  renders.start(project)
  expect(await settled()).toMatchObject({
    phase: 'failed',
    error: { params: { message: 'No such voice' } },
  })
  expect(laterSubmissions(server)).toHaveLength(3)
  expect(missing(project)).toBe(1)
  server.script = working
  await takes.make(project, blockAt(project, 1).id)
  expect(missing(project)).toBe(0)
})

test('after three failures in a row, a service gets no further blocks', async () => {
  const lines = Array.from({ length: 12 }, (_, index) => ({ text: `Line ${index}` }))
  const server = await faultServer({ submit: (response) => void response.destroy() })
  const records = storyOf(lines)
  const { renders, settled, project } = testEngine({ connection: hosted(server), records })
  renders.start(project, { way: 'blocks' })
  expect((await settled()).phase).toBe('unknown')
  expect(server.submissions.length).toBeLessThanOrEqual(5)
})

test('a block whose outcome is unknown is skipped, and the others are made', async () => {
  const working = workingService(AUDIO)
  const server = await faultServer({ ...working, submit: (response) => void response.destroy() })
  const records = storyOf(WORDS.map((text) => ({ text })))
  const { renders, takes, settled, project } = testEngine({ connection: hosted(server), records })
  await takes.make(project, blockAt(project, 0).id).catch(() => undefined)
  server.script = working
  renders.start(project, { way: 'blocks' })
  expect((await settled()).phase).toBe('unknown')
  expect(laterSubmissions(server).sort()).toEqual(
    WORDS.slice(1)
      .map((text) => `text-to-speech: ${text}`)
      .sort(),
  )
  expect(missing(project)).toBe(1)
})

test('a paused render begins no further block; a block moved to the front is made first, and a removed one is not made', async () => {
  const lines = Array.from({ length: 9 }, (_, index) => ({ text: `Line ${index}` }))
  const working = workingService(AUDIO)
  const server = await faultServer(working)
  const desk = testEngine({ connection: hosted(server), records: storyOf(lines) })
  const { renders, project, settled } = desk
  let id = ''
  const paused = Promise.withResolvers<undefined>()
  server.script = {
    ...working,
    submit(response, received, socket) {
      renders.queue(id)?.setPaused(true)
      paused.resolve(undefined)
      working.submit(response, received, socket)
    },
  }
  id = renders.start(project, { way: 'blocks' }) ?? ''
  await paused.promise
  server.script = working
  const blocks = { isPaused: true, made: 3, of: 9 }
  const standing = { phase: 'running', remainingMs: null, blocks }
  await vi.waitFor(() => expect(renders.state(project)).toMatchObject(standing))
  expect(server.submissions).toHaveLength(3)
  const queue = renders.queue(id)
  queue?.change(blockAt(project, 8).id, 'first')
  queue?.change(blockAt(project, 4).id, 'remove')
  queue?.setPaused(false)
  expect(await settled()).toEqual({ phase: 'idle' })
  const words = server.submissions.map(({ body }) => (JSON.parse(body) as { input: string }).input)
  expect(words.slice(3)).toHaveLength(5)
  expect(words.slice(3, 6)).toContain('Line 8')
  expect(words).not.toContain('Line 4')
  expect(missing(project)).toBe(1)
})

test('a paused render ends when all its blocks are removed', async () => {
  const { renders, settled, project } = testEngine({
    connection: hosted(await faultServer(workingService(AUDIO))),
    records: storyOf(Array.from({ length: 5 }, (_, index) => ({ text: `Line ${index}` }))),
  })
  const id = renders.start(project, { way: 'blocks' }) ?? ''
  const queue = renders.queue(id)
  queue?.setPaused(true)
  for (const index of [3, 4]) queue?.change(blockAt(project, index).id, 'remove')
  expect(await settled()).toEqual({ phase: 'idle' })
  expect(missing(project)).toBe(2)
})

test('the order of blocks can be changed, and a failed block retried while the others wait', async () => {
  const working = workingService(AUDIO)
  const refused = Promise.withResolvers<undefined>()
  const server = await faultServer({
    ...working,
    submit(response, received, socket) {
      renders.queue(id)?.setPaused(true)
      if (received.body.includes('Line 1')) {
        refused.resolve(undefined)
        sendJson(response, 422, { success: false, message: 'No such voice' })
      } else working.submit(response, received, socket)
    },
  })
  const records = storyOf(Array.from({ length: 8 }, (_, index) => ({ text: `Line ${index}` })))
  const desk = testEngine({ connection: hosted(server), records })
  const { renders, project, settled } = desk
  const id = renders.start(project, { way: 'blocks' }) ?? ''
  await refused.promise
  const at = (index: number) => blockAt(project, index).id
  const queueNow = () => {
    const state = renders.state(project)
    return state.phase === 'running' ? state.blocks : null
  }
  await vi.waitFor(() => expect(queueNow()).toMatchObject({ made: 2, underWay: [] }))
  expect(queueNow()).toMatchObject({
    waiting: [3, 4, 5, 6, 7].map(at),
    failed: [{ blockId: at(1), error: { code: 'service-refused', params: { message: 'No such voice' } } }],
  })
  const queue = renders.queue(id)
  queue?.change(at(3), 'up')
  queue?.change(at(3), 'down')
  queue?.change(at(7), 'up')
  queue?.change(at(7), 'down')
  queue?.change(at(7), 'down')
  expect(queueNow()?.waiting).toEqual([4, 3, 5, 6, 7].map(at))
  server.script = working
  queue?.change(at(1), 'retry')
  expect(queueNow()).toMatchObject({ waiting: [1, 4, 3, 5, 6, 7].map(at), failed: [] })
  queue?.setPaused(false)
  expect(await settled()).toEqual({ phase: 'idle' })
  expect(missing(project)).toBe(0)
  expect(server.submissions).toHaveLength(9)
})

test('a whole story that another service has accepted is left there, and does not stop a render', async () => {
  const server = await faultServer(workingService(AUDIO))
  const records = storyOf(WORDS.map((text) => ({ text })))
  const { renders, settled, project } = testEngine({ connection: hosted(server), records })
  project.jobs.insert(conversionOf('other', { state: 'accepted', connectionId: 'elsewhere', uuid: 'theirs' }))
  expect(renders.state(project)).toMatchObject({ phase: 'running' })
  expect(renders.state(project, 'hosted')).toEqual({ phase: 'idle' })
  expect(renders.start(project, { way: 'blocks' })).not.toBeNull()
  await settled()
  expect(renders.state(project, 'hosted')).toEqual({ phase: 'idle' })
  expect(missing(project)).toBe(0)
  expect(server.submissions).toHaveLength(WORDS.length)
  expect(project.jobs.find('other')?.state).toBe('accepted')
})
