/**
 * Servers as the page sees them, and the calls about them. A key is only ever sent to the host, once. The answers state whether there is a
 * key and how it is kept.
 */
import * as z from 'zod'
import { voiceSchema } from '../ipc/views.ts'
import {
  fieldsOf,
  SERVER_KINDS,
  typedKeySchema,
  type ServerField,
  type ServerKind,
  type TestOutcome,
} from './kinds.ts'

/** The id of a connection, as stories name it. */
export const connectionIdSchema = SERVER_KINDS.connection.id

/** How a key is kept: sealed by the system's keychain, in a file that only this account may read, or until Fabula ends. */
export const keyProtectionSchema = z.enum(['sealed', 'file', 'session'])
export type KeyProtection = z.infer<typeof keyProtectionSchema>

/** How this host can protect a new key. `ask`: the system offers no protection, and the writer chooses. */
export const keyKeepingSchema = z.enum(['sealed', 'file', 'ask'])
export type KeyKeeping = z.infer<typeof keyKeepingSchema>

type Fields<K extends ServerKind> = (typeof SERVER_KINDS)[K]['fields']
type ValueShape<K extends ServerKind> = {
  [Id in Exclude<keyof Fields<K>, 'key'>]: Fields<K>[Id] extends ServerField ? Fields<K>[Id]['schema'] : never
}

/** The shapes of a server of one kind: as it is set up, as the page sees it, as the page names it, and as the form sends it. */
function schemasOf<K extends ServerKind>(kind: K) {
  const values = Object.fromEntries(
    fieldsOf(kind).flatMap(([id, field]) => {
      if (field.type === 'key') return []
      const isLeftOut = field.type === 'number' && field.isLeftOut === true
      return [[id, isLeftOut ? field.schema.default(field.initial) : field.schema]]
    }),
  ) as ValueShape<K> // the same ids with the outputs of the same schemas
  const id: z.ZodString = SERVER_KINDS[kind].id
  const shape = { kind: z.literal(kind), ...values }
  const keyView = { hasKey: z.boolean(), protection: keyProtectionSchema.nullable() }
  return {
    server: z.strictObject({ ...shape, id }),
    view: z.strictObject({ ...shape, id, ...keyView }),
    ref: z.strictObject({ kind: z.literal(kind), id }),
    /** `id` is null for a new server. A key stays with the origin that it was entered for. */
    draft: z.strictObject({ ...shape, id: id.nullable(), key: typedKeySchema }),
  }
}

export const SERVER_SCHEMAS = {
  connection: schemasOf('connection'),
  engine: schemasOf('engine'),
  languageModel: schemasOf('languageModel'),
}
type Schemas = typeof SERVER_SCHEMAS

/** A server that the writer set up, without its key. */
export type Server<K extends ServerKind = ServerKind> = { [Kind in K]: z.infer<Schemas[Kind]['server']> }[K]
export type ServerView<K extends ServerKind = ServerKind> = { [Kind in K]: z.infer<Schemas[Kind]['view']> }[K]
export type ServerDraft = { [Kind in ServerKind]: z.infer<Schemas[Kind]['draft']> }[ServerKind]

/** All servers by kind, and how a new key would be kept. */
export const serversViewSchema = z.strictObject({
  keeping: keyKeepingSchema,
  connection: z.array(SERVER_SCHEMAS.connection.view),
  engine: z.array(SERVER_SCHEMAS.engine.view),
  languageModel: z.array(SERVER_SCHEMAS.languageModel.view),
})
export type ServersView = z.infer<typeof serversViewSchema>

/** The result of a test. Each outcome has a text (`servers.KIND.outcomes`). */
export const serverTestSchema = z.strictObject({
  outcome: z.enum(Object.values(SERVER_KINDS).flatMap((kind): readonly TestOutcome[] => kind.outcomes)),
  host: z.string(),
  /** The number of items that the server offers: a connection's vibes, an engine's voices. */
  count: z.number(),
  /** The HTTP status that decided; 0 if there was no response. */
  status: z.number(),
  /** The service's message, on one line and without the key; '' if there was none. */
  message: z.string(),
})
export type ServerTest = z.infer<typeof serverTestSchema>

/** The state of an engine according to the built-in service. */
export const engineStateSchema = z.strictObject({
  name: z.string(),
  /** Where the engine's voices come from; `cut`: it lists more than this; `open`: any name may be a voice; `absent`: the engine does not respond. */
  state: z.enum(['listed', 'cut', 'typed', 'open', 'absent']),
  /** Why the engine is absent; '' if it is not. */
  message: z.string(),
})
export type EngineState = z.infer<typeof engineStateSchema>

export const voicesViewSchema = z.strictObject({
  voices: z.array(voiceSchema),
  /** The engines that were asked. */
  engines: z.array(engineStateSchema),
})
export type VoicesView = z.infer<typeof voicesViewSchema>

const nothing = z.strictObject({})
const serverRef = z.discriminatedUnion('kind', [
  SERVER_SCHEMAS.connection.ref,
  SERVER_SCHEMAS.engine.ref,
  SERVER_SCHEMAS.languageModel.ref,
])

export const serversContract = {
  /** The voices known without a request to a server; answers immediately. */
  'voices:known': { input: nothing, output: voicesViewSchema },
  /** Lists the voices of the built-in service, which requests those of its engines: takes seconds if an engine is slow. */
  'voices:list': { input: nothing, output: voicesViewSchema },

  'servers:list': { input: nothing, output: serversViewSchema },
  /** Adds a server or changes it. */
  'servers:save': {
    input: z.discriminatedUnion('kind', [
      SERVER_SCHEMAS.connection.draft,
      SERVER_SCHEMAS.engine.draft,
      SERVER_SCHEMAS.languageModel.draft,
    ]),
    output: z.strictObject({ id: z.string(), view: serversViewSchema }),
  },
  'servers:removeKey': { input: serverRef, output: serversViewSchema },
  'servers:remove': { input: serverRef, output: serversViewSchema },
  /** Tests the server by requesting lists, which is free. */
  'servers:test': { input: serverRef, output: serverTestSchema },
} as const

export const serversEvents = { 'servers:changed': serversViewSchema } as const
