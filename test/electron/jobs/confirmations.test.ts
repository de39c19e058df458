/** A confirmation to exceed a cap is valid for one action of the writer, and ends with it. */
import { renameSync } from 'node:fs'
import { expect, test } from 'vitest'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import { answerRecord, sendJson, type FaultScript } from '../../fakes/faultServer.ts'
import { eventually } from '../../support/eventually.ts'
import { edit, blockAt, hosted, storyOf, toneMp3, workingService } from './engineSupport.ts'
import { refusalOfAsync } from '../project/support.ts'
import { faultServer } from '../speech/support.ts'
import { desk, tideOrder } from './jobsSupport.ts'

const AUDIO = await toneMp3(300)
const CAP = 'credit-cap-day'

/** A story of two blocks, each of which exceeds the cap. */
async function cappedDesk() {
  const server = await faultServer(workingService(AUDIO, { used_credit: 11 }))
  const records = storyOf([{ text: 'Hello there' }, { text: 'Hello again' }])
  const made = desk({ connection: hosted(server), records })
  await made.set({ creditsPerDay: 5 })
  const { project, renders, takes } = made
  const idAt = (index: number) => blockAt(project, index).id
  return {
    ...made,
    server,
    idAt,
    /** Renders the first block, confirmed for far more than it takes. Returns the id of the job. */
    render: () => renders.start(project, { only: new Set([idAt(0)]), way: 'blocks', pastCaps: 1_000 }),
    play: (index: number) => refusalOfAsync(() => takes.make(project, idAt(index))),
  }
}

/** The request that the cap's error names. */
async function requestOf(spend: () => Promise<unknown>): Promise<string> {
  const error = await spend().catch((reason: unknown) => reason)
  if (!(error instanceof UserFacingError)) throw new Error('The cap did not keep it back')
  return String(error.params['request'])
}

const REFUSED: FaultScript['submit'] = (response) => {
  sendJson(response, 422, { success: false, message: 'no' })
}

test('an unused confirmation ends when its render finishes', async () => {
  const { project, server, render, play } = await cappedDesk()
  expect(render()).not.toBeNull()
  await project.work.settled()
  expect(project.takes()).toHaveLength(1)
  expect(await play(1)).toBe(CAP)
  expect(render(), 'nothing is left to make').toBeNull()
  expect(await play(1)).toBe(CAP)
  expect(server.submissions).toHaveLength(1)
})

test('an unused confirmation ends when its render fails', async () => {
  const { project, server, render, play } = await cappedDesk()
  server.script.submit = REFUSED
  render()
  await project.work.settled()
  for (const index of [0, 1]) expect(await play(index)).toBe(CAP)
  expect(server.submissions).toHaveLength(1)
})

test('an unused confirmation ends when its render is stopped', async () => {
  const { project, server, render, renders, play } = await cappedDesk()
  render()
  renders.stop(project)
  await project.work.settled()
  expect(await play(1)).toBe(CAP)
  expect(server.submissions.length).toBeLessThanOrEqual(1)
})

test('an unused confirmation ends when its story closes; reopened, the story resumes the render without it', async () => {
  const { project, projects, openProjects, server, renders, idAt, takes, leave } = await cappedDesk()
  const id = renders.start(project, { way: 'blocks', pastCaps: 1_000 })
  renders.queue(id ?? '')?.setPaused(true)
  await eventually(() => expect(project.takes().length).toBeGreaterThan(0))
  await leave(project.projectId)
  const sent = server.submissions.length
  const again = projects.openFile(project.path).project
  openProjects.show(again.projectId)
  edit(again, { text: 'Good bye' })
  renders.goOn(again)
  await again.work.settled()
  expect(await refusalOfAsync(() => takes.make(again, idAt(0)))).toBe(CAP)
  expect(server.submissions).toHaveLength(sent)
})

