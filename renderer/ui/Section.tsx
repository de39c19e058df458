import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Section.module.css'

interface SectionProps {
  /** The name by which commands find it. */
  readonly name: string
  readonly title: string
  /** The number of items in it; omitted if there are none. */
  readonly count?: number
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** A button at the end of the header, for example for adding something. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A part of a panel that can be folded. */
export function Section({ name, title, count = 0, isOpen, onToggle, action, children }: SectionProps) {
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <section className={styles.section} data-section={name}>
      <div className={styles.head}>
        <h2 className={styles.heading}>
          <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={onToggle}>
            <Chevron size={14} aria-hidden="true" />
            {title}
          </button>
        </h2>
        {count > 0 && <span className={styles.count}>{count}</span>}
        <span className={styles.space} />
        {action}
      </div>
      {isOpen && <div className={styles.body}>{children}</div>}
    </section>
  )
}
