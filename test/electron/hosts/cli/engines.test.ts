// @module-tag long
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { medianPitchHz } from '../../../support/measure.ts'
import { createKeyStore, fileKeySafe } from '../../../../electron/speech/servers/keyStore.ts'
import { createServerStore } from '../../../../electron/speech/servers/serverStore.ts'
import { startToneEngine, type ToneEngine } from '../../local-service/toneEngine.ts'
import { decodeFile, openTerminal, type Terminal } from './runCli.ts'

const KEY = 'engine-key/Key+41c0'
const WORDS = 'Good evening, keeper.'
const block = {
  input: WORDS,
  voice_id: 'tone:bella',
  silence_before: 0,
  model: 'tts-1',
  speed: 1,
  duration: 0,
}

let engine: ToneEngine
let terminal: Terminal
beforeAll(async () => {
  terminal = openTerminal()
  engine = await startToneEngine({ voices: ['bella'], key: KEY })
  const dataDir = terminal.path('app')
  mkdirSync(dataDir)
  createServerStore(dataDir, createKeyStore({ dataDir, safe: fileKeySafe })).save({
    kind: 'engine',
    id: null,
    name: 'tone',
    baseUrl: engine.url,
    model: 'tone',
    voices: [],
    maxCharacters: 4000,
    pcmRate: 0,
    key: { text: KEY, keep: 'safest' },
  })
  const blocks = [{ ...block, name: 'Opening', emotion: 'neutral' }]
  writeFileSync(terminal.path('story.json'), JSON.stringify({ name: 'The lighthouse', blocks }))
})
afterAll(async () => {
  await engine.close()
  terminal[Symbol.dispose]()
})

const render = (data: string) =>
  terminal.run(['render', 'story.json', '--out', 'story.wav', '--data', terminal.path(data)])

test('the terminal uses the engines that are set up in the app', async () => {
  expect(await render('app')).toMatchObject({ code: 0 })
  expect(medianPitchHz(await decodeFile(terminal.path('story.wav'))) ?? 0).toBeCloseTo(220, -1)
  expect(engine.requests).toEqual([expect.objectContaining({ voice: 'bella', input: WORDS })])
})

test('the terminal reports an engine that is not set up, and does not use another voice', async () => {
  const refused = await render('elsewhere')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('"tone:bella" is not a voice of this service')
})

test('the terminal reports why an engine’s key is not available, but never the key', async () => {
  const dataDir = terminal.path('app')
  const sealing = { keeping: () => 'sealed' as const, seal: () => Buffer.from('sealed'), unseal: () => '' }
  const store = createServerStore(dataDir, createKeyStore({ dataDir, safe: sealing }))
  const [saved] = store.list('engine')
  if (saved === undefined) throw new Error('There is an engine')
  store.save({ ...saved, key: { text: KEY, keep: 'safest' } })
  const refused = await render('app')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('The key of “tone” is protected by the desktop app')
  expect(refused.stderr).toContain('The speech engine tone')
  expect(refused.stderr).not.toContain(KEY)
})

test('the terminal says why it waits for a busy voice server, and when the server is asked again', async () => {
  let asked = 0
  const busy = await startToneEngine({
    voices: ['bella'],
    answer(response) {
      asked += 1
      if (asked > 1) return false
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' })
      response.end(JSON.stringify({ error: { message: 'Model is loading' } }))
      return true
    },
  })
  const dataDir = terminal.path('busy')
  mkdirSync(dataDir)
  createServerStore(dataDir, createKeyStore({ dataDir, safe: fileKeySafe })).save({
    kind: 'engine',
    id: null,
    name: 'tone',
    baseUrl: busy.url,
    model: 'tone',
    voices: [],
    maxCharacters: 4000,
    pcmRate: 0,
    key: null,
  })
  try {
    const done = await render('busy')
    expect(done).toMatchObject({ code: 0 })
    expect(done.stderr).toContain('is not ready (HTTP 503: Model is loading). It is asked again after 2 s')
  } finally {
    await busy.close()
  }
})