test('while its render runs, a confirmation covers only the blocks of the render, each once', async () => {
  const { project, server, render, play, takes, idAt } = await cappedDesk()
  let others: Promise<unknown> | undefined
  server.script.head = () => {
    const readAgain = () => takes.readAgain(project, idAt(0), 1)
    others ??= Promise.all([play(1), refusalOfAsync(readAgain)])
  }
  render()
  await project.work.settled()
  expect(await others).toEqual([CAP, CAP])
  expect(server.submissions).toHaveLength(1)
})

test('a confirmation covers a retry of a failed block', async () => {
  const { project, server, renders, play } = await cappedDesk()
  const retried = Promise.withResolvers<undefined>()
  let asked = 0
  server.script.submit = (...to) => {
    asked += 1
    if (asked === 1) return REFUSED(...to)
    // The render goes on until the block that failed is tried again.
    const uuid = `u${asked}`
    void retried.promise.then(() => answerRecord({ uuid })(...to))
  }
  const id = renders.start(project, { way: 'blocks', pastCaps: 22 }) ?? ''
  await eventually(() => {
    const state = renders.state(project)
    const [failed] = (state.phase === 'running' && state.blocks?.failed) || []
    if (failed === undefined) throw new Error('No block has failed so far')
    renders.queue(id)?.change(failed.blockId, 'retry')
  })
  retried.resolve(undefined)
  await project.work.settled()
  expect(project.takes()).toHaveLength(2)
  expect(server.submissions).toHaveLength(3)
  edit(project, { text: 'Good bye' })
  expect(await play(0)).toBe(CAP)
})

test('a confirmation is valid for one request, and only for one that a cap has refused', async () => {
  const { project, ledger, takes, idAt, server } = await cappedDesk()
  const readAgain = () => takes.readAgain(project, idAt(0), 2)
  ledger.allow('no request')
  const request = await requestOf(readAgain)
  ledger.allow(request)
  expect(await requestOf(readAgain), 'the second reading is asked about').toBe(request)
  expect(server.submissions).toHaveLength(1)
  expect(project.takes()).toHaveLength(1)
  expect(await requestOf(readAgain)).toBe(request)
})

test.each(['play', 'read again', 'audition', 'render'] as const)(
  'a request that was confirmed but not sent needs confirmation again: %s',
  async (kind) => {
    const { project, ledger, takes, renders, idAt, server } = await cappedDesk()
    const { text } = blockAt(project, 0)
    const spend = async () => {
      const id = idAt(0)
      if (kind === 'play') return takes.make(project, id)
      if (kind === 'read again') return takes.readAgain(project, id, 1)
      const settings = settingsOf(project.story(), blockAt(project, 0))
      if (kind === 'audition')
        return takes.audition(project, id, { text: blockAt(project, 0).text, settings })
      renders.start(project, { only: new Set([id]) })
      await project.work.settled()
      return takes.make(project, id) // names the request of the render
    }
    const request = await requestOf(spend)
    ledger.allow(request)
    edit(project, { text: 'Hello you' }) // another request takes its place
    expect(await requestOf(spend)).not.toBe(request)
    edit(project, { text })
    expect(await requestOf(spend)).toBe(request)
    expect(server.submissions).toHaveLength(0)
  },
)

test('if a cap is reached, a document is refused because its price is unknown before the service has read it', async () => {
  const { documents, folder, set, takes, project, idAt } = await cappedDesk()
  await set({ creditsPerDay: 11 })
  await takes.make(project, idAt(0))
  const order = tideOrder(folder)
  expect(await refusalOfAsync(() => documents.start(order))).toBe('credit-cap-blind')
})

test('a document that was confirmed but not sent needs confirmation again', async () => {
  const { documents, ledger, folder, server } = await cappedDesk()
  const order = tideOrder(folder)
  const start = () => documents.start(order)
  const request = await requestOf(start)
  ledger.allow(request)
  renameSync(order.path, `${order.path}.away`)
  expect(await refusalOfAsync(start)).not.toBe('credit-cap-blind')
  renameSync(`${order.path}.away`, order.path)
  expect(await requestOf(start)).toBe(request)
  expect(server.submissions).toHaveLength(0)
  ledger.allow(request)
  await start()
  await eventually(() => expect(server.submissions).toHaveLength(1))
})
