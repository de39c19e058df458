import type { KeyboardEventHandler, Ref } from 'react'
import { Input, SearchField } from 'react-aria-components'
import styles from './SearchBox.module.css'

interface SearchBoxProps {
  readonly label: string
  /** The label by default. */
  readonly placeholder?: string
  readonly value: string
  readonly maxLength?: number
  /** The class for the box's size in its place. */
  readonly className?: string | undefined
  readonly size?: 'large'
  readonly autoFocus?: boolean
  /** Whether the box is the first to get the focus in its region. */
  readonly isEntry?: boolean
  readonly inputRef?: Ref<HTMLInputElement>
  readonly onChange: (text: string) => void
  readonly onSubmit?: () => void
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>
}

/** A line of text to search for. */
export function SearchBox({
  label,
  placeholder = label,
  maxLength = 200,
  className = '',
  size,
  isEntry,
  inputRef,
  onKeyDown,
  ...field
}: SearchBoxProps) {
  return (
    <SearchField {...field} className={className} aria-label={label}>
      <Input
        ref={inputRef}
        className={styles.input ?? ''}
        placeholder={placeholder}
        dir="auto"
        maxLength={maxLength}
        data-size={size}
        data-entry={isEntry}
        onKeyDown={onKeyDown}
      />
    </SearchField>
  )
}
