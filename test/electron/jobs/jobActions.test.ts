import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLibrary } from '../../../electron/jobs/libraryDatabase.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { answerRecord, recordBody, sendJson, type FaultScript } from '../../fakes/faultServer.ts'
import { refusalOf, refusalOfAsync } from '../project/support.ts'
import { faultServer, tempFolder } from '../speech/support.ts'
import { blockAt, hosted, storyOf, toneMp3, workingService } from './engineSupport.ts'
import { desk } from './jobsSupport.ts'
import { eventually } from '../../support/eventually.ts'

const LOST: FaultScript['submit'] = (_, __, socket) => void socket.destroy()

test('a conversion is listed from when it is sent until its audio is stored', async () => {
  const server = await faultServer(workingService(await toneMp3(400)))
  const { takes, actions, index, ledger, project, only, told } = desk({ connection: hosted(server) })
  const take = await takes.make(project, blockAt(project, 0).id)
  expect(only()).toMatchObject({
    endpoint: 'speech',
    state: 'completed',
    status: 2,
    percentage: 100,
    estimatedCredits: 11,
    usedCredits: 5,
    connectionName: 'The hosted one',
    source: 'history',
    input: 'Hello there',
    storyTitle: 'The Lighthouse',
    isStoryThere: true,
    projectId: project.projectId,
    audioId: take.audioId,
    durationMs: expect.closeTo(400, -2) as number,
    blockId: blockAt(project, 0).id,
  })
  const states = told.flatMap(({ payload }) =>
    'jobs' in payload ? payload.jobs.map(({ state }) => state) : [],
  )
  expect([...new Set(states)]).toEqual(['preparing', 'sending', 'accepted', 'completed'])
  actions.removeFromList(only().id)
  expect(index.list().jobs).toEqual([])
  expect(ledger.read().stories).toMatchObject([{ name: 'The Lighthouse', estimated: 11, charged: 5 }])
})

test('the ledger omits conversions of the built-in voice, which cost nothing', async () => {
  const server = await faultServer(workingService(await toneMp3(400)))
  const connection = { ...hosted(server), connectionId: BUILT_IN_CONNECTION, isBuiltIn: true }
  const records = storyOf([{ text: 'Hello there' }], BUILT_IN_CONNECTION)
  const { takes, ledger, project, only } = desk({ connection, records })
  await takes.make(project, blockAt(project, 0).id)
  expect(only()).toMatchObject({ state: 'completed', connectionId: BUILT_IN_CONNECTION })
  const total = { conversions: 0, estimated: 0, charged: 0, counted: 0 }
  expect(ledger.read()).toEqual({ stories: [], connections: [], days: [], storiesByDay: [], total })
})

test('audio in the answer to the request is recorded as coming from the response', async () => {
  const service = workingService(await toneMp3(300))
  const server = await faultServer({
    ...service,
    submit: (response) =>
      sendJson(response, 200, { uuid: 'flat', status: 'completed', media_url: '/audio.mp3', used_credit: 3 }),
  })
  const { takes, project, only } = desk({ connection: hosted(server) })
  await takes.make(project, blockAt(project, 0).id)
  expect(only()).toMatchObject({ source: 'response', usedCredits: 3 })
  expect(server.historyAsks()).toBe(0)
})

test('a conversion with an unknown outcome can be claimed from the history, and nothing is paid twice', async () => {
  const service = workingService(await toneMp3(300), { tts_input: 'Hello there' })
  const server = await faultServer({ ...service, submit: LOST })
  const { takes, renders, actions, project, only } = desk({ connection: hosted(server) })
  const make = () => takes.make(project, blockAt(project, 0).id)
  expect(await refusalOfAsync(make)).toBe('conversion-outcome-unknown')
  expect(only()).toMatchObject({ state: 'unknown', uuid: null })
  expect(await refusalOfAsync(make)).toBe('conversion-outcome-unknown')
  expect(refusalOf(() => actions.removeFromList(only().id))).toBe('conversion-still-open')

  await actions.claim(only().id, 'lost-and-found')
  await eventually(() => expect(only()).toMatchObject({ state: 'completed', uuid: 'lost-and-found' }))
  expect(renders.state(project)).toEqual({ phase: 'idle' })
  await make()
  expect(server.submissions).toHaveLength(1)
})

