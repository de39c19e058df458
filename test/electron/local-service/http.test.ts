import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, TEST_KEY, type TestService } from './runService.ts'

const folder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
let service: TestService

beforeAll(async () => {
  service = await runService(folder)
})

afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const TEXT = '/uapi/v1/text-to-speech'
const EMOTION = '/uapi/v1/text-to-speech-advanced'
const STORY = '/uapi/v1/story-maker'
const TOO_LONG = 'x'.repeat(10_001)
const block = {
  name: 'b',
  input: 'Hi.',
  silence_before: 0,
  voice_id: 'OA001',
  model: 'tts-1',
  speed: 1,
  duration: 0,
}

interface Refusal {
  success: boolean
  message: string
  errors: { field: string; message: string }[]
  request_id: string
}

async function refusal(response: Response): Promise<Refusal> {
  // The test checks the fields that it uses.
  return (await response.json()) as Refusal
}

/** A request that `fetch` would not send. */
function rawRequest(options: {
  path: string
  headers?: Record<string, string>
  method?: string
  body?: string
}) {
  const { hostname, port } = new URL(service.baseUrl)
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const sent = request({ hostname, port, ...options }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode, text }))
    })
    sent.on('error', reject)
    sent.end(options.body)
  })
}

describe('a new conversion is answered with exactly the published record', () => {
  const common = { estimated_credit: 3, used_credit: 0, status: 1, status_percentage: 0, error_message: '' }
  const dates = {
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  }

  it('for text-to-speech, with every default', async () => {
    const response = await service.post(TEXT, { input: 'Hi.' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      success: true,
      result: {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        voice_id: 'OA001',
        speed: 1,
        model: 'tts-1',
        tts_input: 'Hi.',
        speaker_name: 'Alloy',
        ...common,
        ...dates,
      },
    })
  })

  it('for emotion-to-speech', async () => {
    const body = {
      model: 'audio_stable',
      voice_id: 'OA005',
      input: 'Hi.',
      vibe_id: 1,
      emotion: 'sad',
      custom_prompt: 'slow',
    }
    expect(await (await service.post(EMOTION, body)).json()).toEqual({
      success: true,
      result: {
        uuid: expect.any(String),
        voice_id: 'OA005',
        speed: 1,
        model: 'audio_stable',
        tts_input: 'Hi.',
        speaker_name: 'Nova',
        vibe_id: 1,
        emotion: 'sad',
        custom_prompt: 'slow',
        ...common,
        ...dates,
      },
    })
  })

  it('for a story', async () => {
    expect(await (await service.post(STORY, { name: 'Tale', blocks: [block] })).json()).toEqual({
      success: true,
      result: {
        uuid: expect.any(String),
        voice_id: '',
        speed: 1,
        model: 'tts-1',
        tts_input: 'Tale',
        speaker_name: null,
        file_size: 0,
        ...common,
        ...dates,
      },
    })
  })
})

describe('an invalid request is refused with 422 and the name of the field', () => {
  it.each([
    [TEXT, 'input', {}],
    [TEXT, 'input', { input: '' }],
    [TEXT, 'input', { input: TOO_LONG }],
    [TEXT, 'voice_id', { input: 'x', voice_id: 'OA999' }],
    [TEXT, 'voice_id', { input: 'x', voice_id: 'constructor' }],
    [TEXT, 'model', { input: 'x', model: 'tts-9' }],
    [TEXT, 'speed', { input: 'x', speed: 0.5 }],
    [TEXT, 'speed', { input: 'x', speed: 5 }],
    [TEXT, 'speed', { input: 'x', speed: 'fast' }],
    [TEXT, 'body', ['x']],
    [EMOTION, 'model', { input: 'x', model: 'tts-1' }],
    [EMOTION, 'vibe_id', { input: 'x', vibe_id: 999 }],
    [EMOTION, 'emotion', { input: 'x', emotion: 5 }],
    [STORY, 'name', { blocks: [block] }],
    [STORY, 'blocks', { name: 'x' }],
    [STORY, 'blocks', { name: 'x', blocks: [] }],
    [STORY, 'blocks[1].voice_id', { name: 'x', blocks: [block, { ...block, voice_id: 'nobody' }] }],
    [STORY, 'blocks[0].speed', { name: 'x', blocks: [{ ...block, speed: 4.5 }] }],
    [STORY, 'blocks[0].duration', { name: 'x', blocks: [{ ...block, duration: 'long' }] }],
    [STORY, 'blocks[0].input', { name: 'x', blocks: [{ ...block, input: TOO_LONG }] }],
  ])('%s: %s (case %#)', async (path, field, body) => {
    const response = await service.post(path, body)
    const { success, message, errors, request_id } = await refusal(response)
    expect([response.status, success]).toEqual([422, false])
    expect(errors.map((error) => error.field)).toEqual([field])
    expect(message).toContain(field)
    expect(response.headers.get('x-request-id')).toBe(request_id)
  })
})

