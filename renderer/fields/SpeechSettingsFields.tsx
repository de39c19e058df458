/**
 * The controls of the speech settings, for every form that has them: inspector, cast, document and audition. A control
 * shows a setting and reports a patch; the form decides what the patch changes.
 */
import type { ComponentType, ReactNode } from 'react'
import {
  MAX_EMOTION_CHARACTERS,
  MAX_PROMPT_CHARACTERS,
  MAX_SPEED,
  MIN_SPEED,
} from '../../shared/speech-api/limits.ts'
import { DEFAULT_MODEL, SPEECH_MODELS, type SpeechModel } from '../../shared/speech-api/models.ts'
import {
  hasExpression,
  isEmotional,
  type SettingName,
  type SpeechSettings,
} from '../../shared/story/speechSettings.ts'
import { NO_VIBE, useVibeChoice, useVibeProblem } from '../hooks/vibeLibrary.ts'
import { useArePlainVoices, useVoiceProblem } from '../hooks/voiceOptions.ts'
import { formatSpeed } from '../i18n/format.ts'
import type { TextKey } from '../i18n/textKeys.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { VoiceTarget } from '../stores/viewStore.ts'
import { ComboField } from '../ui/ComboField.tsx'
import { FieldGroup, type Hint } from '../ui/FieldGroup.tsx'
import { SegmentField } from '../ui/SegmentField.tsx'
import { SliderField } from '../ui/SliderField.tsx'
import { TextAreaField } from '../ui/TextField.tsx'
import { Warning } from '../ui/Warning.tsx'
import styles from './SpeechSettingsFields.module.css'
import { VoiceField } from './VoiceField.tsx'

/** How a patch is shown in the undo list. */
export interface SettingEdit {
  /** The edit's name. */
  readonly label: TextKey
  /** Set if a control changes the value continuously: such edits are undone in one step. */
  readonly coalesceKey?: SettingName
}

/** Fields that differ among the edited items: by name, how many of them have each value, the most frequent first. */
export type MixedValues = ReadonlyMap<string, readonly { readonly value: unknown; readonly count: number }[]>

interface SpeechSettingsFieldsProps {
  /** The effective settings, including inherited values. */
  readonly settings: SpeechSettings
  /** Settings that differ among the edited items; none by default. */
  readonly mixed?: MixedValues
  /** Whether the settings are read-only; false by default. */
  readonly isDisabled?: boolean
  /** The settings to show; all by default. */
  readonly names?: readonly SettingName[]
  /** Models to choose from; all by default. */
  readonly models?: readonly SpeechModel[]
  /** The connection that speaks; the open story's by default. */
  readonly connectionId?: string
  /** A control's accessible name, if it is not the setting's own. */
  readonly label?: (name: SettingName) => string
  /** Where a value comes from, and how to reset it. */
  readonly hint?: (name: SettingName) => Hint
  /** What the voice picker chooses for: records of the open story, or the form itself, with `text` as the sample. */
  readonly voiceFor: Exclude<VoiceTarget, { kind: 'form' }> | { readonly text: string }
  /** Shown below the voice: a warning about texts that it cannot read. */
  readonly voiceWarning: ReactNode
  /** Additional fields, between the settings of every model and those of the emotion model. */
  readonly children?: ReactNode
  readonly onChange: (patch: Partial<SpeechSettings>, edit: SettingEdit) => void
}

interface FieldProps {
  readonly settings: SpeechSettings
  readonly models: readonly SpeechModel[]
  readonly connectionId: string | undefined
  readonly voiceFor: SpeechSettingsFieldsProps['voiceFor']
  readonly voiceWarning: ReactNode
  readonly label: string
  readonly hint: Hint | undefined
  /** Shown instead of the value if the edited items differ. */
  readonly mixedText: string | undefined
  /** How many of them have each value, if they differ. */
  readonly values: ReturnType<MixedValues['get']>
  readonly set: (patch: Partial<SpeechSettings>) => void
}

