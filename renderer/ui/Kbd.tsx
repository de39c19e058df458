import type { ReactNode } from 'react'
import styles from './Kbd.module.css'

/** Keys as they are shown, such as `Ctrl+K`, drawn as the cap of a key. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className={styles.key}>{children}</kbd>
}
