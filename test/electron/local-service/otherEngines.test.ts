// @module-tag long
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findSpeech, medianPitchHz, rmsDb } from '../../support/measure.ts'
import { samplesToMs, type Pcm } from '../../../electron/lib/audio/pcm.ts'
import { startLocalService } from '../../../electron/local-service/startLocalService.ts'
import { voicesAnswerSchema } from '../../../shared/speech-api/responses.ts'
import { engineOptions, useOneService } from './oneService.ts'
import { runService, serveHere, type AskedService } from './runService.ts'
import {
  sendJson,
  sendStreamedWav,
  sendWav,
  startToneEngine,
  toneMs,
  TONE_RATE,
  type ToneEngine,
  type ToneEngineOptions,
} from './toneEngine.ts'

const TEXT = '/uapi/v1/text-to-speech'
const EMOTION = '/uapi/v1/text-to-speech-advanced'
const STORY = '/uapi/v1/story-maker'
const HELLO = 'Hello there, old friend.'

let folder: string
const services: { stop(signal?: NodeJS.Signals): Promise<void> }[] = []
const engines: ToneEngine[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
})

afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop('SIGKILL')))
  await Promise.all(engines.splice(0).map((engine) => engine.close()))
  rmSync(folder, { recursive: true })
})

async function listen(options: ToneEngineOptions = {}, port = 0): Promise<ToneEngine> {
  const engine = await startToneEngine(options, port)
  engines.push(engine)
  return engine
}

/** A service with the engine `kokoro`. */
async function startWith(url: string, options: string[] = []) {
  const service = await serveHere(folder, [...engineOptions(url), ...options])
  services.push(service)
  return service
}

/** A process of such a service, with the engine's key in its environment. */
async function runWith(url: string, dataFolder: string, key: string) {
  const service = await runService(dataFolder, engineOptions(url), { FABULA_ENGINE_KEY: key })
  services.push(service)
  return service
}

const lengthMs = ({ samples, sampleRate }: Pcm) => samplesToMs(samples.length, sampleRate)
const listVoices = async (service: AskedService) =>
  voicesAnswerSchema.parse(await (await service.get('/uapi/v1/voices')).json())
const speak = (service: AskedService, body: object) =>
  service.speak(TEXT, { input: HELLO, voice_id: 'kokoro:af_bella', ...body })
const fail = async (service: AskedService, body: object = {}) => {
  const uuid = await service.submit(TEXT, { input: HELLO, voice_id: 'kokoro:af_bella', ...body })
  return (await service.follow(uuid)).final
}

