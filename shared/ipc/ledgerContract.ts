/** What the page asks and is told about what speech costs, and about the events of services. */
import * as z from 'zod'
import { wireErrorSchema } from './result.ts'

const nothing = z.strictObject({})

/** Lines of one list of the ledger, most recent first. */
export const MAX_LEDGER_LINES = 400
/** For how many days the ledger tells which stories they went to. */
export const DAYS_WITH_STORIES = 16
const ledgerSumsSchema = z.object({
  conversions: z.number(),
  estimated: z.number(),
  /** What services said was used; conversions that they have not said it of count by their estimate. */
  charged: z.number(),
  /** As the caps count: for each conversion the higher of Fabula's own estimate and what its service says. */
  counted: z.number(),
})
const ledgerLineSchema = ledgerSumsSchema.extend({
  /** A story's id, a connection's id, or a day as YYYY-MM-DD in the writer's own time. */
  key: z.string(),
  /** The story's title; null where the key says it all. */
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
  /** Of everything, also of what is too old to have a line. */
  total: ledgerSumsSchema,
})
export type Ledger = z.infer<typeof ledgerSchema>

export const webhookStateSchema = z.object({
  /** The address that a tunnel has to lead to; null while nothing listens. */
  localUrl: z.string().nullable(),
  /** The address to register at a service: the tunnel's public one, with the path that events come to. */
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
  /** Confirms one request that a cap kept back; `request` is what the error named. It ends with the next try, sent or not. */
  'ledger:allow': { input: z.strictObject({ request: z.string().max(200) }), output: nothing },
  'webhooks:state': { input: nothing, output: webhookStateSchema },
  'webhooks:test': { input: nothing, output: z.object({ address: z.string() }) },
  /** The writer trusts a host to give out the audio of conversions. */
  'webhooks:allowHost': { input: z.strictObject({ host: z.string().min(1).max(255) }), output: nothing },
} as const

export const ledgerEvents = {
  'webhooks:changed': webhookStateSchema,
} as const
