import { Component, type RefObject, useRef } from 'react'
import { Input, Label, TextArea, TextField as AriaTextField } from 'react-aria-components'
import { MAX_LABEL } from '../../shared/story/limits.ts'
import styles from './Field.module.css'
import { movedOffset } from '../../shared/story/mergeText.ts'

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

interface KeptCursorProps {
  readonly field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>
  /** What the field shows. */
  readonly value: string
}

/** The field before its text changed, with its selection. */
type Before = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd' | 'selectionDirection'>

/**
 * Keeps the cursor of a focused field behind the same words when its text changes other than by typing: by undo, or by
 * another page. React would leave it at the end of the text. Only a class component is notified of a change before it is drawn.
 */
export class KeptCursor extends Component<KeptCursorProps> {
  override getSnapshotBeforeUpdate(): Before | null {
    const { field, value } = this.props
    const { current } = field
    if (current === null || current !== document.activeElement || current.value === value) return null
    const { selectionStart, selectionEnd, selectionDirection } = current
    return { value: current.value, selectionStart, selectionEnd, selectionDirection }
  }

  override componentDidUpdate(_props: KeptCursorProps, _state: unknown, before: Before | null): void {
    const { current } = this.props.field
    if (before === null || current === null) return
    const { selectionStart, selectionEnd, selectionDirection } = before
    const moved = (offset: number | null) =>
      offset === null ? null : movedOffset(before.value, current.value, offset)
    current.setSelectionRange(moved(selectionStart), moved(selectionEnd), selectionDirection ?? 'none')
  }

  override render() {
    return null
  }
}