describe('the voices of another engine', () => {
  it.each([
    ['objects', { voices: [{ id: 'af_bella', name: 'Bella' }, { id: 'am_adam' }] }],
    ['names', { voices: ['af_bella', 'am_adam'] }],
    ['a bare list', ['af_bella', 'am_adam']],
    ['objects with another field', [{ voice_id: 'af_bella', name: 'Bella' }, { name: 'am_adam' }]],
    ['keys', { voices: { af_bella: {}, am_adam: { language: 'en' } } }],
    ['keys with files', { voices: { af_bella: 'bella.pt', am_adam: 'adam.pt' } }],
    ['lists by language', { voices: { en: ['af_bella'], es: [{ id: 'am_adam' }] } }],
    ['data', { object: 'list', data: [{ id: 'af_bella' }, { id: 'am_adam' }] }],
    ['data in data', { data: { voices: ['af_bella', 'am_adam'] } }],
  ])('are in the library after the built-in ones if the server lists them as %s', async (_form, voices) => {
    const service = await startWith(`${(await listen({ voices })).url}/v1/`)
    const { result, engines: known } = await listVoices(service)
    expect(result[0]?.id).toBe('OA001')
    expect(result.slice(-2)).toEqual(
      ['af_bella', 'am_adam'].map((name) => ({
        id: `kokoro:${name}`,
        name,
        language: 'und',
        gender: 'neutral',
        description: 'kokoro-82m by kokoro',
      })),
    )
    expect(known).toEqual([{ name: 'kokoro', model: 'kokoro-82m', state: 'listed', message: '' }])
    const { conversion } = await speak(service, {})
    expect(conversion).toMatchObject({ voiceId: 'kokoro:af_bella', speakerName: 'af_bella' })
  })

  it('are those entered by hand if the server has no list, and unrestricted if none were entered', async () => {
    const engine = await listen()
    const typed = await startWith(engine.url, ['--engine-voices', 'af_bella, am_adam'])
    const { result, engines: known } = await listVoices(typed)
    expect(result.slice(-2).map(({ id }) => id)).toEqual(['kokoro:af_bella', 'kokoro:am_adam'])
    expect(known[0]?.state).toBe('typed')
    const refused = await typed.post(TEXT, { input: HELLO, voice_id: 'kokoro:nobody' })
    expect([refused.status, await refused.json()]).toMatchObject([422, { errors: [{ field: 'voice_id' }] }])
    await typed.stop()

    const open = await startWith(engine.url)
    expect((await listVoices(open)).engines[0]?.state).toBe('open')
    expect((await speak(open, { voice_id: 'kokoro:af_bella(2)+af_sky(1)' })).conversion.status).toBe(2)
    expect(engine.requests.at(-1)?.voice).toBe('af_bella(2)+af_sky(1)')
    for (const voice_id of ['kokoro:', 'other:af_bella']) {
      expect((await open.post(TEXT, { input: HELLO, voice_id })).status).toBe(422)
    }
  })

  it('are requested with the model if the server lists the voices of one model', async () => {
    const engine = await listen({ voices: { data: [{ id: 'af_bella' }] }, voicesOfModel: 'kokoro-82m' })
    const { result, engines: known } = await listVoices(await startWith(engine.url))
    expect(result.at(-1)?.id).toBe('kokoro:af_bella')
    expect(known[0]?.state).toBe('listed')
  })

  it.each([
    ['an error', { detail: 'no voices' }],
    ['an error in data', { data: { code: 'none', reason: 'not ready' } }],
    ['numbers', { voices: [1, 2] }],
    ['nothing', { voices: {} }],
  ])('are unrestricted if the server answers with %s instead of a list', async (_, voices) => {
    const service = await startWith((await listen({ voices })).url)
    expect((await listVoices(service)).engines[0]?.state).toBe('open')
  })

  it('that are listed only later are found when they are requested', async () => {
    const options: ToneEngineOptions = { voices: ['am_adam'] }
    const service = await startWith((await listen(options)).url)
    expect((await service.post(TEXT, { input: HELLO, voice_id: 'kokoro:af_bella' })).status).toBe(422)
    options.voices = ['am_adam', 'af_bella']
    await expect
      .poll(async () => (await service.post(TEXT, { input: HELLO, voice_id: 'kokoro:af_bella' })).status, {
        timeout: 10_000,
        interval: 300,
      })
      .toBe(200)
  })
})

