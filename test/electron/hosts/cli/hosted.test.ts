import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServers } from '../../../../electron/hosts/cli/servers.ts'
import { openLibrary } from '../../../../electron/jobs/libraryDatabase.ts'
import { samplesToMs } from '../../../../electron/lib/audio/pcm.ts'
import { writeStory } from '../../../../shared/export/writeStory.ts'
import { NARRATOR } from '../../../../shared/import/storyFromPlan.ts'
import { chooseConnection } from '../../../../shared/story/castCommands.ts'
import { apply } from '../../../../shared/story/changes.ts'
import { lexiconEntryIdSchema, type LexiconEntry } from '../../../../shared/story/records.ts'
import { storyFromRecords } from '../../../../shared/story/story.ts'
import { readText } from '../../lib/documents/storyText.ts'
import { runService, TEST_KEY, type TestService } from '../../local-service/runService.ts'
import { decodeFile, openTerminal, readFileSummary, type Terminal } from './runCli.ts'
import { long } from '../../../support/tags.ts'

/** A service like a hosted one: real speech, paid requests that can be counted, and no extension to the interface. */
interface HostedService extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>
  /** Bodies of the story-maker requests that came, and the keys that came with any request. */
  readonly bodies: string[]
  readonly keys: Set<string | undefined>
  /** While true, every conversion is under way. */
  isSlow: boolean
  /** Called when history is requested. */
  onHistory: () => void
  /** Called when a paid request has arrived, before it is answered. */
  onSubmit: () => void
}

let speech: TestService
let terminal: Terminal
beforeAll(async () => {
  terminal = openTerminal()
  speech = await runService(terminal.path('service'))
})
afterAll(async () => {
  await speech.stop()
  terminal[Symbol.dispose]()
})

