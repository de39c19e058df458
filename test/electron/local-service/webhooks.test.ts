import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { webhookEventSchema } from '../../../shared/speech-api/responses.ts'
import { openSigningKey } from '../../../electron/local-service/conversions/signingKey.ts'
import { runService, TEST_KEY, type TestService } from './runService.ts'
import { startWebhookReceiver, type ReceivedEvent, type WebhookReceiver } from './webhookReceiver.ts'
import { long } from '../../support/tags.ts'

const TEXT = '/uapi/v1/text-to-speech'
const EMOTION = '/uapi/v1/text-to-speech-advanced'
const STORY = '/uapi/v1/story-maker'
const QUICK = ['--webhook-retry-ms', '30']

let folder: string
const services: TestService[] = []
const receivers: WebhookReceiver[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
})

afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop('SIGKILL')))
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
  rmSync(folder, { recursive: true })
})

async function start(...options: string[]): Promise<TestService> {
  const service = await runService(folder, options)
  services.push(service)
  return service
}

async function listen(...args: Parameters<typeof startWebhookReceiver>): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver(...args)
  receivers.push(receiver)
  return receiver
}

async function publicKey(service: TestService): Promise<string> {
  const body = (await (await service.get('/uapi/v1/webhook-key')).json()) as {
    result: { public_key: string }
  }
  return body.result.public_key
}

async function submitDocument(service: TestService, text: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([text]), 'story.txt')
  const sent = await fetch(`${service.baseUrl}/uapi/v1/document-to-speech`, {
    method: 'POST',
    headers: { 'x-api-key': TEST_KEY },
    body,
  })
  return ((await sent.json()) as { result: { uuid: string } }).result.uuid
}

/** Checks it as a receiver has to, following only the published documentation. */
function isSigned({ headers, json }: ReceivedEvent, pem: string): boolean {
  const signature = Buffer.from(String(headers['x-signature']), 'hex')
  const digest = createHash('md5').update(Buffer.from(json.uuid, 'utf8')).digest()
  return signature.length > 0 && verify('RSA-SHA256', digest, createPublicKey(pem), signature)
}

describe('an event', () => {
  it('reports every kind of conversion by its own name, with the record and the audio’s address, signed', async () => {
    const receiver = await listen()
    const service = await start('--webhook', receiver.url, ...QUICK)
    const uuids = [
      await service.submit(TEXT, { input: 'Hello.' }),
      await service.submit(TEXT, { input: '...' }),
      await service.submit(EMOTION, { input: 'Hello.', emotion: 'sad' }),
      await service.submit(EMOTION, { input: '...' }),
      await service.submit(STORY, { name: 'Tale', blocks: [{ input: 'Hello.' }] }),
      await service.submit(STORY, { name: 'Tale', blocks: [{ input: '...' }] }),
      await submitDocument(service, 'Hello there.'),
      await submitDocument(service, '...'),
    ]
    const events = await receiver.waitFor(8)
    const names = new Map(events.map(({ json }) => [json.data['uuid'], json.event]))
    expect(uuids.map((uuid) => names.get(uuid))).toEqual([
      'TTS_TEXT_SUCCESS',
      'TTS_TEXT_FAILED',
      'TTS_EMOTION_SUCCESS',
      'TTS_EMOTION_FAILED',
      'TTS_STORY_SUCCESS',
      'TTS_STORY_FAILED',
      'TTS_DOCUMENT_SUCCESS',
      'TTS_DOCUMENT_FAILED',
    ])
    const pem = await publicKey(service)
    for (const event of events) {
      expect(event.method).toBe('POST')
      expect(event.headers['content-type']).toBe('application/json')
      expect(webhookEventSchema.safeParse(event.json).error).toBeUndefined()
      expect(isSigned(event, pem)).toBe(true)
      expect(isSigned({ ...event, json: { ...event.json, uuid: 'another' } }, pem)).toBe(false)
      const found = (await (
        await service.get(`/uapi/v1/history/${String(event.json.data['uuid'])}`)
      ).json()) as {
        result: object
      }
      // Events are short: they contain no times of words.
      const withoutWords = (key: string, value: unknown) => (key === 'words' ? undefined : value)
      expect(event.json.data).toEqual(JSON.parse(JSON.stringify(found.result, withoutWords)))
      expect(event.body).not.toContain('words')
      expect(`${event.body}${JSON.stringify(event.headers)}`).not.toContain(TEST_KEY)
      const { media_url: url } = event.json.data
      if (event.json.event.endsWith('SUCCESS')) expect((await fetch(String(url))).status).toBe(200)
      else
        expect(event.json.data).toMatchObject({ status: 3, error_message: expect.stringMatching(/nothing/) })
    }
    expect(new Set(events.map(({ json }) => json.uuid)).size).toBe(8)
  })

  it('goes to every subscriber, with the same event uuid', long, async () => {
    const [one, two] = [await listen(), await listen()]
    const service = await start('--webhook', one.url, '--webhook', two.url, ...QUICK)
    await service.submit(TEXT, { input: 'Hello.' })
    const [[first], [second]] = await Promise.all([one.waitFor(1), two.waitFor(1)])
    expect(first?.json).toEqual(second?.json)
  })
})

