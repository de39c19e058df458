/** Each request is recorded before it is sent, and nothing is sent under a cap that cannot be enforced. */
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openLibrary } from '../../../electron/jobs/libraryDatabase.ts'
import { answerRecord, recordBody, sendJson } from '../../fakes/faultServer.ts'
import { conversionOf, refusalOfAsync } from '../project/support.ts'
import { faultServer } from '../speech/support.ts'
import { blockAt, hosted, storyOf, toneMp3, workingService } from './engineSupport.ts'
import { desk } from './jobsSupport.ts'

const AUDIO = await toneMp3(300)

async function deskWithService() {
  const server = await faultServer(workingService(AUDIO, { used_credit: 11 }))
  const made = desk({
    connection: hosted(server),
    records: storyOf([{ text: 'Hello there' }, { text: 'Hello again' }]),
  })
  const make = (index: number) => made.takes.make(made.project, blockAt(made.project, index).id)
  return { ...made, server, make }
}

/** Another program that writes to the list of conversions, and does not end. */
function holdLibrary(folder: string): () => void {
  const other = openLibrary(folder)
  other.run('BEGIN IMMEDIATE')
  const release = () => other.close()
  onTestFinished(() => {
    try {
      release()
    } catch {
      // released by the test
    }
  })
  return release
}

test('under a cap, nothing is sent if its cost cannot be recorded', async () => {
  const { server, make, set, folder, project } = await deskWithService()
  await set({ creditsPerDay: 1_000 })
  const release = holdLibrary(folder)
  expect(await refusalOfAsync(() => make(0))).toBe('spending-not-recorded')
  expect(project.jobs.list()).toEqual([])
  expect(server.submissions).toHaveLength(0)
  release()
  await make(0)
  expect(server.submissions).toHaveLength(1)
})

test('a request that another process is sending counts against the cap at once', async () => {
  const { server, make, set, folder } = await deskWithService()
  const other = desk({ connection: hosted(server), folder, records: storyOf([{ text: 'Other words' }]) })
  await set({ creditsPerDay: 20 })
  await other.set({ creditsPerDay: 20 })
  let refusal: Promise<unknown> | undefined
  server.script.head = () =>
    void (refusal ??= other.takes
      .make(other.project, blockAt(other.project, 0).id)
      .catch((error: unknown) => error))
  await make(0)
  expect(await refusal).toMatchObject({ code: 'credit-cap-day', params: { spent: 11 } })
  expect(server.submissions).toHaveLength(1)
})

test('the entry of a job that its story could not store is removed', async () => {
  const { takes, project, ledger, server } = await deskWithService()
  const full = {
    ...project,
    jobs: {
      ...project.jobs,
      insert() {
        throw new Error('disk full')
      },
    },
  }
  await expect(takes.make(full, blockAt(project, 0).id)).rejects.toThrow('disk full')
  expect(server.submissions).toHaveLength(0)
  expect(ledger.read().total).toMatchObject({ conversions: 0, charged: 0 })
})

test('the entry of a program that ended before sending is removed when the story is opened', async () => {
  const { ledger, make, project, openProjects, folder } = await deskWithService()
  await make(0)
  const library = openLibrary(folder)
  onTestFinished(() => library.close())
  library.run(
    `INSERT INTO conversions SELECT 'left', kind, connection_id, 'sending', NULL, story_id, story_title, path, 11, 11,
       created_at_ms, 0, json FROM conversions`,
  )
  expect(ledger.read().total).toMatchObject({ conversions: 2, charged: 22 })
  openProjects.moved(project)
  expect(ledger.read().total).toMatchObject({ conversions: 1, charged: 11 })
})

test('a confirmation of a render covers requests up to its credits', async () => {
  const { set, server, project, renders } = await deskWithService()
  await set({ creditsPerDay: 5 })
  renders.start(project, { way: 'blocks', pastCaps: 11 })
  await project.work.settled()
  expect(renders.state(project)).toMatchObject({ phase: 'failed', error: { code: 'credit-cap-day' } })
  expect(server.submissions).toHaveLength(1)
})

/** Values that services may report as credits that are not a number of credits, or are too low for the text sent. */
const LITTLE = [null, 0, -1, -1_000_000, '-1000000', 1, 1e300, -1e300, 2 ** 53, 'many', false, -0.4]

test.each(LITTLE)('a service that reports %j as credits makes no room under a cap', async (said) => {
  const server = await faultServer({
    ...workingService(AUDIO, { estimated_credit: said, used_credit: said }),
    submit: answerRecord({ estimated_credit: said, used_credit: said }),
  })
  const records = storyOf([{ text: 'Hello there' }, { text: 'Hello again' }])
  const { takes, project, set, ledger } = desk({ connection: hosted(server), records })
  await set({ creditsPerDay: 21 })
  await takes.make(project, blockAt(project, 0).id)
  expect(await refusalOfAsync(() => takes.make(project, blockAt(project, 1).id))).toBe('credit-cap-day')
  expect(ledger.read().total).toMatchObject({ conversions: 1, counted: 11 })
  expect(ledger.read().total.charged).toBeGreaterThanOrEqual(0)
  expect(server.submissions).toHaveLength(1)
})

