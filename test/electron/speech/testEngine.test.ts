import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testEngine } from '../../../electron/speech/testEngine.ts'
import { SELF_SIGNED } from '../../fakes/selfSigned.ts'
import { startToneEngine } from '../local-service/toneEngine.ts'
import type { ToneEngineOptions } from '../local-service/toneEngine.ts'
import { CANARY_KEY, keyFormsIn, QUICK } from './support.ts'

async function listen(server: Server, scheme = 'http'): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
}

const serve = (answer: RequestListener) => listen(createServer(answer))
const check = (baseUrl: string, key = CANARY_KEY) => testEngine({ baseUrl, key }, QUICK)

async function speakingServer(options: ToneEngineOptions) {
  const engine = await startToneEngine(options)
  onTestFinished(engine.close)
  return engine
}

/** Answers by path; 404 for all others. */
const answering =
  (answers: Readonly<Record<string, readonly [status: number, body: unknown]>>): RequestListener =>
  (request, response) => {
    const [status, body] = answers[request.url ?? ''] ?? [404, { detail: 'Not Found' }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

test('a server that lists its voices works, and nothing is spoken to find that out', async () => {
  const engine = await speakingServer({ voices: { voices: ['af_bella', 'am_adam'] }, key: CANARY_KEY })
  expect(await check(engine.url)).toEqual({
    outcome: 'works',
    host: new URL(engine.url).host,
    status: 200,
    count: 2,
  })
  expect(engine.requests).toEqual([])
})

test('a server without a list is known by its models, or by taking speech only as a POST', async () => {
  const engine = await speakingServer({})
  expect(await check(engine.url, '')).toMatchObject({ outcome: 'unlisted', count: 0 })
  expect(engine.requests).toEqual([])
  expect(engine.headers.some(({ authorization }) => authorization !== undefined)).toBe(false)
  const empty = await speakingServer({ voices: { voices: [] } })
  expect(await check(empty.url)).toMatchObject({ outcome: 'unlisted' })
  const models = await serve(answering({ '/v1/models': [200, { object: 'list', data: [{ id: 'tts-1' }] }] }))
  expect(await check(models)).toMatchObject({ outcome: 'unlisted' })
})

test('a wrong key is told apart, wherever the server asks for it', async () => {
  const engine = await speakingServer({ voices: ['a'], key: 'another' })
  const refused = await check(engine.url)
  expect(refused).toMatchObject({ outcome: 'key-refused', status: 401 })
  expect(keyFormsIn(JSON.stringify(refused))).toEqual([])
  const openList = await serve(answering({ '/v1/models': [401, { error: { message: CANARY_KEY } }] }))
  expect(await check(openList)).toMatchObject({ outcome: 'key-refused' })
})

test.each([
  [answering({}), 'not-this-server'],
  [answering({ '/v1/audio/voices': [200, { hello: 'world' }] }), 'not-this-server'],
  [(_, response) => void response.end('<html>Welcome to nginx</html>'), 'not-this-server'],
  [(_, response) => void response.writeHead(429).end(), 'busy'],
  [(_, response) => void response.writeHead(502).end('<html>'), 'server-trouble'],
  [(_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9' }).end(), 'redirected'],
  [(_, response) => void response.destroy(), 'cut-off'],
  [() => {}, 'silent'],
] satisfies [RequestListener, string][])('tells what else answers (%#)', async (answer, outcome) => {
  expect(await check(await serve(answer))).toMatchObject({ outcome })
})

test('tells what keeps it from being asked', async () => {
  expect(await check('http://127.0.0.1:9')).toMatchObject({ outcome: 'unreachable', status: 0 })
  expect(await check('http://nobody.invalid')).toMatchObject({ outcome: 'name-unknown' })
  const untrusted = await listen(createTlsServer(SELF_SIGNED), 'https')
  expect(await check(untrusted)).toMatchObject({ outcome: 'tls-trouble' })
})
