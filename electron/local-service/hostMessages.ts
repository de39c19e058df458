/** What the app and the service process say to each other. Keys travel here, never in arguments or environment. */
import { z } from 'zod'
import { DEFAULT_SERVICE_SETTINGS, serviceSettingsSchema } from './serviceSettings.ts'
import { childEventSchema, childRequestSchema } from './natural/naturalSpawn.ts'
import { enginesSchema } from '../lib/http/engineSettings.ts'

export const startMessageSchema = z.object({
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

export const stopMessageSchema = z.object({ kind: z.literal('stop') })

/** Other engines from now on, for a service that runs: what is under way goes on. */
export const enginesMessageSchema = z.object({
  kind: z.literal('engines'),
  /** Comes back in the answer. */
  turn: z.number().int(),
  engines: enginesSchema,
})

/** Voice packs came or went: the service reads their folder again. */
export const voicesMessageSchema = z.object({
  kind: z.literal('voices'),
  /** Comes back in the answer. */
  turn: z.number().int(),
})

/** The app has stored the audio of a conversion: the service need not keep it, too. */
export const collectedMessageSchema = z.object({ kind: z.literal('collected'), uuid: z.string() })

/** The story that was opened speaks with these voice packs. */
export const loadMessageSchema = z.object({ kind: z.literal('load'), packs: z.array(z.string()) })

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
