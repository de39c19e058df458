/**
 * Connections as the renderer knows them. A key travels one way only: into the host, once. What comes back says whether
 * there is one and how it is kept.
 */
import * as z from 'zod'

export const connectionIdSchema = z.string().min(1).max(64)

/** How a key is kept: sealed by the system's keychain, in a file that only this account may read, or until Fabula ends. */
export const keyProtectionSchema = z.enum(['sealed', 'file', 'session'])
export type KeyProtection = z.infer<typeof keyProtectionSchema>

/** What this host can do for a new key. `ask`: the system offers no protection, and the writer chooses what to do. */
export const keyKeepingSchema = z.enum(['sealed', 'file', 'ask'])
export type KeyKeeping = z.infer<typeof keyKeepingSchema>

export const connectionInfoSchema = z.strictObject({
  id: connectionIdSchema,
  name: z.string().min(1).max(200),
  /** https, or http on this machine only; without a trailing slash. */
  baseUrl: z.string().min(1).max(2000),
  /** The service's public key for events, as PEM; empty where it has none. */
  webhookPublicKey: z.string().max(20_000),
})
export type ConnectionInfo = z.infer<typeof connectionInfoSchema>

export const connectionViewSchema = connectionInfoSchema.extend({
  hasKey: z.boolean(),
  protection: keyProtectionSchema.nullable(),
})
export type ConnectionView = z.infer<typeof connectionViewSchema>

export const connectionsViewSchema = z.strictObject({
  connections: z.array(connectionViewSchema),
  keeping: keyKeepingSchema,
})
export type ConnectionsView = z.infer<typeof connectionsViewSchema>

/** What a test found out. Each has a text of its own (`connections.outcomes`). */
export const CONNECTION_TEST_OUTCOMES = [
  'works',
  'key-refused',
  /** It understands the request and says no, in words of its own. */
  'refused',
  'not-this-service',
  'redirected',
  'name-unknown',
  'unreachable',
  'silent',
  'cut-off',
  'tls-trouble',
  'busy',
  'service-trouble',
] as const
export const connectionTestSchema = z.strictObject({
  outcome: z.enum(CONNECTION_TEST_OUTCOMES),
  host: z.string(),
  /** How many vibes the service listed. */
  count: z.number(),
  /** The HTTP status; 0 where there was no answer. */
  status: z.number(),
  /** The service's own words, on one line and without the key. */
  message: z.string(),
})
export type ConnectionTest = z.infer<typeof connectionTestSchema>

const one = z.strictObject({ id: connectionIdSchema })

export const connectionsContract = {
  'connections:list': { input: z.strictObject({}), output: connectionsViewSchema },
  /** Adds a connection (`id` null) or changes one. A key stays with the origin that it was entered for. */
  'connections:save': {
    input: z.strictObject({
      id: connectionIdSchema.nullable(),
      name: z.string().max(200),
      baseUrl: z.string().max(2000),
      webhookPublicKey: z.string().max(20_000),
      /** Null leaves the key as it is. `keep` is what the writer chose where the host asks. */
      key: z
        .strictObject({ text: z.string().max(4096), keep: z.enum(['safest', 'session', 'file']) })
        .nullable(),
    }),
    output: z.strictObject({ id: connectionIdSchema, view: connectionsViewSchema }),
  },
  'connections:removeKey': { input: one, output: connectionsViewSchema },
  'connections:remove': { input: one, output: connectionsViewSchema },
  /** Asks the service for its list of vibes, which costs nothing. */
  'connections:test': { input: one, output: connectionTestSchema },
} as const

export const connectionsEvents = {
  'connections:changed': connectionsViewSchema,
} as const