/** The control of each setting, in the order of the forms. */
const FIELDS: Readonly<Record<SettingName, ComponentType<FieldProps>>> = {
  voiceId: VoiceSetting,
  model: ModelField,
  speed: SpeedField,
  emotion: EmotionField,
  vibe: VibeField,
  customPrompt: PromptField,
}
const NAMES = Object.keys(FIELDS) as SettingName[] // an object literal has exactly these keys
/** Settings of the emotion model. The emotion is shown for every model, with a hint, because an import may set it. */
const EMOTION_MODEL_NAMES: readonly SettingName[] = ['emotion', 'vibe', 'customPrompt']
/** Settings that a natural voice does not have. */
const EXPRESSIVE_NAMES: readonly SettingName[] = ['model', ...EMOTION_MODEL_NAMES]
/** Settings with a slider or a text field. */
const CONTINUOUS: readonly SettingName[] = ['speed', 'customPrompt']

/** The controls of the speech settings. */
export function SpeechSettingsFields(props: SpeechSettingsFieldsProps) {
  const {
    settings,
    names = NAMES,
    models = SPEECH_MODELS,
    connectionId,
    voiceFor,
    voiceWarning,
    isDisabled = false,
    children,
    onChange,
  } = props
  const { t } = useTranslation()
  const voiceIds = props.mixed?.get('voiceId')?.map(({ value }) => String(value)) ?? [settings.voiceId]
  const isPlain = useArePlainVoices(voiceIds, connectionId)
  const isShown = (name: SettingName) =>
    names.includes(name) &&
    // A natural voice has one model, and no expression, but values set by an import or another voice can be removed.
    (!isPlain ||
      !EXPRESSIVE_NAMES.includes(name) ||
      settings.model !== DEFAULT_MODEL ||
      props.mixed?.has(name) === true) &&
    (name === 'emotion' || !EMOTION_MODEL_NAMES.includes(name) || isEmotional(settings))
  const field = (name: SettingName) => {
    const Field = FIELDS[name]
    return (
      <Field
        key={name}
        settings={settings}
        models={models}
        connectionId={connectionId}
        voiceFor={voiceFor}
        voiceWarning={voiceWarning}
        label={props.label?.(name) ?? t(`inspector.settings.${name}`)}
        hint={props.mixed?.has(name) === true ? undefined : props.hint?.(name)}
        mixedText={props.mixed?.has(name) === true ? t('inspector.mixed') : undefined}
        values={props.mixed?.get(name)}
        set={(patch) => {
          const isContinuous = CONTINUOUS.includes(name)
          onChange(patch, { label: `edits.${name}`, ...(isContinuous && { coalesceKey: name }) })
        }}
      />
    )
  }
  const shown = NAMES.filter(isShown)
  return (
    <>
      <FieldGroup isDisabled={isDisabled}>
        {shown.filter((name) => !EMOTION_MODEL_NAMES.includes(name)).map(field)}
      </FieldGroup>
      {children}
      <FieldGroup isDisabled={isDisabled}>
        {shown.filter((name) => EMOTION_MODEL_NAMES.includes(name)).map(field)}
      </FieldGroup>
    </>
  )
}

function VoiceSetting({ settings: { voiceId }, ...props }: FieldProps) {
  const { connectionId, voiceFor, voiceWarning, label, hint, values, set } = props
  const problem = useVoiceProblem(voiceId, connectionId)
  const target: VoiceTarget =
    'kind' in voiceFor
      ? voiceFor
      : { kind: 'form', voiceId, connectionId, text: voiceFor.text, onUse: (id) => set({ voiceId: id }) }
  return (
    <>
      <VoiceField label={label} hint={hint} voiceId={voiceId} mixed={values} target={target} />
      {problem === null ? null : <Warning {...problem} />}
      {voiceWarning}
    </>
  )
}