test('an answer with the conversion of an earlier request is rejected: its audio never goes to another block', async () => {
  const service = workingService(await toneMp3(300))
  const server = await faultServer({ ...service, submit: answerRecord({ uuid: 'cached' }) })
  const records = storyOf([{ text: 'Hello there' }, { text: 'Good bye' }])
  const { takes, renders, project, projects } = desk({ connection: hosted(server), records })
  const made = await Promise.allSettled([0, 1].map((at) => takes.make(project, blockAt(project, at).id)))
  expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(project.takes()).toHaveLength(1)
  expect(server.submissions).toHaveLength(2)
  const failed = made.findIndex(({ status }) => status === 'rejected')
  const make = () => takes.make(project, blockAt(project, failed).id)
  expect(made[failed]).toMatchObject({ reason: { code: 'conversion-repeated' } })
  expect(renders.state(project)).toMatchObject({ phase: 'unknown', error: { code: 'conversion-repeated' } })
  expect(await refusalOfAsync(make)).toBe('conversion-outcome-unknown')

  const other = projects.createDraft(storyOf([{ text: 'Another story' }])).project
  expect(await refusalOfAsync(() => takes.make(other, blockAt(other, 0).id))).toBe('conversion-repeated')
  expect(other.takes()).toEqual([])
  expect(server.submissions).toHaveLength(3)
})

test('a conversion of another text cannot be claimed', async () => {
  const service = workingService(await toneMp3(300), { tts_input: 'Something else' })
  const server = await faultServer({ ...service, submit: LOST })
  const { takes, actions, project, only } = desk({ connection: hosted(server) })
  await takes.make(project, blockAt(project, 0).id).catch(() => undefined)
  expect(await refusalOfAsync(() => actions.claim(only().id, 'u'))).toBe('claim-other-input')
  expect(only().state).toBe('unknown')
})

test('the history lists conversions that may be claimed, if it has a list', async () => {
  const list = [
    { uuid: 'right', status: 2, tts_input: 'Hello  there' },
    { uuid: 'other', status: 2, tts_input: 'Good bye' },
    { uuid: 'too-old', status: 2, tts_input: 'Hello there', created_at: '2001-01-01T00:00:00' },
  ]
  const server = await faultServer({
    submit: LOST,
    media: (response) => sendJson(response, 200, { success: true, result: list }),
  })
  const { takes, actions, project, only } = desk({ connection: hosted(server) })
  await takes.make(project, blockAt(project, 0).id).catch(() => undefined)
  expect(await actions.claimable(only().id)).toMatchObject([{ uuid: 'right', input: 'Hello  there' }])

  server.script.media = (response) => void response.writeHead(404).end()
  expect(await actions.claimable(only().id)).toBeNull()
})

test('audio from a file can be attached to a conversion of a service without a history', async () => {
  const server = await faultServer({ submit: answerRecord() })
  const { takes, actions, project, only, told, folder } = desk({ connection: hosted(server) })
  expect(await refusalOfAsync(() => takes.make(project, blockAt(project, 0).id))).toBe('service-no-history')
  expect(only()).toMatchObject({ state: 'accepted', error: { code: 'service-no-history' } })

  const text = join(folder, 'words.mp3')
  writeFileSync(text, 'no audio at all')
  expect(await refusalOfAsync(() => actions.attach(only().id, { path: text }))).toBe('audio-unreadable')
  const audio = join(folder, 'tone.mp3')
  writeFileSync(audio, await toneMp3(700))
  await actions.attach(only().id, { path: audio })
  expect(only()).toMatchObject({ state: 'completed', source: 'by-hand', error: null })
  expect(project.takes()).toHaveLength(1)
  expect(told.some(({ event }) => event === 'takes:added')).toBe(true)
  expect(await refusalOfAsync(() => actions.attach(only().id, { path: audio }))).toBe(
    'conversion-not-waiting',
  )
})

test('audio attached by hand becomes the render of a story', async () => {
  const server = await faultServer({ submit: answerRecord() })
  const { renders, actions, project, only, folder } = desk({
    connection: hosted(server),
    records: storyOf([{ text: 'One' }, { text: 'Two' }]),
  })
  renders.start(project)
  await project.work.settled()
  expect(renders.state(project)).toMatchObject({ phase: 'failed' })
  const audio = join(folder, 'tone.mp3')
  writeFileSync(audio, await toneMp3(700))
  await actions.attach(only().id, { path: audio })
  expect(only()).toMatchObject({ endpoint: 'story', state: 'completed', source: 'by-hand' })
  expect(project.render()).toMatchObject({ durationMs: expect.closeTo(700, -2) as number })
  expect(renders.state(project)).toEqual({ phase: 'idle' })
})

