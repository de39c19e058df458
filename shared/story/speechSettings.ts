/**
 * How text is spoken, as one table. Each entry of `SPEECH_SETTINGS` holds everything about one setting; stored records, block
 * overrides, take keys, requests and edits follow from the table.
 *
 * Project files store the settings: a step in project-file/format.ts adds a new one to the records of older files.
 *
 * Every setting is inherited the same way: the story's defaults have all settings, a character has all settings, and a
 * block overrides single settings of its character or, without a character, of the story.
 */
import * as z from 'zod'
import { DEFAULT_SPEED, MAX_SPEED, MAX_VOICE_ID_CHARACTERS, MIN_SPEED } from '../speech-api/limits.ts'
import { DEFAULT_MODEL, DEFAULT_VOICE_ID, EMOTION_MODEL, SPEECH_MODELS } from '../speech-api/models.ts'
import type {
  EmotionToSpeechRequest,
  StoryBlockRequest,
  TextToSpeechRequest,
} from '../speech-api/requests.ts'
import { MAX_LABEL, MAX_STORED_EMOTION, MAX_STORED_PROMPT } from './limits.ts'

/**
 * A vibe of the service's library, as it was when it was chosen. A request names it by its id. Its words are kept, so that
 * the story can tell when the library's words have changed, and can put a deleted vibe back.
 */
export const vibeRefSchema = z.strictObject({
  id: z.int(),
  name: z.string().max(MAX_LABEL),
  prompt: z.string().max(MAX_STORED_PROMPT),
})
export type VibeRef = z.infer<typeof vibeRefSchema>

/** The settings that a request carries, by the endpoint's kind. */
interface RequestSettings {
  readonly speech: Omit<TextToSpeechRequest, 'input'>
  readonly emotion: Omit<EmotionToSpeechRequest, 'input'>
  readonly story: Pick<StoryBlockRequest, 'voice_id' | 'emotion' | 'model' | 'speed'>
}
export type RequestKind = keyof RequestSettings
const EVERY_REQUEST: readonly RequestKind[] = ['speech', 'emotion', 'story']

interface Setting<S extends z.ZodType> {
  /** A complete value. A block may also hold null, which inherits, and `none` for a setting whose value can be null. */
  readonly schema: S
  /** The value in a new story. */
  readonly initial: NoInfer<z.output<S>>
  /** Whether only the emotion model has the setting. */
  readonly isExpressive?: boolean
  /** Clamps a number to its range. */
  readonly clamp?: (value: z.output<S>) => z.output<S>
  /**
   * Whether a change of the setting changes the audio, and how the value enters the take key. Stories hold keys, so
   * a new setting is `named`: it is part of the key only if it differs from the initial value.
   */
  readonly takeKey: 'always' | 'withPrompt' | 'named' | 'never'
  /** The value in the take key; the value itself by default. */
  readonly toKey?: (value: z.output<S>) => unknown
  readonly request: {
    readonly field: keyof RequestSettings['emotion'] | keyof RequestSettings['story']
    readonly kinds: readonly RequestKind[]
    /** The value in a request, or undefined to leave it out; the value itself by default. */
    readonly toWire?: (value: z.output<S>, kind: RequestKind) => unknown
  }
}

/** Lets TypeScript infer the functions of an entry from its schema. */
const setting = <S extends z.ZodType>(entry: Setting<S>) => entry

