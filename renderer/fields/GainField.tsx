import { LEAST_SPEECH_GAIN_DB, MOST_SPEECH_GAIN_DB, SPEECH_GAIN_STEP_DB } from '../../shared/story/limits.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { Hint } from '../ui/FieldGroup.tsx'
import { SliderField } from '../ui/SliderField.tsx'

interface GainFieldProps {
  readonly label?: string
  readonly hint?: Hint | undefined
  readonly gainDb: number
  /** Shown instead of the number if there is no single value. */
  readonly mixedText?: string | undefined
  readonly onChange: (gainDb: number) => void
}

/** A field for the gain of speech. */
export function GainField({ label, hint, gainDb, mixedText, onChange }: GainFieldProps) {
  const { t } = useTranslation()
  return (
    <SliderField
      label={label ?? t('inspector.gain')}
      hint={hint}
      value={gainDb}
      min={LEAST_SPEECH_GAIN_DB}
      max={MOST_SPEECH_GAIN_DB}
      step={SPEECH_GAIN_STEP_DB}
      unit={t('music.db')}
      mixedText={mixedText}
      onChange={onChange}
    />
  )
}
