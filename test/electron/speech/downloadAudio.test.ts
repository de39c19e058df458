import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { downloadAudio } from '../../../electron/speech/downloadAudio.ts'
import { sendMedia, type FaultScript } from '../../fakes/faultServer.ts'
import { bytesOf } from '../project/support.ts'
import { CANARY_KEY, faultServer, hostedConnection, PATIENT, tempFolder, testClock } from './support.ts'

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

test('fetches audio from an address that is relative to the service, with the key', async () => {
  const { run, server, read } = await download((response, _, request) => sendMedia(response, request, BYTES))
  expect(await run).toBe(BYTES.length)
  expect(read().equals(BYTES)).toBe(true)
  expect(server.mediaRequests[0]?.headers['x-api-key']).toBe(CANARY_KEY)
})

test.each([0, 1, 17, 65_536, 123_456, 299_999])(
  'goes on where a connection was cut after %i bytes',
  async (cutAfter) => {
    const { run, server, read } = await download((response, asked, request) =>
      sendMedia(response, request, BYTES, asked === 0 ? { cutAfter } : {}),
    )
    await run
    expect(read().equals(BYTES)).toBe(true)
    expect(server.mediaRequests).toHaveLength(2)
    const second = server.mediaRequests[1]?.headers
    // A cut connection may lose what was on its way, but never asks for what has arrived.
    if (second?.range !== undefined)
      expect(Number(/\d+/.exec(second.range)?.[0])).toBeLessThanOrEqual(cutAfter)
  },
)

test('starts again where the file changed in between, and never mixes two', async () => {
  const changed = bytesOf(250_000, 9)
  const { run, read } = await download((response, asked, request) =>
    asked === 0
      ? sendMedia(response, request, BYTES, { cutAfter: 200_000 })
      : sendMedia(response, request, changed, { etag: '"two"' }),
  )
  await run
  expect(read().equals(changed)).toBe(true)
})

test('starts again where the server knows neither validators nor ranges', async () => {
  const { run, server, read } = await download((response, asked) => {
    response.writeHead(200, { 'content-length': BYTES.length })
    if (asked === 0) response.write(BYTES.subarray(0, 100_000), () => response.destroy())
    else response.end(BYTES)
  })
  await run
  expect(read().equals(BYTES)).toBe(true)
  expect(server.mediaRequests[1]?.headers.range).toBeUndefined()
})

test('starts again where a server sends another part than the one asked for', async () => {
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

test('gives up after several tries that bring nothing, with ever longer waits', async () => {
  const { run, server, clock } = await download((response) => response.destroy())
  await expect(run).rejects.toMatchObject({ code: 'service-cut-off' })
  expect(server.mediaRequests).toHaveLength(5)
  expect(clock.waits).toEqual([1_000, 2_000, 4_000, 8_000])
})

test('tries again on 503 and as late as the server asks, and not on 404', async () => {
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

test('refuses audio beyond the limit, announced or not', async () => {
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
])('refuses the address %s, given or by redirect', async (address) => {
  const given = await download(() => undefined, { mediaUrl: address })
  await expect(given.run).rejects.toMatchObject({ code: 'audio-address-refused' })
  const redirected = await download((response) => void response.writeHead(302, { location: address }).end())
  await expect(redirected.run).rejects.toMatchObject({ code: 'audio-address-refused' })
})

test('follows a redirect on its own origin, and does not run in circles', async () => {
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
