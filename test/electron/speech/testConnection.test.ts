import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testConnection } from '../../../electron/speech/testConnection.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { SELF_SIGNED } from '../../fakes/selfSigned.ts'
import { CANARY_KEY, hostedConnection, keyFormsIn, QUICK } from './support.ts'

async function listen(server: Server, scheme = 'http'): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
}

const serve = (answer: RequestListener) => listen(createServer(answer))
const check = (baseUrl: string) => testConnection(hostedConnection(baseUrl), QUICK)

function json(status: number, body: unknown, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
}

const VIBE = { type: 'user_vibe', id: 1, vibe: 'Warm', prompt: 'warmly', created_at: '2026-01-01T00:00:00' }

test('it works where the vibes are listed, asked with the key under the base URL’s own path', async () => {
  const asked: unknown[] = []
  const baseUrl = await serve((request, response) => {
    asked.push([request.method, request.url, request.headers['x-api-key']])
    json(200, { success: true, result: [VIBE, { ...VIBE, id: 2 }], message: null })(request, response)
  })
  expect(await check(`${baseUrl}/speech`)).toMatchObject({ outcome: 'works', count: 2 })
  expect(asked).toEqual([['GET', '/speech/uapi/v1/custom-vibes', CANARY_KEY]])
})

test('an empty list of vibes works too', async () => {
  const baseUrl = await serve(json(200, { success: true, result: [], message: null }))
  expect(await check(baseUrl)).toMatchObject({ outcome: 'works', count: 0 })
})

test.each([
  [json(401, {}), 'key-refused'],
  [json(403, {}), 'key-refused'],
  [json(404, {}), 'not-this-service'],
  [json(405, {}), 'not-this-service'],
  [json(200, { hello: 'world' }), 'not-this-service'],
  [json(200, 'text'), 'not-this-service'],
  [json(429, {}), 'busy'],
  [json(503, {}), 'service-trouble'],
  [json(200, { success: false, message: 'Account closed' }), 'refused'],
  [(_, response) => void response.end('<html>Welcome to nginx</html>'), 'not-this-service'],
  [(_, response) => void response.destroy(), 'cut-off'],
  [() => {}, 'silent'],
])('tells what else answers (%#: %s)', async (answer, outcome) => {
  expect(await check(await serve(answer))).toMatchObject({ outcome })
})

test('a redirect is told, and the key does not follow it', async () => {
  const visitors: unknown[] = []
  const elsewhere = await serve((request, response) => {
    visitors.push(request.headers)
    response.end()
  })
  const baseUrl = await serve(json(302, {}, { location: `${elsewhere}/uapi/v1/custom-vibes` }))
  expect(await check(baseUrl)).toMatchObject({ outcome: 'redirected' })
  expect(visitors).toEqual([])
})

test('nothing answers, and a name that does not exist', async () => {
  expect(await check('http://127.0.0.1:9')).toMatchObject({ outcome: 'unreachable', host: '127.0.0.1:9' })
  expect(['name-unknown', 'unreachable', 'silent']).toContain(
    (await check('https://no-such-host.invalid')).outcome,
  )
})

test('a certificate that cannot be trusted is TLS trouble, and the key is not sent', async () => {
  let requests = 0
  const baseUrl = await listen(
    createTlsServer(SELF_SIGNED, () => (requests += 1)),
    'https',
  )
  expect(await check(baseUrl)).toMatchObject({ outcome: 'tls-trouble' })
  const plain = await serve(() => (requests += 1))
  expect(await check(plain.replace('http:', 'https:'))).toMatchObject({ outcome: 'tls-trouble' })
  expect(requests).toBe(0)
})

test('a service that repeats the key does not bring it into what is told', async () => {
  const bytes = Buffer.from(CANARY_KEY)
  const forms = [
    CANARY_KEY,
    encodeURIComponent(CANARY_KEY),
    encodeURIComponent(CANARY_KEY).replace(/%../g, (escape) => escape.toLowerCase()),
    bytes.toString('base64'),
    Buffer.from(`u:${CANARY_KEY}`).toString('base64'),
    bytes.toString('hex'),
  ]
  const message = `You sent ${forms.join(' ')}`
  const baseUrl = await serve(json(400, { success: false, message }))
  const told = await check(baseUrl)
  expect(told.outcome).toBe('refused')
  expect(keyFormsIn(JSON.stringify(told))).toEqual([])
  expect(told.message).toMatch(/^You sent (\S*•••\S* ?){6}$/)
})

test('a key that cannot be had is told, and nothing is asked', async () => {
  let requests = 0
  const baseUrl = await serve(() => (requests += 1))
  const key = () => {
    throw new UserFacingError('key-unreadable', { name: 'Studio' })
  }
  await expect(testConnection({ baseUrl, key })).rejects.toMatchObject({ code: 'key-unreadable' })
  expect(requests).toBe(0)
})
