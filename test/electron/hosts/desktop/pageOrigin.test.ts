import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAppProtocol } from '../../../../electron/hosts/desktop/pageOrigin.ts'
import { createMedia } from '../../../../electron/hosts/page/media.ts'
import { decodeAudio } from '../../../../electron/lib/audio/decode.ts'
import { encodeWav } from '../../../../electron/lib/audio/wav.ts'
import { medianPitchHz } from '../../../support/measure.ts'
import { sine } from '../../lib/audio/signals.ts'
import { audioStoreWith } from '../audioStoreWith.ts'

const audio = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 241))
let folder: string
let handle: (request: Request) => Promise<Response>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-page-'))
  await mkdir(join(folder, 'page'))
  await writeFile(join(folder, 'page', 'index.html'), '<html><head></head><body></body></html>')
  await writeFile(join(folder, 'secret.js'), 'secret')
  const speech = encodeWav({ sampleRate: 22_050, samples: sine(180, 44_100) })
  const [noAudio, tone] = [audioStoreWith('a1', audio), audioStoreWith('speech', speech)]
  const project = {
    ...noAudio,
    find: (id: string) => (id === 'speech' ? tone : noAudio).find(id),
    read: (id: string, offset: number, length: number) =>
      (id === 'speech' ? tone : noAudio).read(id, offset, length),
  }
  const media = createMedia((projectId) => (projectId === 'p1' ? project : undefined))
  handle = createAppProtocol({ pageFolder: join(folder, 'page'), media })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the page is served with its nonce and a policy that allows no other origins', async () => {
  const response = await handle(new Request('app://fabula/index.html'))
  const nonce = /nonce="([^"]+)"/.exec(await response.text())?.[1]
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`'nonce-${nonce ?? 'missing'}'`)
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('stored audio is served in parts', async () => {
  const response = await handle(
    new Request('app://fabula/media/p1/a1', { headers: { range: 'bytes=10-270000' } }),
  )
  expect(response.status).toBe(206)
  expect(response.headers.get('content-range')).toBe('bytes 10-270000/300000')
  expect(Buffer.from(await response.arrayBuffer()).equals(audio.subarray(10, 270_001))).toBe(true)
})

test('a page that aborts a request stops the reading', async () => {
  const response = await handle(new Request('app://fabula/media/p1/a1'))
  const reader = response.body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
  await expect(reader?.cancel()).resolves.toBeUndefined()
})

describe('audio as it is played', () => {
  const ask = (query: string) => handle(new Request(`app://fabula/media/p1/speech?${query}`))

  test('is decoded from a position, at the requested sample rate and speed', async () => {
    const response = await ask('from=500&rate=1.5&sampleRate=48000')
    expect(response.status).toBe(200)
    const { samples, sampleRate } = await decodeAudio(new Uint8Array(await response.arrayBuffer()))
    expect([sampleRate, samples.length]).toEqual([48_000, 48_000]) // 1.5 s of 2 s, in 1 s
    expect(Math.abs((medianPitchHz({ samples, sampleRate }) ?? NaN) - 180)).toBeLessThan(3)
  })

  test('is no longer than requested', async () => {
    const response = await ask('from=500&rate=1&sampleRate=48000&most=250')
    expect((await decodeAudio(new Uint8Array(await response.arrayBuffer()))).samples.length).toBe(12_000)
  })

  test.each(['rate=3&from=0&sampleRate=48000', 'rate=1', 'rate=1&from=-1&sampleRate=48000'])(
    'is refused if the request is invalid: %s',
    async (query) => expect((await ask(query)).status).toBe(400),
  )

  test('is refused if it cannot be decoded', async () => {
    const response = await handle(new Request('app://fabula/media/p1/a1?from=0&rate=1&sampleRate=48000'))
    expect(response.status).toBe(422)
  })

  test('is not decoded further after the page has disconnected', async () => {
    const response = await ask('from=0&rate=0.5&sampleRate=384000')
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    await expect(reader?.cancel()).resolves.toBeUndefined()
  })
})

describe('the origin does not serve', () => {
  test.each([
    'app://fabula/%2e%2e/secret.js',
    'app://fabula/..%2fsecret.js',
    'app://fabula/..%5csecret.js',
    'app://fabula/media/p1/a2',
    'app://fabula/media/p2/a1',
    'app://other/index.html',
    'app://fabula.example/index.html',
    'app://fabula:1/index.html',
    'https://fabula/index.html',
  ])('%s', async (url) => {
    const response = await handle(new Request(url))
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('secret')
  })

  test('requests that write', async () => {
    expect((await handle(new Request('app://fabula/index.html', { method: 'POST', body: 'x' }))).status).toBe(
      405,
    )
  })
})