test('credits whose sum is too large to represent stop further requests, and can be read', async () => {
  const most = Number.MAX_SAFE_INTEGER
  const server = await faultServer(workingService(AUDIO, { used_credit: most }))
  const records = storyOf([{ text: 'Hello there' }, { text: 'Hello again' }, { text: 'Once more' }])
  const { takes, project, set, ledger } = desk({ connection: hosted(server), records })
  for (const index of [0, 1]) await takes.make(project, blockAt(project, index).id)
  expect(ledger.read().total).toMatchObject({ conversions: 2, counted: 2 * most })
  await set({ creditsPerStory: 1_000_000 })
  expect(await refusalOfAsync(() => takes.make(project, blockAt(project, 2).id))).toBe('credit-cap-story')
})

test('whatever a service reports, the caps count everything under way, and never less than before', async () => {
  const said = fc.option(fc.oneof(fc.constantFrom(...LITTLE), fc.integer({ min: -50, max: 50 })))
  const record = fc.record({ estimated_credit: said, used_credit: said, status_percentage: fc.nat(100) })
  const answers = fc.array(record, { minLength: 1, maxLength: 6 })
  await fc.assert(fc.asyncProperty(answers, fc.boolean(), run), { numRuns: 15 })

  /** Plays a block whose service gives these answers, the last of them with the audio, or with a failure. */
  async function run([first, ...later]: readonly Record<string, unknown>[], isMade: boolean): Promise<void> {
    const counted: number[] = []
    const server = await faultServer({
      ...workingService(AUDIO),
      submit: answerRecord(first),
      history(response, asked, uuid) {
        counted.push(made.ledger.read().total.counted)
        const status = asked < later.length ? 1 : isMade ? 2 : 3
        sendJson(response, 200, recordBody({ media_url: '/audio.mp3', ...later[asked], uuid, status }))
      },
    })
    const made = desk({ connection: hosted(server) })
    await made.takes.make(made.project, blockAt(made.project, 0).id).catch(() => undefined)
    expect(counted.length).toBeGreaterThan(later.length)
    expect(counted).toEqual(counted.toSorted((a, b) => a - b))
    expect(counted[0]).toBeGreaterThanOrEqual(11)
    expect(made.only().state).toBe(isMade ? 'completed' : 'failed')
    expect(made.ledger.read().total.counted).toBeGreaterThanOrEqual(isMade ? 11 : 0)
    await made.end()
    await server.close()
  }
})

test('a conversion counts with the service’s final figure: more than the estimate, or a refund if it failed', async () => {
  const server = await faultServer({
    ...workingService(AUDIO, { used_credit: 33 }),
    submit: answerRecord({ estimated_credit: 50, used_credit: 40 }),
  })
  const records = storyOf([{ text: 'Hello there' }, { text: 'Hello again' }])
  const { takes, project, ledger, index, actions } = desk({ connection: hosted(server), records })
  await takes.make(project, blockAt(project, 0).id)
  expect(ledger.read().total).toMatchObject({ charged: 33, counted: 33 })
  const fail = (fields: object) =>
    (server.script = { ...server.script, ...workingService(AUDIO, { status: 3, ...fields }) })
  fail({ used_credit: 0 })
  await takes.make(project, blockAt(project, 1).id).catch(() => undefined)
  expect(ledger.read().total).toMatchObject({ charged: 33, counted: 33 })
  const failed = index.list(null, { group: 'failed' }).jobs[0]
  await actions.dismiss(failed?.id ?? '')
  expect(ledger.read().total).toMatchObject({ charged: 33, counted: 33 })
})

test('negative numbers that an earlier Fabula stored make no room under a cap, in the list or in a story', async () => {
  const { set, make, project, folder, ledger, index, openProjects } = await deskWithService()
  const library = openLibrary(folder)
  onTestFinished(() => library.close())
  await make(0)
  library.run(
    `UPDATE conversions SET estimate = -1000000, charged = -1000000,
       json = json_set(json, '$.estimatedCredits', -1000000, '$.usedCredits', -1000000)`,
  )
  const at = { connectionId: 'hosted', createdAtMs: 1_700_000_000_000 }
  const asked = { ...at, requestBody: '{"input":"Hello there"}', endpoint: 'speech' as const }
  const below = { uuid: 'u', estimatedCredits: -1_000_000, usedCredits: -1_000_000.5 }
  project.jobs.insert(conversionOf('waits', { ...asked, ...below, state: 'accepted' }))
  project.jobs.insert(conversionOf('done', { ...asked, ...below, state: 'completed' }))
  openProjects.moved(project) // as when it is opened
  expect(ledger.read().total).toMatchObject({ conversions: 3, estimated: 33, charged: 33, counted: 33 })
  for (const { usedCredits, estimatedCredits } of index.list().jobs) {
    expect(estimatedCredits).toBe(11)
    expect(usedCredits ?? 0).toBeGreaterThanOrEqual(0)
  }
  await set({ creditsPerDay: 40 })
  expect(await refusalOfAsync(() => make(1))).toBe('credit-cap-day')

  library.run(
    `UPDATE conversions SET story_id = 'closed', path = '/gone', estimate = -5, charged = -5,
       json = json_set(json, '$.estimatedCredits', -5, '$.usedCredits', -5)`,
  )
  expect(ledger.read().total).toMatchObject({ estimated: 0, charged: 0, counted: 0 })
})
