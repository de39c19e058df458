/**
 * The built-in voice library: six English voices under the ids that services of this family use, one voice for each
 * language of eSpeak NG under `ES-<language tag>`, and for some languages three more, with a variant behind the tag. Plain data: reading it starts no engine.
 */
import { ENGINE_LANGUAGES } from './languages.ts'

export const VOICE_GENDERS = ['female', 'male', 'neutral'] as const
export type VoiceGender = (typeof VOICE_GENDERS)[number]

/** The facts by which a writer chooses a voice. */
export interface VoiceInfo {
  readonly id: string
  /** The service's `speaker_name`. */
  readonly name: string
  /** Language tag in lower case, for example `en-us`. */
  readonly language: string
  readonly gender: VoiceGender
  readonly description: string
}

/** The server and the voice of an id such as `kokoro:af_bella`; null for the id of a voice that is not on a voice server. */
export function partsOfServerVoice(id: string): { readonly server: string; readonly voice: string } | null {
  const at = id.indexOf(':')
  return at < 0 ? null : { server: id.slice(0, at), voice: id.slice(at + 1) }
}

/** The engine's settings for a voice. */
export interface EngineVoice {
  /** Identifier and variant, as accepted by set_voice. */
  readonly identifier: string
  /** 0 to 99; the resulting frequency differs by variant. */
  readonly pitch: number
  /** Liveliness of the melody, 0 to 99. */
  readonly range: number
  /** Factor that brings speech, at the engine's volume, to the loudness that all voices share. */
  readonly gain: number
}

export interface BuiltInVoice extends VoiceInfo {
  readonly engine: EngineVoice
}

/**
 * Chosen by measuring one sentence with every variant: median pitches 125, 99, 150, 78, 185 and 256 Hz, and a distinct
 * spectrum for Echo (Klatt synthesis), Fable (British), Nova and Shimmer. Variants with an echo (f1 to f5) were rejected:
 * their tail would run into the silence after a block.
 */
const ENGLISH_VOICES: readonly BuiltInVoice[] = [
  {
    id: 'OA001',
    name: 'Alloy',
    language: 'en-us',
    gender: 'neutral',
    description: 'Even and clear, between high and low',
    engine: { identifier: 'gmw/en-US', pitch: 72, range: 50, gain: 1.7 },
  },
  {
    id: 'OA002',
    name: 'Echo',
    language: 'en-us',
    gender: 'male',
    description: 'Dark and smooth, a calm narrator',
    engine: { identifier: 'gmw/en-US+klatt6', pitch: 50, range: 50, gain: 1.7 },
  },
  {
    id: 'OA003',
    name: 'Fable',
    language: 'en-gb-x-rp',
    gender: 'male',
    description: 'British, light and lively, a storyteller',
    engine: { identifier: 'gmw/en-GB-x-rp+Nguyen', pitch: 52, range: 65, gain: 1.85 },
  },
  {
    id: 'OA004',
    name: 'Onyx',
    language: 'en-us',
    gender: 'male',
    description: 'Very deep and steady',
    engine: { identifier: 'gmw/en-US+quincy', pitch: 38, range: 45, gain: 2.35 },
  },
  {
    id: 'OA005',
    name: 'Nova',
    language: 'en-us',
    gender: 'female',
    description: 'Bright and young',
    engine: { identifier: 'gmw/en-US+shelby', pitch: 56, range: 55, gain: 1.65 },
  },
  {
    id: 'OA006',
    name: 'Shimmer',
    language: 'en-us',
    gender: 'female',
    description: 'High, thin and gentle',
    engine: { identifier: 'gmw/en-US+Annie', pitch: 60, range: 50, gain: 1.7 },
  },
]

const LANGUAGE_VOICES: readonly BuiltInVoice[] = ENGINE_LANGUAGES.map(([tag, identifier, name]) => ({
  id: `ES-${tag}`,
  name,
  language: tag,
  gender: 'male',
  description: `Speaks ${name}`,
  engine: { identifier, pitch: 50, range: 50, gain: 1.6 },
}))

/** Languages that have voices of women and a second man, so that the speakers of a story can be told apart. */
const CAST_LANGUAGES = ['de', 'es', 'es-419', 'fr-fr', 'it', 'nl', 'pl', 'pt', 'pt-br', 'sv']
/** The gains make them as loud as the plain voice of their language, measured with one sentence in five of them. */
const CAST_VARIANTS = [
  { id: 'shelby', name: 'bright', gender: 'female', engine: { pitch: 56, range: 55, gain: 1.6 } },
  { id: 'annie', name: 'high', gender: 'female', engine: { pitch: 60, range: 50, gain: 1.65 } },
  { id: 'quincy', name: 'low', gender: 'male', engine: { pitch: 38, range: 45, gain: 2.2 } },
] as const

const CAST_VOICES: readonly BuiltInVoice[] = ENGINE_LANGUAGES.filter(([tag]) =>
  CAST_LANGUAGES.includes(tag),
).flatMap(([tag, identifier, language]) =>
  CAST_VARIANTS.map(({ id, name, gender, engine }) => ({
    id: `ES-${tag}-${id}`,
    name: `${language}, ${name}`,
    language: tag,
    gender,
    description: `Speaks ${language}`,
    // The engine spells variant names with or without a capital.
    engine: { identifier: `${identifier}+${id === 'annie' ? 'Annie' : id}`, ...engine },
  })),
)

const VOICES: ReadonlyMap<string, BuiltInVoice> = new Map(
  [...ENGLISH_VOICES, ...LANGUAGE_VOICES, ...CAST_VOICES].map((voice) => [voice.id, voice]),
)

/** Every voice of the built-in library, the six English ones first, then the languages by name, then their variants. */
export function listVoices(): VoiceInfo[] {
  return [...VOICES.values()].map(({ engine: _engine, ...info }) => info)
}

/** The voice with this id (ids are exact: `OA001`, `ES-fr-fr`), or null. */
export function findVoice(id: string): BuiltInVoice | null {
  return VOICES.get(id) ?? null
}