describe('speech by another engine', () => {
  it('is the engine’s own audio, requested as WAV with the text, the voice and the model', async () => {
    const engine = await listen()
    const { pcm, conversion } = await speak(await startWith(engine.url), {})
    expect(engine.requests).toEqual([
      { model: 'kokoro-82m', input: HELLO, voice: 'af_bella', response_format: 'wav' },
    ])
    expect(Math.abs(lengthMs(pcm) - toneMs(HELLO))).toBeLessThan(3)
    expect(medianPitchHz(pcm) ?? 0).toBeCloseTo(220, -1)
    expect(rmsDb(pcm.samples)).toBeCloseTo(20 * Math.log10(8000 / 32768 / Math.SQRT2), 0)
    expect(conversion).toMatchObject({ estimatedCredit: HELLO.length, usedCredit: HELLO.length })
  })

  it.each([false, true])(
    'has every speed, duration and silence exactly, even if the engine ignores speed (%s)',
    async (ignoresSpeed) => {
      const engine = await listen({ ignoresSpeed })
      const service = await startWith(engine.url)
      const natural = toneMs(HELLO)
      const fast = await speak(service, { speed: 2 })
      expect(Math.abs(lengthMs(fast.pcm) - natural / 2)).toBeLessThan(3)
      expect(medianPitchHz(fast.pcm) ?? 0).toBeCloseTo(220, -1)

      const block = { input: HELLO, voice_id: 'kokoro:af_bella' }
      const { pcm, conversion } = await service.speak(STORY, {
        name: 'Tale',
        blocks: [
          { ...block, silence_before: 1 },
          { ...block, silence_before: 2, duration: 3 },
          { ...block, voice_id: 'OA001', silence_before: 1 },
          { ...block, silence_before_ms: 1250, duration_ms: 400 },
        ],
      })
      const timings = conversion.timings ?? []
      const heard = findSpeech(pcm, { thresholdDb: -40, minSilenceMs: 800 })
      expect(heard).toHaveLength(4)
      expect(pcm.sampleRate).toBe(48_000) // the engine may give more than the built-in voice has
      for (const [index, { startMs, endMs }] of timings.entries()) {
        expect(Math.abs((heard[index]?.startMs ?? 0) - startMs)).toBeLessThan(5)
        expect(Math.abs((heard[index]?.endMs ?? 0) - endMs)).toBeLessThan(25)
        expect(startMs - (timings[index - 1]?.endMs ?? 0)).toBe([1000, 2000, 1000, 1250][index])
      }
      const durations = timings.map(({ startMs, endMs }) => endMs - startMs)
      expect([durations[1], durations[3]]).toEqual([3000, 400])
      const speeds = engine.requests.map(({ speed = 1 }) => speed)
      expect(speeds.every((speed) => speed >= 0.25 && speed <= 4)).toBe(true)
      expect(speeds).toContain(2)
    },
  )

  it('is requested in pieces within the length limit that end at sentences, a few at a time', async () => {
    const engine = await listen({ msPerLetter: 5 })
    const service = await startWith(engine.url)
    const sentence = 'The keeper climbed the stairs, all two hundred of them, and lit the lamp. '
    const input = sentence.repeat(130).trim()
    expect(input.length).toBeGreaterThan(9_000)
    const uuid = await service.submit(TEXT, { input, voice_id: 'kokoro:x' })
    expect((await service.follow(uuid)).final).toMatchObject({ status: 2, usedCredit: input.length })
    const pieces = engine.requests.map((request) => request.input)
    expect(pieces.length).toBeGreaterThanOrEqual(3)
    for (const piece of pieces) {
      expect(piece.length).toBeLessThanOrEqual(4_000)
      expect(piece.trim()).toMatch(/lamp\.$/)
    }
    expect(pieces.toSorted((a, b) => b.length - a.length).join('').length).toBe(input.length)
    expect(engine.mostAtOnce()).toBeLessThanOrEqual(2)
    await service.stop()

    const short = await startWith(engine.url, ['--engine-max-chars', '100'])
    await short.speak(TEXT, { input: sentence.repeat(3).trim(), voice_id: 'kokoro:x' })
    expect(engine.requests.slice(pieces.length).map((request) => request.input.trim())).toEqual(
      Array.from({ length: 3 }, () => sentence.trim()),
    )
  })

  it('is in state 14 while its audio is fetched', async () => {
    const audio = Promise.withResolvers<undefined>()
    const service = await startWith((await listen({ delay: () => audio.promise })).url)
    const uuid = await service.submit(TEXT, { input: HELLO, voice_id: 'kokoro:af_bella' })
    const { final } = await service.follow(uuid, ({ status }) => status === 14)
    expect(final).toMatchObject({ status: 14, percentage: 0 })
    audio.resolve(undefined)
    expect((await service.follow(uuid)).final).toMatchObject({ status: 2, percentage: 100 })
  })

  it('uses an emotion as pace, loudness and instructions', async () => {
    const engine = await listen()
    const service = await startWith(engine.url)
    const say = async (body: object) =>
      (await service.speak(EMOTION, { input: HELLO, voice_id: 'kokoro:x', ...body })).pcm
    const [plain, sad] = [await say({}), await say({ emotion: 'sad', custom_prompt: 'Like rain.' })]
    expect(lengthMs(sad)).toBeGreaterThan(lengthMs(plain) * 1.15)
    expect(rmsDb(plain.samples) - rmsDb(sad.samples)).toBeCloseTo(4, 0)
    expect(engine.requests.map(({ instructions }) => instructions)).toEqual([undefined, 'sad. Like rain.'])
  })

  it('is silent if there is nothing to say, as with the built-in engine', async () => {
    const service = await startWith((await listen({ answer: emptyTone })).url)
    const { conversion } = await service.speak(STORY, {
      name: 'Tale',
      blocks: [
        { input: '…', voice_id: 'kokoro:x', duration: 2 },
        { input: 'Hello.', voice_id: 'kokoro:x' },
      ],
    })
    expect(conversion.timings?.[1]?.startMs).toBe(2000)
  })
})

