/** The browser host as it is started: a process, its one line of JSON, and a real browser in front of it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { pinnedEnv, pinnedNode, scriptArgs } from '../../build/pinnedNode.mjs'
import type { Channel, Input, Output } from '../../shared/ipc/contract.ts'
import { pageSessionSchema, type WireResult } from '../../shared/ipc/result.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import { storyFromRecords } from '../../shared/story/story.ts'
import { workerBrowser } from './support/worker.ts'
import { long } from '../support/tags.ts'

/** A page that opens its session and shows the app's information about its host, or the error that it gets. */
const pageScript = `
  const address = new URL(location.href)
  const credential = address.searchParams.get('token') ?? localStorage.getItem('key') ?? 'none'
  history.replaceState(null, '', './')
  const post = async (path, body, headers = {}) =>
    (await fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })).json()
  const session = await post('./session', JSON.stringify({ credential }))
  if (session.ok) localStorage.setItem('key', session.value.key)
  const authorization = 'Bearer ' + (session.ok ? session.value.key : '')
  const result = await post('./ipc/app:info', '{}', { authorization })
  document.body.textContent = result.ok ? result.value.host : result.error.code
`

let home: string
let browser: Browser
const children: ChildProcess[] = []
beforeAll(async () => {
  browser = await workerBrowser()
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'fabula-host-'))
  await mkdir(join(home, 'page'))
  await writeFile(join(home, 'page', 'page.js'), pageScript)
  await writeFile(
    join(home, 'page', 'index.html'),
    '<html><head></head><body></body><script type="module" src="page.js"></script></html>',
  )
})
afterEach(async () => {
  await Promise.all(children.splice(0).map(end))
  await rm(home, { recursive: true, force: true })
})

/** Starts a host over the test's folders and waits for its line. */
async function start(
  args: readonly string[] = [],
  { opens = false, env = {} }: { opens?: boolean; env?: NodeJS.ProcessEnv } = {},
) {
  const folders = ['folder', 'data', 'page'].flatMap((name) => [`--${name}`, join(home, name)])
  const child = spawn(
    pinnedNode,
    scriptArgs('electron/browserHost.ts', [...(opens ? [] : ['--no-open']), ...folders, ...args]),
    {
      env: { ...pinnedEnv(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  children.push(child)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const lines: string[] = []
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      lines.push(text)
      resolve(text)
    })
    child.on('exit', (code) => reject(new Error(`ended with ${code ?? 'a signal'}: ${errors}`)))
  })
  const { url } = opens ? { url: '' } : (JSON.parse(line) as { url: string }) // the host's promised output
  return { child, url, lines, errors: () => errors }
}

function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code))
    child.kill('SIGTERM')
  })
}

/** Calls a channel as the app's page does. */
async function callerOf(url: string) {
  const { origin, searchParams } = new URL(url)
  const opened = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ credential: searchParams.get('token') }),
  })
  const { value } = z.object({ value: pageSessionSchema }).parse(await opened.json())
  const authorization = `Bearer ${value.key}`
  return async <C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>> => {
    const headers = { authorization, origin, 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/ipc/${channel}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })
    const result = (await answer.json()) as WireResult<Output<C>> // the form of every answer
    if (!result.ok) throw new Error(`${channel}: ${JSON.stringify(result.error)}`)
    return result.value
  }
}

test('prints one line of JSON with an address that opens the app, also in other tabs and after a reload, but not in another browser, and shuts down cleanly', async () => {
  const { child, url, lines, errors } = await start()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/)
  const { origin } = new URL(url)
  const own = await browser.newContext()
  const page = await own.newPage()
  await page.goto(url)
  await page.getByText('browser').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await page.getByText('browser').waitFor()
  const second = await own.newPage()
  await second.goto(origin)
  await second.getByText('browser').waitFor()
  expect(await own.cookies()).toEqual([])
  await own.close()

  const stranger = await browser.newContext()
  const strange = await stranger.newPage()
  await strange.goto(origin)
  await strange.getByText('session-over').waitFor()
  await stranger.close()
  expect(await end(child)).toBe(0)
  expect(lines).toHaveLength(1)
  expect(errors()).toBe('')
})

test('keeps its page within its policy, and sends no other server on this machine anything that opens the app', async () => {
  const { url } = await start()
  const own = await browser.newPage()
  const violations: string[] = []
  await own.exposeFunction('noteViolation', (directive: string) => violations.push(directive))
  await own.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      const note: unknown = Reflect.get(globalThis, 'noteViolation')
      if (typeof note === 'function') Reflect.apply(note, undefined, [effectiveDirective])
    })
  })
  await own.goto(url)
  await own.getByText('browser').waitFor()
  expect(violations).toEqual([])
  await own.evaluate(() => {
    const image = document.createElement('img')
    image.setAttribute('onerror', "document.title = 'ran'")
    image.src = 'https://fabula.example/pixel.png'
    document.body.append(image)
  })
  await expect.poll(() => violations.toSorted()).toEqual(['img-src', 'script-src-attr'])
  expect(await own.title()).toBe('')
  await own.close()

  const heard: string[] = []
  const evil = createServer((request, response) => {
    heard.push(JSON.stringify([request.url, request.headers]))
    response.setHeader('content-type', 'text/html').end(`<script>
      fetch('${new URL(url).origin}/session', { method: 'POST', mode: 'no-cors', credentials: 'include' })
        .then((answer) => answer.text()).then((text) => (document.title = 'read ' + text.length))
        .catch(() => (document.title = 'refused'))
    </script>`)
  })
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void evil.close())
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(url)
  await page.getByText('browser').waitFor()
  const key = await page.evaluate(() => localStorage.getItem('key'))
  const { port } = evil.address() as AddressInfo // what a listening TCP server has
  await page.goto(`http://127.0.0.1:${port}/`)
  await expect.poll(() => page.title()).toBe('refused')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  expect(heard.join()).not.toContain(key ?? '')
  expect(heard.join()).not.toContain(new URL(url).searchParams.get('token'))
  expect(heard.join()).not.toMatch(/cookie/i)
})

