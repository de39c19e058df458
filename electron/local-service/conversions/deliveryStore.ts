/** Events on their way to those who want to be told: on disk until they are delivered or given up. */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

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

export type DeliveryStore = ReturnType<typeof createDeliveryStore>

/** The deliveries in the service's database. */
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
    /** What waits, the one that is due first first. */
    list: (): Delivery[] => z.array(rowSchema).parse(all.all()),
    postpone: (id: number, tries: number, dueAtMs: number): void => void change.run({ id, tries, dueAtMs }),
    remove: (id: number): void => void erase.run(id),
  }
}
