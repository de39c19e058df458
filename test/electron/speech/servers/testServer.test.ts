import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listServerVoices, testServer } from '../../../../electron/speech/servers/testServer.ts'
import { SELF_SIGNED } from '../../../fakes/selfSigned.ts'
import { startToneEngine, type ToneEngineOptions } from '../../local-service/toneEngine.ts'
import { CANARY_KEY, keyFormsIn, PATIENT, QUICK } from '../support.ts'

async function listen(server: Server, scheme = 'http'): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
}

const serve = (answer: RequestListener) => listen(createServer(answer))

function json(status: number, body: unknown, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
}

const VIBE = { type: 'user_vibe', id: 1, vibe: 'Warm', prompt: 'warmly', created_at: '2026-01-01T00:00:00' }

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

describe('a connection', () => {
  const check = (baseUrl: string, timeouts = PATIENT) =>
    testServer({ kind: 'connection', baseUrl }, CANARY_KEY, timeouts)

  test('works if it lists its vibes, requested with the key under the base URL’s own path', async () => {
    const asked: unknown[] = []
    const baseUrl = await serve((request, response) => {
      asked.push([request.method, request.url, request.headers['x-api-key']])
      json(200, { success: true, result: [VIBE, { ...VIBE, id: 2 }], message: null })(request, response)
    })
    expect(await check(`${baseUrl}/speech`)).toMatchObject({ outcome: 'works', count: 2 })
    expect(asked).toEqual([['GET', '/speech/uapi/v1/custom-vibes', CANARY_KEY]])
  })

  test('works even if its list of vibes is empty', async () => {
    const baseUrl = await serve(json(200, { success: true, result: [], message: null }))
    expect(await check(baseUrl)).toMatchObject({ outcome: 'works', count: 0 })
  })

  test.each([
    [json(401, {}), 'key-refused'],
    [json(403, {}), 'key-refused'],
    [json(404, {}), 'not-this-server'],
    [json(405, {}), 'not-this-server'],
    [json(200, { hello: 'world' }), 'not-this-server'],
    [json(200, 'text'), 'not-this-server'],
    [json(429, {}), 'busy'],
    [json(503, {}), 'server-error'],
    [json(200, { success: false, message: 'Account closed' }), 'refused'],
    [(_, response) => void response.end('<html>Welcome to nginx</html>'), 'not-this-server'],
    [(_, response) => void response.destroy(), 'cut-off'],
    [() => {}, 'silent'],
  ])('is recognized as something else by its answer (%#: %s)', async (answer, outcome) => {
    const timeouts = outcome === 'silent' ? QUICK : PATIENT
    expect(await check(await serve(answer), timeouts)).toMatchObject({ outcome })
  })

  test('that redirects is reported, and the key is not sent to the other address', async () => {
    const visitors: unknown[] = []
    const elsewhere = await serve((request, response) => {
      visitors.push(request.headers)
      response.end()
    })
    const baseUrl = await serve(json(302, {}, { location: `${elsewhere}/uapi/v1/custom-vibes` }))
    expect(await check(baseUrl)).toMatchObject({ outcome: 'redirected' })
    expect(visitors).toEqual([])
  })

  test('that does not answer is unreachable, and so is a name that does not exist', async () => {
    expect(await check('http://127.0.0.1:9')).toMatchObject({ outcome: 'unreachable', host: '127.0.0.1:9' })
    expect(['name-unknown', 'unreachable', 'silent']).toContain(
      (await check('https://no-such-host.invalid')).outcome,
    )
  })

  test('with an untrusted certificate causes a TLS error, and the key is not sent', async () => {
    let requests = 0
    const baseUrl = await listen(
      createTlsServer(SELF_SIGNED, () => (requests += 1)),
      'https',
    )
    expect(await check(baseUrl)).toMatchObject({ outcome: 'untrusted' })
    const plain = await serve(() => (requests += 1))
    expect(await check(plain.replace('http:', 'https:'))).toMatchObject({ outcome: 'untrusted' })
    expect(requests).toBe(0)
  })

  test('that repeats the key in its answer does not cause it to be shown', async () => {
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
})

describe('an engine', () => {
  const check = (baseUrl: string, key = CANARY_KEY, voices: string[] = [], timeouts = PATIENT) =>
    testServer({ kind: 'engine', baseUrl, model: 'kokoro', voices }, key, timeouts)

  test('works if it lists its voices, which is found without speaking', async () => {
    const engine = await speakingServer({ voices: { voices: ['af_bella', 'am_adam'] }, key: CANARY_KEY })
    expect(await check(engine.url)).toEqual({
      outcome: 'works',
      host: new URL(engine.url).host,
      status: 200,
      count: 2,
      message: '',
    })
    expect(engine.requests).toEqual([])
  })

  test('without a list is recognized by its models, or because it accepts speech only by POST', async () => {
    const engine = await speakingServer({})
    expect(await check(engine.url, '')).toMatchObject({ outcome: 'unlisted', count: 0 })
    expect(engine.requests).toEqual([])
    expect(engine.headers.some(({ authorization }) => authorization !== undefined)).toBe(false)
    const empty = await speakingServer({ voices: { voices: [] } })
    expect(await check(empty.url)).toMatchObject({ outcome: 'unlisted' })
    expect(await check(empty.url, CANARY_KEY, ['nova', 'alloy'])).toMatchObject({
      outcome: 'typed',
      count: 2,
    })
    const models = await serve(
      answering({ '/v1/models': [200, { object: 'list', data: [{ id: 'tts-1' }] }] }),
    )
    expect(await check(models)).toMatchObject({ outcome: 'unlisted' })
  })

  test('that refuses the key is reported as such, wherever it asks for it', async () => {
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
    [(_, response) => void response.writeHead(502).end('<html>'), 'server-error'],
    [(_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9' }).end(), 'redirected'],
    [(_, response) => void response.destroy(), 'cut-off'],
    [() => {}, 'silent'],
  ] satisfies [RequestListener, string][])(
    'is recognized as something else by its answer (%#)',
    async (answer, outcome) => {
      const timeouts = outcome === 'silent' ? QUICK : PATIENT
      expect(await check(await serve(answer), CANARY_KEY, [], timeouts)).toMatchObject({ outcome })
    },
  )

  test.each([
    [answering({}), 'it has no list (HTTP 404)'],
    [json(200, { error: { message: 'no model' } }), 'it has no list (HTTP 200)'],
    [answering({ '/v1/audio/voices': [401, {}] }), 'key refused (HTTP 401)'],
    [(_, response) => void response.writeHead(307, { location: '/x' }).end(), 'redirected (HTTP 307)'],
    [(_, response) => void response.destroy(), 'cut off'],
  ] satisfies [RequestListener, string][])('that lists no voices states why (%#)', async (answer, fault) => {
    const server = { baseUrl: await serve(answer), key: '', model: 'm' }
    expect(await listServerVoices({ ...server, voices: [] })).toEqual({ voices: [], fault })
  })

  test('that cannot be queried is reported with the reason', async () => {
    expect(await check('http://127.0.0.1:9')).toMatchObject({ outcome: 'unreachable', status: 0 })
    expect(await check('http://nobody.invalid')).toMatchObject({ outcome: 'name-unknown' })
    const untrusted = await listen(createTlsServer(SELF_SIGNED), 'https')
    expect(await check(untrusted)).toMatchObject({ outcome: 'untrusted' })
  })
})
