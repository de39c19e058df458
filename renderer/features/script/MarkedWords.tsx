import styles from './BlockRow.module.css'

/** A place in a text, from `start` to before `end`. */
export interface MarkedPlace {
  readonly start: number
  readonly end: number
  readonly look: 'hit' | 'current' | 'pause' | 'badPause' | 'said'
}

/** The words of a block behind its text field, with places marked; nothing where there are none. */
export function MarkedWords({
  text,
  places,
}: {
  readonly text: string
  readonly places: readonly MarkedPlace[]
}) {
  if (places.length === 0) return null
  return (
    <div className={`${styles.said} ${styles.marked}`} dir="auto" aria-hidden="true">
      {places.map(({ start, end, look }, index) => (
        <span key={start}>
          {text.slice(places[index - 1]?.end ?? 0, start)}
          <mark data-look={look}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(places.at(-1)?.end ?? 0)}
    </div>
  )
}
