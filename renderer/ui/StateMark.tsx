import { Clock, Lock, Ruler, TriangleAlert } from 'lucide-react'
import styles from './StateMark.module.css'

/** A state that has a mark. */
export type MarkedState =
  'ready' | 'locked' | 'changed' | 'notMade' | 'making' | 'waiting' | 'failed' | 'tooLong'

interface StateMarkProps {
  readonly state: MarkedState
  /** The state in words: shown beside the mark with `showsWord`, otherwise its accessible name and its tooltip. */
  readonly word: string
  /** The progress of a block being rendered, 0 to 100. Null makes the ring spin. */
  readonly percentage?: number | null
  readonly showsWord?: boolean
}

/** The mark of a state: a distinct shape for each state, in the state's colour, with the word. */
export function StateMark({ state, word, percentage = null, showsWord = false }: StateMarkProps) {
  const mark = <Mark state={state} percentage={percentage} />
  if (showsWord) {
    return (
      <span className={styles.worded} data-state={state}>
        <span aria-hidden="true" className={`${styles.mark} ${styles[state]}`}>
          {mark}
        </span>
        <span className={styles.word}>{word}</span>
      </span>
    )
  }
  return (
    <span
      role="img"
      aria-label={word}
      title={word}
      data-state={state}
      className={`${styles.mark} ${styles[state]}`}
    >
      {mark}
    </span>
  )
}

const SIZE = 16
/** Circumference of the ring. */
const RING = 2 * Math.PI * 6

function Mark({ state, percentage }: { readonly state: MarkedState; readonly percentage: number | null }) {
  if (state === 'locked') return <Lock size={13} />
  if (state === 'waiting') return <Clock size={13} />
  if (state === 'failed') return <TriangleAlert size={14} />
  if (state === 'tooLong') return <Ruler size={14} />
  return (
    <svg width={SIZE} height={SIZE} viewBox="0 0 16 16" fill="none" stroke="currentColor">
      {state === 'ready' && <circle cx="8" cy="8" r="4" fill="currentColor" stroke="none" />}
      {state === 'changed' && (
        <>
          <circle cx="8" cy="8" r="4" strokeWidth="2" />
          <path d="M8 4a4 4 0 0 0 0 8z" fill="currentColor" stroke="none" />
        </>
      )}
      {state === 'notMade' && <circle cx="8" cy="8" r="4.5" strokeWidth="1.5" strokeDasharray="2.2 1.33" />}
      {state === 'making' && (
        <>
          <circle className={styles.track} cx="8" cy="8" r="6" strokeWidth="2" />
          <circle
            className={percentage === null ? styles.turning : styles.share}
            cx="8"
            cy="8"
            r="6"
            strokeWidth="2"
            strokeLinecap="round"
            strokeDasharray={`${(RING * (percentage ?? 30)) / 100} ${RING}`}
          />
        </>
      )}
    </svg>
  )
}
