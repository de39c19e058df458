/**
 * The kinds of server that a writer sets up, as one table: the fields of the form and their limits, how the key is treated, and the
 * possible outcomes of a test. A new kind is an entry here, a probe (electron/speech/servers/testServer.ts), its texts
 * (renderer/i18n/en.ts) and a command that shows its dialog.
 */
import * as z from 'zod'
import { HIGHEST_RATE, LOWEST_RATE } from '../lib/sampleRates.ts'
import type { ErrorCodeFor } from '../messages/errors.ts'

export const MAX_KEY_LENGTH = 4096

/** A key as the writer typed it; null keeps the current key. `keep` is the writer's choice if the host asks for one. */
export const typedKeySchema = z
  .strictObject({ text: z.string().max(MAX_KEY_LENGTH), keep: z.enum(['safest', 'session', 'file']) })
  .nullable()
export type TypedKey = z.infer<typeof typedKeySchema>

interface FieldBase {
  /** Shown below the server's name in the list. */
  readonly isFact?: boolean
}

/** A field of a server's form. Its schema validates at the boundary; the form reads its limits from it. */
export type ServerField =
  | (FieldBase & {
      readonly type: 'text'
      readonly schema: z.ZodString
      /** The error for an empty text, and for a text that does not match the pattern. Without it, the text may be empty. */
      readonly unusable?: ErrorCodeFor
      readonly pattern?: RegExp
    })
  /** A text of several lines, which may be empty. */
  | (FieldBase & { readonly type: 'longText'; readonly schema: z.ZodString })
  /** Entries separated by line breaks or commas; may be empty. */
  | (FieldBase & { readonly type: 'list'; readonly schema: z.ZodArray<z.ZodString> })
  | (FieldBase & {
      readonly type: 'number'
      readonly schema: z.ZodInt
      readonly initial: number
      /** Whether files omit the field if it has its initial value, because versions that do not know it refuse it. */
      readonly isLeftOut?: boolean
      /** Error for a text that is not such a number. */
      readonly unusable: ErrorCodeFor<{ min: number; max: number }>
    })
  | (FieldBase & { readonly type: 'key'; readonly schema: typeof typedKeySchema })

/** Shared by a service's settings (electron/lib/http/engineSettings.ts) and the form. */
export const ENGINE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/
export const engineVoicesSchema = z.array(z.string().min(1).max(150)).max(1000)
export const engineCharactersSchema = z.int().min(50).max(100_000)
/** The sample rate of audio without a header, in Hz, for servers that send only raw samples; 0 for files that state their format. */
export const enginePcmRateSchema = z
  .int()
  .min(0)
  .max(HIGHEST_RATE)
  .refine((rate) => rate === 0 || rate >= LOWEST_RATE, `must be 0, or at least ${LOWEST_RATE}`)
/** The limit of the first server that offered this protocol. */
export const DEFAULT_ENGINE_CHARACTERS = 4_000

const baseUrl = { type: 'text', schema: z.string().max(2000), isFact: true } as const
const key = { type: 'key', schema: typedKeySchema } as const

/** The outcomes of a test that any server can have. */
const COMMON_OUTCOMES = [
  'works',
  'key-refused',
  /** Something answers, but not with the kind's protocol. */
  'not-this-server',
  'redirected',
  'name-unknown',
  'unreachable',
  'silent',
  'cut-off',
  'untrusted',
  'busy',
  'server-error',
] as const

