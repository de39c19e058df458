/**
 * Events of speech services. The signature covers an event's uuid but not its body, so an event is first of all a reason to poll the
 * service's history now. Only if a service has no history is the audio address in the event used: for a conversion that Fabula
 * submitted there and that still waits, from a host that the writer has allowed.
 */
import {
  type KeyObject,
  createHash,
  createPublicKey,
  generateKeyPair,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import * as z from 'zod'
import type { WebhookState } from '../../shared/ipc/jobsContract.ts'
import type { Settings } from '../../shared/ipc/views.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { type Conversion, parseConversionResponse } from '../../shared/speech-api/responses.ts'
import { parseBaseUrl, urlUnder } from '../lib/http/baseUrl.ts'
import { DEFAULT_TIMEOUTS, ExchangeFault, exchange } from '../lib/http/httpExchange.ts'
import { limitConnections } from '../lib/http/serverConnections.ts'
import type { Redact } from '../lib/http/redact.ts'
import { faultError } from '../speech/askService.ts'
import type { ConversionTable } from './conversionTable.ts'
import type { EventStore } from './libraryDatabase.ts'

/** Some senders use other names for the two fields. */
const eventSchema = z.looseObject({
  event: z.string().max(200).optional(),
  event_name: z.string().max(200).optional(),
  uuid: z.string().min(1).max(200).optional(),
  event_uuid: z.string().min(1).max(200).optional(),
  data: z.unknown(),
})
const TEST_EVENT = 'FABULA_TEST'
const TEST_CONNECTION = 'test'

type Verdict = NonNullable<WebhookState['lastEvent']>['verdict']
const ANSWERS: Readonly<Record<Verdict, number>> = {
  accepted: 200,
  repeated: 200,
  'unknown-conversion': 200,
  test: 200,
  refused: 401,
}

export interface EventReceiverOptions {
  readonly events: EventStore
  readonly conversions: ConversionTable
  /** The public keys that the writer pasted. */
  readonly keys: () => readonly EventKey[]
  readonly settings: () => Pick<Settings, 'isWebhookOn' | 'webhookPort' | 'webhookPublicUrl' | 'webhookHosts'>
  readonly secrets: EventSecrets
  /** Called for a waiting job that an event is about. */
  readonly onJob: (jobId: string) => void
  readonly onState: (state: WebhookState) => void
  readonly now: () => number
}

export type EventReceiver = ReturnType<typeof createEventReceiver>

export function createEventReceiver(options: EventReceiverOptions) {
  const { events, conversions, secrets, settings, onJob, onState, now } = options
  let server: EventServer | null = null
  let error: WebhookState['error'] = null
  let lastEvent: WebhookState['lastEvent'] = null
  /** The key of the running test. */
  let testKey: EventKey | null = null
  let applying: Promise<void> = Promise.resolve()

  /** The public address of the writer's tunnel; null if it is unknown. */
  function publicUrl(): URL | null {
    try {
      const url = parseBaseUrl(settings().webhookPublicUrl)
      return url.pathname.endsWith(EVENTS_PATH) ? url : urlUnder(url, EVENTS_PATH)
    } catch {
      return null
    }
  }

  function state(): WebhookState {
    return {
      registeredUrl: publicUrl()?.href ?? null,
      localUrl: server === null ? null : `http://127.0.0.1:${server.port}${EVENTS_PATH}`,
      error,
      lastEvent,
      verifiable: options.keys().length,
    }
  }

  function note(name: string, verdict: Verdict): number {
    lastEvent = { atMs: now(), name, verdict }
    onState(state())
    return ANSWERS[verdict]
  }

  function receive({ json, signature }: IncomingEvent): number {
    const parsed = eventSchema.safeParse(json)
    const eventUuid = parsed.data?.uuid ?? parsed.data?.event_uuid
    if (!parsed.success || eventUuid === undefined) return 400
    const sentName = parsed.data.event ?? parsed.data.event_name ?? ''
    const keys = [...options.keys(), ...(testKey === null ? [] : [testKey])]
    const connectionIds = verifiedBy(eventUuid, signature, keys)
    if (connectionIds.size === 0) return note(sentName, 'refused')
    if (connectionIds.has(TEST_CONNECTION)) return note(sentName, 'test')
    const redact = redactKeys(secrets, connectionIds)
    const name = redact(sentName)
    if (events.isKnown(eventUuid)) return note(name, 'repeated')
    const told = parseConversionResponse(parsed.data.data)
    const listed = told === null ? undefined : conversions.findByUuid(told.uuid, connectionIds)
    // The response to a request that is being sent may bring this uuid: have the sender try again.
    if (listed === undefined && told !== null && conversions.isSendingTo(connectionIds)) return 503
    if (listed === undefined || told === null) {
      events.keep(eventUuid, null, now())
      return note(name, 'unknown-conversion')
    }
    const { id, state: jobState } = listed.job
    const masked = maskTold(told, { id, endpoint: listed.endpoint }, redact, secrets)
    events.keep(eventUuid, { conversionId: id, conversion: masked }, now())
    if (jobState === 'accepted') onJob(id)
    return note(name, 'accepted')
  }

  async function applyNow(): Promise<void> {
    const { isWebhookOn, webhookPort } = settings()
    const isRight = server !== null && (webhookPort === 0 || server.port === webhookPort)
    const isOff = server === null && error === null
    if (isWebhookOn ? isRight : isOff) return
    await server?.close()
    server = null
    error = null
    if (isWebhookOn) {
      try {
        server = await startEventServer(webhookPort, receive)
      } catch (failure) {
        if (!(failure instanceof UserFacingError)) throw failure
        error = { code: failure.code, params: { ...failure.params } }
      }
    }
    onState(state())
  }

  return {
    state,
    /** Starts, stops or moves the server for events according to the settings. */
    apply(): Promise<void> {
      applying = applying.then(applyNow)
      return applying
    },
    /** Sends a test event through the whole path, including the tunnel. Returns the address that it was sent to. */
    async test(): Promise<{ address: string }> {
      if (server === null) throw new UserFacingError('webhook-off')
      const { webhookPublicUrl } = settings()
      if (webhookPublicUrl.trim() !== '') parseBaseUrl(webhookPublicUrl) // throws if it is invalid
      const url = publicUrl() ?? new URL(state().localUrl ?? '')
      const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
      testKey = {
        connectionId: TEST_CONNECTION,
        pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      }
      const eventUuid = randomUUID()
      try {
        const answer = await exchange({
          url,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-signature': signEvent(eventUuid, privateKey) },
          body: Buffer.from(JSON.stringify({ event: TEST_EVENT, uuid: eventUuid, data: {} })),
          timeouts: DEFAULT_TIMEOUTS,
        })
        answer.discard()
        if (answer.status !== 200)
          throw new UserFacingError('webhook-test-answered', { host: url.host, status: answer.status })
        // A different server may answer 200 at the public address.
        if (lastEvent?.verdict !== 'test')
          throw new UserFacingError('webhook-test-elsewhere', { host: url.host })
        return { address: url.href }
      } catch (failure) {
        throw failure instanceof ExchangeFault ? faultError(failure.kind, url.host) : failure
      } finally {
        testKey = null
      }
    },
    async close(): Promise<void> {
      await applying
      await server?.close()
      server = null
    },
  }
}

// The sender of an event: `x-signature` is the hexadecimal RSA PKCS#1 v1.5 signature, with SHA-256, of the 16-byte MD5 of the event's uuid.

/** A service's public key, and the connection that it belongs to. */
interface EventKey {
  readonly connectionId: string
  readonly pem: string
}

/** The connections whose key matches the signature; none if it is not a signature. */
function verifiedBy(eventUuid: string, signature: string, keys: readonly EventKey[]): ReadonlySet<string> {
  if (!/^(?:[0-9a-f]{2}){128,1024}$/i.test(signature)) return new Set()
  const bytes = Buffer.from(signature, 'hex')
  const digest = digestOf(eventUuid)
  return new Set(
    keys.filter(({ pem }) => isSignedWith(pem, digest, bytes)).map(({ connectionId }) => connectionId),
  )
}

/** Signs as a service does, for a test of the whole path. */
export function signEvent(eventUuid: string, privateKey: KeyObject): string {
  return sign('sha256', digestOf(eventUuid), privateKey).toString('hex')
}

/** Whether a text is a public key that can verify events. */
function isEventKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

function isSignedWith(pem: string, digest: Uint8Array, signature: Uint8Array): boolean {
  try {
    return isEventKey(pem) && verify('sha256', digest, pem, signature)
  } catch {
    return false // OpenSSL does not accept the key, so it verifies nothing.
  }
}

/** The published interface prescribes MD5. */
function digestOf(eventUuid: string): Uint8Array {
  return createHash('md5').update(eventUuid, 'utf8').digest()
}

/** The server on a loopback port where a service's events arrive, through the writer's tunnel. */
const EVENTS_PATH = '/events'
/** Enough for a record with the timings of a long story. */
const MAX_BODY_BYTES = 4 * 1024 * 1024
const REQUEST_MS = 15_000
const MAX_CONNECTIONS = 64

/** A received event: its JSON body and its signature. */
interface IncomingEvent {
  readonly json: unknown
  readonly signature: string
}

type EventServer = Awaited<ReturnType<typeof startEventServer>>

/** Answers each event with the status that `receive` returns. Throws `webhook-port-taken` or `webhook-port-refused`. */
async function startEventServer(port: number, receive: (event: IncomingEvent) => number) {
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    (request, response) => {
      answer(request, receive).then(
        (status) => end(response, status),
        () => end(response, 500),
      )
    },
  )
  limitConnections(server, MAX_CONNECTIONS, 'oldest')
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    throw new UserFacingError(code === 'EADDRINUSE' ? 'webhook-port-taken' : 'webhook-port-refused', {
      port: String(port), // a string, so that it is formatted without separators
    })
  }
  const address = server.address() as AddressInfo // a listening TCP server has one
  return {
    port: address.port,
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(request: IncomingMessage, receive: (event: IncomingEvent) => number): Promise<number> {
  if (new URL(request.url ?? '/', 'http://loopback').pathname !== EVENTS_PATH) return 404
  if (request.method !== 'POST') return 405
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > MAX_BODY_BYTES) return 413
    pieces.push(piece)
  }
  let json: unknown
  try {
    json = JSON.parse(Buffer.concat(pieces).toString('utf8'))
  } catch {
    return 400
  }
  const signature = request.headers['x-signature']
  return receive({ json, signature: typeof signature === 'string' ? signature.trim() : '' })
}

