import type { ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  BUILT_IN_PACE,
  downloadAudio,
  followConversion,
  type FollowProgress,
  HOSTED_PACE,
  type Pace,
} from '../../../electron/speech/followConversion.ts'
import { createSpeechClient } from '../../../electron/speech/speechClient.ts'
import {
  type FaultScript,
  recordBody,
  sendHtml,
  sendJson,
  sendMedia,
  sendNoSuchEndpoint,
} from '../../fakes/faultServer.ts'
import type { Timeouts } from '../../../electron/lib/http/httpExchange.ts'
import {
  CANARY_KEY,
  faultServer,
  hostedConnection,
  PATIENT,
  QUICK,
  tempFolder,
  testClock,
  type TestClock,
} from './support.ts'
import { bytesOf } from '../project/support.ts'

async function follow(
  history: NonNullable<FaultScript['history']>,
  {
    pace = HOSTED_PACE,
    signal = new AbortController().signal,
    clock = testClock(),
    timeouts = PATIENT,
  }: { pace?: Pace; signal?: AbortSignal; clock?: TestClock; timeouts?: Timeouts } = {},
) {
  const server = await faultServer({ history })
  const client = createSpeechClient({
    baseUrl: server.baseUrl,
    key: () => CANARY_KEY,
    timeouts,
    clock,
  })
  const seen: FollowProgress[] = []
  /** The ms until the next query, each time that the service did not answer; null once it did. */
  const nextTries: (number | null)[] = []
  const end = await followConversion({
    last: null,
    ask: (asking) => client.history('conversion-1', asking),
    pace,
    clock,
    random: () => 0.5,
    signal,
    onProgress: (progress) => seen.push(progress),
    onRetry: (nextMs) => nextTries.push(nextMs === null ? null : nextMs - clock.now()),
  })
  return { end, seen, nextTries, client, server, clock }
}

const record = (fields: Record<string, unknown>) => recordBody(fields)
const running = (percentage: number, status = 1) => record({ status, status_percentage: percentage })
const done = record({ status: 2, status_percentage: 100, media_url: '/audio.mp3' })

test('follows through all states to the end, with a percentage that only rises', async () => {
  const answers = [
    ...[running(10), running(20, 11), running(40, 12), running(30, 13), running(50, 14), running(60, 77)],
    done,
  ]
  const { end, seen } = await follow((response, asked) => sendJson(response, 200, answers[asked]))
  expect(end).toMatchObject({ kind: 'completed', conversion: { mediaUrl: '/audio.mp3' } })
  expect(seen.map(({ status }) => status)).toEqual([1, 11, 12, 13, 14, 77, 2])
  expect(seen.map(({ percentage }) => percentage)).toEqual([10, 20, 40, 40, 50, 60, 100])
})

test('reports the remaining time once there are enough data', async () => {
  const answers = [running(0), running(20), running(60), done]
  const { seen, clock } = await follow((response, asked) => sendJson(response, 200, answers[asked]))
  const [first = 0, second = 0] = clock.waits
  expect(seen.map(({ remainingMs }) => remainingMs)).toEqual([
    null,
    first * 4,
    Math.round(((first + second) * 40) / 60),
    0,
  ])
})

test('polls less and less often, up to the longest interval', async () => {
  const { clock } = await follow((response, asked) =>
    sendJson(response, 200, asked < 20 ? running(asked) : done),
  )
  expect(clock.waits[0]).toBe(1_000)
  expect(clock.waits.every((wait, index) => wait >= (clock.waits[index - 1] ?? 0))).toBe(true)
  expect(clock.waits.at(-1)).toBe(30_000)
})

test('asks a service on this computer more often again towards the end', async () => {
  const { clock } = await follow(
    (response, asked) => sendJson(response, 200, asked < 60 ? running(Math.min(99, 2 * asked)) : done),
    { pace: BUILT_IN_PACE },
  )
  expect(Math.max(...clock.waits)).toBe(BUILT_IN_PACE.longestMs)
  expect(clock.waits.at(-1)).toBeLessThan(BUILT_IN_PACE.longestMs / 2)
  expect(Math.min(...clock.waits)).toBe(BUILT_IN_PACE.firstMs)
})

