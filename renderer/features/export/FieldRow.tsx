import type { ReactNode } from 'react'
import type { ExportPartId } from '../../stores/openDialog.ts'
import styles from './Export.module.css'

interface FieldSectionProps {
  readonly part: ExportPartId
  readonly title: string
  readonly children: ReactNode
}

/** A part of the page's form, under its heading. */
export function FieldSection({ part, title, children }: FieldSectionProps) {
  return (
    <section className={styles.section} aria-label={title} data-part={part}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
