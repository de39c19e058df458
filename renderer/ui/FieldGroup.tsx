import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import styles from './Field.module.css'

interface FieldGroupProps {
  /** Whether the fields can only be read. */
  readonly isDisabled: boolean
  readonly children: ReactNode
}

/** Fields that are on or off together. They are laid out as though the group were not there. */
export function FieldGroup({ isDisabled, children }: FieldGroupProps) {
  return (
    <fieldset className={styles.group} disabled={isDisabled}>
      {children}
    </fieldset>
  )
}

/** A quiet text beside a label; or, where it is an object, a button that says that the value was set here, and sets it back. */
export type Hint = string | { readonly text: string; readonly label: string; readonly onReset: () => void }

/** What stands beside the label of a field, at the end of its line. */
export function FieldHint({ hint }: { readonly hint: Hint | undefined }) {
  if (hint === undefined) return null
  if (typeof hint === 'string') {
    return (
      <span aria-hidden="true" className={styles.hint} title={hint}>
        {hint}
      </span>
    )
  }
  return (
    <Button className={styles.reset ?? ''} aria-label={hint.label} onPress={hint.onReset}>
      <span className={styles.resetText}>{hint.text}</span>
      <RotateCcw size={12} aria-hidden="true" />
    </Button>
  )
}