export const SERVER_KINDS = {
  /** A hosted speech service. */
  connection: {
    file: 'connections.json',
    /** The id is made from the address, so the same address has the same id on every computer. */
    identity: 'address',
    id: z.string().min(1).max(64),
    /** Every request sends a key, so the address must be https, or on this computer. */
    key: 'required',
    lendsVoices: false,
    errors: { address: 'base-url-invalid', open: 'base-url-not-https' },
    fields: {
      name: { type: 'text', schema: z.string().max(200), unusable: 'connection-name-missing' },
      baseUrl,
      key,
      /** The service's public key for events, as PEM; empty if the service has none. */
      webhookPublicKey: { type: 'longText', schema: z.string().max(20_000) },
    },
    /** `refused`: the service understands the request and states why it refuses. */
    outcomes: [...COMMON_OUTCOMES, 'refused'],
  },
  /** A server with the OpenAI-compatible `POST /v1/audio/speech`, which lends its voices to the built-in service. */
  engine: {
    file: 'engines.json',
    /** The id is the name. It is part of the ids of voices (`NAME:voice`), so it does not change. */
    identity: 'name',
    id: z.string().regex(ENGINE_NAME),
    /** Without a key, any address is allowed. */
    key: 'optional',
    lendsVoices: true,
    errors: {
      taken: 'engine-name-taken',
      address: 'engine-address-invalid',
      open: 'engine-address-open',
    },
    fields: {
      name: {
        type: 'text',
        schema: z.string().max(32),
        unusable: 'engine-name-unusable',
        pattern: ENGINE_NAME,
      },
      /** With or without the protocol's `/v1`. */
      baseUrl,
      model: {
        type: 'text',
        schema: z.string().max(200),
        unusable: 'engine-model-missing',
        isFact: true,
      },
      key,
      /** Voices in addition to those that the server lists; all voices if it lists none. */
      voices: { type: 'list', schema: engineVoicesSchema },
      /** The longest text of one request. */
      maxCharacters: {
        type: 'number',
        schema: engineCharactersSchema,
        initial: DEFAULT_ENGINE_CHARACTERS,
        unusable: 'engine-length-unusable',
      },
      pcmRate: {
        type: 'number',
        schema: enginePcmRateSchema,
        initial: 0,
        isLeftOut: true,
        unusable: 'engine-rate-unusable',
      },
    },
    /** Outcomes for servers without a list of voices: `typed` if the writer entered voices, otherwise `unlisted`. */
    outcomes: [...COMMON_OUTCOMES, 'unlisted', 'typed'],
  },
  /** A server with the OpenAI-compatible `POST /v1/chat/completions`, which labels the speakers of lines. */
  languageModel: {
    file: 'language-models.json',
    identity: 'name',
    id: z.string().min(1).max(64),
    key: 'optional',
    lendsVoices: false,
    errors: {
      taken: 'language-model-name-taken',
      address: 'language-model-address-invalid',
      open: 'language-model-address-open',
    },
    fields: {
      name: { type: 'text', schema: z.string().max(64), unusable: 'language-model-name-missing' },
      /** With or without the protocol's `/v1`. */
      baseUrl,
      model: { type: 'text', schema: z.string().max(200), unusable: 'language-model-missing', isFact: true },
      key,
      /** The price of a million tokens, in cents; 0 if free. */
      millionTokensCents: {
        type: 'number',
        schema: z.int().min(0).max(100_000),
        initial: 0,
        unusable: 'language-model-price-unusable',
      },
      /** The most tokens that one import may use. */
      maxTokens: {
        type: 'number',
        schema: z.int().min(1_000).max(100_000_000),
        initial: 1_000_000,
        unusable: 'language-model-cap-unusable',
      },
    },
    outcomes: [...COMMON_OUTCOMES, 'no-such-model'],
  },
} as const satisfies Readonly<Record<string, KindInfo>>

/** The facts about a kind of server that the app needs. */
export interface KindInfo {
  /** Name of the file in the app's folder. */
  readonly file: string
  readonly identity: 'address' | 'name'
  readonly id: z.ZodString
  readonly key: 'required' | 'optional'
  /** Whether the built-in service uses the server's voices. */
  readonly lendsVoices: boolean
  /** The codes of errors that saving throws: `taken` only if the name is the id. */
  readonly errors: {
    readonly taken?: ErrorCodeFor<{ name: string }>
    readonly address: ErrorCodeFor
    readonly open: ErrorCodeFor<{ host: string }>
  }
  /** In the order of the form. */
  readonly fields: Readonly<Record<'name' | 'baseUrl' | 'key', ServerField>> &
    Readonly<Record<string, ServerField>>
  readonly outcomes: readonly string[]
}

export type ServerKind = keyof typeof SERVER_KINDS
export type TestOutcome<K extends ServerKind = ServerKind> = (typeof SERVER_KINDS)[K]['outcomes'][number]

/** The fields of a kind in the order of the form, with their ids. */
export function fieldsOf(kind: ServerKind): readonly (readonly [id: string, field: ServerField])[] {
  return Object.entries<ServerField>(SERVER_KINDS[kind].fields)
}
