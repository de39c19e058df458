/** Conversions of stories that no page shows: their audio is fetched all the same. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPoller } from '../../../electron/jobs/poller.ts'
import type { WaitingJob } from '../../../electron/jobs/conversionTable.ts'
import type { Connection } from '../../../electron/speech/connections.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { answerRecord, recordBody, sendJson } from '../../fakes/faultServer.ts'
import { refusalOfAsync } from '../project/support.ts'
import { faultServer } from '../speech/support.ts'
import { blockAt, hosted, toneMp3, workingService } from './engineSupport.ts'
import { desk, type Desk } from './jobsSupport.ts'
import { eventually } from '../../support/eventually.ts'

/** A service that works on a conversion until the test lets it finish. */
async function patientService() {
  const working = workingService(await toneMp3(300))
  let isDone = false
  const server = await faultServer({
    ...working,
    history: (response, asked, uuid) =>
      isDone
        ? working.history(response, asked, uuid)
        : sendJson(response, 200, recordBody({ uuid, status: 12, status_percentage: 40 })),
  })
  return { server, finish: () => void (isDone = true) }
}

/** Asks for a block's audio, and waits until the service works on it. */
async function beginMaking({ takes, project, only }: Desk): Promise<void> {
  takes.make(project, blockAt(project, 0).id).catch(() => undefined)
  await eventually(() => expect(only().status).toBe(12))
}

test('rendering of a story continues after the writer leaves it, and then the story is closed', async () => {
  const { server, finish } = await patientService()
  const made = desk({ connection: hosted(server) })
  const { leave, openProjects, project, only } = made
  await beginMaking(made)
  await leave(project.projectId)
  expect(openProjects.get(project.projectId)).toBe(project)
  finish()
  await eventually(() => expect(only()).toMatchObject({ state: 'completed', projectId: null }))
  await openProjects.untilClosed()
  expect(await refusalOfAsync(async () => openProjects.get(project.projectId))).toBe('project-not-open')
  expect(server.submissions).toHaveLength(1)
})

/** A run of the app that ends while a service works on a block, and the run after it. */
async function secondRun(connection: Connection): Promise<{ second: Desk; path: string }> {
  const first = desk({ connection })
  await beginMaking(first)
  await first.end()
  const second = desk({ connection, folder: first.folder })
  return { second, path: first.project.path }
}

test('pending audio of an earlier run is fetched when the app starts, without changing the recent stories', async () => {
  const { server, finish } = await patientService()
  const { second, path } = await secondRun(hosted(server))
  const { start, openProjects, projects, only } = second
  expect(only()).toMatchObject({ state: 'accepted', projectId: null })
  const recents = () => projects.recents().map(({ summary: _, ...place }) => place)
  const before = recents()

  start()
  await eventually(() => expect(only().projectId).not.toBeNull())
  finish()
  await eventually(() => expect(only()).toMatchObject({ state: 'completed', projectId: null }))
  await openProjects.untilClosed()
  expect(recents()).toEqual(before) // in the same order, with the same times
  await projects.readRecents(() => {})
  expect(projects.recents().map(({ summary }) => summary?.notMade)).toContain(0)
  expect(projects.openFile(path).project.takes()).toHaveLength(1)
  expect(server.submissions).toHaveLength(1)
})

test('opening a story while its jobs are followed in the background gives the same open story', async () => {
  const { server, finish } = await patientService()
  const { second, path } = await secondRun(hosted(server))
  const { start, openProjects, projects, only } = second
  start()
  await eventually(() => expect(only().projectId).not.toBeNull())
  const { project } = projects.openFile(path)
  openProjects.show(project.projectId)
  finish()
  await eventually(() => expect(only().state).toBe('completed'))
  expect(project.takes()).toHaveLength(1)
  expect(openProjects.get(project.projectId)).toBe(project)
})

test('attaching audio to a closed story leaves it closed', async () => {
  const server = await faultServer({ submit: answerRecord() })
  const { takes, actions, leave, projects, project, only, folder } = desk({ connection: hosted(server) })
  await takes.make(project, blockAt(project, 0).id).catch(() => undefined)
  await leave(project.projectId)
  await eventually(() => expect(only().projectId).toBeNull())
  const audio = join(folder, 'tone.mp3')
  writeFileSync(audio, await toneMp3(700))
  await actions.attach(only().id, { path: audio })
  expect(only()).toMatchObject({ state: 'completed', source: 'by-hand', projectId: null })
  expect(projects.openFile(project.path).project.takes()).toHaveLength(1)
})

test('an unknown outcome of a closed story can be claimed without opening the story', async () => {
  const service = workingService(await toneMp3(300), { tts_input: 'Hello there' })
  const server = await faultServer({ ...service, submit: (_, __, socket) => void socket.destroy() })
  const { takes, actions, leave, project, only } = desk({ connection: hosted(server) })
  await takes.make(project, blockAt(project, 0).id).catch(() => undefined)
  await leave(project.projectId)
  await actions.claim(only().id, 'lost-and-found')
  await eventually(() => expect(only()).toMatchObject({ state: 'completed', projectId: null }))
})

test('a draft whose jobs are followed in the background can be discarded', async () => {
  const { server } = await patientService()
  const made = desk({ connection: hosted(server) })
  const { leave, openProjects, projects, project, only } = made
  await beginMaking(made)
  const { recentId } = projects.place(project.projectId)
  await leave(project.projectId)
  expect(await refusalOfAsync(async () => projects.deleteDraft(recentId))).toBe('project-locked')
  await openProjects.endUnseen(projects.draftPath(recentId) ?? '')
  expect(projects.deleteDraft(recentId)).not.toBeNull()
  expect(only()).toMatchObject({ isStoryThere: false, projectId: null })
})

/** A clock whose only wait ends when the test says so, at the given time. */
function steppedClock() {
  let nowMs = 0
  let wake: () => void = () => undefined
  return {
    now: () => nowMs,
    sleep: (_: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        wake = resolve
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
      }),
    async pass(ms: number) {
      nowMs += ms
      wake()
      await new Promise(setImmediate)
    },
  }
}

test('failed queries are repeated at intervals, and as soon as the computer wakes', async () => {
  const clock = steppedClock()
  const waiting: WaitingJob[] = [
    { path: '/away', errorCode: 'service-unreachable' },
    { path: '/by-hand', errorCode: 'service-no-history' },
  ]
  const polled: string[] = []
  const poller = createPoller({
    waiting: () => waiting,
    async poll(path) {
      polled.push(path)
      throw new UserFacingError('service-unreachable', { host: 'voices.test' })
    },
    clock,
    report: (_, error) => {
      throw error
    },
  })
  poller.start()
  expect(polled).toEqual(['/away', '/by-hand'])
  await clock.pass(30_000)
  expect(polled).toHaveLength(2)
  await clock.pass(8 * 3_600_000) // it slept for a night in the middle of a wait
  expect(polled).toEqual(['/away', '/by-hand', '/away'])
  await clock.pass(30_000)
  expect(polled).toHaveLength(3)
  expect(poller.nextMs('service-no-history')).toBeNull()
  expect(poller.nextMs('service-unreachable')).toBe(clock.now() - 30_000 + 15 * 60_000)
  await clock.pass(-10 * 24 * 3_600_000) // the clock was wrong, and is set back
  expect(polled).toHaveLength(4)
  await clock.pass(30_000)
  expect(polled).toHaveLength(4)
  expect(poller.nextMs('service-unreachable')).toBe(clock.now() - 30_000 + 15 * 60_000)
  await poller.close()
})
