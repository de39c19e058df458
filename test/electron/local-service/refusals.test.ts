import { mkdtempSync, rmSync } from 'node:fs'
import { request, type ClientRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createRateLimit } from '../../../electron/local-service/http/httpServer.ts'
import { refusalSchema } from '../../../shared/speech-api/errors.ts'
import { runService, TEST_KEY, type TestService } from './runService.ts'
import { long } from '../../support/tags.ts'

const folders: string[] = []
const services: TestService[] = []

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop('SIGKILL')))
  for (const folder of new Set(folders)) rmSync(folder, { recursive: true })
})

async function start(options: string[] = [], folder = mkdtempSync(join(tmpdir(), 'fabula-service-'))) {
  folders.push(folder)
  const service = await runService(folder, options)
  services.push(service)
  return service
}

const TEXT = '/uapi/v1/text-to-speech'

/** An unfinished JSON request, which `fetch` could not send. */
function begin(service: TestService, path: string, headers: Record<string, string | number> = {}) {
  const { hostname, port } = new URL(service.baseUrl)
  const sent = request({
    hostname,
    port,
    path,
    method: 'POST',
    headers: { 'x-api-key': TEST_KEY, 'content-type': 'application/json', ...headers },
  })
  const answer = new Promise<{ status: number; headers: object; text: string }>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
  })
  return { sent, answer }
}

const arrived = (sent: ClientRequest) => new Promise((resolve) => sent.write('{"input":', resolve))

describe('every refusal', () => {
  it('has the same shape, with its own request id that is also in a header', long, async () => {
    const service = await start()
    const limited = await start(['--rate', '1'])
    await limited.get('/uapi/v1/voices')
    const json = { 'content-type': 'application/json', 'x-api-key': TEST_KEY }
    const post = (body: string, headers: Record<string, string> = json) =>
      fetch(`${service.baseUrl}${TEXT}`, { method: 'POST', headers, body })
    const refused: [number, Response][] = [
      [400, await post('{')],
      [401, await post('{}', { 'content-type': 'application/json' })],
      [404, await service.get('/uapi/v1/nothing')],
      [404, await service.get('/uapi/v1/history/none')],
      [404, await service.send('DELETE', '/uapi/v1/custom-vibes/999999')],
      [404, await service.get('/media/nothing.mp3')],
      [405, await service.get(TEXT)],
      [405, await service.send('PATCH', '/uapi/v1/custom-vibes/1')],
      [405, await service.send('PUT', '/uapi/v1/custom-vibes/search')],
      [413, await post(JSON.stringify({ input: 'x'.repeat(1024 * 1024) }))],
      [415, await post('input=x', { ...json, 'content-type': 'application/x-www-form-urlencoded' })],
      [422, await post('{"input":""}')],
      [429, await limited.get('/uapi/v1/voices')],
    ]
    const requestIds = new Set<string>()
    for (const [status, response] of refused) {
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const body = refusalSchema.parse(await response.json())
      expect(body.message.length).toBeGreaterThan(10)
      expect(body.request_id).toBe(response.headers.get('x-request-id'))
      expect(body.errors.length > 0).toBe(status === 422)
      expect(response.headers.has('allow')).toBe(status === 405)
      expect(response.headers.has('retry-after')).toBe(status === 429)
      requestIds.add(body.request_id)
    }
    expect(requestIds.size).toBe(refused.length)
    expect((await service.get('/uapi/v1/voices')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('the request rate', () => {
  it('is unlimited unless a limit is set', long, async () => {
    const service = await start()
    const all = await Promise.all(Array.from({ length: 150 }, () => service.get('/uapi/v1/history')))
    expect(all.every(({ status }) => status === 200)).toBe(true)
  })

  it(
    'above the limit is refused with the seconds to wait, without a new conversion, but audio and health stay available',
    long,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
      const service = await start(['--rate', '3'], folder)
      for (let count = 0; count < 3; count++) {
        expect((await service.post(TEXT, { input: 'Hello.' })).status).toBe(200)
      }
      const refused = await service.post(TEXT, { input: 'Hello.' })
      const seconds = Number(refused.headers.get('retry-after'))
      expect([refused.status, Number.isInteger(seconds)]).toEqual([429, true])
      expect(seconds).toBeGreaterThanOrEqual(1)
      expect(seconds).toBeLessThanOrEqual(60)
      expect((await fetch(`${service.baseUrl}${TEXT}`, { method: 'POST' })).status).toBe(401)
      for (const path of ['/healthz', '/', '/openapi.json']) {
        expect((await fetch(`${service.baseUrl}${path}`)).status).toBe(200)
      }
      await service.stop()
      const unlimited = await start([], folder)
      expect(await (await unlimited.get('/uapi/v1/history')).json()).toMatchObject({ total: 3 })
    },
  )

  it('is limited for any minute, not for each minute of the clock', () => {
    let nowMs = 0
    const limit = createRateLimit(2, () => nowMs)
    expect(limit.take()).toBeNull()
    nowMs = 50_000
    expect(limit.take()).toBeNull()
    nowMs = 59_000
    expect(limit.take()).toBe(1_000)
    nowMs = 60_000
    expect(limit.take()).toBeNull()
    nowMs = 61_000
    expect(limit.take()).toBe(49_000)
    expect(createRateLimit(null, () => 0).take()).toBeNull()
  })
})

describe('a service that is asked to end', () => {
  it(
    'answers running requests, accepts no new ones, and continues the conversion when it is restarted',
    long,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
      const service = await start([], folder)
      const { sent, answer } = begin(service, TEXT)
      await arrived(sent)
      // An answer to a later request shows that the service has seen the first.
      await service.get('/healthz')
      const exit = service.stop('SIGTERM')
      await expect
        .poll(() => fetch(`${service.baseUrl}/healthz`).then(String, () => 'refused'))
        .toBe('refused')
      sent.end('"A story that must not be lost."}')
      const { status, headers, text } = await answer
      expect([status, headers]).toMatchObject([200, { connection: 'close' }])
      await exit
      expect(service.process.exitCode).toBe(0)

      const { result } = JSON.parse(text) as { result: { uuid: string } }
      const again = await start([], folder)
      expect((await again.follow(result.uuid)).final).toMatchObject({ status: 2, percentage: 100 })
    },
  )
})
