import { useRef, type RefObject } from 'react'
import { Input, Label, TextField as AriaTextField } from 'react-aria-components'
import { MAX_LABEL } from '../../shared/story/limits.ts'
import { KeptCursor } from './KeptCursor.ts'
import styles from './Field.module.css'

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
