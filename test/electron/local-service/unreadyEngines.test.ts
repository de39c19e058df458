/** Servers that are not ready, that fail on a field, or that cannot speak a text. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { samplesToMs, type Pcm } from '../../../electron/lib/audio/pcm.ts'
import { engineSettingsSchema } from '../../../electron/lib/http/engineSettings.ts'
import { createEngineApi } from '../../../electron/local-service/engines/engineApi.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import { engineOptions } from './oneService.ts'
import { serveHere, type AskedService } from './runService.ts'
import { startToneEngine, type ToneEngine, type ToneEngineOptions } from './toneEngine.ts'

const TEXT = '/uapi/v1/text-to-speech'
const HELLO = 'Hello there, old friend.'

let folder: string
const services: { stop(): Promise<void> }[] = []
const engines: ToneEngine[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
})

afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()))
  await Promise.all(engines.splice(0).map((engine) => engine.close()))
  rmSync(folder, { recursive: true })
})

async function startWith(options: ToneEngineOptions = {}) {
  const engine = await startToneEngine(options)
  engines.push(engine)
  const service = await serveHere(folder, engineOptions(engine.url))
  services.push(service)
  return { engine, service }
}

const lengthMs = ({ samples, sampleRate }: Pcm) => samplesToMs(samples.length, sampleRate)
const speak = (service: AskedService, body: object) =>
  service.speak(TEXT, { input: HELLO, voice_id: 'kokoro:af_bella', ...body })

describe('a line of symbols only', () => {
  const refusals: [string, string, ToneEngineOptions['answer']][] = [
    ['is not sent to a server', '…', undefined],
    ['is not sent to a server', '“?!”', undefined],
    ['may be refused by a server', '%', (response) => refuse(response, 500)],
    ['may be answered with nothing', '€', (response) => refuse(response, 200)],
  ]
  const refuse = (response: ServerResponse, status: number) => {
    response.writeHead(status).end()
    return true
  }

  it.each(refusals)('%s, and is a short silence: %s', async (what, input, answer) => {
    const { engine, service } = await startWith(answer === undefined ? {} : { answer })
    const { pcm, conversion } = await speak(service, { input })
    expect(conversion.status).toBe(2)
    expect(Math.abs(lengthMs(pcm) - 400)).toBeLessThan(60)
    expect(pcm.samples.every((sample) => sample === 0)).toBe(true)
    expect(engine.requests.length > 0).toBe(!what.startsWith('is not'))
  })

  it('is half as long at twice the speed', async () => {
    const { service } = await startWith()
    const { pcm } = await speak(service, { input: '…?!', speed: 2 })
    expect(Math.abs(lengthMs(pcm) - 200)).toBeLessThan(60)
  })
})

describe('a server that is not ready', () => {
  const busy = (status: number, times: number, headers: Record<string, string> = {}) => {
    let count = 0
    return (response: ServerResponse) => {
      if (++count > times) return false
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ detail: 'Model is loading' }))
      return true
    }
  }

  it.each([
    ['too many requests', 429, { 'retry-after': '1' }],
    ['a model that loads', 503, {}],
    ['a time that is a date', 503, { 'retry-after': new Date(Date.now() + 1000).toUTCString() }],
  ])(
    'is asked again after the time it gives, which the conversion reports meanwhile: %s',
    async (_, status, headers) => {
      const { engine, service } = await startWith({ answer: busy(status, 1, headers) })
      const { seen, conversion } = await speak(service, {})
      expect(engine.requests).toHaveLength(2)
      expect(seen.map((each) => each.status)).toContain(STATUS.waitingForEngine)
      const waiting = seen.find((each) => each.status === STATUS.waitingForEngine)
      expect(waiting?.errorMessage).toMatch(
        /not ready \(HTTP \d+: Model is loading\). It is asked again after \d+ s$/,
      )
      expect(conversion).toMatchObject({ status: 2, errorMessage: '' })
    },
  )

  it('is not asked again after the conversion was cancelled', async () => {
    const { engine, service } = await startWith({ answer: busy(503, 1000, { 'retry-after': '300' }) })
    const uuid = await service.submit(TEXT, { input: HELLO, voice_id: 'kokoro:af_bella' })
    await service.follow(uuid, ({ status }) => status === STATUS.waitingForEngine)
    await service.send('DELETE', `/uapi/v1/history/${uuid}`)
    await engine.idle()
    expect(engine.requests).toHaveLength(1)
  })

  it('is abandoned if it asks for a longer wait than an answer may take', async () => {
    const { engine } = await startWith({ answer: busy(429, 1000, { 'retry-after': '3' }) })
    const settings = { name: 'slow', baseUrl: engine.url, model: 'm', timeoutMs: 2000 }
    const api = createEngineApi(engineSettingsSchema.parse(settings), new AbortController().signal)
    const request = { text: HELLO, voice: 'x', speed: 1, instructions: '' }
    const spoken = api.speak(request, join(folder, 'answer'), new AbortController().signal)
    await expect(spoken).rejects.toThrow(/refused with HTTP 429: Model is loading$/)
    expect(engine.requests).toHaveLength(1)
  })
})

it('an account that is used up is reported at once, since waiting does not help', async () => {
  const { engine, service } = await startWith({
    answer(response) {
      const error = {
        message: 'You exceeded your quota',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      }
      response.writeHead(429, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
      return true
    },
  })
  const uuid = await service.submit(TEXT, { input: HELLO, voice_id: 'kokoro:af_bella' })
  const { final } = await service.follow(uuid)
  expect(final.errorMessage).toMatch(/refused with HTTP 429: You exceeded your quota$/)
  expect(engine.requests).toHaveLength(1)
})

describe('a failed request is repeated in another format unless it may have been charged', () => {
  const refuseWith = (status: number) => (response: ServerResponse) => {
    response.writeHead(status).end()
    return true
  }
  const speakWith = async (options: ToneEngineOptions, key: string, texts: readonly string[]) => {
    const engine = await startToneEngine(options)
    engines.push(engine)
    const settings = { name: 'paid', baseUrl: engine.url, model: 'm', key }
    const api = createEngineApi(engineSettingsSchema.parse(settings), new AbortController().signal)
    for (const [at, text] of texts.entries())
      await api
        .speak(
          { text, voice: 'x', speed: 1, instructions: '' },
          join(folder, `answer${at}`),
          new AbortController().signal,
        )
        .catch(() => undefined)
    return engine.requests.map(({ response_format }) => response_format)
  }

  it.each([
    ['an error of a server with a key', 500, 'a-key', ['wav']],
    ['an error of a server without a key', 500, '', ['wav', 'mp3']],
    ['a refusal by a server with a key', 400, 'a-key', ['wav', 'mp3']],
  ])('after %s', async (_, status, key, formats) => {
    expect(await speakWith({ answer: refuseWith(status) }, key, [HELLO])).toEqual(formats)
  })

  it('or the format worked before', async () => {
    const answer: ToneEngineOptions['answer'] = (response, { input }) =>
      input === 'No.' && refuseWith(400)(response)
    expect(await speakWith({ answer }, '', [HELLO, 'No.'])).toEqual(['wav', 'wav'])
  })
})

it('compressed answers are not accepted', async () => {
  const { engine, service } = await startWith()
  await speak(service, {})
  expect(new Set(engine.headers.map((headers) => headers['accept-encoding']))).toEqual(new Set(['identity']))
})

it('the speed is sent only if it differs from normal', async () => {
  const { engine, service } = await startWith()
  await speak(service, {})
  await speak(service, { speed: 2 })
  expect(engine.requests.map((request) => 'speed' in request)).toEqual([false, false, true])
})
