import type { ReactNode } from 'react'
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
