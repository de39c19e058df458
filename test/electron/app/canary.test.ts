/**
 * Keys (of a connection, and of an engine of the built-in voice) and a password are searched for wherever they must not appear:
 * a host and the terminal run as a writer starts them, every feature is driven against a server that repeats them, sends callers elsewhere and fails; then files, output,
 * answers, events and process arguments are searched.
 * @module-tag long
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../hosts/browser/startTestServer.ts'
import { pinnedEnv, pinnedNode, scriptArgs } from '../../../build/pinnedNode.mjs'
import { signEvent } from '../../../electron/jobs/eventReceiver.ts'
import type { Channel, Input, Output } from '../../../shared/ipc/contract.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { renderStateOf } from '../../../shared/jobs/renderState.ts'
import type { WireResult } from '../../../shared/ipc/result.ts'
import type { ProjectView } from '../../../shared/ipc/projectView.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { findKey, formsOf } from '../../fakes/keyForms.ts'
import {
  MIRROR_MODES,
  startMirrorServer,
  type MirrorMode,
  type MirrorServer,
} from '../../fakes/mirrorServer.ts'
import { startTlsFront, type TlsFront } from '../../fakes/selfSigned.ts'
import { openTerminal, type Terminal } from '../hosts/cli/runCli.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'

const KEY = 'canary/Key+41c0?ffee=77~deadbeef'
const ENGINE_KEY = 'parrot/Key+93b1?cafe=55~f00dface'
const PASSWORD = 'canary Word&9e1?=of a document'
const secretsIn = (text: string) => [KEY, ENGINE_KEY, PASSWORD].flatMap((secret) => findKey(secret, text))

const events = generateKeyPairSync('rsa', { modulusLength: 2048 })
const eventsKey = events.publicKey.export({ type: 'spki', format: 'pem' }).toString()

let home: string
let mirror: MirrorServer
/** A service without a history: its conversions end by webhook events alone. */
let mute: MirrorServer
/** Encrypted by a certificate that nobody trusts. */
let front: TlsFront
let terminal: Terminal
let child: ChildProcess
let output = ''
let origin = ''
let authorization = ''
/** Everything that reached the page: answers and events, as text. */
let heard = ''
const listening = new AbortController()

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'fabula-canary-'))
  mkdirSync(join(home, 'page'))
  mkdirSync(join(home, 'stories'))
  writeFileSync(join(home, 'page', 'index.html'), '<html><head></head><body></body></html>')
  writeFileSync(join(home, 'stories', 'letter.txt'), 'A letter.')
  mirror = await startMirrorServer()
  mute = await startMirrorServer()
  mute.mode = 'has no history'
  front = await startTlsFront(() => mirror.baseUrl)
  terminal = openTerminal()
  const folders = [
    '--folder',
    join(home, 'stories'),
    '--data',
    join(home, 'data'),
    '--page',
    join(home, 'page'),
  ]
  child = spawn(pinnedNode, scriptArgs('electron/browserHost.ts', ['--no-open', ...folders]), {
    env: { ...pinnedEnv(), FABULA_API_KEY: KEY, FABULA_ENGINE_KEY: ENGINE_KEY },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const line = await new Promise<string>((resolve, reject) => {
    if (child.stdout !== null) createInterface(child.stdout).once('line', resolve)
    child.once('exit', () => reject(new Error(output)))
  })
  const { url } = JSON.parse(line) as { url: string } // the line that a host prints when it is ready
  origin = new URL(url).origin
  const { key } = await openSession(origin, new URL(url).searchParams.get('token') ?? '')
  authorization = `Bearer ${key}`
  void listen()
})
afterAll(async () => {
  listening.abort()
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => void child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  await mirror.close()
  await mute.close()
  await front.close()
  terminal[Symbol.dispose]()
  rmSync(home, { recursive: true, force: true })
})

