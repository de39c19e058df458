/** A project that is closing begins no request, and stores the outcome of each that it began. */
import { expect, test } from 'vitest'
import type { JobRecord, Project } from '../../../electron/project/project.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import { refusalOfAsync, reopen } from '../project/support.ts'
import { faultServer } from '../speech/support.ts'
import { blockAt, hosted, storyOf, toneMp3, workingService } from './engineSupport.ts'
import { desk, tideOrder, type Desk } from './jobsSupport.ts'

const AUDIO = await toneMp3(300)

async function deskWithService(blocks = 1) {
  const server = await faultServer(workingService(AUDIO))
  const records = storyOf(Array.from({ length: blocks }, (_, index) => ({ text: `Hello number ${index}` })))
  return { server, ...desk({ connection: hosted(server), records }) }
}

/** Ends the app as soon as a job is in a state for the `count`th time. Resolves when the app has ended. */
function endWhen({ openProjects, end }: Desk, state: JobRecord['state'], count: number): Promise<void> {
  const ended = Promise.withResolvers<undefined>()
  let seen = 0
  openProjects.watch({
    changed(_: Project, job: JobRecord) {
      if (job.state !== state || (seen += 1) !== count) return
      end().then(() => ended.resolve(undefined), ended.reject)
    },
  })
  return ended.promise
}

/** The states of the jobs in a story's file, which is reopened. */
function statesIn(path: string): string[] {
  const again = reopen(path)
  const states = again.jobs.list().map(({ state }) => state)
  again.close()
  return states
}

test.each(
  (['accepted', 'completed'] as const).flatMap((state) => [1, 2, 3].map((count) => ({ state, count }))),
)('reading a block again ends when its story closes: at $state, time $count', async ({ state, count }) => {
  const made = await deskWithService()
  const { takes, project, server } = made
  const ended = endWhen(made, state, count)
  const reading = takes.readAgain(project, blockAt(project, 0).id, 5)
  expect(await refusalOfAsync(() => reading)).toBe('request-cancelled')
  await ended
  const states = statesIn(project.path)
  expect(states).toHaveLength(server.submissions.length)
  expect(states.filter((each) => each !== 'accepted' && each !== 'completed')).toEqual([])
})

test('a block that is still queued is not sent after its story closes', async () => {
  const made = await deskWithService(6)
  const { takes, project, server, ledger } = made
  const ended = endWhen(made, 'accepted', 1)
  const indexes = [0, 1, 2, 3, 4, 5]
  await Promise.allSettled(indexes.map((index) => takes.make(project, blockAt(project, index).id)))
  const { conversions } = ledger.read().total
  await ended
  expect(server.submissions.length).toBeLessThan(indexes.length)
  expect(conversions).toBe(server.submissions.length)
  expect(statesIn(project.path)).toHaveLength(server.submissions.length)
})

test('requests to a closing story are refused, and nothing is stored', async () => {
  const made = await deskWithService()
  const { takes, renders, runner, project, server, openProjects } = made
  const { id } = blockAt(project, 0)
  const refusals: Promise<string>[] = []
  project.work.closing.addEventListener('abort', () => {
    const asks = [
      () => takes.make(project, id),
      () => takes.readAgain(project, id, 2),
      () =>
        takes.audition(project, id, {
          text: 'Hello',
          settings: settingsOf(project.story(), blockAt(project, 0)),
        }),
      () => runner.run(project, 'speech', async () => undefined).result,
    ]
    refusals.push(...asks.map(refusalOfAsync))
    renders.start(project)
    runner.resume(project)
  })
  await openProjects.leave(project.projectId)
  expect(new Set(await Promise.all(refusals))).toEqual(new Set(['request-cancelled']))
  expect(server.submissions).toHaveLength(0)
  expect(statesIn(project.path)).toEqual([])
})

test('a document that is still being opened when the app ends is not sent', async () => {
  const { documents, documentLibrary, openProjects, server, folder } = await deskWithService()
  const started = documents.start(tideOrder(folder))
  await openProjects.closeAll()
  expect(await refusalOfAsync(() => started)).toBe('request-cancelled')
  expect(documentLibrary.current()).toBeNull()
  expect(server.submissions).toHaveLength(0)
})