export const SPEECH_SETTINGS = {
  voiceId: setting({
    schema: z.string().min(1).max(MAX_VOICE_ID_CHARACTERS),
    initial: DEFAULT_VOICE_ID,
    takeKey: 'always',
    request: { field: 'voice_id', kinds: EVERY_REQUEST },
  }),
  model: setting({
    schema: z.enum(SPEECH_MODELS),
    initial: DEFAULT_MODEL,
    takeKey: 'always',
    request: { field: 'model', kinds: EVERY_REQUEST },
  }),
  speed: setting({
    schema: z.number().min(MIN_SPEED).max(MAX_SPEED),
    initial: DEFAULT_SPEED,
    // In steps of 0.01.
    clamp: (speed) => Math.round(Math.max(MIN_SPEED, Math.min(MAX_SPEED, speed)) * 100) / 100,
    takeKey: 'always',
    request: { field: 'speed', kinds: EVERY_REQUEST },
  }),
  vibe: setting({
    schema: vibeRefSchema.nullable(),
    initial: null,
    isExpressive: true,
    takeKey: 'withPrompt',
    // The prompt decides how a vibe sounds: a vibe that was made again under another id has the same takes.
    toKey: (vibe) => (vibe === null || vibe.prompt !== '' ? (vibe?.prompt ?? null) : vibe.id),
    request: { field: 'vibe_id', kinds: ['emotion'], toWire: (vibe) => vibe?.id },
  }),
  emotion: setting({
    schema: z.string().max(MAX_STORED_EMOTION),
    initial: '',
    isExpressive: true,
    takeKey: 'always',
    request: {
      field: 'emotion',
      kinds: ['emotion', 'story'],
      toWire: (emotion, kind) => (emotion !== '' ? emotion : kind === 'story' ? 'neutral' : undefined),
    },
  }),
  customPrompt: setting({
    schema: z.string().max(MAX_STORED_PROMPT),
    initial: '',
    isExpressive: true,
    takeKey: 'withPrompt',
    request: {
      field: 'custom_prompt',
      kinds: ['emotion'],
      toWire: (prompt) => (prompt === '' ? undefined : prompt),
    },
  }),
} as const

type Table = typeof SPEECH_SETTINGS
export type SettingName = keyof Table
type Value<N extends SettingName> = z.output<Table[N]['schema']>
/** A complete set of settings, as in characters and the story's defaults. */
export type SpeechSettings = { [N in SettingName]: Value<N> }
/** A block's own settings. Null inherits; `none` is the override of a setting whose value is null. */
export type SettingOverrides = {
  [N in SettingName]: Exclude<Value<N>, null> | (null extends Value<N> ? 'none' : never) | null
}

// An object literal has exactly the keys of its type.
/** The names of all settings. */
export const SETTING_NAMES = Object.keys(SPEECH_SETTINGS) as SettingName[]
/** The table for loops over all settings, in which a name and its value's type are not known together. */
const TABLE: Readonly<Record<SettingName, Setting<z.ZodType>>> = SPEECH_SETTINGS

/** An object with one value for each setting. `never` fits any type: the caller states the type of each value. */
function eachSetting(
  valueOf: (entry: Setting<z.ZodType>, name: SettingName) => unknown,
): Record<SettingName, never> {
  // A loop, because this runs for each block of a story, and takes half the time of Object.fromEntries.
  const values: Partial<Record<SettingName, unknown>> = {}
  for (const name of SETTING_NAMES) values[name] = valueOf(TABLE[name], name)
  return values as never
}

const storedSchemas: { readonly [N in SettingName]: z.ZodType<Value<N>> } = eachSetting(
  ({ schema }) => schema,
)
/** Settings in the records of a character and of a story. */
export const speechSettingsSchema = z.strictObject(storedSchemas)

/** The same settings in the record of a block. */
export const settingOverrideSchemas: { readonly [N in SettingName]: z.ZodType<SettingOverrides[N]> } =
  eachSetting(({ schema }) =>
    (schema instanceof z.ZodNullable ? z.union([schema.unwrap(), z.literal('none')]) : schema).nullable(),
  )

export const DEFAULT_SETTINGS: SpeechSettings = eachSetting(({ initial }) => initial)

/** The settings of a block without its own: all are inherited. */
export const INHERITED_SETTINGS: { readonly [N in SettingName]: null } = eachSetting(() => null)

/** Whether a block overrides any setting. */
export function hasOwnSettings(own: SettingOverrides): boolean {
  return SETTING_NAMES.some((name) => own[name] !== null)
}

/** A setting of a block: its own, or the inherited one. */
export function resolveSetting<N extends SettingName>(
  name: N,
  own: SettingOverrides,
  inherited: SpeechSettings,
): SpeechSettings[N] {
  const value = own[name] === null ? inherited[name] : fromOverride(SPEECH_SETTINGS[name], own[name])
  return value as SpeechSettings[N] // the override has the same name
}

/** The settings of a block: its own, and the inherited ones if it has none. */
export function resolveSettings(own: SettingOverrides, inherited: SpeechSettings): SpeechSettings {
  return hasOwnSettings(own) ? eachSetting((_, name) => resolveSetting(name, own, inherited)) : inherited
}

function fromOverride({ schema }: Setting<z.ZodType>, own: unknown): unknown {
  return own === 'none' && schema instanceof z.ZodNullable ? null : own
}

