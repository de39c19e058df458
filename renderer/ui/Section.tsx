import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './Section.module.css'

interface SectionProps {
  /** What commands find it by. */
  readonly name: string
  readonly title: string
  /** How many things are in it; left out where there are none. */
  readonly count?: number
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** A button at the end of the head, such as for adding something. */
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
  /** The first entries of the library: a name, and what it stands for. */
  readonly entries: readonly { readonly id: string; readonly name: string; readonly words: string }[]
  /** What stands in the place of entries where there are none. */
  readonly emptyText: string
  readonly allLabel: string
  readonly onOpen: (id: string) => void
  readonly onOpenAll: () => void
}

/** As many entries as a section of the left panel shows; the library itself shows all. */
const MOST = 30

/** The entries of a library in a section of the left panel, and the way to all of them. */
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
