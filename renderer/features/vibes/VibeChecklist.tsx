import { useId, type ReactNode } from 'react'
import type { VibeWords } from '../../../shared/story/vibeFile.ts'
import styles from './VibeChecklist.module.css'

export interface VibeEntry extends VibeWords {
  readonly key: string
  /** A remark about it. */
  readonly note?: string
  /** Whether it cannot be chosen. */
  readonly isFixed?: boolean
}

interface VibeChecklistProps {
  readonly label: string
  readonly entries: readonly VibeEntry[]
  readonly chosen: ReadonlySet<string>
  readonly isDisabled?: boolean
  readonly onChange: (chosen: ReadonlySet<string>) => void
  /** A line above the list, such as a switch for all. */
  readonly children?: ReactNode
}

/** Vibes to tick off. */
export function VibeChecklist({
  label,
  entries,
  chosen,
  isDisabled,
  onChange,
  children,
}: VibeChecklistProps) {
  const id = useId()
  return (
    <fieldset className={styles.group} disabled={isDisabled}>
      <legend className="visually-hidden">{label}</legend>
      {children}
      <ul className={styles.list}>
        {entries.map(({ key, name, prompt, note, isFixed }) => (
          <li key={key}>
            <label className={styles.entry} data-fixed={isFixed === true || undefined}>
              <input
                type="checkbox"
                checked={chosen.has(key)}
                disabled={isFixed}
                aria-describedby={`${id}-${key}`}
                onChange={(event) => {
                  const others = [...chosen].filter((other) => other !== key)
                  onChange(new Set(event.target.checked ? [...others, key] : others))
                }}
              />
              <span className={styles.words}>
                <b dir="auto">{name}</b>
                <small dir="auto" id={`${id}-${key}`}>
                  {prompt}
                  {note === undefined ? null : <em>{note}</em>}
                </small>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
