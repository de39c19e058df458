/** Audio that is being made counts as bought: any other request for the same audio waits for it. */
import { expect, test } from 'vitest'
import type { Project } from '../../../electron/project/project.ts'
import { countMissing } from '../../support/countMissing.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { recordBody, sendJson, type FaultServer } from '../../fakes/faultServer.ts'
import { refusalOfAsync, reopen } from '../project/support.ts'
import { faultServer, tempFolder } from '../speech/support.ts'
import { blockAt, hosted, storyOf, testEngine, toneMp3, workingService } from './engineSupport.ts'

const AUDIO = await toneMp3(1_000)
const WORDS = ['Once upon a time', 'there was a light']
const TIMINGS = [
  { index: 0, name: '', start_ms: 0, end_ms: 400 },
  { index: 1, name: '', start_ms: 500, end_ms: 1_000 },
]

/** A service that stays at 40 % until the test lets it finish. `asked` resolves when it is queried about a conversion. */
async function slowService(fields: Record<string, unknown> = {}) {
  const service = workingService(AUDIO, fields)
  const [asked, finished] = [Promise.withResolvers<undefined>(), { isTrue: false }]
  const server = await faultServer({
    ...service,
    history(response, ask, uuid) {
      asked.resolve(undefined)
      if (finished.isTrue) service.history(response, ask, uuid)
      else sendJson(response, 200, recordBody({ uuid, status_percentage: 40 }))
    },
  })
  return { server, asked: asked.promise, finish: () => (finished.isTrue = true) }
}

function deskAt(server: FaultServer, records = storyOf(WORDS.map((text) => ({ text })))) {
  const desk = testEngine({ connection: hosted(server), records })
  return { ...desk, play: (index: number) => desk.takes.make(desk.project, blockAt(desk.project, index).id) }
}

/** The texts that were paid for, in the order in which they were sent. */
function boughtWords({ submissions }: FaultServer): string[] {
  return submissions.flatMap(({ body }) => {
    const { input, blocks } = JSON.parse(body) as { input?: string; blocks?: { input: string }[] }
    return input === undefined ? (blocks ?? []).map((block) => block.input) : [input]
  })
}

const missing = (project: Project) =>
  countMissing({ story: project.story(), takes: project.takes(), render: project.render() })

test('the first render waits for a block that is being made, and buys only the other blocks', async () => {
  const { server, asked, finish } = await slowService()
  const { renders, settled, project, play } = deskAt(server)
  const played = play(0)
  await asked
  renders.start(project)
  expect(renders.state(project)).toMatchObject({ phase: 'running', percentage: 0 })
  finish()
  await played
  expect(await settled()).toEqual({ phase: 'idle' })
  expect(boughtWords(server)).toEqual(WORDS)
  expect(missing(project)).toBe(0)
})

test('a block that is played during the first render waits for the render, and is not bought', async () => {
  const { server, asked, finish } = await slowService({ timings: TIMINGS })
  const { renders, settled, project, play } = deskAt(server)
  renders.start(project)
  const early = play(1) // before the render has sent anything
  await asked
  const late = play(0)
  finish()
  expect(await late).toMatchObject({ startMs: 0, endMs: 400 })
  expect(await early).toMatchObject({ startMs: 500, endMs: 1_000 })
  expect(await settled()).toEqual({ phase: 'idle' })
  expect(boughtWords(server)).toEqual(WORDS)
})

test('a block is bought after a render that did not deliver its audio', async () => {
  const { server, asked, finish } = await slowService()
  const { renders, settled, project, play } = deskAt(server)
  renders.start(project)
  await asked
  const played = play(0)
  finish()
  expect(await played).toMatchObject({ startMs: 0, endMs: 1_000 })
  expect(await settled()).toEqual({ phase: 'idle' })
  expect(boughtWords(server)).toEqual([...WORDS, WORDS[0]])
})

test('a block is bought after a render that the service reports as failed', async () => {
  const { server, asked } = await slowService()
  const { renders, project, play } = deskAt(server)
  renders.start(project)
  await asked
  const played = play(0)
  server.script = {
    ...workingService(AUDIO),
    history(response, ask, uuid) {
      if (server.submissions.length > 1) workingService(AUDIO).history(response, ask, uuid)
      else sendJson(response, 200, recordBody({ uuid, status: 3, error_message: 'No' }))
    },
  }
  expect(await played).toMatchObject({ endMs: 1_000 })
  expect(boughtWords(server)).toEqual([...WORDS, WORDS[0]])
})

test('a block that waits for a render buys nothing if the writer stops the render', async () => {
  const { server, asked } = await slowService()
  const { renders, project, play } = deskAt(server)
  renders.start(project)
  await asked
  const refusal = refusalOfAsync(() => play(0))
  renders.stop(project)
  expect(await refusal).toBe('request-cancelled')
  expect(boughtWords(server)).toEqual(WORDS)
})

test('a render that is stopped while it waits for a block sends nothing', async () => {
  const { server, asked, finish } = await slowService()
  const { renders, settled, project, play } = deskAt(server)
  const played = play(0)
  await asked
  renders.start(project)
  renders.stop(project)
  finish()
  await played
  expect(await settled()).toEqual({ phase: 'idle' })
  expect(boughtWords(server)).toEqual([WORDS[0]])
})

test('playing a block and rendering changed blocks share the blocks that both need', async () => {
  const { server, asked, finish } = await slowService()
  const { renders, settled, project, play } = deskAt(server)
  finish()
  await play(0)
  const rewritten = ['Twice upon a time', 'there was a lamp']
  for (const [index, text] of rewritten.entries())
    project.commit({ put: [{ ...blockAt(project, index), text }], remove: [] })
  project.commit({ put: [{ ...blockAt(project, 1), text: WORDS[0] ?? '' }], remove: [] })
  renders.start(project)
  await asked
  await Promise.all([play(0), play(0)])
  expect(await settled()).toEqual({ phase: 'idle' })
  expect(boughtWords(server)).toEqual([WORDS[0], rewritten[0]])
})

test.each([
  ['a render', 'render', 'play', WORDS],
  ['a block', 'play', 'render', WORDS],
] as const)(
  'audio that an earlier run bought is waited for when the story is reopened: %s',
  async (_, first, second, words) => {
    const { server, asked, finish } = await slowService({ timings: TIMINGS })
    const desk = deskAt(server)
    const { path } = desk.project
    if (first === 'render') desk.renders.start(desk.project)
    else void desk.play(0).catch(() => undefined)
    await asked
    await desk.release()
    desk.project.close()

    const again = testEngine({ project: reopen(path), connection: hosted(server), folder: tempFolder() })
    if (first === 'play') again.resume()
    finish()
    if (second === 'render') again.renders.start(again.project)
    else await again.takes.make(again.project, blockAt(again.project, 0).id)
    expect(await again.settled()).toEqual({ phase: 'idle' })
    expect(boughtWords(server)).toEqual(words)
  },
)

test('with the built-in voice, which costs nothing, a block that is played does not wait for the render', async () => {
  const { server, asked, finish } = await slowService({ timings: TIMINGS })
  const records = storyOf(
    WORDS.map((text) => ({ text })),
    BUILT_IN_CONNECTION,
  )
  const desk = testEngine({ connection: { ...hosted(server), isBuiltIn: true }, records })
  desk.renders.start(desk.project)
  await asked
  const played = desk.takes.make(desk.project, blockAt(desk.project, 0).id)
  const submissions = () => server.submissions.length
  await expect.poll(submissions).toBe(2)
  finish()
  await played
  await desk.settled()
})
