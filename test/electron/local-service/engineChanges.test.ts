import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeAudio } from '../../../electron/lib/audio/decode.ts'
import { medianPitchHz } from '../../support/measure.ts'
import { samplesToMs } from '../../../electron/lib/audio/pcm.ts'
import { type LocalService, startLocalService } from '../../../electron/local-service/startLocalService.ts'
import {
  type Conversion,
  parseConversionResponse,
  voicesAnswerSchema,
} from '../../../shared/speech-api/responses.ts'
import { isTerminalStatus, STATUS } from '../../../shared/speech-api/statuses.ts'
import { startToneEngine, type ToneEngine, type ToneEngineOptions, toneMs } from './toneEngine.ts'
import { long } from '../../support/tags.ts'

const LINES = Array.from({ length: 40 }, (_, index) => `This is sentence number ${index} of many.`)
/** Pieces of one sentence each, so that a change can come between two of them. */
const SHORT_PIECES = { maxCharacters: 50 }

let folder: string
let service: LocalService
const engines: ToneEngine[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-engines-'))
  service = await startLocalService({ dataFolder: folder })
})
afterEach(async () => {
  await service.stop()
  await Promise.all(engines.splice(0).map((engine) => engine.close()))
  rmSync(folder, { recursive: true })
})

async function listen(options: ToneEngineOptions = {}): Promise<ToneEngine> {
  const engine = await startToneEngine(options)
  engines.push(engine)
  return engine
}

const engineAt = (baseUrl: string, name = 'kokoro') => ({ name, baseUrl, model: 'k', ...SHORT_PIECES })

async function ask(path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': service.key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return response.json()
}

const readConversion = (json: unknown): Conversion => {
  const conversion = parseConversionResponse(json)
  if (conversion === null) throw new Error(JSON.stringify(json))
  return conversion
}
const submit = async (voice_id: string, input = LINES.join(' ')) =>
  readConversion(await ask('/uapi/v1/text-to-speech', { voice_id, input })).uuid
const find = async (uuid: string) => readConversion(await ask(`/uapi/v1/history/${uuid}`))
async function finish(uuid: string): Promise<Conversion> {
  await expect.poll(async () => isTerminalStatus((await find(uuid)).status), { timeout: 15_000 }).toBe(true)
  return find(uuid)
}
async function hear({ mediaUrl }: Conversion) {
  if (mediaUrl === null) throw new Error('There is no audio')
  const pcm = await decodeAudio(new Uint8Array(await (await fetch(mediaUrl)).arrayBuffer()))
  return { pcm, durationMs: samplesToMs(pcm.samples.length, pcm.sampleRate) }
}

/** An engine that does not answer until the test lets it. */
async function listenHolding() {
  const { promise, resolve: letGo } = Promise.withResolvers<undefined>()
  const options: ToneEngineOptions = { delay: () => promise }
  return { engine: await listen(options), letGo: () => letGo(undefined) }
}

test('a running service uses an engine as soon as it is configured', long, async () => {
  const engine = await listen({ voices: ['af_bella'] })
  expect(
    await ask('/uapi/v1/text-to-speech', { voice_id: 'kokoro:af_bella', input: 'Hello.' }),
  ).toMatchObject({
    success: false,
  })
  await service.setEngines([engineAt(engine.url)])
  const { result, engines: known } = voicesAnswerSchema.parse(await ask('/uapi/v1/voices'))
  expect(result.at(-1)?.id).toBe('kokoro:af_bella')
  expect(known).toEqual([{ name: 'kokoro', model: 'k', state: 'listed', message: '' }])
  const { pcm } = await hear(await finish(await submit('kokoro:af_bella', 'Hello.')))
  expect(medianPitchHz(pcm) ?? 0).toBeCloseTo(220, -1)

  await service.setEngines([])
  expect(voicesAnswerSchema.parse(await ask('/uapi/v1/voices')).engines).toEqual([])
})

test(
  'a running conversion continues when engines are added or moved, with nothing lost or spoken twice',
  long,
  async () => {
    const { engine: first, letGo } = await listenHolding()
    const second = await listen()
    await service.setEngines([engineAt(first.url)])
    const uuid = await submit('kokoro:any')
    await expect.poll(() => first.requests.length).toBeGreaterThan(0)

    await service.setEngines([engineAt(second.url), engineAt(first.url, 'other')])
    letGo()
    const conversion = await finish(uuid)
    expect(conversion).toMatchObject({ status: STATUS.completed, errorMessage: '' })
    expect(second.requests.length).toBeGreaterThan(0)
    const spoken = [...first.requests, ...second.requests].map(({ input }) => input.trim())
    expect(spoken.toSorted()).toEqual(LINES.toSorted())
    const { durationMs } = await hear(conversion)
    expect(durationMs).toBeGreaterThan(toneMs(LINES.join(' ')))
  },
)

test(
  'a conversion fails with a clear message if its engine is removed while it speaks, and no other voice takes over',
  long,
  async () => {
    const { engine, letGo } = await listenHolding()
    await service.setEngines([engineAt(engine.url)])
    const uuid = await submit('kokoro:any')
    await expect.poll(() => engine.requests.length).toBeGreaterThan(0)
    await service.setEngines([])
    letGo()
    expect(await finish(uuid)).toMatchObject({
      status: STATUS.failed,
      errorMessage: 'The speech engine kokoro is not set up any more',
      mediaUrl: null,
    })
    expect(await finish(await submit('OA001', 'Still here.'))).toMatchObject({ status: STATUS.completed })
  },
)

test('a service whose process has ended is not waited for', async () => {
  await service.stop()
  await service.setEngines([engineAt('http://127.0.0.1:9')])
})
