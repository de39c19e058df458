import { useId } from 'react'
import styles from './Field.module.css'
import { FieldHint, type Hint } from './FieldHint.tsx'
import { NumberBox } from './NumberBox.tsx'

interface SecondsFieldProps {
  readonly label: string
  /** The unit, as shown after the number. */
  readonly unit: string
  /** Null is shown as empty, with the placeholder. */
  readonly valueMs: number | null
  readonly maxMs: number
  readonly placeholder?: string
  readonly hint?: Hint | undefined
  /** Whether it is drawn as a number in a line of text, with the label for screen readers only. */
  readonly isInline?: boolean
  readonly tabIndex?: 0 | -1
  /** Called while typing; null if the field is empty. */
  readonly onChange: (valueMs: number | null) => void
}

const STEP_SECONDS = 0.1

/** A length of time: stored in ms, shown and typed in seconds, stepped by a tenth. */
export function SecondsField(props: SecondsFieldProps) {
  const { label, unit, valueMs, maxMs, placeholder, hint, isInline = false, tabIndex, onChange } = props
  const id = useId()
  return (
    <div className={isInline ? styles.inline : styles.field}>
      <div className={isInline ? 'visually-hidden' : styles.label}>
        <label htmlFor={id}>{label}</label>
        <FieldHint hint={hint} />
      </div>
      <NumberBox
        id={id}
        unit={unit}
        value={valueMs === null ? null : valueMs / 1000}
        least={0}
        most={maxMs / 1000}
        step={STEP_SECONDS}
        placeholder={placeholder}
        isInline={isInline}
        tabIndex={tabIndex}
        onChange={(seconds) => {
          onChange(seconds === null ? null : Math.round(seconds * 1000))
        }}
      />
    </div>
  )
}
