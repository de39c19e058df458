import type { ReactNode } from 'react'
import styles from './Export.module.css'

/** A part of the page's form, under its heading. */
export function FieldSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
