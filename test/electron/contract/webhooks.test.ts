/** Events from end to end: the embedded service signs and sends, through a tunnel, what the app’s listener receives. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webhookEventSchema } from '../../../shared/speech-api/responses.ts'
import { sendJson } from '../../fakes/faultServer.ts'
import { startTlsFront, trustSelfSigned, type TlsFront } from '../../fakes/selfSigned.ts'
import { openApp, type TestApp } from './app.ts'
import { eventually } from '../../support/eventually.ts'
import { long } from '../../support/tags.ts'

interface Delivery {
  readonly body: string
  readonly signature: string
  /** The app's answers. */
  readonly status: number
}

/** A tunnel from a public address to Fabula, as a writer sets one up. */
interface Tunnel {
  readonly url: string
  readonly deliveries: readonly Delivery[]
  /** What the events are changed to on the way; their signature covers their id alone. */
  rewrite: (body: string) => string
  send(body: string, signature: string): Promise<number>
  close(): Promise<void>
}

async function startTunnel(localUrl: () => Promise<string>): Promise<Tunnel> {
  const deliveries: Delivery[] = []
  const server = createServer((request, response) => {
    void buffer(request).then(async (bytes) => {
      const body = tunnel.rewrite(bytes.toString())
      const signature = String(request.headers['x-signature'])
      const status = await tunnel.send(body, signature).catch(() => 502)
      deliveries.push({ body, signature, status })
      response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const tunnel: Tunnel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, // it listens on TCP
    deliveries,
    rewrite: (body) => body,
    async send(body, signature) {
      const headers = { 'content-type': 'application/json', 'x-signature': signature }
      return (await fetch(await localUrl(), { method: 'POST', headers, body })).status
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return tunnel
}

let app: TestApp
let tunnel: Tunnel
let front: TlsFront
let servicesKey = ''

async function start(): Promise<void> {
  tunnel = await startTunnel(async () => {
    const { localUrl } = await app.handlers['webhooks:state']({})
    return localUrl ?? 'http://127.0.0.1:9/'
  })
  app = await openApp({ serviceOptions: ['--webhook', tunnel.url, '--webhook-retry-ms', '50'] })
  front = await startTlsFront((path) => `${app.service().baseUrl}${path}`)
  trustSelfSigned()
  const answer = (await (await app.service().get('/uapi/v1/webhook-key')).json()) as {
    result: { public_key: string }
  }
  servicesKey = answer.result.public_key
  await checkEventsWith(servicesKey)
  await app.handlers['settings:update']({ isWebhookOn: true, webhookPort: 0 })
  await eventually(async () =>
    expect((await app.handlers['webhooks:state']({})).localUrl).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/events$/,
    ),
  )
}

async function stop(): Promise<void> {
  await app.close()
  await tunnel.close()
  await front.close()
}

/** Pastes a public key into the connection's settings. */
async function checkEventsWith(webhookPublicKey: string): Promise<void> {
  const servers = await app.handlers['servers:list']({})
  const connection = servers.connection.find(({ id }) => id === app.connectionId)
  if (connection === undefined) throw new Error('The connection is set up')
  const { kind, id, name, baseUrl } = connection
  await app.handlers['servers:save']({ kind, id, name, baseUrl, webhookPublicKey, key: null })
}

/** Makes the service answer as one without a history. */
function hideHistory(): void {
  app.wiretap.meddle = ({ path }, response) => {
    if (!path.includes('/history')) return false
    sendJson(response, 404, { success: false, message: 'no such address' })
    return true
  }
}

const deliveriesOf = (uuid: string | null) =>
  tunnel.deliveries.filter(({ body }) => uuid !== null && body.includes(uuid))

/** Starts a story of one block without waiting for its audio. */
async function begin(text: string): Promise<void> {
  const { projectId, blockIds } = await app.story([{ text }])
  const [blockId] = blockIds
  if (blockId === undefined) throw new Error('The story has a block')
  app.handlers['takes:make']({ projectId, blockId }).catch(() => undefined)
}

describe('if the service has a history,', () => {
  beforeAll(start)
  afterAll(stop)

  test('an event ends the wait for a conversion that the app submitted, and a replay changes nothing', async () => {
    // A service that asks the app to wait for an hour, until its event has arrived.
    app.wiretap.meddle = ({ path }, response) => {
      if (!path.includes('/history/') || tunnel.deliveries.length > 0) return false
      sendJson(response, 429, { success: false, message: 'later' }, { 'retry-after': '360000' })
      return true
    }
    await begin('The first boat came home before the storm.')
    await app.until({ state: 'completed', activity: null })
    const made = await app.newest()
    expect(made).toMatchObject({ source: 'history', status: 2 })
    const [delivery, ...others] = deliveriesOf(made.uuid)
    if (delivery === undefined) throw new Error('No event came')
    expect([delivery.status, others]).toEqual([200, []])
    expect(webhookEventSchema.parse(JSON.parse(delivery.body))).toMatchObject({
      event: 'TTS_TEXT_SUCCESS',
      data: { uuid: made.uuid, status: 2 },
    })
    const { lastEvent } = await app.handlers['webhooks:state']({})
    expect(lastEvent).toMatchObject({ name: 'TTS_TEXT_SUCCESS', verdict: 'accepted' })

    expect(await tunnel.send(delivery.body, delivery.signature)).toBe(200)
    expect((await app.handlers['webhooks:state']({})).lastEvent).toMatchObject({ verdict: 'repeated' })
    expect({ ...(await app.newest()), revision: made.revision }).toEqual(made)
  })
})

describe('if the service has no history,', () => {
  beforeAll(start)
  afterAll(stop)
  beforeEach(async () => {
    hideHistory()
    tunnel.rewrite = (body) => body
    await checkEventsWith(servicesKey)
  })

  test(
    'audio from an event is fetched over https once the writer allows its host, and the event is recorded as its source',
    long,
    async () => {
      // A hosted service gives https addresses.
      tunnel.rewrite = (body) => body.replaceAll(app.service().baseUrl, front.baseUrl)
      await begin('The second boat came home after it.')
      const waiting = await app.until({
        error: expect.objectContaining({ code: 'webhook-host-new' }) as object,
      })
      expect(waiting).toMatchObject({ state: 'accepted', offeredHost: new URL(front.baseUrl).host })
      expect(front.requests).toEqual([])

      await app.handlers['webhooks:allowHost']({ host: waiting.offeredHost ?? '' })
      await app.handlers['jobs:resume']({ id: waiting.id })
      await app.until({ state: 'completed' })
      expect(await app.newest()).toMatchObject({ id: waiting.id, source: 'webhook', offeredHost: null })
      expect((await app.newest()).durationMs ?? 0).toBeGreaterThan(500)
      // Another origin than the connection's own: the key does not go there.
      expect(front.requests.map(({ key }) => key)).toEqual([undefined])
    },
  )

  test('an event that reports a failure is believed', async () => {
    await begin('...')
    await app.until({
      state: 'failed',
      error: { code: 'conversion-failed', params: { message: expect.stringMatching(/./) as string } },
    })
  })

  test('an event that does not verify with the key that the writer pasted is answered with 401, and the conversion keeps waiting', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    await checkEventsWith(publicKey.export({ type: 'spki', format: 'pem' }).toString())
    await begin('The third boat did not come home.')
    // The service tries four times in all.
    await eventually(async () =>
      expect(deliveriesOf((await app.newest()).uuid).map(({ status }) => status)).toHaveLength(4),
    )
    const waiting = await app.newest()
    expect(deliveriesOf(waiting.uuid).map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect(waiting).toMatchObject({ state: 'accepted', offeredHost: null, source: null })
    expect((await app.handlers['webhooks:state']({})).lastEvent).toMatchObject({ verdict: 'refused' })
  })
})
