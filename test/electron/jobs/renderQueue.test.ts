/** A render of single blocks that the end of the app interrupts. */
import { copyFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { CLOSING_ID } from '../../../shared/story/heardBlocks.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import type { Credits } from '../../../shared/story/story.ts'
import { faultServer, tempFolder } from '../speech/support.ts'
import { reopen } from '../project/support.ts'
import type { FaultScript } from '../../fakes/faultServer.ts'
import { blockAt, hosted, storyOf, toneMp3, workingService } from './engineSupport.ts'
import { desk, type Desk } from './jobsSupport.ts'

const AUDIO = await toneMp3(300)
const records = () => storyOf(Array.from({ length: 8 }, (_, index) => ({ text: `Line ${index}` })))

/** A first run of the app, with a render that was paused after its first three blocks. */
async function brokenOff(spokenCredits: Credits | null = null) {
  const server = await faultServer(workingService(AUDIO))
  const connection = hosted(server)
  const first = desk({ connection, records: records() })
  const id = first.renders.start(first.project, { way: 'blocks', spokenCredits }) ?? ''
  first.renders.queue(id)?.setPaused(true)
  await vi.waitFor(() => expect(queueOf(first)).toMatchObject({ made: 3, isPaused: true }))
  const ids = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => blockAt(first.project, index).id)
  return { server, connection, first, queue: first.renders.queue(id), ids, path: first.project.path }
}

function queueOf({ renders, project }: Pick<Desk, 'renders' | 'project'>) {
  const state = renders.state(project)
  return state.phase === 'running' ? state.blocks : null
}

/** The next run of the app: the writer opens the story again. */
function nextRun({
  connection,
  first,
  path,
}: Pick<Awaited<ReturnType<typeof brokenOff>>, 'connection' | 'first' | 'path'>) {
  const second = desk({ connection, folder: first.folder })
  const { project } = second.projects.openFile(path)
  second.openProjects.show(project.projectId)
  second.runner.resume(project)
  return { ...second, project }
}

test('a paused queue is still paused after a restart, in its order and without removed blocks', async () => {
  const made = await brokenOff()
  made.queue?.change(made.ids[6] as BlockId, 'first')
  made.queue?.change(made.ids[4] as BlockId, 'remove')
  await made.first.end()
  const second = nextRun(made)
  const jobId = second.renders.goOn(second.project) ?? ''
  expect(queueOf(second)).toMatchObject({
    isPaused: true,
    waiting: [6, 3, 5, 7].map((index) => made.ids[index]),
    underWay: [],
  })
  expect(made.server.submissions).toHaveLength(3)
  second.renders.queue(jobId)?.setPaused(false)
  await second.project.work.settled()
  expect(made.server.submissions).toHaveLength(7)
  expect(second.renders.goOn(second.project)).toBeNull()
})

test('a queue that was not paused goes on, except for text that changed since', async () => {
  const made = await brokenOff()
  const kept = join(made.first.folder, 'render-queues.json')
  const atBreak = readFileSync(kept, 'utf8').replace('"isPaused": true', '"isPaused": false')
  made.first.project.commit({ put: [{ ...blockAt(made.first.project, 5), text: 'Other words' }], remove: [] })
  await made.first.end()
  writeFileSync(kept, atBreak)
  const second = nextRun(made)
  expect(second.renders.goOn(second.project)).not.toBeNull()
  await second.project.work.settled()
  const words = made.server.submissions.map(({ body }) => (JSON.parse(body) as { input: string }).input)
  expect(words.toSorted()).toEqual([0, 1, 2, 3, 4, 6, 7].map((index) => `Line ${index}`))
})

test('opening and closing credits are also made after a restart, in their places', async () => {
  const made = await brokenOff({ opening: 'The Ferry, read by a voice.', closing: 'The end.' })
  await made.first.end()
  const second = nextRun(made)
  const jobId = second.renders.goOn(second.project) ?? ''
  expect(queueOf(second)).toMatchObject({
    isPaused: true,
    waiting: [...made.ids.slice(2), CLOSING_ID],
  })
  second.renders.queue(jobId)?.setPaused(false)
  await second.project.work.settled()
  const words = made.server.submissions.map(({ body }) => (JSON.parse(body) as { input: string }).input)
  expect(words.toSorted()).toEqual(
    ['The Ferry, read by a voice.', ...made.ids.map((_, index) => `Line ${index}`), 'The end.'].toSorted(),
  )
  expect(second.renders.goOn(second.project)).toBeNull()
})

test('a render that the writer stopped does not go on after a restart', async () => {
  const made = await brokenOff()
  made.first.renders.stop(made.first.project)
  await made.first.project.work.settled()
  await made.first.end()
  const second = nextRun(made)
  expect(second.renders.goOn(second.project)).toBeNull()
})

test('a damaged file of queues leaves the story unchanged', async () => {
  const made = await brokenOff()
  await made.first.end()
  writeFileSync(join(made.first.folder, 'render-queues.json'), '{"queues": {"x": 7}}')
  const second = nextRun(made)
  expect(second.renders.goOn(second.project)).toBeNull()
})

test('the remaining time is computed from the service’s earlier speed', async () => {
  const server = await faultServer(workingService(AUDIO))
  const { renders, project, index, conversions } = desk({ connection: hosted(server), records: records() })
  expect(conversions.paces('hosted')).toEqual({ all: null, byVoice: {} })
  renders.start(project, { way: 'blocks' })
  await project.work.settled()
  const { all, byVoice } = conversions.paces('hosted')
  expect(all).toBeGreaterThanOrEqual(0)
  expect(Object.keys(byVoice)).toEqual([index.list().jobs[0]?.voiceId])
})

