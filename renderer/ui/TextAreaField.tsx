import { Label, TextArea, TextField as AriaTextField } from 'react-aria-components'
import styles from './Field.module.css'

interface TextAreaFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly rows?: number
  readonly maxLength?: number
  readonly onChange: (value: string) => void
}

/** Several lines of text. */
export function TextAreaField({
  label,
  value,
  placeholder,
  rows = 4,
  maxLength,
  onChange,
}: TextAreaFieldProps) {
  return (
    <AriaTextField
      className={styles.field ?? ''}
      value={value}
      {...(maxLength !== undefined && { maxLength })}
      onChange={onChange}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <div className={styles.box}>
        <TextArea className={styles.input ?? ''} rows={rows} placeholder={placeholder ?? ''} />
      </div>
    </AriaTextField>
  )
}
