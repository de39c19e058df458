import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../shared/speech-api/endpoints.ts'
import { describeApi } from '../../../shared/speech-api/openApi.ts'
import { isValid } from '../../shared/speech-api/jsonSchema.ts'
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

const api = describeApi()

/** Whether the description allows this answer at this path. */
function isDescribed(method: string, path: string, status: number, body: unknown): boolean {
  const response = api.paths[path]?.[method.toLowerCase()]?.responses[status]
  const schema = response?.content?.['application/json']?.schema
  return schema !== undefined && isValid(schema, body, api.components.schemas)
}

describe('the description', () => {
  it('is served to anyone, and is generated from the schemas', async () => {
    const response = await fetch(`${service.baseUrl}/openapi.json`)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(api)))
  })

  it('has no route that the service does not have', async () => {
    for (const { method, path, isPublic } of ENDPOINTS) {
      const url = `${service.baseUrl}${path.replace(/\{\w+\}/g, 'x')}`
      const headers: Record<string, string> = isPublic ? {} : { 'x-api-key': TEST_KEY }
      const response = await fetch(url, { method: 'PATCH', headers })
      expect([path, response.status]).toEqual([path, 405])
      expect(response.headers.get('allow')?.split(', ')).toContain(method)
      expect([path, (await fetch(url, { method: 'PATCH' })).status]).toEqual([path, isPublic ? 405 : 401])
    }
  })

  it('matches the service: real answers and refusals conform to it', async () => {
    const V1 = '/uapi/v1'
    const ask = async (method: string, path: string, actual: string, body?: unknown) => {
      const response = await service.send(method, actual, body)
      const json: unknown = await response.json()
      expect([method, actual, isDescribed(method, path, response.status, json), json]).toEqual([
        method,
        actual,
        true,
        json,
      ])
      return json as { result: { id: number; uuid: string } }
    }
    const { result: text } = await ask('POST', `${V1}/text-to-speech`, `${V1}/text-to-speech`, {
      input: 'Hi.',
    })
    const { result: story } = await ask('POST', `${V1}/story-maker`, `${V1}/story-maker`, {
      name: 'Tale',
      blocks: [{ input: 'Hi.' }],
    })
    const emotion = `${V1}/text-to-speech-advanced`
    await ask('POST', emotion, emotion, { input: 'Hi.', vibe_id: 1 })
    await ask('POST', emotion, emotion, { input: 'Hi.', vibe_id: 999 })
    for (const { uuid } of [text, story]) {
      await service.follow(uuid)
      await ask('GET', `${V1}/history/{uuid}`, `${V1}/history/${uuid}`)
    }
    await ask('GET', `${V1}/history/{uuid}`, `${V1}/history/none`)
    await ask('DELETE', `${V1}/history/{uuid}`, `${V1}/history/${text.uuid}`)
    await ask('DELETE', `${V1}/history/{uuid}`, `${V1}/history/none`)
    await ask('GET', `${V1}/history`, `${V1}/history?limit=2`)
    await ask('GET', `${V1}/history`, `${V1}/history?limit=0`)
    const vibes = `${V1}/custom-vibes`
    const { result: vibe } = await ask('POST', vibes, vibes, { vibe: 'One', prompt: 'calm' })
    await ask('PUT', `${vibes}/{id}`, `${vibes}/${vibe.id}`, { vibe: 'Two', prompt: 'loud' })
    await ask('GET', vibes, vibes)
    await ask('GET', `${vibes}/search`, `${vibes}/search?key=two`)
    await ask('GET', `${vibes}/search`, `${vibes}/search`)
    await ask('DELETE', `${vibes}/{id}`, `${vibes}/${vibe.id}`)
    await ask('DELETE', `${vibes}/{id}`, `${vibes}/${vibe.id}`)
    for (const path of ['master-vibes', 'voices', 'webhook-key'])
      await ask('GET', `${V1}/${path}`, `${V1}/${path}`)
    await ask('GET', '/healthz', '/healthz')
  })
})

describe('the page', () => {
  it('lists every endpoint, loads no resources, runs no scripts, and allows only its own style', async () => {
    const response = await fetch(`${service.baseUrl}/`)
    const page = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const { method, path } of ENDPOINTS) expect(page).toContain(`<code>${method} ${path}</code>`)
    for (const shown of [
      'At most 10,000 characters',
      'From 1 to 4.',
      '"OA001" by default',
      service.baseUrl,
    ]) {
      expect(page.replaceAll('&quot;', '"')).toContain(shown)
    }
    expect(page).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|style="|@import|url\(/i)
    expect([...page.matchAll(/(?:href|src)="([^"]*)"/g)].every(([, to = '']) => /^[#/](?!\/)/.test(to))).toBe(
      true,
    )
    expect(page).not.toContain(TEST_KEY)

    const policy = response.headers.get('content-security-policy') ?? ''
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    expect(style).toContain('color-scheme: light dark')
  })

  it('contains the targets of its links', async () => {
    const page = await (await fetch(`${service.baseUrl}/`)).text()
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name)
    expect(links.length).toBeGreaterThan(5)
    for (const name of links) expect(page).toContain(`id="${name}"`)
  })
})