test('continues through HTML pages, broken JSON, timeouts and resets, and ends with the record', async () => {
  const { end } = await follow(
    (response, asked) => {
      if (asked === 0) sendHtml(response, 502)
      else if (asked === 1) response.end('{"success":')
      else if (asked === 2) sendJson(response, 200, { success: true, result: null })
      else if (asked === 3) response.destroy()
      else if (asked === 5) sendJson(response, 500, { success: false, message: 'restarting' })
      else if (asked === 6) sendJson(response, 200, done)
    },
    { timeouts: QUICK },
  )
  expect(end.kind).toBe('completed')
})

test('continues after the computer slept, even while its network is not yet back', async () => {
  const NIGHT_MS = 8 * 3_600_000
  const clock = testClock()
  let isNight = true
  const sleepy: TestClock = {
    ...clock,
    async sleep(ms, signal) {
      await clock.sleep(isNight ? ms + NIGHT_MS : ms, signal)
      isNight = false
    },
  }
  const { end, seen, nextTries } = await follow(
    (response, asked) => {
      if (asked === 0) sendJson(response, 200, running(10))
      else if (asked < 4) response.destroy()
      else sendJson(response, 200, done)
    },
    { clock: sleepy },
  )
  expect(end.kind).toBe('completed')
  expect(clock.now() - 1_700_000_000_000).toBeGreaterThan(NIGHT_MS)
  expect(seen).toHaveLength(2)
  expect(nextTries).toEqual([...clock.waits.slice(1), null])
})

test('does not accept the record of another conversion', async () => {
  const { end } = await follow((response, asked) =>
    sendJson(response, 200, asked === 0 ? record({ uuid: 'another', status: 2 }) : done),
  )
  expect(end).toMatchObject({ kind: 'completed', conversion: { uuid: 'conversion-1' } })
})

test('gives up after a period of only errors, with the last error', async () => {
  const pace: Pace = { ...HOSTED_PACE, giveUpAfterMs: 20_000 }
  const { end, clock } = await follow((response) => sendHtml(response, 502), { pace })
  expect(end).toMatchObject({
    kind: 'lost',
    error: { code: 'service-refused-unexplained', params: { status: 502 } },
  })
  const waited = clock.waits.reduce((sum, wait) => sum + wait, 0)
  expect(waited).toBeGreaterThanOrEqual(20_000)
  expect(waited).toBeLessThan(40_000)
})

test('waits as long as a busy service requests, in seconds or until a date', async () => {
  const { end, clock, nextTries } = await follow((response, asked) => {
    if (asked === 0) sendJson(response, 429, {}, { 'retry-after': '44' })
    else if (asked === 1)
      sendJson(response, 429, {}, { 'retry-after': new Date(clock0 + 104_000).toUTCString() })
    else sendJson(response, 200, done)
  })
  expect(end.kind).toBe('completed')
  expect(clock.waits).toEqual([44_000, 60_000])
  expect(nextTries).toEqual([])
})
const clock0 = 1_700_000_000_000

test.each([401, 402, 403, 422])('stops immediately on %s', async (status) => {
  const { end, server } = await follow((response) => sendJson(response, status, { message: 'no' }))
  expect(end.kind).toBe('lost')
  expect(server.historyAsks()).toBe(1)
})

const forget = (response: ServerResponse) =>
  sendJson(response, 404, { success: false, message: 'No such conversion' })

test.each([
  ['404 as at an endpoint that does not exist', sendNoSuchEndpoint],
  ['405', (response: ServerResponse) => sendJson(response, 405, {})],
] as const)('treats %s as a server without history, until it returns a record', async (_, answer) => {
  const { end, client, server } = await follow(answer)
  expect(end.kind).toBe('no-history')
  expect(server.historyAsks()).toBe(1)
  server.script = { history: (response, __, uuid) => sendJson(response, 200, record({ uuid })) }
  expect(await client.history('another')).toMatchObject({ kind: 'found' })
})

