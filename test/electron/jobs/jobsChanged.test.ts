import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { jobsToDismiss, renderStateOf } from '../../../shared/jobs/renderState.ts'
import { recordBody, sendJson } from '../../fakes/faultServer.ts'
import { faultServer } from '../speech/support.ts'
import { blockAt, edit, hosted, storyOf, toneMp3, workingService } from './engineSupport.ts'
import { desk, type Desk, type DeskOptions } from './jobsSupport.ts'

const TIMINGS = [
  { index: 0, name: '', start_ms: 0, end_ms: 100 },
  { index: 1, name: '', start_ms: 200, end_ms: 300 },
]
const TWO = storyOf([{ text: 'One' }, { text: 'Two' }])

async function deskWithService(options: Partial<DeskOptions> = {}) {
  const server = await faultServer(workingService(await toneMp3(300), { timings: TIMINGS }))
  return { server, ...desk({ connection: hosted(server), ...options }) }
}

/** What a page that receives every event knows: the newest view of each job. */
function heard({ told }: Pick<Desk, 'told'>): { jobs: Map<string, JobView>; gone: Set<string> } {
  const jobs = new Map<string, JobView>()
  const gone = new Set<string>()
  for (const { payload } of told) {
    if (!('jobs' in payload)) continue
    for (const job of payload.jobs) {
      expect(gone).not.toContain(job.id)
      expect(job.revision).toBeGreaterThan(jobs.get(job.id)?.revision ?? 0)
      jobs.set(job.id, job)
    }
    for (const id of payload.gone) {
      gone.add(id)
      jobs.delete(id)
    }
  }
  return { jobs, gone }
}

const newestFirst = ({ jobs }: ReturnType<typeof heard>) => [...jobs.values()].toReversed()

test('the events give a page each job as the list shows it', async () => {
  const made = await deskWithService()
  made.renders.start(made.project)
  await made.project.work.settled()
  const { jobs } = heard(made)
  expect([...jobs.keys()]).toEqual([made.only().id])
  expect(jobs.get(made.only().id)).toEqual({ ...made.only(), revision: expect.any(Number) as number })
  expect(jobs.get(made.only().id)).toMatchObject({ state: 'completed', activity: null, isListed: true })
})

test('a render of blocks is listed only while it runs', async () => {
  const made = await deskWithService({ records: TWO })
  made.renders.start(made.project)
  await made.project.work.settled()
  edit(made.project, { text: 'Hello again' })
  const before = made.told.length
  const id = made.renders.start(made.project) ?? ''
  await made.project.work.settled()
  const views = made.told
    .slice(before)
    .flatMap(({ payload }) => ('jobs' in payload ? payload.jobs : []))
    .filter((job) => job.id === id)
  expect(views).toMatchObject(views.map(() => ({ state: 'preparing', isListed: false })))
  expect(views.at(-1)?.activity?.blocks).toMatchObject({ made: 1, of: 1, waiting: [] })
  expect([...heard(made).gone]).toEqual([id])
  expect(renderStateOf(newestFirst(heard(made)))).toEqual({ phase: 'idle' })
})

test('a service that does not answer is shown with the time of the next try until it answers', async () => {
  const working = workingService(await toneMp3(300))
  const server = await faultServer({
    ...working,
    history(response, asked, uuid) {
      if (asked === 0) response.destroy()
      else working.history(response, asked, uuid)
    },
  })
  const made = desk({ connection: hosted(server) })
  await made.takes.make(made.project, blockAt(made.project, 0).id)
  const views = made.told.flatMap(({ payload }) => ('jobs' in payload ? payload.jobs : []))
  const [first, second] = views.filter(({ nextTryMs }) => nextTryMs !== null)
  expect(first).toMatchObject({ state: 'accepted', activity: { isFollowed: true } })
  expect(first?.nextTryMs).toBeGreaterThan(first?.createdAtMs ?? Infinity)
  expect(second).toBeUndefined()
  expect(made.only()).toMatchObject({ state: 'completed', nextTryMs: null })
})

