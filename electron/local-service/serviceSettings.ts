/** What can be set about the service, by the app's first message or by options of the command line. */
import { z } from 'zod'
import { enginesSchema, webUrl } from '../lib/http/engineSettings.ts'

const HOUR_MS = 3_600_000

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
