import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { pinnedNode } from '../../../../build/pinnedNode.mjs'
import {
  DEFAULT_TIMEOUTS,
  exchange,
  readText,
  type HttpRequest,
} from '../../../../electron/lib/http/httpExchange.ts'
import {
  isLocal,
  openTunnel,
  proxyOfEnvironment,
  readPacResult,
  useProxies,
} from '../../../../electron/lib/http/proxies.ts'
import { OF_SPEECH_EXAMPLE, OWN_AUTHORITY } from '../../../fakes/ownAuthority.ts'
import { startProxyServer, type ProxyOptions } from '../../../fakes/proxyServer.ts'
import { startSocksServer } from '../../../fakes/socksServer.ts'

const KEY = 'canary/Key+41c0'

describe('a proxy from the environment', () => {
  const proxyOf = (address: string, env: Record<string, string>) => {
    const found = proxyOfEnvironment(new URL(address), env)
    return found instanceof URL ? found.href : found
  }
  test.each([
    [{ HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
    [{ https_proxy: 'p:1' }, 'http://p:1/'],
    [{ HTTPS_PROXY: 'https://p' }, 'https://p/'],
    [{ HTTPS_PROXY: 'http://me:pa%3Ass@p:1' }, 'http://me:pa%3Ass@p:1/'],
    [{ HTTP_PROXY: 'http://p:1' }, null],
    [{ ALL_PROXY: 'http://p:1' }, 'http://p:1/'],
    [{ HTTPS_PROXY: ' ' }, null],
    [{}, null],
    [{ ALL_PROXY: 'socks5://p:1' }, 'socks5://p:1'],
    [{ HTTPS_PROXY: 'socks5h://me:secret@p' }, 'socks5h://me:secret@p'],
    [{ HTTPS_PROXY: 'socks4a://p:1' }, 'socks4a://p:1'],
    [{ all_proxy: 'socks://p:1/' }, 'socks://p:1/'],
    [{ HTTPS_PROXY: 'socks6://p:1' }, 'unusable'],
    [{ HTTPS_PROXY: 'quic://p:1' }, 'unusable'],
    [{ HTTPS_PROXY: 'http://' }, 'unusable'],
    [{ HTTPS_PROXY: 'socks5://' }, 'unusable'],
    [{ HTTPS_PROXY: 'http://me:%@p:1' }, 'unusable'],
  ])('is read from %o', (env, found) => {
    expect(proxyOf('https://speech.example', env)).toBe(found)
  })

  test.each([
    ['speech.example', null],
    ['.speech.example', null],
    ['example', null],
    ['other.example, speech.example', null],
    ['other.example speech.example', null],
    ['speech.example:443', null],
    ['SPEECH.EXAMPLE', null],
    ['*', null],
    ['speech.example:8443', 'http://p:1/'],
    ['peech.example', 'http://p:1/'],
    ['speech.example.org', 'http://p:1/'],
    [',', 'http://p:1/'],
    ['', 'http://p:1/'],
  ])('is used or not according to NO_PROXY %j', (exceptions, found) => {
    expect(proxyOf('https://speech.example', { HTTPS_PROXY: 'p:1', NO_PROXY: exceptions })).toBe(found)
  })

  test.each(['203.0.113.9', '[2001:db8::9]', '203.0.113.9:443'])(
    'is not used for the address %s in NO_PROXY',
    (exception) => {
      const host = exception.startsWith('[') ? exception : '203.0.113.9'
      expect(proxyOf(`https://${host}`, { HTTPS_PROXY: 'p:1', no_proxy: exception })).toBeNull()
    },
  )
})

test.each([
  ['DIRECT', null],
  ['', null],
  ['PROXY p:8080', 'http://p:8080/'],
  ['PROXY p:8080; DIRECT', 'http://p:8080/'],
  ['HTTPS p:8443', 'https://p:8443/'],
  ['SOCKS5 p:1; PROXY q:2', 'socks5://p:1'],
  ['SOCKS p:1;DIRECT', 'socks4://p:1'],
  ['SOCKS4 p:1', 'socks4://p:1'],
  ['QUIC p:1; PROXY q:2', 'http://q:2/'],
  ['QUIC p:1', 'unusable'],
  ['PROXY', 'unusable'],
  ['nonsense', 'unusable'],
])('the proxy is read from the system’s answer %j', (said, expected) => {
  const found = readPacResult(said)
  expect(found instanceof URL ? found.href : found).toBe(expected)
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['192.168.1.20', true],
  ['10.0.0.1', true],
  ['[fe80::1]', true],
  ['studio', true],
  ['studio.local', true],
  ['a.localhost', true],
  ['speech.example', false],
  ['8.8.8.8', false],
])('%s is recognized as local or not: %s', (host, expected) => {
  expect(isLocal(host)).toBe(expected)
})

describe('a request through a proxy', () => {
  let port: number
  const heard: {
    path: string | undefined
    host: string | undefined
    key: string | string[] | undefined
    body: string
  }[] = []
  beforeEach(async () => {
    heard.length = 0
    const server = createServer(OF_SPEECH_EXAMPLE, (request, response) => {
      void text(request).then((body) => {
        heard.push({ path: request.url, host: request.headers.host, key: request.headers['x-api-key'], body })
        response.end('spoken')
      })
    })
    server.on('tlsClientError', () => undefined)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port // it listens on a port
    onTestFinished(() => void server.close())
    const trusted = getCACertificates()
    setDefaultCACertificates([...trusted, OWN_AUTHORITY])
    onTestFinished(() => setDefaultCACertificates(trusted))
  })
  afterEach(() => useProxies(() => null))

  async function through(options: Omit<ProxyOptions, 'port'> = {}, address?: (url: URL) => URL) {
    const proxy = await startProxyServer({ port, ...options })
    onTestFinished(() => proxy.close())
    useProxies(async () => address?.(proxy.url) ?? proxy.url)
    return proxy
  }
  const ask = (asked: Partial<HttpRequest> = {}) =>
    exchange({
      url: new URL('https://speech.example/api?x=1'),
      method: 'POST',
      headers: { 'x-api-key': KEY },
      body: Buffer.from('{"text":"A fox."}'),
      timeouts: DEFAULT_TIMEOUTS,
      ...asked,
    })
  const fault = (asked?: Partial<HttpRequest>) =>
    ask(asked).then(
      () => 'answered',
      (error: unknown) => error,
    )

  test('arrives complete, and the proxy sees only its target', async () => {
    const proxy = await through()
    const answer = await ask()
    expect(await readText(answer, 100, 10_000)).toBe('spoken')
    expect(heard).toEqual([{ path: '/api?x=1', host: 'speech.example', key: KEY, body: '{"text":"A fox."}' }])
    expect(proxy.asked).toEqual([{ target: 'speech.example:443', authorization: undefined }])
    expect(proxy.seen()).not.toMatch(/canary|fox|api/)
  })

  test('arrives through a proxy that requires a user name and a password', async () => {
    const proxy = await through({ credentials: 'me:pa%3Ass' }, (url) => url)
    expect(await fault()).toMatchObject({ kind: 'proxy', wasSent: false })
    const [{ authorization } = { authorization: '' }] = proxy.asked
    expect(Buffer.from(authorization?.replace('Basic ', '') ?? '', 'base64').toString()).toBe('me:pa:ss')
    const simple = await through({ credentials: 'me:secret' })
    expect((await ask()).status).toBe(200)
    expect(simple.asked).toHaveLength(1)
  })

  test.each(['refuse', 'answer', 'break-off'] as const)('is not sent if a proxy does %s', async (does) => {
    await through({ does })
    expect(await fault()).toMatchObject({ kind: 'proxy', wasSent: false, wasWhole: false })
    expect(heard).toEqual([])
  })

  test('is not sent if a proxy requires a user name that is not configured', async () => {
    await through({ credentials: 'me:secret' }, (url) => new URL(`http://${url.host}`))
    expect(await fault()).toMatchObject({ kind: 'proxy', wasSent: false })
  })

  test.each([
    ['Negotiate, NTLM', 'proxy-kind'],
    ['NTLM TlRMTVNTUAAC=', 'proxy-kind'],
    ['Negotiate, Basic realm="basic"', 'proxy'],
    ['basic realm="office"', 'proxy'],
  ])('is not sent if a proxy requires authentication by %s: %s', async (authenticate, kind) => {
    await through({ credentials: 'me:secret', authenticate }, (url) => new URL(`http://${url.host}`))
    expect(await fault()).toMatchObject({ kind, wasSent: false })
  })

  test('is abandoned if a proxy never answers', async () => {
    await through({ does: 'hang' })
    expect(await fault({ timeouts: { ...DEFAULT_TIMEOUTS, connectMs: 50 } })).toMatchObject({
      kind: 'proxy',
      wasSent: false,
    })
  })

  test('can be stopped while a proxy does not answer', async () => {
    const proxy = await through({ does: 'hang' })
    const stop = new AbortController()
    const failed = fault({ signal: stop.signal })
    await expect.poll(() => proxy.asked).toHaveLength(1)
    stop.abort()
    expect(await failed).toMatchObject({ kind: 'aborted', wasSent: false })
  })

  test('is not sent if no proxy listens at the address, or one of an unsupported kind is configured', async () => {
    const proxy = await through()
    await proxy.close()
    expect(await fault()).toMatchObject({ kind: 'proxy', wasSent: false })
    useProxies(() => 'unusable')
    expect(await fault()).toMatchObject({ kind: 'proxy-kind', wasSent: false })
  })

  describe('over SOCKS', () => {
    async function throughSocks(
      scheme: string,
      options: Omit<Parameters<typeof startSocksServer>[0], 'port'> = {},
      sign = '',
    ) {
      const proxy = await startSocksServer({ port, ...options })
      onTestFinished(() => proxy.close())
      useProxies(() => readPacResult(`${scheme} ${sign}${proxy.host}`))
      return proxy
    }

    test.each([
      ['SOCKS5', 5],
      ['SOCKS', 4],
    ])(
      'arrives complete with %s, whose proxy resolves the name and sees nothing else',
      async (kind, version) => {
        const proxy = await throughSocks(kind)
        expect(await readText(await ask(), 100, 10_000)).toBe('spoken')
        expect(heard).toEqual([
          { path: '/api?x=1', host: 'speech.example', key: KEY, body: '{"text":"A fox."}' },
        ])
        expect(proxy.asked).toEqual([{ version, target: 'speech.example:443', user: '' }])
        expect(proxy.seen()).not.toMatch(/canary|fox|api/)
      },
    )

    test('keeps its tunnel after the time limit for opening it', async () => {
      const proxy = await startSocksServer({ port })
      onTestFinished(() => proxy.close())
      const timeoutMs = 300
      const startedMs = Date.now()
      const url = new URL('http://speech.example')
      const socket = await openTunnel(new URL(`socks5://${proxy.host}`), url, { timeoutMs })
      onTestFinished(() => void socket.destroy())
      await expect.poll(() => Date.now() - startedMs).toBeGreaterThan(timeoutMs + 100)
      expect(socket.destroyed).toBe(false)
    })

    test('arrives through a proxy that requires a user name and a password', async () => {
      const credentials = ['me', 'pa:ss'] as const
      const proxy = await throughSocks('SOCKS5', { credentials }, 'me:pa%3Ass@')
      expect((await ask()).status).toBe(200)
      expect(proxy.asked).toEqual([{ version: 5, target: 'speech.example:443', user: 'me' }])
      for (const sign of ['', 'me:other@', 'me@']) {
        const other = await throughSocks('SOCKS5', { credentials }, sign)
        expect(await fault()).toMatchObject({ kind: 'proxy', wasSent: false })
        expect(other.asked).toEqual([])
      }
      expect(heard).toHaveLength(1)
    })

    test.each(['refuse', 'answer', 'break-off'] as const)('is not sent if a proxy does %s', async (does) => {
      for (const kind of ['SOCKS5', 'SOCKS']) {
        await throughSocks(kind, { does })
        expect(await fault()).toMatchObject({ kind: 'proxy', wasSent: false, wasWhole: false })
      }
      expect(heard).toEqual([])
    })

    test('is abandoned if a proxy never answers, and can be stopped before', async () => {
      const proxy = await throughSocks('SOCKS5', { does: 'hang' })
      expect(await fault({ timeouts: { ...DEFAULT_TIMEOUTS, connectMs: 50 } })).toMatchObject({
        kind: 'proxy',
        wasSent: false,
      })
      const stop = new AbortController()
      const failed = fault({ signal: stop.signal })
      await expect.poll(() => proxy.asked.length).toBeGreaterThan(0)
      stop.abort()
      expect(await failed).toMatchObject({ kind: 'aborted', wasSent: false })
    })

    test('is not sent if no proxy listens at the address', async () => {
      const proxy = await throughSocks('SOCKS5')
      await proxy.close()
      expect(await fault()).toMatchObject({ kind: 'proxy', wasSent: false })
    })

    test('is not passed to the proxy if this machine itself may not connect to the address', async () => {
      const proxy = await throughSocks('SOCKS5')
      const url = new URL('https://8.8.8.8/')
      const refused = { kind: 'refused-address', wasSent: false }
      expect(await fault({ url, mayConnectTo: () => false })).toMatchObject(refused)
      expect(proxy.asked).toEqual([])
    })

    test('goes to a numeric address, in both versions of IP', async () => {
      const proxy = await throughSocks('SOCKS5')
      for (const host of ['203.0.113.9', '[2001:db8::9]'])
        expect(await fault({ url: new URL(`https://${host}/`) })).toMatchObject({ kind: 'untrusted' })
      expect(proxy.asked.map(({ target }) => target)).toEqual([
        '203.0.113.9:443',
        '[20010db8000000000000000000000009]:443',
      ])
    })
  })

  test('is not sent to a service whose certificate is from an untrusted authority', async () => {
    await through()
    setDefaultCACertificates(getCACertificates('bundled'))
    expect(await fault()).toMatchObject({ kind: 'untrusted', wasSent: false })
    expect(heard).toEqual([])
  })

  test('without encryption also goes through a tunnel', async () => {
    const server = createPlainServer((request, response) => response.end(`asked of ${request.headers.host}`))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    port = (server.address() as AddressInfo).port // it listens on a port
    const proxy = await through()
    const answer = await ask({ url: new URL('http://tale.example/x'), method: 'GET' })
    expect(await readText(answer, 100, 10_000)).toBe('asked of tale.example')
    expect(proxy.asked).toMatchObject([{ target: 'tale.example:80' }])
  })

  test('to this machine or its network uses no proxy', async () => {
    const server = createPlainServer((_request, response) => response.end('here'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const proxy = await through()
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) // it listens on a port
    expect(await readText(await ask({ url, method: 'GET' }), 100, 10_000)).toBe('here')
    expect(proxy.asked).toEqual([])
  })

  test('is not passed to the proxy if this machine itself may not connect to the address', async () => {
    const proxy = await through()
    const url = new URL('https://8.8.8.8/')
    expect(await fault({ url, mayConnectTo: () => false })).toMatchObject({
      kind: 'refused-address',
      wasSent: false,
    })
    expect(proxy.asked).toEqual([])
  })
})

test.runIf(process.platform === 'linux')('only certificates that the system trusts are trusted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-trust-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'system.pem'), OWN_AUTHORITY)
  mkdirSync(join(folder, 'none'))
  const server = createServer(OF_SPEECH_EXAMPLE, (_request, response) => response.end('spoken'))
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const proxy = await startProxyServer({ port: (server.address() as AddressInfo).port }) // it listens on a port
  onTestFinished(() => proxy.close())
  const module = new URL('../../../../electron/lib/http/httpExchange.ts', import.meta.url).href
  const script = `
    const { exchange, DEFAULT_TIMEOUTS } = await import(${JSON.stringify(module)})
    const asked = { url: new URL('https://speech.example'), method: 'GET', headers: {}, timeouts: DEFAULT_TIMEOUTS }
    console.log(await exchange(asked).then(({ status }) => status, ({ kind }) => kind))
    process.exit()`
  const asks = async (certificates: string) => {
    const child = spawn(
      pinnedNode,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
      {
        env: { HTTPS_PROXY: proxy.url.href, SSL_CERT_FILE: certificates, SSL_CERT_DIR: join(folder, 'none') },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    return (await text(child.stdout)).trim()
  }
  expect(await Promise.all([asks(join(folder, 'system.pem')), asks(join(folder, 'none.pem'))])).toEqual([
    '200',
    'untrusted',
  ])
})
