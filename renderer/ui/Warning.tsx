import { TriangleAlert } from 'lucide-react'
import { Button } from './Button.tsx'
import styles from './Warning.module.css'

interface WarningProps {
  readonly text: string
  /** What mends it, where one press does. */
  readonly label?: string
  readonly onMend?: () => void
}

/** Something to see to, where it belongs: what is wrong, and what to do. */
export function Warning({ text, label, onMend }: WarningProps) {
  return (
    <div role="note" className={styles.warning}>
      <TriangleAlert size={15} aria-hidden="true" />
      <p>{text}</p>
      {label === undefined || onMend === undefined ? null : <Button onPress={onMend}>{label}</Button>}
    </div>
  )
}
