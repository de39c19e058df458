import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { extensionsFor } from '../../../../shared/files/fileTypes.ts'
import { audioBytes, sendRaw, startTestServer, type TestServer } from './startTestServer.ts'
import { long } from '../../../support/tags.ts'

let host: TestServer
beforeEach(async () => {
  host = await startTestServer()
})
afterEach(() => host.close())

/** Sends a request as our own page does. */
function ask(path: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers)
  headers.set('authorization', host.authorization)
  if (init.method === 'POST') headers.set('origin', host.origin)
  return fetch(`${host.origin}${path}`, { ...init, headers })
}

describe('the page', () => {
  test('is served to anyone on this machine, with a policy and a new nonce', async () => {
    const nonces = new Set<string>()
    for (let times = 0; times < 3; times++) {
      const answer = await fetch(`${host.origin}/`)
      expect(answer.status).toBe(200)
      const html = await answer.text()
      const nonce = /<head>\s*<meta property="csp-nonce" nonce="([^"]+)"/.exec(html)?.[1] ?? ''
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; " +
          `style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; ` +
          "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
  })

  test('carries the headers that keep other pages away', async () => {
    const { headers } = await fetch(`${host.origin}/assets/main-abc.js`)
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test.each([
    '/../secret.js',
    '/..%2fsecret.js',
    '/%2e%2e/secret.js',
    '/%2e%2e%2fsecret.js',
    '/assets/../../secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/..%5csecret.js',
    '/assets\\..\\..\\secret.js',
    '/%252e%252e/secret.js',
    '/....//secret.js',
    '/./index.html',
    '/assets//main-abc.js',
    '/%c0%ae%c0%ae/secret.js',
    '/index.html%00.js',
    '/assets/main-abc.js%00',
    '/C:/secret.js',
    '/file:///etc/passwd',
    '/assets',
    '/assets/',
    '/notes.txt',
    '/.env.js',
    '/link.js',
    '/linked/secret.js',
    '/%',
    `/${'a'.repeat(5000)}.js`,
  ])('is the only thing served; refused: %s', long, async (path) => {
    await symlink(join(host.home, 'secret.js'), join(host.pageFolder, 'link.js'))
    await symlink(host.home, join(host.pageFolder, 'linked'))
    const answer = await sendRaw(host.port, [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${host.port}`])
    expect([400, 404]).toContain(answer.status)
    expect(answer.text).not.toContain('\r\n\r\nsecret')
  })

  test('accepts only GET and HEAD', async () => {
    const answer = await fetch(`${host.origin}/`, { method: 'POST', body: 'x' })
    expect(answer.status).toBe(405)
    const head = await fetch(`${host.origin}/`, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
  })
})

describe('a call', () => {
  const json = { 'content-type': 'application/json; charset=utf-8' }

  test('reaches its channel, with or without escapes in the path', async () => {
    for (const path of ['/ipc/app:info', '/ipc/app%3Ainfo']) {
      const answer = await ask(path, { method: 'POST', headers: json, body: '{"a":1}' })
      expect(await answer.json()).toEqual({ ok: true, value: { echo: { a: 1 } } })
    }
    expect(host.calls).toEqual([
      ['app:info', { a: 1 }],
      ['app:info', { a: 1 }],
    ])
  })

  test('that takes long is answered later, if the page asks for that', async () => {
    const answers = (path: string) =>
      ask(path, { method: 'POST', headers: { ...json, prefer: 'respond-async' }, body: '{}' })
    const first = await answers('/ipc/app:diagnostics')
    expect(first.status).toBe(202)
    const { later } = z.object({ later: z.string() }).parse(await first.json())
    expect(await (await answers(`/answers/${later}`)).json()).toEqual({ later })
    const controller = new AbortController()
    const stream = await ask('/events', { signal: controller.signal })
    host.finish()
    let told = ''
    for await (const chunk of stream.body ?? []) {
      told += Buffer.from(chunk).toString()
      if (told.includes('event: answered')) break
    }
    controller.abort()
    expect(told).toContain(`event: answered\ndata: {"later":"${later}"}`)
    expect(await (await answers(`/answers/${later}`)).json()).toEqual({ ok: true, value: { echo: {} } })
    const unknown = await answers('/answers/another')
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({ ok: false, error: { code: 'host-gone' } })
    expect(host.calls).toEqual([['app:diagnostics', {}]])
  })

  test('with broken JSON is refused', async () => {
    const answer = await ask('/ipc/app:info', { method: 'POST', headers: json, body: '{"a":' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'bad-request' } })
    expect(host.calls).toEqual([])
  })

  test('with an endless body is cut off', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const status = await new Promise((resolve) => {
      const call = request(`${host.origin}/ipc/app:info`, {
        method: 'POST',
        headers: { ...json, authorization: host.authorization, origin: host.origin },
      })
      const pump = () => {
        while (!call.destroyed && call.write(chunk));
      }
      call.on('drain', pump)
      call.on('response', (response) => {
        call.destroy()
        resolve(response.statusCode)
      })
      call.on('error', () => resolve('cut off'))
      pump()
    })
    expect([413, 'cut off']).toContain(status)
    expect(host.calls).toEqual([])
  })
})

describe('audio', () => {
  const path = '/media/p%201/a1'
  const range = async (header: string) => {
    const answer = await ask(path, { headers: { range: header } })
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  test('is served whole', async () => {
    const answer = await ask(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(answer.headers.get('content-type')).toBe('audio/mpeg')
    expect(Buffer.from(await answer.arrayBuffer()).equals(audioBytes)).toBe(true)
  })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, 699_999],
    ['bytes=262143-262145', 262_143, 262_145],
    ['bytes=-5', 699_995, 699_999],
    ['bytes=-9000000', 0, 699_999],
    ['bytes=699999-9000000', 699_999, 699_999],
  ])('is served in part: %s', async (header, first, last) => {
    const { answer, bytes } = await range(header)
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/700000`)
    expect(answer.headers.get('content-length')).toBe(String(last - first + 1))
    expect(bytes.equals(audioBytes.subarray(first, last + 1))).toBe(true)
  })

  test.each(['bytes=700000-', 'bytes=-0'])('is refused beyond its end: %s', async (header) => {
    const { answer } = await range(header)
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe('bytes */700000')
  })

  test.each(['bytes=5-2', 'bytes=a-b', 'seconds=0-1', 'bytes=0-1,3-4', 'bytes=-', ''])(
    'is served whole if the range is invalid: “%s”',
    async (header) => {
      expect((await range(header)).answer.status).toBe(200)
    },
  )

  test('is not sent again to a page that has it, and not in part to one that has another version', async () => {
    const etag = (await ask(path, { method: 'HEAD' })).headers.get('etag') ?? ''
    expect((await ask(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const headers = { range: 'bytes=0-1', 'if-range': '"other"' }
    expect((await ask(path, { headers })).status).toBe(200)
    expect((await ask(path, { headers: { ...headers, 'if-range': etag } })).status).toBe(206)
  })

  test('can be described without being sent', async () => {
    const answer = await ask(path, { method: 'HEAD' })
    expect(answer.headers.get('content-length')).toBe('700000')
    expect(await answer.text()).toBe('')
  })

  test.each(['/media/p%201/a2', '/media/other/a1', '/media/p%201', '/media/p%201/a1/more', '/media/%/a1'])(
    'is not found at %s',
    async (wrong) => {
      expect((await ask(wrong)).status).toBe(404)
    },
  )

  test('stops being read when the page goes away', async () => {
    const controller = new AbortController()
    const answer = await ask(path, { signal: controller.signal })
    await answer.body?.getReader().read()
    controller.abort()
    expect((await ask('/')).status).toBe(200)
    expect(host.reports).toEqual([])
  })
})

describe('events', () => {
  /** Reads the stream until `isEnough` accepts the text read so far. */
  async function listen(
    isEnough: (text: string) => boolean,
    headers: Record<string, string> = {},
    onOpen = () => {},
  ) {
    const controller = new AbortController()
    const answer = await ask('/events', { headers, signal: controller.signal })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    onOpen()
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (isEnough(text)) break
    }
    controller.abort()
    return text
  }

  test('arrive in order, each with its name and an id', async () => {
    const text = await listen(
      (sofar) => sofar.includes('ready'),
      {},
      () => {
        host.events.emit('speech:state', { state: 'starting' })
        host.events.emit('speech:state', { state: 'ready' })
      },
    )
    expect(text).toContain(
      'id: launch-1\nevent: speech:state\ndata: {"state":"starting"}\n\n' +
        'id: launch-2\nevent: speech:state\ndata: {"state":"ready"}\n\n',
    )
  })

  test('that a page missed while disconnected are sent when it reconnects, and only those', async () => {
    for (const command of ['undo', 'redo', 'export'] as const) host.events.emit('menu:command', { command })
    const text = await listen((sofar) => sofar.includes('export'), { 'last-event-id': 'launch-1' })
    expect(text).not.toContain('undo')
    expect(text.indexOf('redo')).toBeLessThan(text.indexOf('export'))
  })

  test('of an earlier start are not mistaken for those of this start', async () => {
    host.events.emit('menu:command', { command: 'versions' })
    const text = await listen(
      (sofar) => sofar.includes('vibes'),
      { 'last-event-id': 'other-0' },
      () => host.events.emit('menu:command', { command: 'vibes' }),
    )
    expect(text).not.toContain('versions')
  })

  test('are kept open by heartbeats', async () => {
    expect(await listen((sofar) => (sofar.match(/^:$/gm) ?? []).length >= 2)).toContain('retry: ')
  })
})

describe('a file from the browser', () => {
  const upload = (name: string, body: BodyInit, more = '') =>
    ask(`/upload?name=${encodeURIComponent(name)}${more}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/octet-stream' },
    })

  test('is stored in the folder under its name, and can be downloaded unchanged', async () => {
    const content = Buffer.from(audioBytes)
    const answer = await upload('Fox & Owl (ü).txt', content, '&purpose=document')
    expect(await answer.json()).toEqual({
      ok: true,
      value: { ref: 'Fox & Owl (ü).txt', name: 'Fox & Owl (ü).txt' },
    })
    expect(await readdir(host.folder)).toEqual(['Fox & Owl (ü).txt'])
    const back = await ask(`/download/${encodeURIComponent('Fox & Owl (ü).txt')}`)
    expect(back.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Fox%20%26%20Owl%20%28%C3%BC%29.txt",
    )
    expect(Buffer.from(await back.arrayBuffer()).equals(content)).toBe(true)
  })

  test('never replaces an existing file', async () => {
    await writeFile(join(host.folder, 'story.txt'), 'first')
    const answers = await Promise.all(
      ['second', 'third'].map((text) => upload('story.txt', text, '&purpose=document')),
    )
    const names = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { value: { name: string } }).value.name),
    )
    expect(names.sort()).toEqual(['story 2.txt', 'story 3.txt'])
    expect(await readFile(join(host.folder, 'story.txt'), 'utf8')).toBe('first')
    const contents = await Promise.all(names.map((name) => readFile(join(host.folder, name), 'utf8')))
    expect(contents.sort()).toEqual(['second', 'third'])
  })

  test.each([
    ['../story.txt', 'file-name-refused'],
    ['', 'file-name-refused'],
    ['.story.txt', 'file-name-refused'],
    ['story.exe', 'upload-type'],
    ['story.mp3', 'upload-type'],
    ['story.doc', 'upload-type'],
  ])('named “%s” is refused', async (name, code) => {
    const answer = await upload(name, 'x')
    expect(await answer.json()).toMatchObject({ ok: false, error: { code } })
    expect(await readdir(host.folder)).toEqual([])
  })

  test.each(['open', 'music', 'cover'] as const)(
    'is refused with an error that lists all file types accepted for %s',
    async (purpose) => {
      const answer = await upload('story.doc', 'x', `&purpose=${purpose}`)
      const params = { name: 'story.doc', known: extensionsFor(purpose).join(' ') }
      expect(await answer.json()).toMatchObject({ error: { code: 'upload-type', params } })
    },
  )

  test('whose upload is aborted leaves nothing', async () => {
    await new Promise<void>((resolve) => {
      const sending = request(`${host.origin}/upload?name=story.txt`, {
        method: 'POST',
        headers: { authorization: host.authorization, origin: host.origin, 'content-length': '1000000' },
      })
      sending.on('error', () => resolve())
      sending.write('x'.repeat(1000), () => sending.destroy(new Error('gone')))
    })
    await expect.poll(() => readdir(host.folder)).toEqual([])
  })
})

test('a download of a missing file reports that it is missing', async () => {
  await mkdir(join(host.folder, 'folder.txt'))
  expect((await ask('/download/gone.txt')).status).toBe(404)
  expect((await ask('/download/folder.txt')).status).toBe(404)
  expect((await ask('/download/..%2Fsecret.js')).status).toBe(404)
})

test('closing ends open connections', async () => {
  const events = await ask('/events')
  await host.server.close()
  await expect(
    (async () => {
      for await (const _chunk of events.body ?? []);
    })(),
  ).rejects.toThrow()
  await expect(fetch(`${host.origin}/`)).rejects.toThrow()
})
