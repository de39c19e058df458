import { Button } from './Button.tsx'
import styles from './SectionList.module.css'

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
