import { Check, Minus } from 'lucide-react'
import styles from './CheckMark.module.css'

/** The mark of a checkbox, as a direct child of React Aria's `Checkbox`, whose state draws it: ticked, a dash if only some of several are ticked, or empty. */
export function CheckMark() {
  return (
    <span className={styles.box} aria-hidden="true">
      <Check size={12} />
      <Minus size={12} />
    </span>
  )
}