async function openHostedService(): Promise<HostedService> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    const body = (await buffer(request)).toString()
    service.keys.add(headers['x-api-key']?.toString())
    if (method === 'POST') {
      service.bodies.push(body)
      service.onSubmit()
    }
    const upstream = await fetch(`${speech.baseUrl}${url}`, {
      method,
      headers: { 'x-api-key': TEST_KEY, 'content-type': 'application/json' },
      ...(method === 'POST' && { body }),
    })
    const bytes = Buffer.from(await upstream.arrayBuffer())
    const isHistory = url.includes('/history/')
    response.writeHead(upstream.status, { 'content-type': upstream.headers.get('content-type') ?? '' })
    response.end(isHistory ? withoutExtensions(bytes.toString()) : bytes)
    if (isHistory) service.onHistory()
  }

  function withoutExtensions(json: string): string {
    const { success, result } = JSON.parse(json) as { success: boolean; result: Record<string, unknown> } // our own service's
    const { timings: _timings, media_url: mediaUrl, ...published } = result
    if (service.isSlow)
      return JSON.stringify({ success, result: { ...published, status: 1, status_percentage: 10 } })
    const here = typeof mediaUrl === 'string' ? { media_url: new URL(mediaUrl).pathname } : {}
    return JSON.stringify({ success, result: { ...published, ...here } })
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  const service: HostedService = {
    env: { FABULA_BASE_URL: `http://127.0.0.1:${port}`, FABULA_API_KEY: 'hosted-key' },
    bodies: [],
    keys: new Set(),
    isSlow: false,
    onHistory: () => {},
    onSubmit: () => {},
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
  return service
}

const keptFiles = () =>
  readdirSync(join(terminal.dataDir, 'terminal')).filter((name) => name.endsWith('.fabula'))
const outputs = () => terminal.files().filter((name) => name !== 'service')

describe('fabula render with a hosted service', () => {
  test('speaks a portable story with the connection that it names, and not with the local voice if that is missing', async () => {
    await using hosted = await openHostedService()
    using own = openTerminal()
    const url = hosted.env['FABULA_BASE_URL'] ?? ''
    expect(await own.run(['connections', 'add', 'ours', url], { input: 'hosted-key' })).toMatchObject({
      code: 0,
    })
    const { records } = await readText('a.md', 'ANN: One, two.')
    const story = storyFromRecords(records)
    const render = async (connectionId: string) => {
      const portable = writeStory(apply(story, chooseConnection(story, connectionId)), 'json', {
        narrator: NARRATOR,
      })
      writeFileSync(own.path('a.json'), portable)
      return own.run(['render', 'a.json', '--out', 'a.mp3', '--json'])
    }
    const unknown = await render('connection-of-another-computer')
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toContain('The story uses a connection that is not set up here.')
    expect(own.files()).not.toContain('a.mp3')
    expect(hosted.bodies).toEqual([])

    const [saved] = openServers({ dataDir: own.dataDir, onKey: () => {} }).list('connection')
    const known = await render(saved?.id ?? '')
    expect(known).toMatchObject({ code: 0 })
    expect(readFileSummary(known).credits).toBe('One, two.'.length)
    expect(hosted.bodies).toHaveLength(1)
  })

  test('sends one request with the key, and invents no times that the service did not report', async () => {
    await using hosted = await openHostedService()
    const run = await terminal.run(['render', '-', '--out', 'hosted.mp3', '--json'], {
      env: hosted.env,
      input: 'ANN: One, two.\n\nBEN: Three, four.',
    })
    expect(run).toMatchObject({ code: 0 })
    const { path, durationMs, credits, blocks } = readFileSummary(run)
    const pcm = await decodeFile(path)
    expect(Math.abs(samplesToMs(pcm.samples.length, pcm.sampleRate) - durationMs)).toBeLessThan(50)
    expect(credits).toBe('One, two.Three, four.'.length)
    expect(blocks).toMatchObject([
      { name: 'Block 1', did: 'make', why: ['new'], startMs: null, endMs: null },
      { name: 'Block 2', did: 'make', why: ['new'], startMs: null, endMs: null },
    ])
    expect(hosted.bodies).toHaveLength(1)
    expect([...hosted.keys]).toEqual(['hosted-key'])
    expect(run.stderr).not.toContain('hosted-key')
    expect(outputs()).toEqual(['hosted.mp3'])
  })

  test('sends text after the lexicon, and writes captions and texts as written', long, async () => {
    await using hosted = await openHostedService()
    const { records } = await readText('a.md', 'Tamsin is here.')
    const entry: LexiconEntry = {
      ...{
        type: 'lexiconEntry',
        id: lexiconEntryIdSchema.parse('tamsin'),
        characterId: null,
        language: null,
      },
      ...{ written: 'Tamsin', spoken: 'TAM-zin', match: 'word', isCaseSensitive: false },
    }
    const story = storyFromRecords([...records, entry])
    writeFileSync(terminal.path('said.json'), writeStory(story, 'json', { narrator: NARRATOR }))
    const render = ['render', 'said.json', '--out', 'said.mp3']
    expect(await terminal.run(render, { env: hosted.env })).toMatchObject({ code: 0 })
    expect(hosted.bodies.map((body): unknown => JSON.parse(body))).toMatchObject([
      { blocks: [{ input: 'TAM-zin is here.' }] },
    ])
    // A hosted service does not report when a block is heard.
    expect(await terminal.run([...render, '--captions', 'srt'])).toMatchObject({ code: 0 })
    await terminal.run(['export', 'said.json', '--as', 'md', '--out', 'said.md'])
    for (const name of ['said.srt', 'said.md']) {
      const text = readFileSync(terminal.path(name), 'utf8')
      expect(text).toContain('Tamsin is here.')
      expect(text).not.toContain('TAM-zin')
    }
    for (const name of ['said.json', 'said.mp3', 'said.srt', 'said.md']) rmSync(terminal.path(name))
  })

  test(
    'keeps what was paid for when it is interrupted, and resumes from it without paying again',
    long,
    async () => {
      await using hosted = await openHostedService()
      hosted.isSlow = true
      const command = ['render', '-', '--out', 'paid.mp3', '--json']
      const input = 'One, two, three.'
      const first = await terminal.run(command, {
        env: hosted.env,
        input,
        onStart: (child) => {
          // A second signal would end it at once.
          hosted.onHistory = () => {
            if (!child.killed) child.kill('SIGINT')
          }
        },
      })
      expect(first).toMatchObject({ code: 130, stdout: '' })
      expect(first.stderr).toContain('the same command goes on')
      expect(outputs()).toEqual(['hosted.mp3'])
      expect(keptFiles()).toHaveLength(1)
      const library = openLibrary(terminal.dataDir)
      const kept = () => library.all("SELECT state, path FROM conversions WHERE state = 'accepted'")
      expect(kept()).toEqual([
        { state: 'accepted', path: join(terminal.dataDir, 'terminal', keptFiles()[0] ?? '') },
      ])

      hosted.isSlow = false
      hosted.onHistory = () => {}
      const second = await terminal.run(command, { env: hosted.env, input })
      expect(second.code).toBe(0)
      expect(readFileSummary(second)).toMatchObject({ credits: 16 })
      expect(hosted.bodies).toHaveLength(1)
      expect(keptFiles()).toEqual([])
      expect(kept()).toEqual([])
      library.close()
    },
  )

  test.each(['SIGKILL', 'SIGTERM', 'SIGHUP'] as const)(
    'finds what it has paid for when it is run again after %s',
    long,
    async (signal) => {
      await using hosted = await openHostedService()
      hosted.isSlow = true
      const command = ['render', '-', '--out', `${signal}.mp3`, '--json']
      const first = await terminal.run(command, {
        env: hosted.env,
        input: `After ${signal}.`,
        onStart: (child) => {
          hosted.onHistory = () => {
            if (!child.killed) child.kill(signal)
          }
        },
      })
      expect(first.stdout).toBe('')
      hosted.isSlow = false
      hosted.onHistory = () => {}
      const second = await terminal.run(command, { env: hosted.env, input: `After ${signal}.` })
      expect(second.code).toBe(0)
      expect(hosted.bodies).toHaveLength(1)
      expect(keptFiles()).toEqual([])
    },
  )

  test(
    'reports a request without an answer when it is run again, and sends it again only on confirmation',
    long,
    async () => {
      await using hosted = await openHostedService()
      const command = ['render', '-', '--out', 'again.mp3', '--json']
      const input = 'Are you there?'
      await terminal.run(command, {
        env: hosted.env,
        input,
        onStart: (child) => (hosted.onSubmit = () => void child.kill('SIGKILL')),
      })
      hosted.onSubmit = () => {}
      const second = await terminal.run(command, { env: hosted.env, input })
      expect(second).toMatchObject({ code: 1, stdout: '' })
      expect(second.stderr).toContain('--send-again')
      expect(hosted.bodies).toHaveLength(1)
      const third = await terminal.run([...command, '--send-again'], { env: hosted.env, input })
      expect(third.code).toBe(0)
      expect(hosted.bodies).toHaveLength(2)
      expect(keptFiles()).toEqual([])
    },
  )

  test('does not touch a render that another terminal is working on', long, async () => {
    await using hosted = await openHostedService()
    hosted.isSlow = true
    const command = ['render', '-', '--out', 'both.mp3', '--json']
    const input = 'For both of us.'
    const asked = new Promise<void>((resolve) => (hosted.onHistory = resolve))
    const first = terminal.run(command, { env: hosted.env, input })
    await asked
    const second = await terminal.run(command, { env: hosted.env, input })
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toContain('Another program is working on the same render')
    hosted.isSlow = false
    expect((await first).code).toBe(0)
    expect(hosted.bodies).toHaveLength(1)
  })

  test.each([
    [{ FABULA_BASE_URL: 'http://speech.example' }, /https/],
    [{ FABULA_BASE_URL: 'https://speech.example' }, /FABULA_API_KEY is empty/],
    [{ FABULA_BASE_URL: 'speech' }, /address/],
  ])('requires a key, and an address that the key may be sent to: %j', long, async (env, reason) => {
    const key = env.FABULA_BASE_URL.startsWith('https') ? {} : { FABULA_API_KEY: 'hosted-key' }
    const run = await terminal.run(['render', '-', '--out', 'no.mp3'], {
      env: { ...env, ...key },
      input: 'One.',
    })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(reason)
    expect(run.stderr).not.toContain('hosted-key')
  })

  test('reports that the service is unreachable, and writes nothing', long, async () => {
    const env = { FABULA_BASE_URL: 'http://127.0.0.1:9', FABULA_API_KEY: 'hosted-key' }
    const before = outputs()
    const run = await terminal.run(['render', '-', '--out', 'no.mp3', '--json'], { env, input: 'One.' })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('127.0.0.1:9')
    expect(outputs()).toEqual(before)
  })
})
