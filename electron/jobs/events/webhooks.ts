/**
 * Events of speech services. The signature covers an event's uuid and not its body, so an event is first of all a reason
 * to ask the service's history now. Only where a service has none is the event's own address of the audio used: for a
 * conversion that Fabula submitted there and that still waits, from a host that the writer has allowed.
 */
import { generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import * as z from 'zod'
import type { WebhookState } from '../../../shared/ipc/ledgerContract.ts'
import type { Settings } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { parseConversionResponse } from '../../../shared/speech-api/responses.ts'
import { parseBaseUrl, urlUnder } from '../../lib/http/baseUrl.ts'
import { DEFAULT_TIMEOUTS, exchange, ExchangeFault } from '../../lib/http/httpExchange.ts'
import { faultError } from '../../speech/serviceErrors.ts'
import type { JobIndex } from '../jobIndex.ts'
import { EVENTS_PATH, startEventServer } from './eventServer.ts'
import type { EventServer, IncomingEvent } from './eventServer.ts'
import { maskTold, redactKeys } from './eventSecrets.ts'
import type { EventSecrets } from './eventSecrets.ts'
import { signEvent, verifiedBy } from './eventSignature.ts'
import type { EventKey } from './eventSignature.ts'
import type { EventStore } from './eventStore.ts'

/** Some senders name the two fields otherwise. */
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
  readonly index: Pick<JobIndex, 'findByUuid' | 'isSendingTo'>
  /** The public keys that the writer pasted. */
  readonly keys: () => readonly EventKey[]
  readonly settings: () => Pick<Settings, 'isWebhookOn' | 'webhookPort' | 'webhookPublicUrl' | 'webhookHosts'>
  readonly secrets: EventSecrets
  /** An event speaks of this job, which waits. */
  readonly onJob: (jobId: string) => void
  readonly onState: (state: WebhookState) => void
  readonly now: () => number
}

export interface EventReceiver {
  state(): WebhookState
  /** Begins, ends or moves the listening as the settings say. */
  apply(): Promise<void>
  /** Sends one event through the whole path, the tunnel included, and gives the address it went to. */
  test(): Promise<{ address: string }>
  close(): Promise<void>
}

export function createEventReceiver(options: EventReceiverOptions): EventReceiver {
  const { events, index, secrets, settings, onJob, onState, now } = options
  let server: EventServer | null = null
  let error: WebhookState['error'] = null
  let lastEvent: WebhookState['lastEvent'] = null
  /** The key of a test that is under way. */
  let testKey: EventKey | null = null
  let applying: Promise<void> = Promise.resolve()

  /** Where the writer's tunnel takes events in; null where no public address is known. */
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
    const conversion = told === null ? undefined : index.findByUuid(told.uuid, connectionIds)
    // The answer to a request that is on its way may bring this very uuid: the sender comes again.
    if (conversion === undefined && told !== null && index.isSendingTo(connectionIds)) return 503
    if (conversion === undefined || told === null) {
      events.keep(eventUuid, null, now())
      return note(name, 'unknown-conversion')
    }
    const masked = maskTold(told, conversion, redact, secrets)
    events.keep(eventUuid, { conversionId: conversion.id, conversion: masked }, now())
    if (conversion.state === 'accepted') onJob(conversion.id)
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
    apply() {
      applying = applying.then(applyNow)
      return applying
    },
    async test() {
      if (server === null) throw new UserFacingError('webhook-off')
      const { webhookPublicUrl } = settings()
      if (webhookPublicUrl.trim() !== '') parseBaseUrl(webhookPublicUrl) // says what is wrong with it
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
        // Another server may answer 200 at the public address.
        if (lastEvent?.verdict !== 'test')
          throw new UserFacingError('webhook-test-elsewhere', { host: url.host })
        return { address: url.href }
      } catch (failure) {
        throw failure instanceof ExchangeFault ? faultError(failure.kind, url.host) : failure
      } finally {
        testKey = null
      }
    },
    async close() {
      await applying
      await server?.close()
      server = null
    },
  }
}
