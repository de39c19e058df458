/** An engine as the app and the built-in service both know it: its settings, and the answer in which it lists its voices. */
import { z } from 'zod'
import {
  DEFAULT_ENGINE_CHARACTERS,
  ENGINE_NAME,
  engineCharactersSchema,
  enginePcmRateSchema,
  engineVoicesSchema,
} from '../../../shared/servers/kinds.ts'
import { isPrivate } from './baseUrl.ts'

/** An http or https address. */
export const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** A server with the OpenAI-compatible `POST /v1/audio/speech`. */
export const engineSettingsSchema = z
  .object({
    /** First part of the ids of its voices: `kokoro` for `kokoro:af_bella`. */
    name: z.string().regex(ENGINE_NAME, 'must be a short word of letters and digits'),
    baseUrl: webUrl.transform(withoutVersion),
    model: z.string().min(1),
    /** Voices beside those that the server lists; all voices where the server lists none. */
    voices: engineVoicesSchema.default([]),
    /** '' where the server wants none. */
    key: z.string().default(''),
    /** Longest text of one request. */
    maxCharacters: engineCharactersSchema.default(DEFAULT_ENGINE_CHARACTERS),
    /** Rate in Hz of samples without a header, which the server is asked for; 0 if it sends files that state their format. */
    pcmRate: enginePcmRateSchema.default(0),
    /** Until an answer begins. Engines without a fast graphics card are slow. */
    timeoutMs: z.number().int().min(1).default(600_000),
  })
  .refine(({ key, baseUrl }) => key === '' || isPrivate(new URL(baseUrl)), {
    path: ['baseUrl'],
    message: 'must be https where a key goes with it, unless it is on this machine',
  })

export const enginesSchema = z
  .array(engineSettingsSchema)
  .refine(
    (engines) => new Set(engines.map(({ name }) => name)).size === engines.length,
    'must each have a name of its own',
  )

export type EngineSettings = z.output<typeof engineSettingsSchema>
export type EngineSettingsInput = z.input<typeof engineSettingsSchema>

/** An engine's address without the `/v1` that other programs want at its end. */
export function withoutVersion(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')
}

const voiceSchema = z.union([
  z.string().min(1),
  z.looseObject({ id: z.string().min(1) }).transform(({ id }) => id),
])
const voicesSchema = z.union([
  z.array(voiceSchema),
  z.looseObject({ voices: z.array(voiceSchema) }).transform(({ voices }) => voices),
])

/** Reads `{voices: [{id}]}` and `{voices: ['id']}`, with and without the object around it. Null for anything else, and for an empty list. */
export function parseEngineVoices(json: unknown): string[] | null {
  const parsed = voicesSchema.safeParse(json)
  return parsed.success && parsed.data.length > 0 ? parsed.data : null
}
