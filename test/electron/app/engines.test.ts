/** Engines from the app's boundary to the audio that they made: the real services, the real speech service, real HTTP. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { medianPitchHz } from '../../support/measure.ts'
import { createDispatcher } from '../../../electron/app/dispatcher.ts'
import type { Services } from '../../../electron/app/services.ts'
import { storedAudio } from '../../../electron/project/audioFiles.ts'
import type { ServerDraft } from '../../../shared/servers/contract.ts'
import { findKey } from '../../fakes/keyForms.ts'
import { openTestApp, type TestApp } from '../../support/testApp.ts'
import {
  startToneEngine,
  toneMs,
  type ToneEngine,
  type ToneEngineOptions,
} from '../local-service/toneEngine.ts'
import { long } from '../../support/tags.ts'

const KEY = 'engine-canary/Key+41c0'
const HELLO = 'Hello there, old friend.'

let app: TestApp
let services: Services
const engines: ToneEngine[] = []

beforeEach(async () => {
  app = await openTestApp()
  services = app.services
})
afterEach(async () => {
  await app.close()
  await Promise.all(engines.splice(0).map((engine) => engine.close()))
})

function start(): void {
  app.start()
  services = app.services
}

async function listen(options: ToneEngineOptions = {}, port = 0): Promise<ToneEngine> {
  const engine = await startToneEngine(options, port)
  engines.push(engine)
  return engine
}

const save = (baseUrl: string, draft: Partial<Extract<ServerDraft, { kind: 'engine' }>> = {}) =>
  services.handlers['servers:save']({
    ...{ kind: 'engine', id: null, name: 'kokoro', baseUrl, model: 'kokoro-82m' },
    ...{ voices: [], maxCharacters: 4000, pcmRate: 0, key: null },
    ...draft,
  })
const listVoices = () => services.handlers['voices:list']({})

/** A story of one block in a voice. */
async function newStory(voiceId: string, text = HELLO) {
  const { projectId, revision, records } = await services.handlers['project:create']({ title: 'Engines' })
  const put = records.map((record) => (record.type === 'block' ? { ...record, text, voiceId } : record))
  await services.handlers['project:change']({
    ...{ projectId, revision, changeId: 'change' },
    change: { put, remove: [] },
  })
  const block = records.find((record) => record.type === 'block')
  if (block?.type !== 'block') throw new Error('A new story has a block')
  return { projectId, blockId: block.id }
}

test('a saved engine can be used at once: its voices are in the library, and it makes takes', async () => {
  const engine = await listen({ voices: { voices: ['af_bella'] }, key: KEY })
  const { id, view } = await save(`${engine.url}/v1`, { key: { text: KEY, keep: 'safest' } })
  expect(view.engine).toEqual([
    expect.objectContaining({
      id,
      name: 'kokoro',
      baseUrl: `${engine.url}/v1`,
      hasKey: true,
      protection: 'file',
    }),
  ])
  expect(await services.handlers['servers:test']({ kind: 'engine', id })).toMatchObject({
    outcome: 'works',
    count: 1,
  })

  const { voices, engines: states } = await listVoices()
  expect(states).toEqual([{ name: 'kokoro', state: 'listed', message: '' }])
  expect(voices[0]).toMatchObject({ id: 'OA001', engine: null })
  expect(voices.filter((voice) => voice.engine === 'kokoro')).toEqual([
    expect.objectContaining({ id: 'kokoro:af_bella', name: 'af_bella' }),
  ])

  const story = await newStory('kokoro:af_bella')
  const take = await services.handlers['takes:make'](story)
  const audio = services.findAudio(story.projectId)
  if (audio === undefined) throw new Error('The story is open')
  const pcm = await decodeAudio(storedAudio(audio, take.audioId))
  expect(medianPitchHz(pcm) ?? 0).toBeCloseTo(220, -1)
  expect(Math.abs((pcm.samples.length / pcm.sampleRate) * 1000 - toneMs(HELLO))).toBeLessThan(5)
  expect(engine.requests).toEqual([expect.objectContaining({ model: 'kokoro-82m', voice: 'af_bella' })])

  expect(findKey(KEY, JSON.stringify([view, app.told, app.reported]))).toEqual([])
})