test(
  'opens the browser with a file that only this user can read, works once and is deleted afterwards',
  long,
  async () => {
    const opened = join(home, 'opened')
    await mkdir(join(home, 'bin'))
    await writeFile(
      join(home, 'bin', 'xdg-open'),
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
    )
    await chmod(join(home, 'bin', 'xdg-open'), 0o755)
    const { lines, child } = await start([], {
      opens: true,
      env: { PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`, DISPLAY: ':99' },
    })
    expect(lines[0]).toMatch(/^Fabula is at http/)
    const token = /token=([\w-]+)/.exec(lines[0] ?? '')?.[1] ?? ''
    await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).not.toBe('')
    const file = (await readFile(opened, 'utf8')).trim()
    expect(file).not.toContain(token)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).not.toContain(token)

    const context = await browser.newContext()
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const content = await readFile(file, 'utf8')
    await page.goto(pathToFileURL(file).href)
    await page.getByText('browser').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await expect.poll(() => readdir(join(home, 'folder'))).toEqual([])

    const stolen = await browser.newContext()
    onTestFinished(() => stolen.close())
    const thief = await stolen.newPage()
    await thief.goto(/url=([^"]+)/.exec(content)?.[1] ?? '')
    await thief.getByText('session-over').waitFor()
    expect(await end(child)).toBe(0)
  },
)

test(
  'does the main job: a story is opened, rendered, saved, exported, and still there after a restart',
  long,
  async () => {
    const first = await start()
    const call = await callerOf(first.url)
    const [example] = await call('examples:list', {})
    if (!example) throw new Error('There is no example')
    const view = await call('project:openExample', { exampleId: example.id })
    const { projectId } = view
    const [block] = blocksOf(storyFromRecords(view.records))
    if (!block) throw new Error('The example has no blocks')
    const take = await call('takes:make', { projectId, blockId: block.id })
    const { peaks } = await call('audio:peaks', { projectId, audioId: take.audioId })
    expect(Buffer.from(peaks, 'base64').some((peak) => peak !== 0)).toBe(true)
    const { ref } = await call('files:place', { purpose: 'save-as', name: 'The fox' })
    const saved = await call('project:saveAs', { projectId, ref })
    expect(saved.fileName).toBe('The fox.fabula')
    expect(await readdir(join(home, 'folder'))).toContain('The fox.fabula')
    expect(await end(first.child)).toBe(0)

    const again = await callerOf((await start()).url)
    const [recent] = await again('recents:list', {})
    expect(recent).toMatchObject({ title: example.title, isDraft: false, exists: true })
    const reopened = await again('project:openRecent', { recentId: saved.recentId })
    expect(reopened.records).toEqual(saved.records)
    expect(reopened.takes).toEqual([take])
  },
)

test(
  'starts again at its last address, and at another if that is in use or another is requested',
  long,
  async () => {
    const origin = async () => new URL((await start()).url).origin
    const first = await start()
    const { port } = new URL(first.url)
    const beside = await origin()
    expect(beside).not.toBe(new URL(first.url).origin)
    await end(first.child)
    expect(await origin()).toBe(`http://127.0.0.1:${port}`)
  },
)

test('two hosts over one folder can both speak', long, async () => {
  const calls = await Promise.all((await Promise.all([start(), start()])).map(({ url }) => callerOf(url)))
  const takes = await Promise.all(
    calls.map(async (call) => {
      const { projectId, records } = await call('project:openExample', {
        exampleId: 'the-fox-and-the-lantern',
      })
      const [block] = blocksOf(storyFromRecords(records))
      if (!block) throw new Error('The example has no blocks')
      return call('takes:make', { projectId, blockId: block.id })
    }),
  )
  for (const { endMs } of takes) expect(endMs).toBeGreaterThan(1000)
})

test('explains in plain words what is wrong with its command line or its port', long, async () => {
  await expect(start(['--port', '70000'])).rejects.toThrow('ended with 2: --port is a number from 0 to 65535')
  await expect(start(['--surprise'])).rejects.toThrow('--surprise')
  const { port } = new URL((await start()).url)
  await expect(start(['--port', port])).rejects.toThrow(`ended with 1: Port ${port} is taken`)
})
