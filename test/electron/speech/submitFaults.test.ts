import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { errorText } from '../../../electron/hosts/cli/terminalText.ts'
import { createFindClient } from '../../../electron/speech/connections.ts'
import { createSpeechClient, PAID_PATHS, type PaidKind } from '../../../electron/speech/speechClient.ts'
import { createSubmissions, type SubmissionRequest } from '../../../electron/jobs/submissions.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { sendJson } from '../../fakes/faultServer.ts'
import { FAULTS, textOf } from '../../fakes/faults.ts'
import { newProject, sequentialIds } from '../project/support.ts'
import {
  CANARY_KEY,
  everythingOf,
  faultServer,
  filesAsText,
  hostedConnection,
  keyFormsIn,
  PATIENT,
  QUICK,
  tempFolder,
  testClock,
  timeoutsFor,
} from './support.ts'
import { long } from '../../support/tags.ts'

const KINDS = ['speech', 'emotion', 'story'] as const

function requestOf(kind: PaidKind): SubmissionRequest {
  // Large, so that a server may have read the head of a request and not its body.
  return {
    endpoint: kind,
    body: JSON.stringify({ input: `Words for ${kind}`.repeat(20_000) }),
    payload: null,
  }
}

async function deskFor(baseUrl: string, timeouts = PATIENT) {
  const folder = tempFolder()
  const project = newProject(join(folder, 'story.fabula'))
  const clock = testClock()
  const findClient = createFindClient({ get: async () => hostedConnection(baseUrl) }, ({ key }) =>
    createSpeechClient({ baseUrl, key, timeouts, clock }),
  )
  const submissions = createSubmissions({ clock })
  const newId = sequentialIds('conversion')
  const to = await findClient('hosted')
  const submit = (request: SubmissionRequest) =>
    submissions.submit(project, to, { ...request, id: newId() }, new AbortController().signal)
  return { folder, project, client: to.client, submit }
}

describe.each(KINDS)('a paid %s request', (kind) => {
  test.each(FAULTS)('is sent at most once: $name', long, async (fault) => {
    const { script, outcome, code, arrives } = fault
    const server = await faultServer(script)
    const { folder, project, submit } = await deskFor(server.baseUrl, timeoutsFor(fault))

    const submission = await submit(requestOf(kind))

    expect(submission.kind).toBe(outcome === 'unknown' ? 'unknown' : 'failed')
    if (submission.kind !== 'unknown' && submission.kind !== 'failed') return
    expect(submission.error.code).toBe(code)
    expect(errorText(submission.error)).toEqual(textOf(fault, server))
    expect(server.submissions).toHaveLength(arrives ? 1 : 0)
    expect(server.submissions.map(({ path }) => path)).toEqual(arrives ? [PAID_PATHS[kind]] : [])
    expect(project.jobs.find(submission.job.id)?.state).toBe(submission.kind)

    const again = await submit(requestOf(kind)).catch((error: unknown) => error)
    if (submission.kind === 'unknown') {
      expect(again).toMatchObject({ code: 'conversion-outcome-unknown' })
      expect(server.submissions.length).toBeLessThanOrEqual(1)
    } else {
      expect(again).toMatchObject({ kind: 'failed' })
    }
    project.close()
    expect(keyFormsIn(everythingOf(submission.error) + filesAsText(folder))).toEqual([])
  })

  test('is not reported as refused if the connection is reset at once', async () => {
    const server = await faultServer({ connection: (socket) => void socket.resetAndDestroy() })
    const { client } = await deskFor(server.baseUrl)
    // Whether the reset is noticed before the connection is established depends on the system.
    expect(['unsent', 'unknown']).toContain((await client.submit(kind, '{}')).kind)
    expect(server.submissions).toHaveLength(0)
  })

  test('is known to be unsent if no server listens', async () => {
    const server = await faultServer()
    await server.close()
    const { client } = await deskFor(server.baseUrl)
    expect(await client.submit(kind, '{}')).toMatchObject({
      kind: 'unsent',
      error: { code: 'service-unreachable' },
    })
  })

  test('is known to be unsent if the host name is unknown', async () => {
    const { client } = await deskFor('https://no-such-service.invalid')
    expect(await client.submit(kind, '{}')).toMatchObject({
      kind: 'unsent',
      error: { code: 'service-name-unknown' },
    })
  })

  test('is known to be unsent if the TLS handshake fails', async () => {
    const plain = await faultServer()
    const { client } = await deskFor(plain.baseUrl.replace('http:', 'https:'))
    const outcome = await client.submit(kind, '{}')
    expect(outcome.kind).toBe('unsent')
    expect(plain.submissions).toHaveLength(0)
  })

  test('is known to be unsent if a connection is accepted but TLS never starts', long, async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const { client } = await deskFor(`https://127.0.0.1:${port}`, QUICK)
    expect(await client.submit(kind, '{}')).toMatchObject({
      kind: 'unsent',
      error: { code: 'service-silent' },
    })
  })
})

