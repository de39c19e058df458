/** A server that lends its voices to the built-in service, as that service is told of it. */
import { z } from 'zod'

/** An http or https address. */
export const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** A server with the OpenAI-compatible `POST /v1/audio/speech`. */
export const engineSettingsSchema = z
  .object({
    /** First part of its voices' ids: `kokoro` for `kokoro:af_bella`. */
    name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/, 'must be a short word of letters and digits'),
    /** With or without the `/v1` that other programs want at its end. */
    baseUrl: webUrl.transform((url) => url.replace(/\/+$/, '').replace(/\/v1$/, '')),
    model: z.string().min(1),
    /** Voices beside those that the server lists; all there are where it lists none. */
    voices: z.array(z.string().min(1).max(150)).default([]),
    /** '' where the server wants none. */
    key: z.string().default(''),
    /** Longest text of one request. */
    maxCharacters: z.number().int().min(50).max(100_000).default(4_000),
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

/** Whether nobody on the way can read what is sent there. */
export function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
