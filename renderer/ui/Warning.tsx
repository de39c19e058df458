import { TriangleAlert } from 'lucide-react'
import { Button } from './Button.tsx'
import styles from './Warning.module.css'

export interface WarningProps {
  readonly text: string
  /** Buttons that solve the problem. */
  readonly actions?: readonly { readonly label: string; readonly onPress: () => void }[]
}

/** A problem, shown where it belongs: what is wrong, and what to do. */
export function Warning({ text, actions = [] }: WarningProps) {
  return (
    <div role="note" className={styles.warning}>
      <TriangleAlert size={15} aria-hidden="true" />
      <p>{text}</p>
      {actions.length === 0 ? null : (
        <div className={styles.actions}>
          {actions.map(({ label, onPress }) => (
            <Button key={label} onPress={onPress}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
