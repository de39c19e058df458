import type { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import {
  createDeliveryStore,
  startWebhookSender,
  type WebhookSender,
} from '../../../../electron/local-service/conversions/webhookSender.ts'
import { openServiceDatabase } from '../../../../electron/local-service/conversions/serviceDatabase.ts'
import { eventually } from '../../../support/eventually.ts'

let database: DatabaseSync
let sender: WebhookSender

afterEach(async () => {
  await sender.close()
  database.close()
})

test('a delivery that becomes due while the waiting ones are checked is not skipped', async () => {
  database = openServiceDatabase(':memory:')
  const store = createDeliveryStore(database)
  const url = 'http://127.0.0.1:9/'
  store.insert({ eventUuid: 'e', event: 'TTS_TEXT_SUCCESS', conversionUuid: 'c', url, tries: 0, dueAtMs: 1 })
  let clockMs = 0
  sender = startWebhookSender({
    store,
    urls: [url],
    retryMs: 10,
    signingKey: () => Promise.reject(new Error('Nothing is sent here')),
    findRecord: () => null, // its conversion no longer exists, so the delivery is removed without a request
    newUuid: () => 'e',
    now: () => clockMs++, // each reading of the clock is a millisecond later
    onFailure: () => undefined,
  })
  sender.deliver()
  await eventually(() => expect(store.list()).toEqual([]))
})
