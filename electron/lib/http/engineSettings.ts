/** An engine's settings, shared by the app and the built-in service, and the parsing of its list of voices. */
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
    /** The prefix of its voices' ids: `kokoro` in `kokoro:af_bella`. */
    name: z.string().regex(ENGINE_NAME, 'must be a short word of letters and digits'),
    baseUrl: webUrl.transform(withoutVersion),
    model: z.string().min(1),
    /** Voices in addition to those that the server lists; all voices if the server lists none. */
    voices: engineVoicesSchema.default([]),
    /** '' if the server needs none. */
    key: z.string().default(''),
    /** The longest text of one request. */
    maxCharacters: engineCharactersSchema.default(DEFAULT_ENGINE_CHARACTERS),
    /** The sample rate in Hz of audio without a header, which is then requested; 0 if the server sends files that state their format. */
    pcmRate: enginePcmRateSchema.default(0),
    /** The wait for the start of a response. Engines without a fast graphics card are slow. */
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

/** An engine's address without the `/v1` that other programs need at its end. */
export function withoutVersion(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')
}

/** Statuses after which the list is requested for the model: servers with several models list the voices of one at a time. */
const WANTS_MODEL = [200, 400, 422]

/** Requests a server's voices, first those of all models. `voices` is null if it has no list; `status` is that of its last response. */
export async function listEngineVoices(
  get: (path: string) => Promise<{ readonly status: number; readonly json: unknown }>,
  model: string,
): Promise<{ readonly status: number; readonly voices: string[] | null }> {
  const path = '/v1/audio/voices'
  const all = await get(path)
  const voices = all.status === 200 ? parseEngineVoices(all.json) : null
  // Some servers, such as openai-edge-tts, have the list elsewhere.
  const otherPath = WANTS_MODEL.includes(all.status)
    ? `${path}?model=${encodeURIComponent(model)}`
    : all.status === 404
      ? '/v1/voices'
      : null
  if (voices !== null || otherPath === null) return { status: all.status, voices }
  const { status, json } = await get(otherPath)
  return { status, voices: status === 200 ? parseEngineVoices(json) : null }
}

/** The fields in which servers name a voice; the first one present counts. */
const VOICE_FIELDS = ['id', 'voice_id', 'voiceId', 'name', 'voice', 'short_name', 'ShortName', 'value']
/** The fields in which servers put the list of voices, some in two levels. */
const LIST_FIELDS = ['voices', 'data', 'items', 'results', 'speakers']
/** The fields whose keys may be the voices, whatever their values. */
const NAMED_LISTS = ['voices', 'speakers']
/** An object with one of these fields is not a list. */
const ERROR_FIELDS = ['error', 'errors', 'detail', 'message', 'status']
const DEEPEST_LIST = 4

/**
 * Parses a list of voices in the various forms of servers: names, or objects with a name, in a list, as the keys of an object, by language or
 * gender, or any of these in a field such as `voices` or `data`. Entries without a name are skipped. Null for anything else, and for an empty list.
 */
export function parseEngineVoices(json: unknown): string[] | null {
  const voices = voicesIn(json, DEEPEST_LIST) ?? []
  return voices.length === 0 ? null : [...new Set(voices)]
}

function voicesIn(json: unknown, depth: number, isNamed = false): string[] | null {
  if (Array.isArray(json))
    return json.flatMap((entry: unknown) => groupOf(entry, depth) ?? voiceName(entry) ?? [])
  const fields = recordSchema.safeParse(json).data
  if (fields === undefined || depth === 0) return null
  const field = LIST_FIELDS.find((name) => name in fields && typeof fields[name] === 'object')
  if (field !== undefined) return voicesIn(fields[field], depth - 1, NAMED_LISTS.includes(field))
  const byLanguage = recordSchema.safeParse(fields['languages'] ?? fields['locales']).data
  if (byLanguage !== undefined && isByLanguage(byLanguage)) return voicesIn(byLanguage, depth - 1, true)
  // Voices by name, with details; or lists of voices by language.
  const values = Object.values(fields)
  const isAlike =
    values.every(Array.isArray) || values.every((value) => recordSchema.safeParse(value).success)
  if (!isNamed && (!isAlike || ERROR_FIELDS.some((name) => name in fields))) return null
  const isNested = values.some(Array.isArray) || isByLanguage(fields)
  if (!isNested) return Object.keys(fields).filter((name) => name !== '')
  return values.flatMap((value) =>
    Array.isArray(value) || isByLanguage(fields) ? (voicesIn(value, depth - 1, true) ?? []) : [],
  )
}

/** The voices of an entry that is a group, such as `{"language": "en", "voices": […]}`; null for a voice. */
function groupOf(entry: unknown, depth: number): string[] | null {
  const fields = recordSchema.safeParse(entry).data
  const list = LIST_FIELDS.map((name) => fields?.[name]).find(Array.isArray)
  return list === undefined || depth === 0 ? null : voicesIn(list, depth - 1)
}

const LANGUAGE_OR_GENDER =
  /^(?:[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?|female|male|neutral|feminine|masculine|other)$/i

/** Whether the keys of an object are languages or genders, and its values hold voices: those of a voice's details are mostly plain. */
function isByLanguage(fields: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(fields).every(
    ([key, value]) =>
      LANGUAGE_OR_GENDER.test(key) &&
      (Array.isArray(value) ||
        Object.values(recordSchema.safeParse(value).data ?? { none: null }).every(
          (inner) => typeof inner === 'object' && inner !== null,
        )),
  )
}

const recordSchema = z.record(z.string(), z.unknown())

function voiceName(voice: unknown): string | null {
  if (typeof voice === 'string') return voice === '' ? null : voice
  const fields = recordSchema.safeParse(voice).data ?? {}
  const name = VOICE_FIELDS.map((field) => fields[field]).find(
    (value) => typeof value === 'string' && value !== '',
  )
  return typeof name === 'string' ? name : null
}
