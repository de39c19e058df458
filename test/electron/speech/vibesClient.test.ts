import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createVibesClient } from '../../../electron/speech/vibesClient.ts'
import { sendHtml, sendJson } from '../../fakes/faultServer.ts'
import { vibeRecord, vibeServer, type Behaviour, type ReceivedRequest } from './vibeServer.ts'
import { CANARY_KEY, everythingOf, keyFormsIn, PATIENT, QUICK, testClock } from './support.ts'
import { long } from '../../support/tags.ts'

const WISE = { vibe: 'Wise', prompt: 'Slow and kind.' }
const envelope = (result: unknown) => ({ success: true, result, message: null })

async function clientFor(behaviour: Behaviour, timeouts = PATIENT) {
  const server = await vibeServer(behaviour)
  const clock = testClock()
  const key = () => CANARY_KEY
  return {
    server,
    clock,
    client: createVibesClient({ baseUrl: server.baseUrl, key, timeouts, clock }),
  }
}
const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    sendJson(response, status, body, headers)
const cut = (response: ServerResponse) => void response.destroy()
const oneAfterAnother =
  (...answers: ((response: ServerResponse, request: ReceivedRequest) => void)[]): Behaviour =>
  (response, request, asked) =>
    (answers[asked] ?? answers.at(-1))?.(response, request)

test('sends each of the six requests as published, with the key', async () => {
  const { server, client } = await clientFor((response, { method, path }) => {
    const isOne = method !== 'GET'
    sendJson(response, 200, envelope(isOne ? vibeRecord(7, WISE) : [vibeRecord(7, WISE)]))
    expect(path).toMatch(/^\/uapi\/v1\/(custom|master)-vibes/)
  })
  const wise = { id: 7, name: 'Wise', prompt: 'Slow and kind.', isMaster: false }
  expect(await client.listCustom()).toMatchObject([wise])
  expect(await client.listMaster()).toMatchObject([wise])
  expect(await client.search('ki&nd +é')).toMatchObject([wise])
  expect(await client.create(WISE)).toMatchObject(wise)
  expect(await client.update(7, WISE)).toMatchObject(wise)
  expect(await client.remove(7)).toBe(true)
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /uapi/v1/custom-vibes',
    'GET /uapi/v1/master-vibes',
    'GET /uapi/v1/custom-vibes/search?key=ki%26nd+%2B%C3%A9',
    'POST /uapi/v1/custom-vibes',
    'PUT /uapi/v1/custom-vibes/7',
    'DELETE /uapi/v1/custom-vibes/7',
  ])
  expect(server.requests.map(({ headers }) => headers['x-api-key'])).toEqual(Array(6).fill(CANARY_KEY))
  const bodies = server.requests.flatMap(({ body }) => (body === '' ? [] : [JSON.parse(body) as unknown]))
  expect(bodies).toEqual([WISE, WISE])
})

test('a server without a library is recognized as such, without an error', async () => {
  const { client } = await clientFor(answer(404, { success: false, message: 'Not found' }))
  expect(await client.listCustom()).toBeNull()
  await expect(client.create(WISE)).rejects.toMatchObject({ code: 'vibes-not-offered' })
  await expect(client.search('x')).rejects.toMatchObject({ code: 'vibes-not-offered' })
})

test.each([
  ['a cut connection', cut],
  ['silence', () => undefined],
  ['a proxy’s 502', (response: ServerResponse) => sendHtml(response, 502)],
  ['too many requests', answer(429, {}, { 'retry-after': '2' })],
])('retries after %s, with increasing waits, at most three times', long, async (name, bad) => {
  const patience = name === 'silence' ? QUICK : PATIENT
  const { server, clock, client } = await clientFor(
    oneAfterAnother(bad, bad, answer(200, envelope([]))),
    patience,
  )
  expect(await client.listCustom()).toEqual([])
  expect(server.requests).toHaveLength(3)
  expect(clock.waits).toEqual(name === 'too many requests' ? [2_000, 2_000] : [400, 1_600])
  const hopeless = await clientFor(bad, patience)
  await expect(hopeless.client.update(7, WISE)).rejects.toMatchObject({
    code: expect.stringMatching(/^service-/),
  })
  expect(hopeless.server.requests).toHaveLength(3)
})

test('a service that requests a long wait is reported at once', async () => {
  const { server, client } = await clientFor(answer(429, {}, { 'retry-after': '60' }))
  await expect(client.listCustom()).rejects.toMatchObject({ code: 'service-busy', params: { seconds: 60 } })
  expect(server.requests).toHaveLength(1)
})

test.each([
  ['a cut connection', cut],
  ['silence', () => undefined],
  ['a proxy’s 502', (response: ServerResponse) => sendHtml(response, 502)],
  ['a page', (response: ServerResponse) => sendHtml(response, 200)],
])('creates only once, and reports an unknown outcome after %s', async (name, bad) => {
  const { server, client } = await clientFor(bad, name === 'silence' ? QUICK : PATIENT)
  await expect(client.create(WISE)).rejects.toMatchObject({ code: 'vibe-outcome-unknown' })
  expect(server.requests).toHaveLength(1)
})

test('reports clearly that a create request was refused or never sent', async () => {
  const { server, client } = await clientFor(
    answer(422, { success: false, message: 'vibe must not be empty' }),
  )
  await expect(client.create(WISE)).rejects.toMatchObject({
    code: 'service-refused',
    params: { message: 'vibe must not be empty' },
  })
  await server.close()
  await expect(client.create(WISE)).rejects.toMatchObject({ code: 'service-unreachable' })
})

test('a vibe that was deleted elsewhere makes a change fail, but not a delete', async () => {
  const { client } = await clientFor(answer(404, { success: false, message: 'There is no custom vibe 7' }))
  await expect(client.update(7, WISE)).rejects.toMatchObject({ code: 'vibe-gone', params: { name: 'Wise' } })
  expect(await client.remove(7)).toBe(false)
})

test('a delete whose answer was lost counts as done, although the second attempt finds nothing', async () => {
  const { client } = await clientFor(oneAfterAnother(cut, answer(404, { success: false })))
  expect(await client.remove(7)).toBe(true)
})

test.each([
  ['a refused key', answer(401, { message: CANARY_KEY }), 'service-key-refused'],
  ['another address', answer(302, {}, { location: 'https://elsewhere.example/' }), 'service-redirected'],
  ['success: false', answer(200, { success: false, message: `no ${CANARY_KEY}` }), 'service-refused'],
  ['a page', (response: ServerResponse) => sendHtml(response, 200), 'service-answer-unreadable'],
  ['no list', answer(200, envelope({})), 'service-answer-unreadable'],
])('reports %s, but never the key', async (_, bad, code) => {
  const { server, client } = await clientFor(bad)
  const error: unknown = await client.listCustom().catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code })
  expect(keyFormsIn(everythingOf(error))).toEqual([])
  expect(server.requests).toHaveLength(1)
})
