import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import styles from './Dock.module.css'

interface DockProps {
  readonly title: string
  /** Its purpose, in a few words. */
  readonly about?: string
  readonly closeLabel: string
  /** Shown at the end of the header, before the close button. */
  readonly choice?: ReactNode
  /** The controls for searching and adding entries; null if there are none. */
  readonly tools: ReactNode
  readonly children: ReactNode
  /** Shown below the entries, which scroll. */
  readonly foot?: ReactNode
  /** Whether it is as wide as the inspector; by default it is wider. */
  readonly isNarrow?: boolean
  readonly onClose: () => void
  /** Called on Escape; closes by default. */
  readonly onEscape?: () => void
}

/** A library or list in the inspector's place. */
export function Dock({
  title,
  about,
  closeLabel,
  choice,
  tools,
  children,
  foot,
  isNarrow = false,
  onClose,
  onEscape = onClose,
}: DockProps) {
  return (
    <aside
      className={styles.dock}
      data-region="inspector"
      data-wide={!isNarrow || undefined}
      tabIndex={-1}
      role="region"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isDefaultPrevented()) return
        event.preventDefault()
        event.stopPropagation()
        onEscape()
      }}
    >
      <div className={styles.title}>
        <h2>{title}</h2>
        {about === undefined ? null : <span className={styles.about}>{about}</span>}
        <span className={styles.space} />
        {choice}
        <IconButton label={closeLabel} onPress={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      {tools === null ? null : <div className={styles.tools}>{tools}</div>}
      <div className={styles.body}>{children}</div>
      {foot === undefined ? null : <div className={styles.foot}>{foot}</div>}
    </aside>
  )
}
