import { useMemo } from 'react'
import { baseLanguage, ENGINE_LANGUAGES } from '../../../shared/voices/languages.ts'
import { localeFormats } from '../../i18n/locale.ts'
import { languageName } from '../../i18n/voiceText.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ComboField } from '../../ui/ComboField.tsx'

const EVERY = 'every'

interface LanguageFieldProps {
  readonly value: string | null
  readonly onChange: (language: string | null) => void
}

/** The language of the voices that an entry is for. */
export function LanguageField({ value, onChange }: LanguageFieldProps) {
  const { t } = useTranslation()
  const { locale } = localeFormats()
  const languages = useMemo(() => {
    const tags = new Set(ENGINE_LANGUAGES.map(([tag]) => baseLanguage(tag)))
    if (value !== null) tags.add(value)
    return [...tags]
      .map((id) => ({ id, name: languageName(id) }))
      .sort((a, b) => a.name.localeCompare(b.name, locale))
  }, [value, locale])
  return (
    <ComboField
      label={t('lexicon.voicesOf')}
      hint={value === null ? undefined : t('lexicon.knownVoices')}
      value={value ?? EVERY}
      options={[{ id: EVERY, name: t('lexicon.everyVoice') }, ...languages]}
      emptyText={t('lexicon.noLanguage')}
      onChange={(id) => onChange(id === EVERY ? null : id)}
    />
  )
}
