import type { ReactNode } from 'react'
import styles from './Chip.module.css'

/** A small rounded label; `dot` is a colour token such as `--ok`. */
export function Chip({
  children,
  dot,
  size = 'medium',
}: {
  children: ReactNode
  dot?: string
  size?: 'small' | 'medium'
}) {
  return (
    <span className={`${styles.chip} ${styles[size]}`}>
      {dot === undefined ? null : <Dot color={dot} />}
      {children}
    </span>
  )
}

/** A state as a coloured point; the words beside it say the same. */
export function Dot({ color, isHollow = false }: { color: string; isHollow?: boolean }) {
  const style = isHollow ? { border: `1.5px solid var(${color})` } : { background: `var(${color})` }
  return <i aria-hidden="true" className={styles.dot} style={style} />
}
