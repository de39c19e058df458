import type { ReactNode } from 'react'
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