async function listen(): Promise<void> {
  const { signal } = listening
  const response = await fetch(`${origin}/events`, { headers: { authorization, origin }, signal })
  const decoder = new TextDecoder()
  try {
    for await (const piece of response.body ?? []) heard += decoder.decode(piece, { stream: true })
  } catch {
    // The test is over.
  }
}

async function ask(channel: string, input: unknown): Promise<WireResult<unknown>> {
  const answer = await fetch(`${origin}/ipc/${channel}`, {
    method: 'POST',
    headers: { authorization, origin, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const text = await answer.text()
  heard += `${JSON.stringify([...answer.headers])}\n${text}\n`
  return JSON.parse(text) as WireResult<unknown> // the shape of every channel's answer
}

async function call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const result = await ask(channel, input)
  if (!result.ok) throw new Error(`${channel}: ${JSON.stringify(result.error)}`)
  return result.value as Output<C> // the contract's
}

async function addConnection(name: string, { baseUrl }: MirrorServer): Promise<string> {
  const { id } = await call('servers:save', {
    kind: 'connection',
    id: null,
    name,
    baseUrl,
    webhookPublicKey: eventsKey,
    key: { text: KEY, keep: 'safest' },
  })
  return id
}

async function addEngine(): Promise<void> {
  await call('servers:save', {
    ...{ kind: 'engine', id: null, name: 'mirror', baseUrl: mirror.baseUrl, model: 'glass' },
    ...{ voices: [], maxCharacters: 4000, pcmRate: 0 },
    key: { text: ENGINE_KEY, keep: 'safest' },
  })
}

/** A story of one block, spoken by a connection; its words are unique, so that no earlier outcome blocks it. */
async function newStory(
  connectionId: string,
  words: string,
  voiceId: string | null = null,
): Promise<ProjectView> {
  const view = await call('project:create', { title: words })
  const put = view.records.map((record) =>
    record.type === 'story'
      ? { ...record, connectionId }
      : record.type === 'block'
        ? { ...record, text: words, voiceId }
        : record,
  )
  await call('project:change', {
    projectId: view.projectId,
    revision: view.revision,
    changeId: 'change',
    change: { put, remove: [] },
  })
  return { ...view, records: put }
}

async function firstBlockOf({ records }: ProjectView) {
  const block = records.find((record) => record.type === 'block')
  if (block?.type !== 'block') throw new Error('A new story has a block')
  return block
}

/** A document with a password, sent to a service. */
async function sendDocument(connectionId: string, words: string): Promise<void> {
  const name = `${words.replace(/\W+/g, '-')}.txt`
  writeFileSync(join(home, 'stories', name), words)
  const { ref } = await call('files:place', { purpose: 'document', name })
  const { voiceId, speed } = DEFAULT_SETTINGS
  const order = { kind: 'document', ref, connectionId, voiceId, speed, model: 'tts-1', password: PASSWORD }
  expect(await ask('jobs:start', order)).toMatchObject({ ok: true })
}

/** Everything that can be done about a conversion in the list. */
async function tryEverythingWith({ id, uuid }: JobView): Promise<void> {
  await ask('jobs:claimable', { id })
  await ask('jobs:claim', { id, uuid: uuid ?? 'of 1' })
  await ask('jobs:resume', { id })
  const url = `${front.baseUrl}/audio.mp3`
  await ask('jobs:attach', { id, from: { kind: 'address', url } })
}

/** Notifies the app of a conversion's failure as its service does, in a message that repeats everything it knows. */
async function sendEvent(uuid: string | null, repeated: string): Promise<number> {
  const { localUrl } = await call('webhooks:state', {})
  const eventUuid = randomUUID()
  const data = { uuid, status: 3, error_message: repeated, media_url: null, echo: repeated, [repeated]: 1 }
  const answer = await fetch(localUrl ?? '', {
    method: 'POST',
    headers: { 'x-signature': signEvent(eventUuid, events.privateKey) },
    body: JSON.stringify({ event: repeated.slice(0, 150), uuid: eventUuid, data }),
  })
  return answer.status
}

/** The terminal, with the key from the environment and from a separate connection in turns: both send it in the same way. */
async function useTerminal(mode: MirrorMode): Promise<string> {
  const words = ['render', '-', '--out', `${mode.replace(/\W+/g, '-')}.mp3`, '--json']
  const own = ['--data', terminal.path('data')]
  const env = { FABULA_BASE_URL: mirror.baseUrl, FABULA_API_KEY: KEY, FABULA_ENGINE_KEY: ENGINE_KEY }
  const input = `Said when it ${mode}.`
  const runs = await Promise.all(
    MIRROR_MODES.indexOf(mode) % 2 === 0
      ? [terminal.run([...words, ...own], { env, input })]
      : [
          terminal.run([...words, ...own, '--connection', 'Mirror'], { input }),
          terminal.run(['connections', 'test', 'Mirror', ...own]),
        ],
  )
  return runs.map(({ stdout, stderr }) => stdout + stderr).join('\n')
}

/** Files below a folder and what they hold, except for those that the key belongs in. */
function filesOf(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'keys.json')
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { path, text: readFileSync(path, 'latin1') }
    })
}

