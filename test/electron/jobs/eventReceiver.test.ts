import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { signEvent } from '../../../electron/jobs/eventReceiver.ts'
import { answerRecord, recordBody, sendJson, sendMedia } from '../../fakes/faultServer.ts'
import { refusalOfAsync } from '../project/support.ts'
import { CANARY_KEY, faultServer, filesAsText, keyFormsIn } from '../speech/support.ts'
import { blockAt, hosted, toneMp3 } from './engineSupport.ts'
import { createEventStore, createOfferedAudio, openLibrary } from '../../../electron/jobs/libraryDatabase.ts'
import { desk, type Desk } from './jobsSupport.ts'
import { eventually } from '../../support/eventually.ts'

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const { privateKey, publicKey } = pair()
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

async function listening(options: { baseUrl: string }): Promise<Desk> {
  const made = desk({ connection: hosted(options), publicKey: publicPem })
  await made.set({ isWebhookOn: true, webhookPort: 0 })
  return made
}

interface Sent {
  readonly data: unknown
  readonly uuid?: string
  readonly event?: string
  readonly key?: typeof privateKey
  readonly signature?: string
  readonly body?: string
  readonly method?: string
  readonly path?: string
}

/** Posts an event as a service does, and returns the status of the answer. */
function post(to: Desk, sent: Sent): Promise<number> {
  const { uuid = randomUUID(), key = privateKey, method = 'POST', event = 'TTS_TEXT_SUCCESS' } = sent
  const url = new URL(to.webhooks.state().localUrl ?? '')
  if (sent.path !== undefined) url.pathname = sent.path
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method,
      agent: false,
      headers: { 'x-signature': sent.signature ?? signEvent(uuid, key), 'content-type': 'application/json' },
    })
    asked.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end(sent.body ?? JSON.stringify({ event, uuid, data: sent.data }))
  })
}

const finished = { uuid: 'conversion-1', status: 2, media_url: 'https://cdn.example/a.mp3', used_credit: 7 }

test('an event makes Fabula query the history at once, and the event’s own audio address is not used', async () => {
  const bytes = await toneMp3(300)
  let isDone = false
  const server = await faultServer({
    submit: answerRecord(),
    history: (response, _, uuid) =>
      sendJson(
        response,
        200,
        recordBody({ uuid, status: isDone ? 2 : 1, media_url: isDone ? '/audio.mp3' : null }),
      ),
    media: (response, _, asked) => sendMedia(response, asked, bytes),
  })
  const made = await listening(server)
  const take = made.takes.make(made.project, blockAt(made.project, 0).id)
  await eventually(() => expect(server.historyAsks()).toBeGreaterThan(0))
  isDone = true
  expect(await post(made, { data: finished })).toBe(200)
  await take
  expect(made.only()).toMatchObject({ state: 'completed', source: 'history' })
})

test('if there is no history, the event’s audio waits until the writer allows its host', async () => {
  const server = await faultServer({ submit: answerRecord() })
  const made = await listening(server)
  expect(await refusalOfAsync(() => made.takes.make(made.project, blockAt(made.project, 0).id))).toBe(
    'service-no-history',
  )
  expect(await post(made, { data: finished })).toBe(200)
  await eventually(() => expect(made.only().error?.code).toBe('webhook-host-new'))
  expect(made.only()).toMatchObject({ state: 'accepted', offeredHost: 'cdn.example' })
  const [record] = made.project.jobs.list()
  if (record === undefined) throw new Error('nothing was sent')
  await made.set({ webhookHosts: ['cdn.example'] })
  expect(
    createOfferedAudio(createEventStore(openLibrary(made.folder)), () => ['cdn.example']).recall(record),
  ).toMatchObject({ mediaUrl: 'https://cdn.example/a.mp3' })
  expect(made.only().offeredHost).toBeNull()
})

test('an event that reports a failure is believed if there is no history', async () => {
  const server = await faultServer({ submit: answerRecord() })
  const made = await listening(server)
  await made.takes.make(made.project, blockAt(made.project, 0).id).catch(() => undefined)
  const data = { uuid: 'conversion-1', status: 3, error_message: 'no such voice', media_url: null }
  expect(await post(made, { data })).toBe(200)
  await eventually(() =>
    expect(made.only()).toMatchObject({ state: 'failed', error: { code: 'conversion-failed' } }),
  )
})

test('an event that does not verify is refused with 401 and changes nothing', async () => {
  const server = await faultServer({ submit: answerRecord() })
  const made = await listening(server)
  await made.takes.make(made.project, blockAt(made.project, 0).id).catch(() => undefined)
  const before = made.only()
  expect(await post(made, { data: finished, key: pair().privateKey })).toBe(401)
  expect(await post(made, { data: finished, signature: '' })).toBe(401)
  expect(await post(made, { data: finished, signature: 'zz'.repeat(256) })).toBe(401)
  expect(await post(made, { data: finished, uuid: 'a', signature: signEvent('b', privateKey) })).toBe(401)
  expect({ ...made.only(), revision: before.revision }).toEqual(before)
  expect(made.webhooks.state().lastEvent).toMatchObject({ verdict: 'refused' })
})

