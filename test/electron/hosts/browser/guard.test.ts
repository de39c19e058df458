import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASS_KINDS } from '../../../../shared/ipc/result.ts'
import { ownersOf } from '../../../../electron/hosts/browser/server.ts'
import { sendRaw, startTestServer, type TestServer } from './startTestServer.ts'

let host: TestServer
beforeAll(async () => {
  host = await startTestServer()
})
afterAll(() => host.close())
beforeEach(() => {
  host.calls.length = 0
})

/** Lines of a call by our own page, with some of its headers replaced or left out. */
function call(changes: Record<string, string | string[] | null> = {}) {
  const headers: Record<string, string | string[] | null> = {
    Host: `127.0.0.1:${host.port}`,
    Origin: host.origin,
    Authorization: host.authorization,
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/json',
    'Content-Length': '2',
    ...changes,
  }
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().flatMap((item) => (item === null ? [] : [`${name}: ${item}`])),
  )
  return sendRaw(host.port, ['POST /ipc/app:info HTTP/1.1', ...lines], '{}')
}

test('a call from our own page is answered', async () => {
  const { status, text } = await call()
  expect(status).toBe(200)
  expect(text).toContain('{"ok":true,"value":{"echo":{}}}')
  expect(host.calls).toEqual([['app:info', {}]])
})

