/** The messages between the app and the service process. Keys are sent in messages, never in arguments or the environment. */
import { z } from 'zod'
import { childEventSchema, childRequestSchema } from './natural/naturalSpawn.ts'
import { textToSpeechRequestSchema } from '../../shared/speech-api/requests.ts'
import { enginesSchema, webUrl } from '../lib/http/engineSettings.ts'

const HOUR_MS = 3_600_000

/** The settings of the service, from the app's first message or the command line. */
export const serviceSettingsSchema = z.object({
  /** The addresses to which finished conversions are reported. */
  webhooks: z.array(webUrl).default([]),
  /** The time between two tries to deliver an event. */
  webhookRetryMs: z.number().int().min(1).max(HOUR_MS).default(HOUR_MS),
  /** The most requests per minute; null for no limit. */
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
  /** The app's folder of voice packs; null if there are none. */
  voicesFolder: z.string().min(1).nullable().default(null),
  settings: serviceSettingsSchema.default(DEFAULT_SERVICE_SETTINGS),
})

const stopMessageSchema = z.object({ kind: z.literal('stop') })

/** Replaces the other engines of a running service; running requests continue. */
const enginesMessageSchema = z.object({
  kind: z.literal('engines'),
  /** Repeated in the answer. */
  turn: z.number().int(),
  engines: enginesSchema,
})

/** Voice packs were added or removed: the service reads their folder again. */
const voicesMessageSchema = z.object({
  kind: z.literal('voices'),
  /** Repeated in the answer. */
  turn: z.number().int(),
})

/** The app has stored the audio of a conversion: the service need not keep it. */
const collectedMessageSchema = z.object({ kind: z.literal('collected'), uuid: z.string() })

/** An open story uses these voices, and this will probably be heard next. */
const loadMessageSchema = z.object({
  kind: z.literal('load'),
  voices: z.array(z.string()),
  next: textToSpeechRequestSchema.nullable(),
})

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
  /** A change of engines or voices that the app sent has taken effect. */
  z.object({ turnTaken: z.number().int() }),
  childRequestSchema,
])

export type HostMessage = z.input<typeof hostMessageSchema>
export type ServiceMessage = z.input<typeof serviceMessageSchema>