test('a key that a service repeats in an event is masked wherever it is stored, shown or sent', async () => {
  const server = await faultServer({ submit: answerRecord() })
  const made = await listening(server)
  await made.takes.make(made.project, blockAt(made.project, 0).id).catch(() => undefined)
  const forms = [CANARY_KEY, encodeURIComponent(CANARY_KEY), Buffer.from(CANARY_KEY).toString('base64')]
  const echo = forms.join(' ')
  const data = { uuid: 'conversion-1', status: 3, error_message: echo, media_url: null, [echo]: echo }
  expect(await post(made, { data, event: echo })).toBe(200)
  await eventually(() =>
    expect(made.only().error).toMatchObject({
      code: 'conversion-failed',
      params: { message: '••• ••• •••' },
    }),
  )
  expect(made.webhooks.state().lastEvent?.name).toBe('••• ••• •••')
  await made.project.work.settled()
  expect(keyFormsIn(JSON.stringify(made.told) + filesAsText(made.folder))).toEqual([])
})

test('the same event received twice is answered with 200 and changes nothing', async () => {
  const server = await faultServer({ submit: answerRecord() })
  const made = await listening(server)
  await made.takes.make(made.project, blockAt(made.project, 0).id).catch(() => undefined)
  const first = { data: { uuid: 'conversion-1', status: 1 }, uuid: 'event-1' }
  expect(await post(made, first)).toBe(200)
  expect(await post(made, { ...first, data: { uuid: 'conversion-1', status: 3 } })).toBe(200)
  expect(made.webhooks.state().lastEvent).toMatchObject({ verdict: 'repeated' })
  expect(made.only().state).toBe('accepted')
})

test('both ways to name the fields are read; an unknown conversion is answered with 200 and not stored', async () => {
  const server = await faultServer({ submit: answerRecord() })
  const made = await listening(server)
  await made.takes.make(made.project, blockAt(made.project, 0).id).catch(() => undefined)
  const before = made.only()
  const body = JSON.stringify({ event_name: 'X', event_uuid: 'e', data: { ...finished, uuid: 'not ours' } })
  expect(await post(made, { data: null, uuid: 'e', body })).toBe(200)
  expect(made.webhooks.state().lastEvent).toMatchObject({ name: 'X', verdict: 'unknown-conversion' })
  expect({ ...made.only(), revision: before.revision }).toEqual(before)
})

test('requests with other paths or methods, or without JSON, are refused', async () => {
  const made = await listening(await faultServer())
  expect(await post(made, { data: null, path: '/' })).toBe(404)
  expect(await post(made, { data: null, method: 'PUT' })).toBe(405)
  expect(await post(made, { data: null, body: 'hello' })).toBe(400)
  expect(await post(made, { data: null, body: '{}' })).toBe(400)
  expect(await post(made, { data: null, body: ' '.repeat(5 * 1024 * 1024) }).catch(() => 413)).toBe(413)
  expect(made.webhooks.state().lastEvent).toBeNull()
})

test('the test event goes through the complete path', async () => {
  const made = await listening(await faultServer())
  const { address } = await made.webhooks.test()
  expect(address).toBe(made.webhooks.state().localUrl)
  expect(made.webhooks.state().lastEvent).toMatchObject({ name: 'FABULA_TEST', verdict: 'test' })
})

test('the test fails if the public address leads elsewhere or listening is off', async () => {
  const server = await faultServer({ submit: (response) => sendJson(response, 200, {}) })
  const made = await listening(server)
  await made.set({ webhookPublicUrl: ` ${server.baseUrl}/ ` })
  expect(made.webhooks.state().registeredUrl).toBe(`${server.baseUrl}/events`)
  expect(await refusalOfAsync(() => made.webhooks.test())).toBe('webhook-test-elsewhere')
  await made.set({ isWebhookOn: false })
  expect(await refusalOfAsync(() => made.webhooks.test())).toBe('webhook-off')
})

test('a port in use is reported, and another can be chosen', async () => {
  const made = await listening(await faultServer())
  const { port } = new URL(made.webhooks.state().localUrl ?? '')
  const second = desk({ connection: hosted({ baseUrl: 'http://127.0.0.1:9' }), publicKey: publicPem })
  await second.set({ isWebhookOn: true, webhookPort: Number(port) })
  expect(second.webhooks.state()).toMatchObject({
    localUrl: null,
    error: { code: 'webhook-port-taken' },
  })
  await second.set({ webhookPort: 0 })
  expect(second.webhooks.state()).toMatchObject({ error: null })
})