function end(response: ServerResponse, status: number): void {
  // Unread bytes of a request must not be taken for the next request.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', allow: 'POST' })
  response.end(JSON.stringify({ success: status === 200 }))
}

interface EventSecrets {
  /** Masks the key of a connection. */
  readonly redactKey: (connectionId: string) => Redact
  /** Masks the password of a document in the service's messages about its conversion. */
  readonly redactPassword: (conversionId: string) => Redact
}

/** Masks the keys of all connections that may have sent an event. */
function redactKeys({ redactKey }: EventSecrets, connectionIds: ReadonlySet<string>): Redact {
  const masks = [...connectionIds].map(redactKey)
  return (text) => masks.reduce((masked, redact) => redact(masked), text)
}

/** What an event reports about one of our conversions, safe to store and show. */
function maskTold(
  told: Conversion,
  { id, endpoint }: Pick<JobView, 'id' | 'endpoint'>,
  redact: Redact,
  { redactPassword }: EventSecrets,
): Conversion {
  const ofDocument: Redact = endpoint === 'document' ? redactPassword(id) : (text) => text
  const words = (text: string) => (text === '' ? '' : ofDocument(redact(text)))
  return {
    ...told,
    mediaUrl: told.mediaUrl === null ? null : redact(told.mediaUrl),
    errorMessage: words(told.errorMessage),
    timings: told.timings?.map((timing) => ({ ...timing, name: words(timing.name) })) ?? null,
  }
}
