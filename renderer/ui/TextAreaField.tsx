import { useRef } from 'react'
import { Label, TextArea, TextField as AriaTextField } from 'react-aria-components'
import { KeptCursor } from './KeptCursor.ts'
import styles from './Field.module.css'

interface TextAreaFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly rows?: number
  readonly maxLength?: number
  readonly isReadOnly?: boolean
  readonly onChange: (value: string) => void
}

/** Several lines of text. */
export function TextAreaField({
  label,
  value,
  placeholder,
  rows = 4,
  maxLength,
  isReadOnly = false,
  onChange,
}: TextAreaFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <AriaTextField
      className={styles.field ?? ''}
      value={value}
      {...(maxLength !== undefined && { maxLength })}
      isReadOnly={isReadOnly}
      onChange={onChange}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <div className={styles.box}>
        <TextArea
          ref={field}
          dir="auto"
          className={styles.input ?? ''}
          rows={rows}
          placeholder={placeholder ?? ''}
        />
        <KeptCursor field={field} value={value} />
      </div>
    </AriaTextField>
  )
}