/** Settings as a block's own overrides: null becomes `none`. */
export function toOverrides<S extends Partial<SpeechSettings>>(
  settings: S,
): { [N in keyof S]: N extends SettingName ? SettingOverrides[N] : never } {
  const own = Object.entries(settings).map(([name, value]) => [name, value ?? 'none'])
  return Object.fromEntries(own) as ReturnType<typeof toOverrides<S>> // one entry for each setting
}

/** The overrides that give a block which inherits `inherited` the settings `settings`: those that differ. */
export function overridesBetween(settings: SpeechSettings, inherited: SpeechSettings): SettingOverrides {
  return eachSetting((_, name) => (settings[name] === inherited[name] ? null : (settings[name] ?? 'none')))
}

/** A patch of settings or overrides with its numbers clamped to their ranges. */
export function clampSettings<P extends Partial<SettingOverrides | SpeechSettings>>(patch: P): P {
  const clean = { ...patch }
  for (const name of SETTING_NAMES) {
    const { clamp } = TABLE[name]
    const value = clean[name]
    if (clamp !== undefined && value !== undefined && value !== null)
      Object.assign(clean, { [name]: clamp(value) })
  }
  return clean
}

/** Whether two sets of settings lead to the same take keys. */
export function isSameSettings(a: SpeechSettings, b: SpeechSettings): boolean {
  return a === b || SETTING_NAMES.every((name) => inKey(a, name) === inKey(b, name))
}

function inKey(settings: SpeechSettings, name: SettingName): unknown {
  const { toKey } = TABLE[name]
  return toKey === undefined ? settings[name] : toKey(settings[name])
}

/** Whether the model has emotions, vibes and prompts. */
export function isEmotional({ model }: Pick<SpeechSettings, 'model'>): boolean {
  return model === EMOTION_MODEL
}

/** Whether settings ask for more than plain speech, and their model supports it. */
export function hasExpression(settings: SpeechSettings): boolean {
  return (
    isEmotional(settings) && SETTING_NAMES.some((name) => TABLE[name].isExpressive && isSet(settings, name))
  )
}

const isSet = (settings: SpeechSettings, name: SettingName) => settings[name] !== TABLE[name].initial

const namesAt = (place: Setting<z.ZodType>['takeKey']) =>
  SETTING_NAMES.filter((name) => TABLE[name].takeKey === place)
const KEY_NAMES = {
  always: namesAt('always'),
  withPrompt: namesAt('withPrompt'),
  named: namesAt('named'),
}

/**
 * The settings as parts of a take key, before and after the target length. `withExpression`: whether the request
 * carries emotion, vibe and prompt with effect.
 */
export function settingsInKey(settings: SpeechSettings, withExpression: boolean) {
  const hasEffect = withExpression && isEmotional(settings)
  const heard: SpeechSettings = eachSetting(({ isExpressive, initial }, name) =>
    isExpressive === true && !hasEffect ? initial : settings[name],
  )
  const toValue = (name: SettingName) => inKey(heard, name)
  const named = KEY_NAMES.named.filter((name) => isSet(heard, name))
  return {
    before: KEY_NAMES.always.map(toValue),
    after: [
      ...(KEY_NAMES.withPrompt.some((name) => isSet(heard, name)) ? KEY_NAMES.withPrompt.map(toValue) : []),
      ...(named.length === 0 ? [] : [Object.fromEntries(named.map((name) => [name, toValue(name)]))]),
    ],
  }
}

/** The settings as fields of a request. */
export function settingsInRequest<K extends RequestKind>(
  settings: SpeechSettings,
  kind: K,
): RequestSettings[K] {
  const fields = SETTING_NAMES.flatMap((name) => {
    const { field, kinds, toWire } = TABLE[name].request
    const value = toWire === undefined ? settings[name] : toWire(settings[name], kind)
    return kinds.includes(kind) && value !== undefined ? [[field, value] as const] : []
  })
  return Object.fromEntries(fields) // the table maps each field to its setting
}

/** The settings of a block in a story-maker request. */
export function settingsFromRequest(block: RequestSettings['story']): SpeechSettings {
  return eachSetting(({ request, initial }) => {
    const value = request.kinds.includes('story')
      ? (block as Record<string, unknown>)[request.field]
      : undefined
    return value ?? initial
  })
}