/** For a text without letters, engines send a little silence. */
const emptyTone: NonNullable<ToneEngineOptions['answer']> = (response, { input }) => {
  if (/\p{L}/u.test(input)) return false
  sendWav(response, new Int16Array(2_400))
  return true
}

describe('WAV', () => {
  const shared = useOneService()

  it('is requested if PCM is refused, and from then on directly', async () => {
    const engine = await listen({
      answer(response, { response_format }) {
        if (response_format === 'pcm') sendJson(response, 422, { detail: 'no such format' })
        return response_format === 'pcm'
      },
      send: (response, samples) => sendStreamedWav(response, samples, 0xffffffff),
    })
    const service = await startWith(engine.url, ['--engine-pcm-rate', String(TONE_RATE)])
    for (let count = 0; count < 2; count++) {
      const { pcm } = await speak(service, {})
      expect(Math.abs(lengthMs(pcm) - toneMs(HELLO))).toBeLessThan(3)
    }
    expect(engine.requests.map(({ response_format }) => response_format)).toEqual(['pcm', 'wav', 'wav'])
  })

  it.each([
    ['of unknown length', 0xffffffff],
    ['of no length', 0],
    ['far too small', 100],
    ['far too large', 0x7fffffff],
  ])('may have wrong sizes in its header: %s', async (_what, size) => {
    const service = shared.speakWith({
      send: (response, samples) => sendStreamedWav(response, samples, size),
    })
    const { pcm } = await speak(service, {})
    expect(Math.abs(lengthMs(pcm) - toneMs(HELLO))).toBeLessThan(3)
  })
})

