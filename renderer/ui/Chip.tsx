import type { ReactNode } from 'react'
import styles from './Chip.module.css'

interface ChipProps {
  readonly children: ReactNode
  /** A colour token such as `--ok`. */
  readonly dot?: string
  readonly size?: 'small' | 'medium'
  /** Whether it shows a value changed here; false by default. */
  readonly isOwn?: boolean
  /** Shown on hover: its text in full, or what it means. */
  readonly title?: string
}

/** A small rounded label. Text that does not fit ends with an ellipsis. */
export function Chip({ children, dot, size = 'medium', isOwn = false, title }: ChipProps) {
  return (
    <span className={`${styles.chip} ${styles[size]}`} data-own={isOwn || undefined} title={title}>
      {dot === undefined ? null : <Dot color={dot} />}
      <span className={styles.text} dir="auto">
        {children}
      </span>
    </span>
  )
}

/** A state as a coloured point; the words beside it say the same. */
export function Dot({ color, isHollow = false }: { color: string; isHollow?: boolean }) {
  const style = isHollow ? { border: `1.5px solid var(${color})` } : { background: `var(${color})` }
  return <i aria-hidden="true" className={styles.dot} style={style} />
}