describe('a queue that a power cut interrupted', () => {
  /** Answers the first `count` requests; later ones get no answer. */
  function stuckAfter(count: number): FaultScript {
    const working = workingService(AUDIO)
    let sent = 0
    return {
      ...working,
      submit(...request) {
        sent += 1
        if (sent <= count) working.submit(...request)
      },
    }
  }

  /**
   * A story in a separate file, whose render waits for answers to three requests after `answered` requests were answered; `before` is a copy of the
   * file from before the render, `during` the path for another.
   */
  async function waiting(answered = 4) {
    const server = await faultServer(stuckAfter(answered))
    const connection = hosted(server)
    const first = desk({ connection, records: records() })
    const folder = tempFolder()
    const path = join(folder, 'story.fabula')
    const before = join(folder, 'before.fabula')
    const during = join(folder, 'during.fabula')
    await first.projects.saveAs(first.project.projectId, path)
    await first.project.copyTo(before)
    first.renders.start(first.project, { way: 'blocks' })
    const sent = () => server.submissions.map(({ body }) => (JSON.parse(body) as { input: string }).input)
    await vi.waitFor(() => expect(sent()).toHaveLength(answered + 3))
    return { server, connection, first, path, before, during, sent }
  }
  type Waiting = Awaited<ReturnType<typeof waiting>>

  /** Cuts the power: the app's folder and the story's file stay as they are at this moment. Then the service works. */
  async function cut({ first, path, server }: Pick<Waiting, 'first' | 'path' | 'server'>): Promise<void> {
    const image = tempFolder()
    cpSync(first.folder, join(image, 'app'), { recursive: true })
    await first.project.copyTo(join(image, 'story.fabula'))
    await first.end()
    rmSync(first.folder, { recursive: true })
    cpSync(join(image, 'app'), first.folder, { recursive: true })
    rmSync(path)
    renameSync(join(image, 'story.fabula'), path)
    server.script = workingService(AUDIO)
  }

  test('goes on by itself in its file, and buys nothing twice', async () => {
    const made = await waiting()
    await cut(made)
    const second = nextRun(made)
    expect(second.renders.brokenOff(second.project)).toBeNull()
    expect(second.renders.goOn(second.project)).not.toBeNull()
    await second.project.work.settled()
    expect(made.sent().toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((index) => `Line ${index}`))
  })

  test.each([
    ['from before the render', 'before', 4],
    ['from before the render, of which no request was answered', 'before', 0],
    ['from during the render', 'during', 4],
  ] as const)('asks first if a copy %s has replaced its file', async (_, copy, answered) => {
    const made = await waiting(answered)
    if (copy === 'during') {
      // Its file contained only the first requests.
      copyFileSync(made.before, made.during)
      const project = reopen(made.during)
      for (const job of made.first.project.jobs.list().slice(-2)) project.jobs.insert(job)
      project.close()
    }
    await cut(made)
    copyFileSync(made[copy], made.path)
    const before = made.sent().length

    // The poller opens the file first, in the background.
    const unseen = desk({ connection: made.connection, folder: made.first.folder })
    await unseen.projects.use(made.path, async () => undefined)
    await unseen.end()
    const second = nextRun(made)
    expect(second.renders.goOn(second.project)).toBeNull()
    await second.project.work.settled()
    expect(made.sent()).toHaveLength(before)
    const left = second.renders.brokenOff(second.project)
    expect(left).toEqual({ blocks: left?.blocks, credits: (left?.blocks ?? 0) * 'Line 0'.length })

    expect(second.renders.goOn(second.project, true)).not.toBeNull()
    expect(second.renders.brokenOff(second.project)).toBeNull()
    await second.project.work.settled()
    expect(made.sent()).toHaveLength(before + (left?.blocks ?? 0))
  })

  test('is discarded in such a copy if the writer declines', async () => {
    const made = await waiting()
    await cut(made)
    copyFileSync(made.before, made.path)
    const before = made.sent().length
    const second = nextRun(made)
    expect(second.renders.brokenOff(second.project)).toMatchObject({ blocks: 8 })
    second.renders.forgetBrokenOff(second.project)
    expect(second.renders.brokenOff(second.project)).toBeNull()
    expect(second.renders.goOn(second.project, true)).toBeNull()
    expect(made.sent()).toHaveLength(before)
  })

  test('does not go on in a copy with another path', async () => {
    const made = await waiting()
    await cut(made)
    copyFileSync(made.path, made.during)
    const before = made.sent().length
    const second = nextRun({ ...made, path: made.during })
    expect(second.renders.goOn(second.project)).toBeNull()
    expect(second.renders.brokenOff(second.project)).toBeNull()
    expect(made.sent()).toHaveLength(before)
  })

  test('follows its story into another file, and does not go on in the old file', async () => {
    const made = await waiting()
    await made.first.projects.saveAs(made.first.project.projectId, made.during)
    await cut({ ...made, path: made.during })
    const second = nextRun(made)
    expect(second.renders.goOn(second.project)).toBeNull()
    expect(second.renders.brokenOff(second.project)).toBeNull()
    const { project } = second.projects.openFile(made.during)
    expect(second.renders.goOn(project)).not.toBeNull()
    await project.work.settled()
    expect(made.sent().toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((index) => `Line ${index}`))
  })
})