test('a failure before anything was sent is shown until it is dismissed', async () => {
  const made = await deskWithService()
  await made.set({ creditsPerStory: 1 })
  const id = made.renders.start(made.project) ?? ''
  await made.project.work.settled()
  expect(renderStateOf(newestFirst(heard(made)))).toMatchObject({
    phase: 'failed',
    error: { code: 'credit-cap-story' },
  })
  expect(jobsToDismiss(newestFirst(heard(made))).map((job) => job.id)).toEqual([id])
  await made.actions.dismiss(id)
  expect(heard(made).gone).toContain(id)
  expect(renderStateOf(newestFirst(heard(made)))).toEqual({ phase: 'idle' })
})

test('a failure before anything was sent disappears when the render is tried again', async () => {
  const made = await deskWithService()
  await made.set({ creditsPerStory: 1 })
  const id = made.renders.start(made.project) ?? ''
  await made.project.work.settled()
  await made.set({ creditsPerStory: null })
  made.renders.start(made.project)
  expect(heard(made).gone).toContain(id)
  await made.project.work.settled()
  expect(renderStateOf(newestFirst(heard(made)))).toEqual({ phase: 'idle' })
})

test('every page is notified when a job is removed from the list; the job still gives the state of the render, and can be restored', async () => {
  const made = await deskWithService()
  await made.takes.make(made.project, blockAt(made.project, 0).id)
  const { id } = made.only()
  made.actions.removeFromList(id)
  expect(heard(made).jobs.get(id)).toMatchObject({ state: 'completed', isListed: false })
  made.actions.restoreToList(id)
  expect(heard(made).jobs.get(id)).toMatchObject({ state: 'completed', isListed: true })
  expect(made.only().id).toBe(id)
})

test('an opened story comes with only the jobs that determine the state of its render', async () => {
  const { server, ...made } = await deskWithService({ records: TWO })
  for (const index of [0, 1]) await made.takes.make(made.project, blockAt(made.project, index).id)
  edit(made.project, { text: 'Three' })
  server.script.history = (to, _, uuid) => sendJson(to, 200, recordBody({ uuid, status: 3 }))
  made.renders.start(made.project)
  await made.project.work.settled()
  expect(made.renders.state(made.project)).toMatchObject({ phase: 'failed' })
  const jobs = made.index.viewRender(made.project)
  expect(renderStateOf(jobs)).toEqual(made.renders.state(made.project))
  expect(jobs.filter(({ state }) => state === 'completed')).toHaveLength(1)
})

test('a job that is resumed immediately after it was stopped is followed', async () => {
  let isReady = false
  const service = workingService(await toneMp3(300))
  const asked = Promise.withResolvers<undefined>()
  const server = await faultServer({
    ...service,
    history(to, count, uuid) {
      asked.resolve(undefined)
      if (isReady) service.history(to, count, uuid)
      else sendJson(to, 200, recordBody({ uuid, status_percentage: 40 }))
    },
  })
  const made = desk({ connection: hosted(server) })
  made.renders.start(made.project)
  await asked.promise
  const { id } = made.only()
  made.runner.stop(id)
  isReady = true
  await made.actions.resume(id)
  await made.project.work.settled()
  expect(made.only().state).toBe('completed')
})

test('progress is shown even if the index of jobs cannot be written', async () => {
  const reports: unknown[] = []
  const made = await deskWithService({ report: (error) => void reports.push(error) })
  const db = new DatabaseSync(join(made.folder, 'library.db'))
  db.exec('DROP TABLE conversions')
  db.close()
  const id = made.renders.start(made.project) ?? ''
  await made.project.work.settled()
  expect(heard(made).jobs.get(id)).toMatchObject({ state: 'completed', isListed: false })
  expect(reports).not.toEqual([])
})