test.each([
  ['404 in words of its own', forget],
  [
    '404 in words of its own with the path',
    (response: ServerResponse) =>
      sendJson(response, 404, { success: false, message: 'There is nothing here: conversion-1' }),
  ],
  [
    '404 with other fields',
    (response: ServerResponse) => sendJson(response, 404, { message: 'There is nothing here' }),
  ],
  ['410', (response: ServerResponse) => sendJson(response, 410, {})],
] as const)(
  'treats %s as a conversion that the service does not know, and still queries others',
  async (_, answer) => {
    const { end, client, server } = await follow(answer)
    expect(end.kind).toBe('forgotten')
    server.script = { history: (response, __, uuid) => sendJson(response, 200, record({ uuid })) }
    expect(await client.history('another')).toMatchObject({ kind: 'found' })
  },
)

test('treats 404 as a forgotten conversion if the server has already returned a record', async () => {
  const { end } = await follow((response, asked) =>
    asked === 0 ? sendJson(response, 200, running(5)) : sendNoSuchEndpoint(response),
  )
  expect(end.kind).toBe('forgotten')
})

test('waits a little for a conversion that the service does not know yet', async () => {
  const { end } = await follow((response, asked) =>
    asked < 3 ? forget(response) : sendJson(response, 200, done),
  )
  expect(end.kind).toBe('completed')
})

test('a failed conversion ends with the service’s error message', async () => {
  const { end } = await follow((response) =>
    sendJson(response, 200, record({ status: 3, error_message: 'The voice is ill' })),
  )
  expect(end).toMatchObject({ kind: 'failed', conversion: { errorMessage: 'The voice is ill' } })
})

test('stops when it is cancelled, even in the middle of a query', async () => {
  const stop = new AbortController()
  const { end, seen } = await follow(
    (response, asked) => (asked === 0 ? sendJson(response, 200, running(5)) : stop.abort()),
    { signal: stop.signal },
  )
  expect(end).toEqual({ kind: 'stopped' })
  expect(seen).toHaveLength(1)
})

test.each(['', '.', '..'])('sends no request if an id would lead to another endpoint: “%s”', async (uuid) => {
  const asked: string[] = []
  const { client, server } = await follow((response) => sendJson(response, 200, done))
  server.script = { media: (response, _, { path }) => void (asked.push(path), response.end()) }
  const before = server.historyAsks()
  expect(await client.history(uuid)).toEqual({ kind: 'forgotten' })
  expect([server.historyAsks(), ...asked]).toEqual([before])
})

test('an id with slashes is encoded as one segment of the path', async () => {
  const uuids: string[] = []
  const { client, server } = await follow((response) => sendJson(response, 200, done))
  server.script.history = (response, _, uuid) => {
    uuids.push(uuid)
    sendJson(response, 200, running(1))
  }
  await client.history('../../custom-vibes/7')
  expect(uuids).toEqual([encodeURIComponent('../../custom-vibes/7')])
})

const BYTES = bytesOf(300_000)

async function download(
  media: NonNullable<FaultScript['media']>,
  options: { mediaUrl?: string; maxBytes?: number } = {},
) {
  const server = await faultServer({ media })
  const path = join(tempFolder(), 'audio.part')
  const clock = testClock()
  const { mediaUrl = '/media/audio.mp3', ...rest } = options
  const run = downloadAudio({
    mediaUrl,
    connection: hostedConnection(server.baseUrl),
    path,
    clock,
    timeouts: PATIENT,
    ...rest,
  })
  return { run, server, clock, read: () => readFileSync(path) }
}

test('fetches audio from an address relative to the service, with the key', async () => {
  const { run, server, read } = await download((response, _, request) => sendMedia(response, request, BYTES))
  expect(await run).toBe(BYTES.length)
  expect(read().equals(BYTES)).toBe(true)
  expect(server.mediaRequests[0]?.headers['x-api-key']).toBe(CANARY_KEY)
})

test.each([0, 1, 17, 65_536, 123_456, 299_999])(
  'resumes if a connection was cut after %i bytes',
  async (cutAfter) => {
    const { run, server, read } = await download((response, asked, request) =>
      sendMedia(response, request, BYTES, asked === 0 ? { cutAfter } : {}),
    )
    await run
    expect(read().equals(BYTES)).toBe(true)
    expect(server.mediaRequests).toHaveLength(2)
    const second = server.mediaRequests[1]?.headers
    // A cut connection may lose data in transit, but data that has arrived is not requested again.
    if (second?.range !== undefined)
      expect(Number(/\d+/.exec(second.range)?.[0])).toBeLessThanOrEqual(cutAfter)
  },
)