describe('a delivery', () => {
  it('is repeated as the same event until it is answered with 200, and then no more', long, async () => {
    const receiver = await listen((index) => [[500, 204, 200][index] ?? 200])
    const service = await start('--webhook', receiver.url, ...QUICK)
    await service.submit(TEXT, { input: 'Hello.' })
    const tries = await receiver.waitFor(3)
    expect(new Set(tries.map(({ json }) => json.uuid)).size).toBe(1)
    // A second conversion comes after whatever the first could still send.
    const next = await service.submit(TEXT, { input: 'Next.' })
    const all = await receiver.waitFor(4)
    expect(all.map(({ json }) => json.data['uuid'] === next)).toEqual([false, false, false, true])
  })

  it(
    'is abandoned after three more tries, and the log says so without the secrets in the address',
    long,
    async () => {
      const receiver = await listen(() => [503])
      const service = await start('--webhook', receiver.url, ...QUICK)
      await service.submit(TEXT, { input: 'Hello.' })
      await receiver.waitFor(4)
      await expect.poll(() => service.log()).toContain('given up')
      expect(service.log().match(/HTTP 503/g)).toHaveLength(4)
      expect(service.log()).not.toContain('secret-of-the-receiver')
      expect(receiver.events).toHaveLength(4)
    },
  )

  it('follows no redirect', long, async () => {
    const elsewhere = await listen()
    const receiver = await listen(() => [307, { location: elsewhere.url }])
    const service = await start('--webhook', receiver.url, ...QUICK)
    await service.submit(TEXT, { input: 'Hello.' })
    await receiver.waitFor(4)
    expect(elsewhere.events).toEqual([])
  })

  it(
    'continues after a restart, signed with the same key and with the service’s new address',
    long,
    async () => {
      const refusing = await listen(() => [500])
      const first = await start('--webhook', refusing.url, '--webhook-retry-ms', '1000')
      const uuid = await first.submit(TEXT, { input: 'Hello.' })
      const [tried] = await refusing.waitFor(1)
      const pem = await publicKey(first)
      await expect.poll(() => first.log()).toContain('will be tried again')
      await first.stop('SIGKILL')
      await refusing.close()
      receivers.splice(0)

      const accepting = await listen(() => [200], Number(new URL(refusing.url).port))
      const second = await start('--webhook', accepting.url, '--webhook-retry-ms', '1000')
      const [event] = await accepting.waitFor(1)
      if (tried === undefined || event === undefined) throw new Error('both were waited for')
      expect([event.json.uuid, event.json.data['uuid']]).toEqual([tried.json.uuid, uuid])
      expect(isSigned(event, pem)).toBe(true)
      expect(String(event.json.data['media_url'])).toContain(second.baseUrl)
      expect((await fetch(String(event.json.data['media_url']))).status).toBe(200)
    },
  )

  it('is dropped if its address is no longer registered', long, async () => {
    const refusing = await listen(() => [500])
    const first = await start('--webhook', refusing.url, '--webhook-retry-ms', '1000')
    await first.submit(TEXT, { input: 'Hello.' })
    await refusing.waitFor(1)
    await first.stop()
    const other = await listen()
    const second = await start('--webhook', other.url, ...QUICK)
    const uuid = await second.submit(TEXT, { input: 'New.' })
    const [event] = await other.waitFor(1)
    expect(event?.json.data['uuid']).toBe(uuid)
    expect(refusing.events).toHaveLength(1)
  })
})

describe('the key pair', () => {
  it(
    'is created once; the private half is readable only by its owner, and the public half by callers with the key',
    long,
    async () => {
      const first = await start()
      const pem = await publicKey(first)
      expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/)
      const path = join(folder, 'webhook-key.pem')
      expect(readFileSync(path, 'utf8')).toContain('PRIVATE KEY')
      if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
      expect((await fetch(`${first.baseUrl}/uapi/v1/webhook-key`)).status).toBe(401)
      await first.stop()
      expect(await publicKey(await start())).toBe(pem)
    },
  )

  it('is never replaced if its file cannot be read', async () => {
    const path = join(folder, 'webhook-key.pem')
    writeFileSync(path, 'not a key')
    await expect(openSigningKey(path)).rejects.toThrow(/holds no private key/)
    expect(readFileSync(path, 'utf8')).toBe('not a key')
  })
})
