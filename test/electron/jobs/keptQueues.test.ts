/** A render of single blocks that the end of the app breaks off. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { BlockId } from '../../../shared/story/records.ts'
import { faultServer } from '../speech/support.ts'
import { blockAt, hosted, storyOf, toneMp3, workingService } from './engineSupport.ts'
import { desk } from './jobsSupport.ts'
import type { Desk } from './jobsSupport.ts'

const AUDIO = await toneMp3(300)
const records = () => storyOf(Array.from({ length: 8 }, (_, index) => ({ text: `Line ${index}` })))

/** A first run of the app, with a render that was paused after its first three blocks. */
async function brokenOff() {
  const server = await faultServer(workingService(AUDIO))
  const connection = hosted(server)
  const first = desk({ connection, records: records() })
  const id = first.renders.start(first.project, { way: 'blocks' }) ?? ''
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
function nextRun({ connection, first, path }: Awaited<ReturnType<typeof brokenOff>>) {
  const second = desk({ connection, folder: first.folder })
  const { project } = second.projects.openFile(path)
  second.openProjects.show(project.projectId)
  second.runner.resume(project)
  return { ...second, project }
}

test('a paused queue is paused after a restart, in its order, without what was taken out', async () => {
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

test('a queue that was not paused goes on, but for words that changed since', async () => {
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

test('a render that the writer stopped does not go on after a restart', async () => {
  const made = await brokenOff()
  made.first.renders.stop(made.first.project)
  await made.first.project.work.settled()
  await made.first.end()
  const second = nextRun(made)
  expect(second.renders.goOn(second.project)).toBeNull()
})

test('a damaged file of queues leaves the story as it is', async () => {
  const made = await brokenOff()
  await made.first.end()
  writeFileSync(join(made.first.folder, 'render-queues.json'), '{"queues": {"x": 7}}')
  const second = nextRun(made)
  expect(second.renders.goOn(second.project)).toBeNull()
})

test('the time that is left follows from how fast the service was before', async () => {
  const server = await faultServer(workingService(AUDIO))
  const { renders, project, index } = desk({ connection: hosted(server), records: records() })
  expect(index.paces('hosted')).toEqual({ all: null, byVoice: {} })
  renders.start(project, { way: 'blocks' })
  await project.work.settled()
  const { all, byVoice } = index.paces('hosted')
  expect(all).toBeGreaterThanOrEqual(0)
  expect(Object.keys(byVoice)).toEqual([index.list().jobs[0]?.voiceId])
})
