/**
 * Other engines of the built-in service (servers with the OpenAI-compatible `POST /v1/audio/speech`) and the voices that there
 * are with them. A key travels one way only, as that of a connection does.
 */
import * as z from 'zod'
import { keyKeepingSchema, keyProtectionSchema } from './connectionsContract.ts'
import { voiceSchema } from './views.ts'

/** First part of its voices' ids, `NAME:voice`, and so what stories know the engine by: it does not change. */
export const engineNameSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/)

export const MIN_ENGINE_CHARACTERS = 50
export const MAX_ENGINE_CHARACTERS = 100_000
/** As long as the first of these servers allowed. */
export const DEFAULT_ENGINE_CHARACTERS = 4_000

export const engineInfoSchema = z.strictObject({
  name: engineNameSchema,
  /** http or https, without a trailing slash; with or without the `/v1` of the protocol. */
  baseUrl: z.string().min(1).max(2000),
  model: z.string().min(1).max(200),
  /** Voices beside those that the server lists; all that there are where it lists none. */
  voices: z.array(z.string().min(1).max(150)).max(1000),
  /** Longest text of one request. */
  maxCharacters: z.int().min(MIN_ENGINE_CHARACTERS).max(MAX_ENGINE_CHARACTERS),
})
export type EngineInfo = z.infer<typeof engineInfoSchema>

export const engineViewSchema = engineInfoSchema.extend({
  hasKey: z.boolean(),
  protection: keyProtectionSchema.nullable(),
})
export type EngineView = z.infer<typeof engineViewSchema>

export const enginesViewSchema = z.strictObject({
  engines: z.array(engineViewSchema),
  keeping: keyKeepingSchema,
})
export type EnginesView = z.infer<typeof enginesViewSchema>

/** What a test found out. Each has a text of its own (`engines.outcomes`). */
export const ENGINE_TEST_OUTCOMES = [
  'works',
  /** It speaks the protocol and has no list of voices. */
  'unlisted',
  'key-refused',
  'not-this-server',
  'redirected',
  'name-unknown',
  'unreachable',
  'silent',
  'cut-off',
  'tls-trouble',
  'busy',
  'server-trouble',
] as const
export const engineTestSchema = z.strictObject({
  outcome: z.enum(ENGINE_TEST_OUTCOMES),
  host: z.string(),
  /** How many voices the server listed. */
  count: z.number(),
  /** The HTTP status that decided; 0 where there was no answer. */
  status: z.number(),
})
export type EngineTest = z.infer<typeof engineTestSchema>

/** What an engine is at, as the built-in service found it. */
export const engineStateSchema = z.strictObject({
  name: z.string(),
  /** Where its voices come from; `open`: any name may be one; `absent`: it does not answer. */
  state: z.enum(['listed', 'typed', 'open', 'absent']),
  /** Why it is absent; '' where it is not. */
  message: z.string(),
})
export type EngineState = z.infer<typeof engineStateSchema>

export const voicesViewSchema = z.strictObject({
  voices: z.array(voiceSchema),
  /** Of engines that were asked. */
  engines: z.array(engineStateSchema),
})
export type VoicesView = z.infer<typeof voicesViewSchema>

const nothing = z.strictObject({})
const one = z.strictObject({ name: engineNameSchema })

export const enginesContract = {
  /** The voices that are known without asking anybody: at once. */
  'voices:known': { input: nothing, output: voicesViewSchema },
  /** Asks the built-in service, which asks its engines: seconds, where one of them is slow. */
  'voices:list': { input: nothing, output: voicesViewSchema },

  'engines:list': { input: nothing, output: enginesViewSchema },
  /** Adds an engine, or changes the one of this name. A key stays with the origin that it was entered for. */
  'engines:save': {
    input: z.strictObject({
      isNew: z.boolean(),
      name: z.string().max(200),
      baseUrl: z.string().max(2000),
      model: z.string().max(200),
      voices: engineInfoSchema.shape.voices,
      maxCharacters: engineInfoSchema.shape.maxCharacters,
      /** Null leaves the key as it is. `keep` is what the writer chose where the host asks. */
      key: z
        .strictObject({ text: z.string().max(4096), keep: z.enum(['safest', 'session', 'file']) })
        .nullable(),
    }),
    output: z.strictObject({ name: engineNameSchema, view: enginesViewSchema }),
  },
  'engines:removeKey': { input: one, output: enginesViewSchema },
  'engines:remove': { input: one, output: enginesViewSchema },
  /** Asks the server for lists, which costs nothing; nothing is spoken. */
  'engines:test': { input: one, output: engineTestSchema },
} as const

export const enginesEvents = {
  'engines:changed': enginesViewSchema,
} as const
