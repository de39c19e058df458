import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './SelectBox.module.css'

/** The system's select with the look of Fabula's fields, for a bar that has no room for a label above it. */
export function SelectBox(props: Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <span className={styles.box}>
      <select {...props} className={styles.select} />
      <ChevronDown size={14} aria-hidden="true" />
    </span>
  )
}
