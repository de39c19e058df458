/** What the app and the service process say to each other. Keys travel here, never in arguments or environment. */
import { z } from 'zod'
import { childEventSchema, childRequestSchema } from './natural/naturalSpawn.ts'
import { enginesSchema, webUrl } from '../lib/http/engineSettings.ts'

const HOUR_MS = 3_600_000

/** What can be set about the service, by the app's first message or by options of the command line. */
export const serviceSettingsSchema = z.object({
  /** Where finished conversions are told. */
  webhooks: z.array(webUrl).default([]),
  /** Between two tries to deliver an event. */
  webhookRetryMs: z.number().int().min(1).max(HOUR_MS).default(HOUR_MS),
  /** Requests in a minute; null for no limit. */
  ratePerMinute: z.number().int().min(1).nullable().default(null),
  engines: enginesSchema.default([]),
})

export type ServiceSettings = z.output<typeof serviceSettingsSchema>
export type ServiceSettingsInput = z.input<typeof serviceSettingsSchema>

/** Every setting at its default. */
export const DEFAULT_SERVICE_SETTINGS: ServiceSettings = serviceSettingsSchema.parse({})

const startMessageSchema = z.object({
  kind: z.literal('start'),
  key: z.string().min(1),
  dataFolder: z.string().min(1),
  workerUrl: z.string().min(1),
  documentWorkerUrl: z.string().min(1),
  naturalUrl: z.string().min(1),
  keepDays: z.number().nullable(),
  /** The app's folder of voice packs; null if there are none to speak with. */
  voicesFolder: z.string().min(1).nullable().default(null),
  settings: serviceSettingsSchema.default(DEFAULT_SERVICE_SETTINGS),
})

const stopMessageSchema = z.object({ kind: z.literal('stop') })

/** Other engines from now on, for a service that runs: what is under way goes on. */
const enginesMessageSchema = z.object({
  kind: z.literal('engines'),
  /** Comes back in the answer. */
  turn: z.number().int(),
  engines: enginesSchema,
})

/** Voice packs came or went: the service reads their folder again. */
const voicesMessageSchema = z.object({
  kind: z.literal('voices'),
  /** Comes back in the answer. */
  turn: z.number().int(),
})

/** The app has stored the audio of a conversion: the service need not keep it, too. */
const collectedMessageSchema = z.object({ kind: z.literal('collected'), uuid: z.string() })

/** The story that was opened speaks with these voice packs. */
const loadMessageSchema = z.object({ kind: z.literal('load'), packs: z.array(z.string()) })

export const hostMessageSchema = z.discriminatedUnion('kind', [
  startMessageSchema,
  stopMessageSchema,
  enginesMessageSchema,
  voicesMessageSchema,
  collectedMessageSchema,
  loadMessageSchema,
  childEventSchema,
])

export const serviceMessageSchema = z.union([
  z.object({ ready: z.literal(true), baseUrl: z.string(), setAside: z.array(z.string()) }),
  /** The service did not start. */
  z.object({ ready: z.literal(false), isFolderInUse: z.boolean(), message: z.string() }),
  /** A change of engines or voices that the app told of has come to effect. */
  z.object({ turnTaken: z.number().int() }),
  childRequestSchema,
])

export type HostMessage = z.input<typeof hostMessageSchema>
export type ServiceMessage = z.input<typeof serviceMessageSchema>
