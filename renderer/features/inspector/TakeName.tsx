import { useRef, useState } from 'react'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import type { Take } from '../../../shared/story/takes.ts'
import styles from './Takes.module.css'

interface TakeNameProps {
  readonly take: Take
  readonly label: string
  /** Called once, with the name, or with null where the writer gave it up. */
  readonly onDone: (name: string | null) => void
}

/** The field for a take's name. Enter and leaving it keep the name, Escape gives it up. */
export function TakeName({ take, label, onDone }: TakeNameProps) {
  const [name, setName] = useState(take.name)
  const isDone = useRef(false)
  const end = (value: string | null) => {
    if (isDone.current) return
    isDone.current = true
    onDone(value)
  }
  return (
    <input
      className={styles.field}
      aria-label={label}
      dir="auto"
      autoFocus
      maxLength={MAX_LABEL}
      value={name}
      onChange={({ target }) => setName(target.value)}
      onBlur={() => end(name.trim())}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(name.trim())
        else if (event.key === 'Escape') end(null)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}