test('engines and their keys are kept when the app restarts', long, async () => {
  const engine = await listen({ voices: ['af_bella'], key: KEY })
  await save(engine.url, { key: { text: KEY, keep: 'safest' } })
  await app.stop()
  start()
  expect((await listVoices()).engines).toEqual([{ name: 'kokoro', state: 'listed', message: '' }])
  await services.handlers['takes:make'](await newStory('kokoro:af_bella'))
  expect(engine.requests).toHaveLength(1)
  await app.stop()

  const names = await readdir(app.dataDir, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile() && entry.name !== 'keys.json')
  for (const { parentPath, name } of files)
    expect(findKey(KEY, await readFile(join(parentPath, name), 'latin1'))).toEqual([])
  start()
})

test(
  'an absent engine is reported, keeps the voices entered by hand, and is not replaced by another voice',
  long,
  async () => {
    const engine = await listen({ voices: ['af_bella'] })
    const { port } = new URL(engine.url)
    await save(engine.url, { voices: ['am_adam'] })
    await engine.close()
    engines.length = 0

    const { voices, engines: states } = await listVoices()
    expect(states).toEqual([
      {
        name: 'kokoro',
        state: 'absent',
        message: expect.stringContaining('cannot be reached: is it running?'),
      },
    ])
    expect(voices.filter((voice) => voice.engine === 'kokoro').map(({ id }) => id)).toEqual([
      'kokoro:am_adam',
    ])
    const story = await newStory('kokoro:af_bella')
    await expect(services.handlers['takes:make'](story)).rejects.toMatchObject({
      code: 'conversion-failed',
      params: { message: expect.stringContaining('The speech engine kokoro') },
    })

    // It speaks as soon as it is back.
    const again = await listen({ voices: ['af_bella'] }, Number(port))
    await services.handlers['takes:make'](story)
    expect(again.requests).toHaveLength(1)
  },
)

test('changes and removals reach the running service and every page', long, async () => {
  const [first, second] = [await listen(), await listen()]
  await save(first.url)
  await save(second.url, { id: 'kokoro', model: 'another' })
  await services.handlers['takes:make'](await newStory('kokoro:nova', 'One.'))
  expect([first.requests.length, second.requests[0]?.model]).toEqual([0, 'another'])

  const view = await services.handlers['servers:remove']({ kind: 'engine', id: 'kokoro' })
  expect(view.engine).toEqual([])
  expect(app.told.filter(({ event }) => event === 'servers:changed')).toHaveLength(3)
  expect((await listVoices()).voices.every(({ engine }) => engine === null)).toBe(true)
  await expect(services.handlers['takes:make'](await newStory('kokoro:nova', 'Two.'))).rejects.toMatchObject({
    code: 'service-refused',
  })
  // Removing does not start the service again: it would have another address.
  expect(app.told.filter(({ event }) => event === 'speech:state')).toEqual([
    { event: 'speech:state', payload: { state: 'ready' } },
  ])
})

test('known voices are returned at once, however slow an engine is', long, async () => {
  const engine = await listen({ delay: () => new Promise(() => {}) })
  await save(engine.url, { voices: ['af_bella'] })
  const { voices, engines: states } = await services.handlers['voices:known']({})
  expect(states).toEqual([])
  expect(voices.at(-1)).toMatchObject({ id: 'kokoro:af_bella', engine: 'kokoro' })
})

test.each([
  [{ name: 'kokoro', maxCharacters: 49 }, 'maxCharacters'],
  [{ name: 'kokoro', maxCharacters: 1e6 }, 'maxCharacters'],
  [{ name: 'kokoro', voices: ['v'.repeat(151)] }, 'voices[0]'],
  [{ name: 'kokoro', key: { text: KEY, keep: 'anywhere' } }, 'key.keep'],
  [{ name: 'kokoro', timeoutMs: 1 }, 'body'],
])('the boundary refuses %j', long, async (wrong, field) => {
  const dispatch = createDispatcher({
    handlers: services.handlers,
    report: () => undefined,
    checksOutput: true,
  })
  const draft = {
    kind: 'engine',
    id: null,
    baseUrl: 'http://127.0.0.1:9',
    model: 'm',
    voices: [],
    maxCharacters: 4000,
    pcmRate: 0,
  }
  expect(await dispatch('servers:save', { ...draft, key: null, ...wrong })).toEqual({
    ok: false,
    error: { code: 'bad-request', params: { channel: 'servers:save', field } },
  })
  expect(await dispatch('servers:test', { kind: 'engine', id: '../keys' })).toMatchObject({ ok: false })
  expect((await services.handlers['servers:list']({})).engine).toEqual([])
})
