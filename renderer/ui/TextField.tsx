import { useRef, type RefObject } from 'react'
import { Input, Label, TextField as AriaTextField, TextArea } from 'react-aria-components'
import { MAX_LABEL } from '../../shared/story/limits.ts'
import styles from './Field.module.css'
import { KeptCursor } from './KeptCursor.ts'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly maxLength?: number
  /** `password` masks the text; browsers do not offer to save it. */
  readonly type?: 'text' | 'password'
  readonly autoFocus?: boolean
  readonly inputRef?: RefObject<HTMLInputElement | null>
  readonly onChange: (value: string) => void
}

/** A line of text. */
export function TextField({
  label,
  value,
  placeholder,
  maxLength = MAX_LABEL,
  type = 'text',
  autoFocus,
  inputRef,
  onChange,
}: TextFieldProps) {
  const ownRef = useRef<HTMLInputElement>(null)
  const field = inputRef ?? ownRef
  return (
    <AriaTextField
      className={styles.field ?? ''}
      value={value}
      maxLength={maxLength}
      type={type}
      {...(type === 'password' && { autoComplete: 'off' })}
      autoFocus={autoFocus ?? false}
      onChange={onChange}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <div className={styles.box}>
        <Input dir="auto" ref={field} className={styles.input ?? ''} placeholder={placeholder ?? ''} />
        <KeptCursor field={field} value={value} />
      </div>
    </AriaTextField>
  )
}

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