test('starts again if the file changed in between, and never mixes two versions', async () => {
  const changed = bytesOf(250_000, 9)
  const { run, read } = await download((response, asked, request) =>
    asked === 0
      ? sendMedia(response, request, BYTES, { cutAfter: 200_000 })
      : sendMedia(response, request, changed, { etag: '"two"' }),
  )
  await run
  expect(read().equals(changed)).toBe(true)
})

test('starts again if the server supports neither validators nor ranges', async () => {
  const { run, server, read } = await download((response, asked) => {
    response.writeHead(200, { 'content-length': BYTES.length })
    if (asked === 0) response.write(BYTES.subarray(0, 100_000), () => response.destroy())
    else response.end(BYTES)
  })
  await run
  expect(read().equals(BYTES)).toBe(true)
  expect(server.mediaRequests[1]?.headers.range).toBeUndefined()
})

test('starts again if a server sends another range than requested', async () => {
  const { run, read } = await download((response, asked, request) => {
    if (asked === 0) return sendMedia(response, request, BYTES, { cutAfter: 200_000 })
    if (asked > 1) return sendMedia(response, request, BYTES)
    response
      .writeHead(206, { 'content-range': `bytes 5-${BYTES.length - 1}/${BYTES.length}` })
      .end(BYTES.subarray(5))
  })
  await run
  expect(read().equals(BYTES)).toBe(true)
})

test('gives up after several attempts without progress, with increasing waits', async () => {
  const { run, server, clock } = await download((response) => response.destroy())
  await expect(run).rejects.toMatchObject({ code: 'service-cut-off' })
  expect(server.mediaRequests).toHaveLength(5)
  expect(clock.waits).toEqual([1_000, 2_000, 4_000, 8_000])
})

test('retries after 503 when the server asks for it, but not after 404', async () => {
  const { run, clock } = await download((response, asked, request) =>
    asked === 0
      ? void response.writeHead(503, { 'retry-after': '33' }).end()
      : sendMedia(response, request, BYTES),
  )
  await run
  expect(clock.waits).toEqual([33_000])
  const gone = await download((response) => void response.writeHead(404).end())
  await expect(gone.run).rejects.toMatchObject({ code: 'audio-unavailable', params: { status: 404 } })
  expect(gone.server.mediaRequests).toHaveLength(1)
})

test('refuses audio over the limit, whether its length is announced or not', async () => {
  const announced = await download((response, _, request) => sendMedia(response, request, BYTES), {
    maxBytes: 1000,
  })
  await expect(announced.run).rejects.toMatchObject({ code: 'audio-too-large' })
  const unannounced = await download((response) => void response.end(BYTES), { maxBytes: 1000 })
  await expect(unannounced.run).rejects.toMatchObject({ code: 'audio-too-large' })
})

test.each([
  'http://elsewhere.example/audio.mp3',
  'http://127.0.0.1:9/audio.mp3',
  'file:///etc/passwd',
  'data:audio/mpeg;base64,AAAA',
  'https://name:word@elsewhere.example/audio.mp3',
  'https://',
])('refuses the address %s, direct or by redirect', async (address) => {
  const given = await download(() => undefined, { mediaUrl: address })
  await expect(given.run).rejects.toMatchObject({ code: 'audio-address-refused' })
  const redirected = await download((response) => void response.writeHead(302, { location: address }).end())
  await expect(redirected.run).rejects.toMatchObject({ code: 'audio-address-refused' })
})

test('follows a redirect on its own origin, and detects loops', async () => {
  const { run, read } = await download((response, asked, request) =>
    asked === 0
      ? void response.writeHead(302, { location: 'moved.mp3' }).end()
      : sendMedia(response, request, BYTES),
  )
  await run
  expect(read().equals(BYTES)).toBe(true)
  const circle = await download(
    (response) => void response.writeHead(302, { location: '/media/audio.mp3' }).end(),
  )
  await expect(circle.run).rejects.toMatchObject({ code: 'audio-unavailable' })
})