test('only https addresses are fetched by hand', async () => {
  const server = await faultServer({ submit: answerRecord() })
  const { takes, actions, project, only } = desk({ connection: hosted(server) })
  await takes.make(project, blockAt(project, 0).id).catch(() => undefined)
  for (const url of ['http://elsewhere.example/a.mp3', 'file:///etc/passwd', 'audio.mp3'])
    expect(await refusalOfAsync(() => actions.attach(only().id, { url }))).toBe('attach-address-invalid')
  expect(only().state).toBe('accepted')
})

test('a dismissed request can be sent again, and its possible cost stays counted', async () => {
  const server = await faultServer({ ...workingService(await toneMp3(300)), submit: LOST })
  const { takes, actions, ledger, project, only } = desk({ connection: hosted(server) })
  const make = () => takes.make(project, blockAt(project, 0).id)
  await make().catch(() => undefined)
  await actions.dismiss(only().id)
  expect(only().state).toBe('dismissed')
  expect(ledger.read().connections).toMatchObject([{ key: 'hosted', charged: 11 }])
  server.script.submit = answerRecord()
  await make()
  expect(server.submissions).toHaveLength(2)
})

test('a refused request costs nothing, even if it was dismissed', async () => {
  const server = await faultServer({
    submit: (response) => sendJson(response, 422, { success: false, message: 'no' }),
  })
  const { renders, ledger, project } = desk({ connection: hosted(server) })
  renders.start(project)
  await project.work.settled()
  expect(ledger.read().days).toMatchObject([{ charged: 0 }])
  renders.dismiss(project)
  expect(ledger.read().days).toMatchObject([{ charged: 0 }])
})

test.each([
  { cap: { creditsPerStory: 20 }, code: 'credit-cap-story' },
  { cap: { creditsPerDay: 20 }, code: 'credit-cap-day' },
])(
  'nothing is sent over a cap without confirmation, and each confirmation is for one request ($code)',
  async ({ cap, code }) => {
    const server = await faultServer(workingService(await toneMp3(300), { used_credit: 11 }))
    const { takes, ledger, project, set } = desk({
      connection: hosted(server),
      records: storyOf([{ text: 'Hello there' }, { text: 'Hello again' }, { text: 'Once more..' }]),
    })
    await set(cap)
    const make = (index: number) => takes.make(project, blockAt(project, index).id)
    await make(0)
    const refusal = await make(1).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code, params: { spent: 11, estimate: 11, cap: 20 } })
    expect(server.submissions).toHaveLength(1)

    ledger.allow((refusal as { params: { request: string } }).params.request)
    await make(1)
    expect(server.submissions).toHaveLength(2)
    expect(await refusalOfAsync(() => make(2))).toBe(code)
    expect(server.submissions).toHaveLength(2)
  },
)

test('a job stays listed when its story is closed, under the new path of the story', async () => {
  const server = await faultServer(workingService(await toneMp3(300)))
  const { takes, index, leave, projects, project, only, folder } = desk({ connection: hosted(server) })
  await takes.make(project, blockAt(project, 0).id)
  await projects.saveAs(project.projectId, join(folder, 'kept.fabula'))
  expect(index.pathOf(only().id)).toBe(join(folder, 'kept.fabula'))
  await leave(project.projectId)
  expect(only()).toMatchObject({ projectId: null, isStoryThere: true })
})

test('a damaged library is set aside, and a new one is created', () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'library.db'), 'not a database at all, but long enough to look at'.repeat(40))
  const library = openLibrary(folder)
  expect(library.all('SELECT * FROM conversions')).toEqual([])
  library.close()
})

test('a 429 with a retry time is waited for', async () => {
  const service = workingService(await toneMp3(300))
  const server = await faultServer({
    ...service,
    history: (response, asked, uuid) =>
      asked < 2
        ? sendJson(response, 429, { success: false }, { 'retry-after': '90' })
        : sendJson(response, 200, recordBody({ uuid, status: 2, media_url: '/audio.mp3' })),
  })
  const { takes, project, only } = desk({ connection: hosted(server) })
  await takes.make(project, blockAt(project, 0).id)
  expect(only().updatedAtMs - only().createdAtMs).toBeGreaterThanOrEqual(180_000)
})
