import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './SelectBox.module.css'

interface SelectBoxProps extends Omit<ComponentProps<'select'>, 'className'> {
  /** Whether there is room for long options. */
  readonly isWide?: boolean
}

/** The system's select with the look of Fabula's fields, without a visible label. */
export function SelectBox({ isWide = false, ...props }: SelectBoxProps) {
  return (
    <span className={styles.box} data-wide={isWide || undefined}>
      <select {...props} className={styles.select} />
      <ChevronDown size={14} aria-hidden="true" />
    </span>
  )
}
