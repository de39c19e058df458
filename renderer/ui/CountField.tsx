import { useId } from 'react'
import styles from './Field.module.css'
import { NumberBox } from './NumberBox.tsx'

interface CountFieldProps {
  readonly label: string
  /** Null is shown as empty, with the placeholder. */
  readonly value: number | null
  readonly least: number
  readonly most: number
  readonly placeholder?: string
  /** Called with whole numbers only. */
  readonly onChange: (value: number) => void
}

/** A whole number, typed or stepped by one. */
export function CountField({ label, value, least, most, placeholder, onChange }: CountFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
      </div>
      <NumberBox
        id={id}
        unit=""
        value={value}
        least={least}
        most={most}
        step={1}
        placeholder={placeholder}
        onChange={(typed) => {
          if (typed !== null && Number.isInteger(typed)) onChange(typed)
        }}
      />
    </div>
  )
}
