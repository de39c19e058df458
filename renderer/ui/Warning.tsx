import { TriangleAlert } from 'lucide-react'
import { Button } from './Button.tsx'
import styles from './Warning.module.css'

export interface WarningProps {
  readonly text: string
  /** The label of a button that solves the problem, where one press does. */
  readonly label?: string
  readonly onPress?: () => void
}

/** A problem, shown where it belongs: what is wrong, and what to do. */
export function Warning({ text, label, onPress }: WarningProps) {
  return (
    <div role="note" className={styles.warning}>
      <TriangleAlert size={15} aria-hidden="true" />
      <p>{text}</p>
      {label === undefined || onPress === undefined ? null : <Button onPress={onPress}>{label}</Button>}
    </div>
  )
}