describe('an engine that does not speak', () => {
  const shared = useOneService()

  it('fails the conversion with its name and address if it is absent, and is used again as soon as it is back', async () => {
    const engine = await listen()
    await engine.close()
    engines.splice(0)
    const service = await startWith(engine.url)
    const final = await fail(service)
    expect(final).toMatchObject({ status: 3, usedCredit: 0, mediaUrl: null })
    expect(final.errorMessage).toBe(
      `The speech engine kokoro at ${engine.url} cannot be reached: is it running?`,
    )
    expect((await listVoices(service)).engines).toEqual([
      { name: 'kokoro', model: 'kokoro-82m', state: 'absent', message: final.errorMessage },
    ])
    // The built-in voices are not affected.
    expect((await service.speak(TEXT, { input: HELLO })).conversion.speakerName).toBe('Alloy')
    await listen({}, Number(new URL(engine.url).port))
    expect((await speak(service, {})).conversion.status).toBe(2)
  })

  const refusals: [what: string, message: RegExp, options: ToneEngineOptions][] = [
    [
      'a refusal',
      /refused with HTTP 400: no voice af_bella$/,
      {
        answer: (response) => {
          sendJson(response, 400, { error: { message: 'no voice af_bella' } })
          return true
        },
      },
    ],
    [
      'a page',
      /not audio \(text\/html\)$/,
      {
        send: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
      },
    ],
    ['nothing', /without any audio$/, { send: (response) => response.writeHead(200).end() }],
    [
      'a redirect',
      /another address \(http:\/\/127\.0\.0\.1:9\/\), which is not followed$/,
      { send: (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end() },
    ],
    [
      'half an answer',
      /broke off/,
      {
        send: (response) => {
          response.writeHead(200, { 'content-type': 'audio/pcm', 'content-length': 90_000 })
          response.write(Buffer.alloc(40_000, 1), () => response.destroy())
        },
      },
    ],
  ]
  it.each(refusals)(
    'fails the conversion with a clear message if it answers with %s',
    async (_what, message, options) => {
      const final = await fail(shared.speakWith(options))
      expect(final).toMatchObject({ status: 3, usedCredit: 0, mediaUrl: null })
      expect(final.errorMessage).toMatch(message)
      expect(readdirSync(join(shared.folder, 'audio'))).toEqual([])
    },
  )

  it('that hangs is abandoned after its time limit, and does not keep the service from ending', async () => {
    const engine = await listen({ answer: () => true })
    const service = await startLocalService({
      dataFolder: folder,
      settings: { engines: [{ name: 'slow', baseUrl: engine.url, model: 'm', timeoutMs: 200 }] },
    })
    const headers = { 'x-api-key': service.key, 'content-type': 'application/json' }
    const body = JSON.stringify({ input: HELLO, voice_id: 'slow:x' })
    const sent = await fetch(`${service.baseUrl}${TEXT}`, { method: 'POST', headers, body })
    const { result } = (await sent.json()) as { result: { uuid: string } }
    await expect
      .poll(async () => {
        const found = await fetch(`${service.baseUrl}/uapi/v1/history/${result.uuid}`, { headers })
        return ((await found.json()) as { result: { error_message: string } }).result.error_message
      })
      .toMatch(/slow at .* took too long to answer$/)
    await service.stop()

    const endless = await startWith(engine.url)
    await endless.submit(TEXT, { input: HELLO, voice_id: 'kokoro:x' })
    await expect.poll(() => engine.requests.length).toBeGreaterThan(1)
    const startMs = performance.now()
    await endless.stop()
    expect(performance.now() - startMs).toBeLessThan(4_000)
  })
})

describe('the key of an engine', () => {
  it('goes only to the engine: not into answers, the log or the data folder', async () => {
    const key = 'canary-key-of-the-engine'
    const engine = await listen({ key, voices: ['x'] })
    const service = await runWith(engine.url, folder, key)
    expect((await service.speak(TEXT, { input: HELLO, voice_id: 'kokoro:x' })).conversion.status).toBe(2)
    expect(new Set(engine.headers.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${key}`]),
    )
    expect(JSON.stringify(engine.headers)).not.toContain('x-api-key')
    await service.stop()

    const wrong = 'canary-wrong-key'
    const refused = await runWith(engine.url, folder, wrong)
    const final = await fail(refused)
    expect(final.errorMessage).toMatch(/HTTP 401: wrong key: Bearer •••/)
    // Nor part of the key, if a long message is cut within it.
    const chatty = await listen({
      answer(response) {
        sendJson(response, 500, { error: { message: `${'.'.repeat(490)}${wrong}` } })
        return true
      },
    })
    const cutFolder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
    const cut = await runWith(chatty.url, cutFolder, wrong)
    expect((await fail(cut)).errorMessage).toMatch(/HTTP 500: \.{490}•••$/)
    rmSync(cutFolder, { recursive: true })
    const answers = await Promise.all(
      ['/uapi/v1/voices', '/uapi/v1/history', '/', '/openapi.json'].map(async (path) =>
        (await refused.get(path)).text(),
      ),
    )
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    expect(files.length).toBeGreaterThan(1)
    for (const text of [...answers, ...files, refused.log(), service.log()]) {
      expect(text).not.toContain('canary')
    }
  })
})