describe('a call is not answered', () => {
  const hosts: [name: string, host: (port: number) => string | string[] | null, status: number][] = [
    ['another name', (port) => `fabula.example:${port}`, 421],
    ['another name that ends like ours', (port) => `127.0.0.1.example:${port}`, 421],
    ['our address without a port', () => '127.0.0.1', 421],
    ['another port', (port) => `127.0.0.1:${port + 1}`, 421],
    ['localhost', (port) => `localhost:${port}`, 421],
    ['a name of localhost', (port) => `evil.localhost:${port}`, 421],
    ['IPv6', (port) => `[::1]:${port}`, 421],
    ['all addresses', (port) => `0.0.0.0:${port}`, 421],
    ['our address in other digits', (port) => `127.1:${port}`, 421],
    ['our address as one number', (port) => `2130706433:${port}`, 421],
    ['our address with a final dot', (port) => `127.0.0.1.:${port}`, 421],
    ['preceded by a user name', (port) => `someone@127.0.0.1:${port}`, 421],
    ['followed by a path', (port) => `127.0.0.1:${port}/`, 421],
    ['two names in one', (port) => `127.0.0.1:${port}, fabula.example`, 421],
    ['two headers, ours first', (port) => [`127.0.0.1:${port}`, 'fabula.example'], 421],
    ['two headers, ours last', (port) => ['fabula.example', `127.0.0.1:${port}`], 421],
    ['nothing', () => '', 421],
    ['no header at all', () => null, 400],
  ]
  test.each(hosts)('if Host is %s', async (_name, hostOf, status) => {
    expect((await call({ Host: hostOf(host.port) })).status).toBe(status)
    expect(host.calls).toEqual([])
  })

  const origins: [name: string, origin: (port: number) => string | null][] = [
    ['missing', () => null],
    ['null', () => 'null'],
    ['empty', () => ''],
    ['a site', () => 'https://fabula.example'],
    ['another port of this machine', (port) => `http://127.0.0.1:${port + 1}`],
    ['localhost', (port) => `http://localhost:${port}`],
    ['https', (port) => `https://127.0.0.1:${port}`],
    ['an extension', () => 'chrome-extension://abcdefghijklmnop'],
    ['ours with a slash', (port) => `http://127.0.0.1:${port}/`],
    ['ours and another', (port) => `http://127.0.0.1:${port} https://fabula.example`],
  ]
  test.each(origins)('if Origin is %s', async (_name, originOf) => {
    const { status, text } = await call({ Origin: originOf(host.port) })
    expect(status).toBe(403)
    expect(text).toContain('"untrusted-sender"')
    expect(host.calls).toEqual([])
  })

  test.each(['cross-site', 'same-site', 'none'])('if Sec-Fetch-Site is %s', async (site) => {
    expect((await call({ 'Sec-Fetch-Site': site })).status).toBe(403)
    expect(host.calls).toEqual([])
  })

  const keys: [name: string, shown: (key: string) => Record<string, string | null>][] = [
    ['missing', () => ({ Authorization: null })],
    ['empty', () => ({ Authorization: '' })],
    ['without its scheme', (key) => ({ Authorization: key.split(' ')[1] ?? '' })],
    ['cut short', (key) => ({ Authorization: key.slice(0, -1) })],
    ['longer', (key) => ({ Authorization: `${key}A` })],
    ['in another case', (key) => ({ Authorization: key.toUpperCase() })],
    ['the printed token', () => ({ Authorization: `Bearer ${host.token}` })],
    ['a pass', () => ({ Authorization: `Bearer ${host.passes.media}` })],
    [
      'in a cookie',
      (key) => ({ Authorization: null, Cookie: `fabula-${host.port}=${key.split(' ')[1] ?? ''}` }),
    ],
  ]
  test.each(keys)('if the key is %s', async (_name, shownOf) => {
    const { status, text } = await call(shownOf(host.authorization))
    expect(status).toBe(401)
    expect(text).toContain('"session-over"')
    expect(host.calls).toEqual([])
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
    'application/jsonp',
    null,
  ])('if the content type is %s', async (type) => {
    expect((await call({ 'Content-Type': type })).status).toBe(400)
    expect(host.calls).toEqual([])
  })

  test('if the announced length is too large', async () => {
    const { status, text } = await call({ 'Content-Length': String(64 * 1024 * 1024 + 1) })
    expect(status).toBe(413)
    expect(text).toContain('"request-too-large"')
  })

  test('if the request target is absolute, or begins with two slashes', async () => {
    const headers = [
      `Host: 127.0.0.1:${host.port}`,
      `Origin: ${host.origin}`,
      `Authorization: ${host.authorization}`,
    ]
    const absolute = await sendRaw(host.port, [`GET http://fabula.example/events HTTP/1.1`, ...headers])
    expect(absolute.status).toBe(421)
    const slashes = await sendRaw(host.port, [`GET //fabula.example/events HTTP/1.1`, ...headers])
    expect(slashes.status).toBe(400)
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('with the method %s', async (method) => {
    const answer = await sendRaw(host.port, [
      `${method} /ipc/app:info HTTP/1.1`,
      `Host: 127.0.0.1:${host.port}`,
      `Origin: ${host.origin}`,
      `Authorization: ${host.authorization}`,
    ])
    expect(answer.status).toBe(405)
    expect(answer.text).not.toMatch(/access-control/i)
  })
})

describe('a protected resource', () => {
  const get = (path: string, headers: Record<string, string> = {}) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return sendRaw(host.port, [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${host.port}`, ...lines])
  }
  const paths = [
    ['events', '/events'],
    ['media', '/media/p%201/a1'],
    ['download', '/download/story.mp3'],
  ] as const

  test.each(paths)('needs the key or its pass: %s', async (kind, path) => {
    expect((await get(path)).status).toBe(401)
    expect((await get(`${path}?pass=`)).status).toBe(401)
    expect((await get(`${path}?pass=${host.token}`)).status).toBe(401)
    for (const other of PASS_KINDS.filter((each) => each !== kind))
      expect((await get(`${path}?pass=${host.passes[other]}`)).status).toBe(401)
    // The stream of events never ends, and there is no such download: server.test.ts tests the rest.
    if (kind === 'media') expect((await get(`${path}?pass=${host.passes.media}`)).status).toBe(200)
    if (kind === 'download') expect((await get(`${path}?pass=${host.passes.download}`)).status).toBe(404)
  })

  test.each(paths)(
    'is refused to another port of this machine, with or without a pass: %s',
    async (kind, path) => {
      const headers = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }
      expect((await get(`${path}?pass=${host.passes[kind]}`, headers)).status).toBe(403)
    },
  )

  test('gives no access to calls with its pass', async () => {
    for (const kind of PASS_KINDS) {
      const { status } = await sendRaw(
        host.port,
        [
          `POST /ipc/app:info?pass=${host.passes[kind]} HTTP/1.1`,
          ...[`Host: 127.0.0.1:${host.port}`, `Origin: ${host.origin}`],
          ...['Content-Type: application/json', 'Content-Length: 2'],
        ],
        '{}',
      )
      expect(status).toBe(401)
    }
    expect(host.calls).toEqual([])
  })
})

describe('a session', () => {
  const ask = (credential: unknown, headers: Record<string, string> = {}) =>
    fetch(`${host.origin}/session`, {
      method: 'POST',
      headers: { origin: host.origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ credential }),
    })

  test('is granted for the printed token and for the key, any number of times', async () => {
    const key = host.authorization.split(' ')[1]
    for (const credential of [host.token, key, host.token]) {
      const answer = await ask(credential)
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(await answer.json()).toEqual({ ok: true, value: { key, passes: host.passes } })
    }
  })

  test('is granted once for the code in a URL that the host opens itself', async () => {
    let used = 0
    const url = new URL(host.server.createOneTimeUrl(() => (used += 1)))
    const code = url.searchParams.get('token')
    expect(code).not.toBe(host.token)
    expect((await ask(code)).status).toBe(200)
    expect(used).toBe(1)
    expect((await ask(code)).status).toBe(401)
    expect(used).toBe(1)
  })

  test.each([['wrong'], [''], [null], [{}], ['x'.repeat(10_000)]])(
    'is not granted for %j',
    async (credential) => {
      const answer = await ask(credential)
      expect(answer.ok).toBe(false)
      expect(await answer.text()).not.toContain('key')
    },
  )

  test('is not granted to a page from another origin', async () => {
    expect((await ask(host.token, { origin: `http://127.0.0.1:${host.port + 1}` })).status).toBe(403)
    expect((await ask(host.token, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test('is not granted by loading the page, however it is opened', async () => {
    const byHand = ['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']
    for (const path of ['/', `/?token=${host.token}`]) {
      const lines = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${host.port}`, ...byHand]
      const { status, text } = await sendRaw(host.port, lines)
      expect(status).toBe(200)
      expect(text).not.toMatch(/set-cookie/i)
      expect(text).not.toContain(host.token)
    }
  })
})

test('localhost redirects to the one address that is served', async () => {
  const answer = await sendRaw(host.port, ['GET /?x=1 HTTP/1.1', `Host: localhost:${host.port}`])
  expect(answer.status).toBe(303)
  expect(answer.text).toContain(`location: http://127.0.0.1:${host.port}/?x=1\r\n`)
  const elsewhere = await sendRaw(host.port, [
    'GET //fabula.example/ HTTP/1.1',
    `Host: localhost:${host.port}`,
  ])
  expect(elsewhere.text).toContain(`location: http://127.0.0.1:${host.port}/fabula.example/\r\n`)
})

test('the owner of a connection is read from the system’s table', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:11F8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0 100 0 0 10 0',
    '   1: 0100007F:D2F0 0100007F:11F8 01 00000000:00000000 00:00000000 00000000  1001        0 12 1 0 20 4 30 10 -1',
    '   2: 0000000000000000FFFF00000100007F:D2F1 0000000000000000FFFF00000100007F:11F8 01 0:0 00:0 0  1002  0 13 1',
  ].join('\n')
  expect([...ownersOf(table, 0x11f8)]).toEqual([
    [0xd2f0, 1001],
    [0xd2f1, 1002],
  ])
  expect(ownersOf(table, 0xd2f0).get(0x11f8)).toBeUndefined()
})
