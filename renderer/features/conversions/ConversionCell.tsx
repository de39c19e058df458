import { Archive, CircleHelp, CircleX } from 'lucide-react'
import { isForgotten } from '../../../shared/jobs/job.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { useAppState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import { stateOf, textOf } from './columnText.ts'
import type { ColumnId } from './columns.ts'
import styles from './ConversionTable.module.css'

/** The cell of a column for a conversion. */
export function ConversionCell({
  column,
  conversion,
}: {
  readonly column: ColumnId
  readonly conversion: JobView
}) {
  const { t } = useTranslation()
  const voices = useAppState((state) => state.voices)
  if (column === 'state') return <JobMark conversion={conversion} />
  const text = textOf(column, conversion, voices, t)
  return (
    <span className={styles.text} dir="auto" title={text}>
      {text}
    </span>
  )
}

/** The mark of a conversion's state, with the state in words as its name. */
export function JobMark({ conversion }: { readonly conversion: JobView }) {
  const { t } = useTranslation()
  const word = stateOf(conversion, t)
  const { state, percentage } = conversion
  if (state === 'completed') return <StateMark state="ready" word={word} />
  if (state === 'sending' || (state === 'accepted' && !isForgotten(conversion)))
    return <StateMark state="making" word={word} percentage={state === 'sending' ? null : percentage} />
  const Icon = state === 'unknown' ? CircleHelp : state === 'dismissed' ? Archive : CircleX
  return (
    <span
      role="img"
      aria-label={word}
      title={word}
      className={styles[state === 'accepted' ? 'failed' : state]}
    >
      <Icon size={15} aria-hidden="true" />
    </span>
  )
}
