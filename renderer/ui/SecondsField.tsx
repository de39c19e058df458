import { useId, useState } from 'react'
import styles from './Field.module.css'

interface SecondsFieldProps {
  readonly label: string
  /** The unit, as it stands behind the number. */
  readonly unit: string
  /** Null is shown as empty, with the placeholder. */
  readonly valueMs: number | null
  readonly maxMs: number
  readonly placeholder?: string
  /** Called while typing; null where the field is empty. */
  readonly onChange: (valueMs: number | null) => void
}

/**
 * A length of time: kept in ms, shown and typed in seconds, stepped by a tenth. What is being typed stays as it is until
 * the field is left, so that "1." on the way to "1.5" is not corrected under the writer's hands.
 */
export function SecondsField({ label, unit, valueMs, maxMs, placeholder, onChange }: SecondsFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? (valueMs === null ? '' : String(valueMs / 1000))
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          id={id}
          type="number"
          className={styles.input}
          inputMode="decimal"
          min={0}
          max={maxMs / 1000}
          step={0.1}
          placeholder={placeholder}
          value={shown}
          onChange={(event) => {
            setDraft(event.target.value)
            const seconds = event.target.valueAsNumber
            if (!Number.isNaN(seconds)) onChange(Math.round(Math.min(maxMs, Math.max(0, seconds * 1000))))
            else if (!event.target.validity.badInput) onChange(null)
          }}
          onBlur={() => {
            setDraft(null)
          }}
        />
        {shown === '' ? null : (
          <span aria-hidden="true" className={styles.unit}>
            {unit}
          </span>
        )}
      </div>
    </div>
  )
}
