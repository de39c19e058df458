import { Button } from './Button.tsx'
import styles from './SectionList.module.css'

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
