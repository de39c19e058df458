/** Calls and events about the costs of speech and the events of services. */
import * as z from 'zod'
import { wireErrorSchema } from './result.ts'

const nothing = z.strictObject({})

/** Lines of one list of the ledger, most recent first. */
export const MAX_LEDGER_LINES = 400
/** The number of days for which the ledger lists the stories. */
export const DAYS_WITH_STORIES = 16
const ledgerSumsSchema = z.object({
  conversions: z.number(),
  estimated: z.number(),
  /** Credits used as reported by services; conversions without a report count by their estimate. */
  charged: z.number(),
  /** Credits as the caps count them: for each conversion the higher of Fabula's own estimate and the service's report. */
  counted: z.number(),
})
const ledgerLineSchema = ledgerSumsSchema.extend({
  /** A story's id, a connection's id, or a day as YYYY-MM-DD in the writer's time zone. */
  key: z.string(),
  /** The story's title; null if the key needs no name. */
  name: z.string().nullable(),
})
export type LedgerSums = z.infer<typeof ledgerSumsSchema>
export type LedgerLine = z.infer<typeof ledgerLineSchema>
export const ledgerSchema = z.object({
  stories: z.array(ledgerLineSchema),
  connections: z.array(ledgerLineSchema),
  days: z.array(ledgerLineSchema),
  /** The credits of each story on each of the last days, most recent day first. */
  storiesByDay: z.array(z.object({ day: z.string(), title: z.string(), charged: z.number() })),
  /** The totals of everything, including what is too old to be listed. */
  total: ledgerSumsSchema,
})
export type Ledger = z.infer<typeof ledgerSchema>

export const webhookStateSchema = z.object({
  /** The address that a tunnel must lead to; null while nothing listens. */
  localUrl: z.string().nullable(),
  /** The address to register at a service: the tunnel's public one, with the path for events. */
  registeredUrl: z.string().nullable(),
  error: wireErrorSchema.nullable(),
  lastEvent: z
    .object({
      atMs: z.number(),
      name: z.string(),
      verdict: z.enum(['accepted', 'repeated', 'unknown-conversion', 'refused', 'test']),
    })
    .nullable(),
  /** Connections that have a public key: only theirs can be verified. */
  verifiable: z.number(),
})
export type WebhookState = z.infer<typeof webhookStateSchema>

export const ledgerContract = {
  'ledger:get': { input: nothing, output: ledgerSchema },
  /** Confirms one request that a cap held back; `request` is the one named by the error. The confirmation lapses after the next try, sent or not. */
  'ledger:allow': { input: z.strictObject({ request: z.string().max(200) }), output: nothing },
  'webhooks:state': { input: nothing, output: webhookStateSchema },
  'webhooks:test': { input: nothing, output: z.object({ address: z.string() }) },
  /** Allows a host from which audio of conversions is fetched. */
  'webhooks:allowHost': { input: z.strictObject({ host: z.string().min(1).max(255) }), output: nothing },
} as const

export const ledgerEvents = {
  'webhooks:changed': webhookStateSchema,
} as const