describe('access', () => {
  it.each([[undefined], ['wrong'], [''], [`${TEST_KEY}x`]])(
    'is refused with 401 with the key %j',
    async (key) => {
      const response = await fetch(`${service.baseUrl}${TEXT}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-api-key': key }) },
        body: JSON.stringify({ input: 'x' }),
      })
      expect(response.status).toBe(401)
      expect(await refusal(response)).toMatchObject({ success: false, errors: [] })
    },
  )

  it('is refused for host names other than this machine’s, whatever the key', async () => {
    const headers = { 'x-api-key': TEST_KEY, host: 'rebound.example' }
    expect((await rawRequest({ path: '/uapi/v1/history', headers })).status).toBe(403)
    expect(
      (await rawRequest({ path: '/uapi/v1/history', headers: { ...headers, host: 'localhost:1' } })).status,
    ).toBe(200)
  })
})

describe('the service returns', () => {
  it('404 for an unknown path and an unknown conversion', async () => {
    expect((await service.get('/uapi/v1/nothing')).status).toBe(404)
    const response = await service.get('/uapi/v1/history/none')
    expect(response.status).toBe(404)
    expect((await refusal(response)).success).toBe(false)
  })

  it('405 with the allowed methods', async () => {
    const response = await service.get(TEXT)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    const history = await service.post('/uapi/v1/history', {})
    expect([history.status, history.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('400 for invalid JSON or UTF-8, and 415 for another type', async () => {
    const send = (body: string | Uint8Array<ArrayBuffer>, type: string) =>
      fetch(`${service.baseUrl}${TEXT}`, {
        method: 'POST',
        headers: { 'x-api-key': TEST_KEY, 'content-type': type },
        body,
      })
    expect((await send('{"input":', 'application/json')).status).toBe(400)
    expect((await send(Uint8Array.of(0x22, 0xff, 0x22), 'application/json')).status).toBe(400)
    expect((await send('{"input":"x"}', 'text/plain')).status).toBe(415)
    expect((await send('{"input":"x"}', 'application/json; charset=utf-8')).status).toBe(200)
  })

  it('413 for a body over the limit, by its announced or its actual length', async () => {
    const headers = { 'x-api-key': TEST_KEY, 'content-type': 'application/json' }
    const body = JSON.stringify({ input: 'x'.repeat(1024 * 1024) })
    const told = await rawRequest({
      path: TEXT,
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      body,
    })
    expect(told.status).toBe(413)
    const chunked = await rawRequest({
      path: TEXT,
      method: 'POST',
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      body,
    })
    expect(chunked.status).toBe(413)
    expect(JSON.parse(chunked.text)).toMatchObject({ success: false })
  })
})

describe('the list of', () => {
  it('history is paged, newest first', async () => {
    const first = await service.submit(TEXT, { input: 'First.' })
    const second = await service.submit(TEXT, { input: 'Second.' })
    const page = (await (await service.get('/uapi/v1/history?page=1&limit=2')).json()) as {
      result: { uuid: string }[]
      total: number
    }
    expect(page.result.map(({ uuid }) => uuid)).toEqual([second, first])
    expect(page.total).toBeGreaterThanOrEqual(2)
    expect((await service.get('/uapi/v1/history?page=0')).status).toBe(422)
  })

  it('master vibes has at least twelve, in the vibe envelope', async () => {
    const body = (await (await service.get('/uapi/v1/master-vibes')).json()) as { result: object[] }
    expect(body).toMatchObject({ success: true, message: null })
    expect(body.result.length).toBeGreaterThanOrEqual(12)
    for (const vibe of body.result) expect(vibe).toMatchObject({ type: 'api_vibe', user_id: null })
  })

  it('voices has a unique id for each', async () => {
    const { result } = (await (await service.get('/uapi/v1/voices')).json()) as { result: { id: string }[] }
    expect(result.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['OA001', 'OA006', 'ES-de', 'ES-fr-fr']),
    )
  })
})
