/**
 * Keys (of a connection, and of an engine of the built-in voice) that are looked for wherever they must not be: a host runs as a
 * writer starts it, everything that sends a key is driven against a server that repeats it, sends callers elsewhere and
 * fails; then files, output, answers, events and process arguments are searched.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pinnedEnv, pinnedNode, scriptArgs } from '../../build/pinnedNode.mjs'
import type { Channel, Input, Output } from '../../shared/ipc/contract.ts'
import type { WireResult } from '../../shared/ipc/result.ts'
import type { ProjectView } from '../../shared/ipc/views.ts'
import { BUILT_IN_CONNECTION, DEFAULT_SETTINGS } from '../../shared/story/records.ts'
import { findKey } from '../fakes/keyForms.ts'
import { MIRROR_MODES, startMirrorServer } from '../fakes/mirrorServer.ts'
import type { MirrorServer } from '../fakes/mirrorServer.ts'

const KEY = 'canary/Key+41c0?ffee=77~deadbeef'
const ENGINE_KEY = 'parrot/Key+93b1?cafe=55~f00dface'
const findKeys = (text: string) => [...findKey(KEY, text), ...findKey(ENGINE_KEY, text)]

let home: string
let mirror: MirrorServer
let child: ChildProcess
let output = ''
let origin = ''
let cookie = ''
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
  const opened = await fetch(url, { redirect: 'manual' })
  cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
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
  rmSync(home, { recursive: true, force: true })
})

async function listen(): Promise<void> {
  const { signal } = listening
  const response = await fetch(`${origin}/events`, { headers: { cookie, origin }, signal })
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
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const text = await answer.text()
  heard += `${JSON.stringify([...answer.headers])}\n${text}\n`
  return JSON.parse(text) as WireResult<unknown> // what every channel answers
}

async function call<C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const result = await ask(channel, input)
  if (!result.ok) throw new Error(`${channel}: ${JSON.stringify(result.error)}`)
  return result.value as Output<C> // the contract's
}

async function addConnection(): Promise<string> {
  const { id } = await call('connections:save', {
    id: null,
    name: 'Mirror',
    baseUrl: mirror.baseUrl,
    webhookPublicKey: '',
    key: { text: KEY, keep: 'safest' },
  })
  return id
}

async function addEngine(): Promise<void> {
  await call('engines:save', {
    ...{ isNew: true, name: 'mirror', baseUrl: mirror.baseUrl, model: 'glass' },
    ...{ voices: [], maxCharacters: 4000 },
    key: { text: ENGINE_KEY, keep: 'safest' },
  })
}

/** A story of one block, spoken by a connection; its words are its own, so that no earlier outcome stands in its way. */
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
  await call('project:change', { projectId: view.projectId, change: { put, remove: [] } })
  return { ...view, records: put }
}

/** Files below a folder and what they hold, but for those that the key belongs in. */
function filesOf(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'keys.json')
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { path, text: readFileSync(path, 'latin1') }
    })
}

test('a key is found in no file, log, answer, event or process argument, whatever the service does', async () => {
  const connectionId = await addConnection()
  await addEngine()
  for (const mode of MIRROR_MODES) {
    mirror.mode = mode
    await ask('connections:test', { id: connectionId })
    const { projectId, recentId, records } = await newStory(connectionId, `A story that ${mode}.`)
    const block = records.find((record) => record.type === 'block')
    if (block?.type !== 'block') throw new Error('A new story has a block')
    const made = await ask('takes:make', { projectId, blockId: block.id })
    expect(made.ok).toBe(false)
    await ask('render:dismiss', { projectId })
    await call('render:start', { projectId })
    await expect
      .poll(async () => (await call('project:openRecent', { recentId })).renderState.phase, {
        timeout: 15_000,
      })
      .not.toBe('running')
    await ask('vibes:list', { connectionId })
    await ask('vibes:search', { connectionId, text: KEY.slice(0, 3) })
    await ask('vibes:create', { connectionId, vibe: { name: 'Warm', prompt: 'warmly' } })
    await ask('vibes:update', { connectionId, id: 1, vibe: { name: 'Warm', prompt: 'warmly' } })
    await ask('vibes:remove', { connectionId, id: 1 })
    const settings = { ...DEFAULT_SETTINGS, model: 'audio_stable' }
    await ask('vibes:audition', { projectId, blockId: block.id, text: `Line that ${mode}`, settings })
    writeFileSync(join(home, 'stories', `${MIRROR_MODES.indexOf(mode)}.txt`), `A letter that ${mode}.`)
    const { ref } = await call('files:place', {
      purpose: 'document',
      name: `${MIRROR_MODES.indexOf(mode)}.txt`,
    })
    const { voiceId, speed } = DEFAULT_SETTINGS
    const started = await ask('documents:start', {
      ...{ ref, connectionId, voiceId, speed },
      ...{ model: 'tts-1', password: null },
    })
    expect(started).toMatchObject({ ok: true })
    for (const { id } of (await call('conversions:list', { after: null, filter: {} })).conversions) {
      await ask('conversions:claimable', { id })
    }
    await ask('project:saveVersion', { projectId, name: mode })
    await ask('engines:test', { name: 'mirror' })
    await ask('voices:list', {})
    const spoken = await newStory(BUILT_IN_CONNECTION, `Words that ${mode}.`, 'mirror:any')
    const ofEngine = spoken.records.find(({ type }) => type === 'block')
    const missed = await ask('takes:make', { projectId: spoken.projectId, blockId: ofEngine?.id })
    expect(missed).toMatchObject({ ok: false, error: { code: 'conversion-failed' } })
  }
  // Calls that do not fit are refused without repeating what they held.
  await ask('connections:save', { id: null, name: KEY, key: KEY })
  await ask('settings:update', { theme: KEY })
  await ask(`connections:${encodeURIComponent(KEY)}`, {})
  await ask('engines:save', { isNew: true, name: ENGINE_KEY, key: ENGINE_KEY })
  await ask('engines:test', { name: ENGINE_KEY })
  await call('engines:list', {})
  await call('connections:list', {})
  await call('ledger:get', {})
  await call('documents:list', {})

  expect(mirror.asked()).toBeGreaterThan(MIRROR_MODES.length * 5)
  expect(findKeys(mirror.strangerHeard())).toEqual([])
  expect(findKeys(heard)).toEqual([])
  if (process.platform === 'linux') {
    expect(findKeys(argumentsOf(child.pid ?? 0))).toEqual([])
    for (const pid of childrenOf(child.pid ?? 0)) {
      expect(findKeys(argumentsOf(pid) + readFileSync(`/proc/${pid}/environ`, 'latin1'))).toEqual([])
    }
  }

  const ended = new Promise((resolve) => void child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  expect(findKeys(output)).toEqual([])
  const holding = filesOf(home).filter(({ text }) => findKeys(text).length > 0)
  expect(holding.map(({ path }) => path)).toEqual([])
  // The search does find it where it belongs.
  const kept = Object.values(
    JSON.parse(readFileSync(join(home, 'data', 'keys.json'), 'utf8')) as Record<string, { data: string }>, // as it was just written
  ).map(({ data }) => Buffer.from(data, 'base64').toString())
  expect(kept.map((text) => [findKey(KEY, text).length > 0, findKey(ENGINE_KEY, text).length > 0])).toEqual([
    [true, false],
    [false, true],
  ])
  expect(filesOf(home).some(({ path }) => path.endsWith('.fabula'))).toBe(true)
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