function ModelField({ settings, models, label, hint, mixedText, values, set }: FieldProps) {
  const { t } = useTranslation()
  const shownHint = mixedText ?? hint
  return (
    <SegmentField
      label={label}
      {...(shownHint !== undefined && { hint: shownHint })}
      value={mixedText === undefined ? settings.model : null}
      options={models.map((id) => ({
        id,
        name: t(`inspector.models.${id}`),
        tip: id,
        count: values?.find(({ value }) => value === id)?.count,
      }))}
      onChange={(model) => {
        set({ model })
      }}
    />
  )
}

function SpeedField({ settings, label, hint, mixedText, values, set }: FieldProps) {
  const { t } = useTranslation()
  const speeds = values?.map(({ value }) => Number(value))
  const range = speeds && {
    from: formatSpeed(Math.min(...speeds)),
    to: formatSpeed(Math.max(...speeds)),
  }
  return (
    <SliderField
      label={label}
      hint={range === undefined ? hint : t('inspector.speedRange', range)}
      value={settings.speed}
      min={MIN_SPEED}
      max={MAX_SPEED}
      step={0.05}
      unit="×"
      least={t('units.speed', { value: formatSpeed(MIN_SPEED) })}
      mixedText={mixedText}
      rangeNote={t('inspector.speedNote')}
      onChange={(speed) => {
        set({ speed })
      }}
    />
  )
}

function EmotionField({ settings, connectionId, label, hint, mixedText, set }: FieldProps) {
  const { t } = useTranslation()
  const shownHint = isEmotional(settings) ? hint : t('inspector.emotionUnused')
  const isPlain = useArePlainVoices([settings.voiceId], connectionId)
  return (
    <>
      <ComboField
        label={label}
        {...(shownHint !== undefined && { hint: shownHint })}
        value={mixedText === undefined ? settings.emotion : ''}
        options={EMOTION_WORDS.map((id) => ({ id, name: t(`inspector.emotions.${id}`) }))}
        emptyText={t('inspector.ownEmotion')}
        allowsCustom
        maxLength={MAX_EMOTION_CHARACTERS}
        placeholder={mixedText ?? t('inspector.neutral')}
        onChange={(emotion) => {
          set({ emotion })
        }}
      />
      {isPlain && hasExpression(settings) ? <Warning text={t('inspector.emotionByPace')} /> : null}
    </>
  )
}

function VibeField({ settings: { vibe }, label, hint, mixedText, set }: FieldProps) {
  const { t } = useTranslation()
  const { options, pick } = useVibeChoice(vibe)
  const problem = useVibeProblem(vibe)
  return (
    <>
      <ComboField
        label={label}
        {...(hint !== undefined && { hint })}
        value={mixedText !== undefined ? '' : vibe === null ? NO_VIBE : String(vibe.id)}
        {...(mixedText !== undefined && { placeholder: mixedText })}
        options={options}
        emptyText={t('vibes.noMatch')}
        onChange={(id) => {
          set({ vibe: pick(id) })
        }}
      />
      {problem === null ? null : <Warning {...problem} />}
    </>
  )
}

function PromptField({ settings, label, mixedText, set }: FieldProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextAreaField
        label={label}
        value={mixedText === undefined ? settings.customPrompt : ''}
        rows={2}
        maxLength={MAX_PROMPT_CHARACTERS}
        placeholder={mixedText ?? t('vibes.customPromptPlaceholder')}
        onChange={(customPrompt) => {
          set({ customPrompt })
        }}
      />
      <p className={styles.note}>{t('vibes.note')}</p>
    </>
  )
}

/**
 * Words that the embedded service and, according to their documentation, other services know, then those that an import takes from verbs
 * of speech. Any other word can be typed.
 */
const EMOTION_WORDS = [
  'happy',
  'sad',
  'excited',
  'calm',
  'angry',
  'surprised',
  'playful',
  'serious',
  'whispering',
  'fearful',
  'tender',
  'shouting',
  'screaming',
  'murmuring',
  'hissing',
  'sobbing',
  'laughing',
  'sighing',
  'gasping',
  'groaning',
  'snarling',
  'stammering',
  'pleading',
] as const