test('keys and a password are found in no file, log, answer, event or process argument, whatever the service does', async () => {
  const connectionId = await addConnection('Mirror', mirror)
  await addEngine()
  await call('settings:update', { isWebhookOn: true, webhookPort: 0 })
  await expect.poll(async () => (await call('webhooks:state', {})).localUrl).not.toBeNull()
  // A service without a history: only its events report outcomes. The test waits for its audio in parallel with everything below.
  const muteId = await addConnection('Mute', mute)
  const untold = await newStory(muteId, 'A story that nobody tells of.')
  const { id: untoldId } = await firstBlockOf(untold)
  const untoldTake = ask('takes:make', { projectId: untold.projectId, blockId: untoldId })
  const waiting = async () =>
    (await call('jobs:list', { after: null, filter: {} })).jobs.filter(
      (job) => job.connectionId === muteId && job.state === 'accepted',
    )
  await expect.poll(async () => (await waiting()).length).toBe(1)
  const add = ['connections', 'add', 'Mirror', mirror.baseUrl, '--data', terminal.path('data')]
  let typed = (await terminal.run(add, { input: KEY })).stderr
  for (const mode of MIRROR_MODES) {
    mirror.mode = mode
    const atTheTerminal = useTerminal(mode)
    await ask('servers:test', { kind: 'connection', id: connectionId })
    const view = await newStory(connectionId, `A story that ${mode}.`)
    const { projectId, recentId } = view
    const block = await firstBlockOf(view)
    const made = await ask('takes:make', { projectId, blockId: block.id })
    expect(made.ok).toBe(false)
    const [failed] = (await call('jobs:list', { after: null, filter: {} })).jobs
    await ask('jobs:dismiss', { id: failed?.id ?? '' })
    const settings = { ...DEFAULT_SETTINGS, model: 'audio_stable' }
    const line = { projectId, blockId: block.id, text: `Line that ${mode}`, settings }
    // In parallel with the render: both wait for a service without a history.
    const audition = ask('vibes:audition', line)
    await call('jobs:start', { kind: 'story', projectId })
    await expect
      .poll(async () => renderStateOf((await call('project:openRecent', { recentId })).jobs).phase, {
        timeout: 40_000, // a new conversion may be unknown to the service for a while
      })
      .not.toBe('running')
    const vibe = { name: 'Warm', prompt: 'warmly' }
    await Promise.all([
      ask('vibes:list', { connectionId }),
      ask('vibes:search', { connectionId, text: KEY.slice(0, 3) }),
      ask('vibes:create', { connectionId, vibe }),
      ask('vibes:update', { connectionId, id: 1, vibe }),
      ask('vibes:remove', { connectionId, id: 1 }),
    ])
    await audition
    await sendDocument(connectionId, `A letter that ${mode}.`)
    for (const conversion of (await call('jobs:list', { after: null, filter: {} })).jobs)
      if (
        conversion.connectionId === connectionId &&
        (conversion.state === 'accepted' || conversion.state === 'unknown')
      )
        await tryEverythingWith(conversion)
    typed += await atTheTerminal
    await ask('project:saveVersion', { projectId, name: mode })
    await ask('servers:test', { kind: 'engine', id: 'mirror' })
    await ask('voices:list', {})
    const spoken = await newStory(BUILT_IN_CONNECTION, `Words that ${mode}.`, 'mirror:any')
    const missed = await ask('takes:make', {
      projectId: spoken.projectId,
      blockId: (await firstBlockOf(spoken)).id,
    })
    expect(missed).toMatchObject({ ok: false, error: { code: 'conversion-failed' } })
  }
  await untoldTake
  await sendDocument(muteId, 'A letter that nobody tells of.')
  await expect.poll(async () => (await waiting()).length).toBe(2)
  const [ofKey, ofPassword] = [KEY, PASSWORD].map((secret) => formsOf(secret).join(' '))
  for (const { uuid, endpoint } of await waiting()) {
    const repeated = endpoint === 'document' ? `${ofKey} ${ofPassword}` : `${ofKey}`
    expect(await sendEvent(uuid, repeated)).toBe(200)
  }
  await expect.poll(waiting).toEqual([])
  expect(await sendEvent('of nobody', `${ofKey} ${ofPassword}`)).toBe(200)
  await ask('webhooks:test', {})

  // Invalid calls are refused without repeating their content.
  await ask('servers:save', { kind: 'connection', id: null, name: KEY, key: KEY })
  await ask('settings:update', { theme: KEY })
  await ask('servers:save', { kind: 'engine', id: null, name: ENGINE_KEY, key: ENGINE_KEY })
  await ask('servers:test', { kind: 'engine', id: ENGINE_KEY })
  await ask('servers:test', { kind: 'connection', id: KEY })
  await ask(`servers:${encodeURIComponent(KEY)}`, {})
  await call('servers:list', {})
  await call('ledger:get', {})
  await call('documents:open', {})

  expect(mirror.asked()).toBeGreaterThan(MIRROR_MODES.length * 5)
  expect(secretsIn(mirror.strangerHeard() + mute.strangerHeard())).toEqual([])
  expect(heard.split('\n').filter((line) => secretsIn(line).length > 0)).toEqual([])
  expect(typed).toMatch(/refused/)
  expect(secretsIn(typed)).toEqual([])
  if (process.platform === 'linux') {
    expect(secretsIn(argumentsOf(child.pid ?? 0))).toEqual([])
    for (const pid of childrenOf(child.pid ?? 0)) {
      expect(secretsIn(argumentsOf(pid) + readFileSync(`/proc/${pid}/environ`, 'latin1'))).toEqual([])
    }
  }

  const ended = new Promise((resolve) => void child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  expect(secretsIn(output)).toEqual([])
  const files = [...filesOf(home), ...filesOf(terminal.folder)]
  const holding = files.filter(({ text }) => secretsIn(text).length > 0)
  expect(holding.map(({ path }) => path)).toEqual([])
  // The search finds each key where it belongs: one at the two connections, the other at the engine.
  const kept = Object.values(
    JSON.parse(readFileSync(join(home, 'data', 'keys.json'), 'utf8')) as Record<string, { data: string }>, // as it was just written
  ).map(({ data }) => Buffer.from(data, 'base64').toString())
  const holds = (secret: string) => kept.filter((text) => findKey(secret, text).length > 0).length
  expect([kept.length, holds(KEY), holds(ENGINE_KEY)]).toEqual([3, 2, 1])
  for (const part of ['drafts', 'documents.fabula', 'library.db', join('data', 'terminal')])
    expect([part, files.some(({ path }) => path.includes(part))]).toEqual([part, true])
}, 240_000)

function argumentsOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
}

/** The fourth field of `stat` is the parent. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false // It has ended meanwhile.
      }
    })
}
