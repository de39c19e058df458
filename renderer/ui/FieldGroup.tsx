import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import styles from './Field.module.css'

interface FieldGroupProps {
  /** Whether the fields are read-only. */
  readonly isDisabled: boolean
  readonly children: ReactNode
}

/** Fields that are enabled or disabled together. The group does not affect their layout. */
export function FieldGroup({ isDisabled, children }: FieldGroupProps) {
  return (
    <fieldset className={styles.group} disabled={isDisabled}>
      {children}
    </fieldset>
  )
}

/** A quiet text beside a label; or, if it is an object, a button that says that the value was set here and resets it. */
export type Hint = string | { readonly text: string; readonly label: string; readonly onReset: () => void }

/** The hint beside the label of a field, at the end of its line. */
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
