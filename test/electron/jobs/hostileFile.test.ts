/** Story files come from anywhere: their content must not name files or flood a service. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { UNANSWERED } from '../../../shared/jobs/job.ts'
import { toJsonRow } from '../../../electron/lib/sqlite/sqlite.ts'
import type { JobRecord, Project } from '../../../electron/project/project.ts'
import { storyPayload } from '../../../shared/jobs/payload.ts'
import { newProject, refusalOf, reopen } from '../project/support.ts'
import { sendJson } from '../../fakes/faultServer.ts'
import { faultServer, tempFolder } from '../speech/support.ts'
import { hosted, storyOf, testEngine, toneMp3, workingService } from './engineSupport.ts'
import { desk } from './jobsSupport.ts'
import { long } from '../../support/tags.ts'

const AUDIO = await toneMp3(300)

function insertAccepted(project: Project, id: string, uuid: string): void {
  project.jobs.insert({
    id,
    endpoint: 'story',
    connectionId: 'hosted',
    state: 'accepted',
    requestHash: id,
    requestBody: '{}',
    payload: storyPayload(project.story()),
    ...UNANSWERED,
    uuid,
    status: 1,
    createdAtMs: 1,
    updatedAtMs: 1,
  })
}

test('the id of a job is not used as a path: a file elsewhere is kept', async () => {
  const folder = tempFolder()
  const thesis = join(folder, 'thesis.part')
  writeFileSync(thesis, 'my thesis')
  const appFolder = join(folder, 'app', 'data')
  mkdirSync(join(appFolder, 'downloads'), { recursive: true })
  const project = newProject(join(folder, 'story.fabula'), storyOf([{ text: 'Hello' }]))
  insertAccepted(project, '../../../thesis', 'conversion-1')
  const server = await faultServer(workingService(AUDIO))
  const made = testEngine({ project, connection: hosted(server), folder: appFolder })
  made.resume()
  await made.settled()
  expect(project.jobs.list()).toMatchObject([{ state: 'completed' }])
  expect(existsSync(thesis)).toBe(true)
  expect(readFileSync(thesis, 'utf8')).toBe('my thesis')
})

test('thousands of accepted jobs are queried a few at a time, and block nothing else', async () => {
  let [open, most] = [0, 0]
  const server = await faultServer({
    connection(socket) {
      most = Math.max(most, (open += 1))
      socket.on('close', () => (open -= 1))
    },
    history: (response) => sendJson(response, 410, { success: false, message: 'gone' }),
  })
  const made = desk({ connection: hosted(server) })
  const path = join(made.folder, 'hostile.fabula')
  const project = newProject(path, storyOf([{ text: 'Hello' }]))
  project.transaction(() => {
    for (let index = 0; index < 5_000; index++) insertAccepted(project, `job-${index}`, `of-${index}`)
  })
  project.close()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await made.projects.use(path, async (opened) => {
    made.runner.resume(opened)
    await expect.poll(() => server.historyAsks(), { timeout: 50_000 }).toBeGreaterThan(300)
  })
  delay.disable()
  // The page's calls get their answers in between.
  expect(delay.max / 1e6).toBeLessThan(10_000)
  expect(most).toBeLessThanOrEqual(4)
  expect(server.mediaRequests).toEqual([])
})

test(
  'of a hundred thousand jobs only the newest are read, and only the newest of these are queried and reported',
  long,
  async () => {
    const server = await faultServer({
      history: (response) => sendJson(response, 401, { success: false, message: 'no' }),
    })
    const made = desk({ connection: hosted(server) })
    const path = join(made.folder, 'endless.fabula')
    const project = newProject(path, storyOf([{ text: 'Hello' }]))
    insertAccepted(project, 'job-0', 'of-0')
    project.close()
    multiplyJob(path, 100_000)
    await made.projects.use(path, async (opened) => {
      const jobs = opened.jobs.list()
      expect([jobs.length, jobs[0]?.id]).toEqual([10_000, 'job-99999'])
      // A job that was not read is found by its id.
      expect(opened.jobs.find('job-1')).toMatchObject({ uuid: 'of-1' })
      expect(made.index.viewRender(opened)).toHaveLength(1_000)
      const answered = () => opened.jobs.list().filter(({ error }) => error?.code === 'service-key-refused')
      const isAnyUnderWay = () => made.runner.jobs(opened).some(({ activity }) => activity !== null)
      made.runner.resume(opened)
      await expect.poll(() => answered().length, { timeout: 50_000 }).toBe(1_000)
      await expect.poll(isAnyUnderWay, { timeout: 50_000 }).toBe(false)
      expect(answered()).toHaveLength(1_000)
    })
  },
)

test('a request that may have been charged is found however many jobs followed it', async () => {
  const made = desk({ connection: hosted(await faultServer({})) })
  const path = join(made.folder, 'long.fabula')
  const project = newProject(path, storyOf([{ text: 'Hello' }]))
  insertAccepted(project, 'job-0', 'of-0')
  project.jobs.update('job-0', { state: 'sending' })
  project.close()
  multiplyJob(path, 10_100, { state: 'completed' })
  await made.projects.use(path, (opened) => {
    const jobs = opened.jobs.list()
    expect(jobs).toHaveLength(10_000)
    expect(jobs.at(-1)).toMatchObject({ id: 'job-0', state: 'unknown' })
    expect(made.index.find('job-0')).toMatchObject({ state: 'unknown' })
    return Promise.resolve()
  })
})

/** Copies the only job of a story's file, with these changes, until there are `count`. */
function multiplyJob(path: string, count: number, changes: Partial<JobRecord> = {}): void {
  const db = new DatabaseSync(path)
  const only = JSON.parse(String(db.prepare('SELECT json FROM conversions').get()?.['json'])) as object // as the store writes it
  const insert = db.prepare('INSERT INTO conversions (id, json, checksum, request_body) VALUES (?, ?, ?, ?)')
  db.exec('BEGIN')
  for (let index = 1; index < count; index++) {
    const id = `job-${index}`
    const { json, checksum } = toJsonRow({ ...only, ...changes, id, uuid: `of-${index}`, requestHash: id })
    insert.run(id, json, checksum, '{}')
  }
  db.exec('COMMIT')
  db.close()
}

test('a version that is too large when decompressed is refused as damaged', () => {
  const path = join(tempFolder(), 'story.fabula')
  const project = newProject(path, storyOf([{ text: 'Hello' }]))
  const { id } = project.saveVersion('Swollen')
  project.close()
  const db = new DatabaseSync(path)
  db.prepare('UPDATE versions SET records = ?').run(gzipSync(`[${' '.repeat(80 * 1024 * 1024)}]`))
  db.close()
  const again = reopen(path)
  expect(refusalOf(() => again.readVersion(id))).toBe('project-corrupt')
})