test('an accepted request has the key only in its header, and its record is stored', async () => {
  const server = await faultServer()
  const { project, submit } = await deskFor(server.baseUrl)
  const submission = await submit(requestOf('story'))
  expect(submission.kind).toBe('accepted')
  expect(server.submissions[0]?.headers['x-api-key']).toBe(CANARY_KEY)
  expect(server.submissions[0]?.headers['connection']).toBe('close')
  expect(project.jobs.list()).toMatchObject([{ state: 'accepted', uuid: 'conversion-1' }])
})

test('an identical request is not sent while the first is accepted and its audio not yet fetched', async () => {
  const server = await faultServer()
  const { submit } = await deskFor(server.baseUrl)
  await submit(requestOf('story'))
  expect(await submit(requestOf('story'))).toMatchObject({ kind: 'already-accepted' })
  expect(await submit(requestOf('speech'))).toMatchObject({ kind: 'accepted' })
  expect(server.submissions).toHaveLength(2)
})

test('an identical request is not sent while the first is being sent', async () => {
  const server = await faultServer({ submit: () => undefined })
  const { submit } = await deskFor(server.baseUrl, QUICK)
  const first = submit(requestOf('story'))
  await expect(submit(requestOf('story'))).rejects.toMatchObject({ code: 'conversion-outcome-unknown' })
  expect(await first).toMatchObject({ kind: 'unknown' })
  expect(server.submissions).toHaveLength(1)
})

test('a key that a service repeats in any form is masked wherever it is shown or stored', async () => {
  const forms = [CANARY_KEY, encodeURIComponent(CANARY_KEY), Buffer.from(CANARY_KEY).toString('base64')]
  const server = await faultServer({
    submit: (response) =>
      sendJson(response, 422, { success: false, message: `You sent ${forms.join(' or ')}` }),
  })
  const { folder, project, submit } = await deskFor(server.baseUrl)
  const submission = await submit(requestOf('speech'))
  project.close()
  expect(submission).toMatchObject({ error: { params: { message: 'You sent ••• or ••• or •••' } } })
  expect(keyFormsIn(filesAsText(folder))).toEqual([])
})

test('an unavailable key is reported as such, and nothing is sent', async () => {
  const server = await faultServer()
  const client = createSpeechClient({
    baseUrl: server.baseUrl,
    key: () => Promise.reject(new UserFacingError('key-unreadable', { name: 'Home' })),
  })
  expect(await client.submit('speech', '{}')).toMatchObject({
    kind: 'unsent',
    error: { code: 'key-unreadable' },
  })
  const unusable = createSpeechClient({ baseUrl: server.baseUrl, key: () => 'two\nlines' })
  expect(await unusable.submit('speech', '{}')).toMatchObject({
    kind: 'unsent',
    error: { code: 'service-key-unusable' },
  })
  expect(server.submissions).toHaveLength(0)
})

test('a request that is cancelled before it is sent is known to be unsent, and one that was sent is not', async () => {
  const given = new AbortController()
  const server = await faultServer({ submit: () => given.abort() })
  const { client } = await deskFor(server.baseUrl)
  expect(await client.submit('speech', '{}', AbortSignal.abort())).toMatchObject({ kind: 'unsent' })
  expect(server.submissions).toHaveLength(0)
  expect(await client.submit('speech', '{}', given.signal)).toMatchObject({ kind: 'unknown' })
})
