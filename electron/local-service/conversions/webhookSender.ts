/**
 * Reports the ends of conversions to webhooks. An event is stored in the same transaction as the end of its conversion. It is
 * sent at once, and up to three more times until the response is 200, even after restarts. Its body is built for each try,
 * since the address of the service may have changed.
 */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { ConversionRequest } from './conversionStore.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import type { WireRecord } from '../../../shared/speech-api/records.ts'
import { DEFAULT_TIMEOUTS, exchange } from '../../lib/http/httpExchange.ts'
import type { SigningKey } from './signingKey.ts'

interface WebhookSenderOptions {
  readonly store: DeliveryStore
  readonly urls: readonly string[]
  readonly retryMs: number
  readonly signingKey: () => Promise<SigningKey>
  /** The current record of a conversion, or null if it was removed. */
  readonly findRecord: (uuid: string) => WireRecord | null
  readonly newUuid: () => string
  readonly now: () => number
  /** Called with a log message when a try fails. */
  readonly onFailure: (message: string) => void
}

/** The first try, made at once, and three more, `retryMs` apart. */
const MOST_TRIES = 4

/** The published names for text and documents; the others follow their pattern. */
const EVENT_KINDS: Readonly<Record<string, string>> = {
  text: 'TTS_TEXT',
  emotion: 'TTS_EMOTION',
  story: 'TTS_STORY',
  document: 'TTS_DOCUMENT',
}

export type WebhookSender = ReturnType<typeof startWebhookSender>

/** Starts the sender. Events left from the previous run are sent too, except to addresses that are no longer registered. */
export function startWebhookSender(options: WebhookSenderOptions) {
  const { store, urls, retryMs, now } = options
  const underWay = new Map<number, Promise<void>>()
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined

  for (const { id, url } of store.list()) if (!urls.includes(url)) store.remove(id)

  /** Sends the events that are due. Called after the transaction of `add`. */
  function deliver(): void {
    if (stop.signal.aborted) return
    clearTimeout(timer)
    const nowMs = now() // read once: an event due in the next millisecond would otherwise be neither sent nor scheduled
    const waiting = store.list().filter(({ id }) => !underWay.has(id))
    for (const delivery of waiting.filter(({ dueAtMs }) => dueAtMs <= nowMs)) {
      const trying = tryOnce(delivery).finally(() => {
        underWay.delete(delivery.id)
        deliver()
      })
      underWay.set(delivery.id, trying)
    }
    const next = waiting.find(({ dueAtMs }) => dueAtMs > nowMs)
    if (next !== undefined) timer = setTimeout(deliver, Math.min(retryMs, next.dueAtMs - nowMs))
  }

  async function tryOnce(delivery: Delivery): Promise<void> {
    const record = options.findRecord(delivery.conversionUuid)
    if (record === null) {
      store.remove(delivery.id)
      return
    }
    const problem = await post(delivery, record).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    )
    if (stop.signal.aborted) return
    if (problem === null) {
      store.remove(delivery.id)
      return
    }
    const tries = delivery.tries + 1
    const isOver = tries >= MOST_TRIES
    options.onFailure(
      `webhook ${new URL(delivery.url).origin}: ${delivery.event} ${problem}; ${isOver ? 'given up' : 'will be tried again'}`,
    )
    if (isOver) store.remove(delivery.id)
    else store.postpone(delivery.id, tries, now() + retryMs)
  }

  /** Returns a description of the failure, or null. Does not follow redirects: only the registered address may receive events. */
  async function post({ eventUuid, event, url }: Delivery, record: WireRecord): Promise<string | null> {
    const { sign } = await options.signingKey()
    const answer = await exchange({
      url: new URL(url),
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': sign(eventUuid) },
      body: Buffer.from(JSON.stringify({ event, uuid: eventUuid, data: record })),
      timeouts: DEFAULT_TIMEOUTS,
      signal: stop.signal,
    })
    answer.discard()
    return answer.status === 200 ? null : `was answered with HTTP ${answer.status}`
  }

  return {
    /** Stores the event of a conversion that has just ended. Synchronous, because it is part of a transaction. */
    add({ uuid, status, kind }: { uuid: string; status: number; kind: ConversionRequest['kind'] }): void {
      const event = `${EVENT_KINDS[kind]}_${status === STATUS.completed ? 'SUCCESS' : 'FAILED'}`
      const eventUuid = options.newUuid()
      for (const url of urls) {
        store.insert({ eventUuid, event, conversionUuid: uuid, url, tries: 0, dueAtMs: now() })
      }
    },
    deliver,
    /** Starts no new tries and cancels running ones; they are repeated when the service next starts. */
    async close(): Promise<void> {
      stop.abort()
      clearTimeout(timer)
      await Promise.all(underWay.values())
    },
  }
}

/** An event that has not been delivered yet. */
const rowSchema = z.object({
  id: z.number().int(),
  eventUuid: z.string(),
  event: z.string(),
  conversionUuid: z.string(),
  url: z.string(),
  /** Tries that have failed. */
  tries: z.number().int(),
  dueAtMs: z.number(),
})

export type Delivery = z.output<typeof rowSchema>

type DeliveryStore = ReturnType<typeof createDeliveryStore>

/** The events in the service's database: each is removed when it is delivered or given up. */
export function createDeliveryStore(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT INTO deliveries (eventUuid, event, conversionUuid, url, tries, dueAtMs)
      VALUES (:eventUuid, :event, :conversionUuid, :url, :tries, :dueAtMs)`,
  )
  const all = database.prepare('SELECT * FROM deliveries ORDER BY dueAtMs, id')
  const change = database.prepare('UPDATE deliveries SET tries = :tries, dueAtMs = :dueAtMs WHERE id = :id')
  const erase = database.prepare('DELETE FROM deliveries WHERE id = ?')
  return {
    insert: (delivery: Omit<Delivery, 'id'>): void => void insert.run(delivery),
    /** The pending events, in the order in which they are due. */
    list: (): Delivery[] => z.array(rowSchema).parse(all.all()),
    postpone: (id: number, tries: number, dueAtMs: number): void => void change.run({ id, tries, dueAtMs }),
    remove: (id: number): void => void erase.run(id),
  }
}
