import { useState } from 'react'
import { changeSettings } from '../actions/settings.ts'
import { useApp, useAppState } from '../hooks/app.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { TextField } from '../ui/TextField.tsx'

interface NumberFieldProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: number | null
  readonly max?: number
  /** Called with a whole number, or null for an empty field. */
  readonly onChange: (value: number | null) => void
}

const MAX = 1_000_000_000

/** An optional whole number. Anything else cannot be typed. */
export function NumberField({ label, placeholder = '', value, max = MAX, onChange }: NumberFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value))
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      value={text}
      maxLength={10}
      onChange={(typed) => {
        const digits = typed.replace(/\D/g, '')
        const number = Math.min(max, Number(digits))
        setText(digits === '' ? '' : String(number))
        onChange(digits === '' ? null : number)
      }}
    />
  )
}

/** The most credits that a story, and a day, may cost before the writer is asked. */
export function CapFields() {
  const { t } = useTranslation()
  const app = useApp()
  const { creditsPerStory, creditsPerDay } = useAppState((state) => state.settings)
  return (
    <>
      <NumberField
        label={t('conversions.ledger.perStory')}
        placeholder={t('conversions.ledger.noCap')}
        value={creditsPerStory}
        onChange={(creditsPerStory) => {
          changeSettings(app, { creditsPerStory })
        }}
      />
      <NumberField
        label={t('conversions.ledger.perDay')}
        placeholder={t('conversions.ledger.noCap')}
        value={creditsPerDay}
        onChange={(creditsPerDay) => {
          changeSettings(app, { creditsPerDay })
        }}
      />
    </>
  )
}
