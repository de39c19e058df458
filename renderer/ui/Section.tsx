import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
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

interface SectionListProps {
  /** The first entries of the library: a name and its content. */
  readonly entries: readonly { readonly id: string; readonly name: string; readonly words: string }[]
  /** Shown if there are no entries. */
  readonly emptyText: string
  readonly allLabel: string
  readonly onOpen: (id: string) => void
  readonly onOpenAll: () => void
}

/** The most entries in a section of the left panel; the library itself shows all. */
const MOST = 30

/** The entries of a library in a section of the left panel, and a link to all of them. */
export function SectionList({ entries, emptyText, allLabel, onOpen, onOpenAll }: SectionListProps) {
  return (
    <div className={styles.list}>
      {entries.length === 0 ? <p className={styles.quiet}>{emptyText}</p> : null}
      <ul>
        {entries.slice(0, MOST).map(({ id, name, words }) => (
          <li key={id}>
            <button type="button" className={styles.row} onClick={() => onOpen(id)}>
              <b dir="auto" title={name}>
                {name}
              </b>
              <span dir="auto" title={words}>
                {words}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Button size="small" onPress={onOpenAll}>
        {allLabel}
      </Button>
    </div>
  )
}
