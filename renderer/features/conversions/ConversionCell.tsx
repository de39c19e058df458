import { Archive, CircleHelp, CircleX } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isForgotten } from '../../../shared/jobs/job.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { formatClockTenths, formatCount, formatStatus, formatTimeOfDay } from '../../i18n/format.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import type { ColumnId } from './columns.ts'
import styles from './ConversionTable.module.css'

/** What a column says of a conversion. */
export function ConversionCell({
  column,
  conversion,
}: {
  readonly column: ColumnId
  readonly conversion: JobView
}) {
  const { t } = useTranslation()
  if (column === 'state') return <JobMark conversion={conversion} />
  const text = textOf(column, conversion, t)
  return (
    <span className={styles.text} dir="auto" title={text}>
      {text}
    </span>
  )
}

function textOf(column: Exclude<ColumnId, 'state'>, conversion: JobView, t: TFunction): string {
  const { createdAtMs, durationMs, storyTitle, endpoint } = conversion
  switch (column) {
    case 'sent':
      return formatTimeOfDay(createdAtMs)
    case 'words':
      return wordsOf(conversion)
    case 'story':
      return endpoint === 'document' ? t('conversions.documents') : storyTitle
    case 'kind':
      return t(`conversions.kinds.${endpoint}`)
    case 'service':
      return serviceOf(conversion, t)
    case 'length':
      return durationMs === null ? '' : formatClockTenths(durationMs)
    case 'credits':
      return creditsOf(conversion)
  }
}

/** The words that were sent; the story's title where they are not known. */
export function wordsOf({ input, storyTitle }: JobView): string {
  return input === '' ? storyTitle : input
}

export function serviceOf({ connectionId, connectionName }: JobView, t: TFunction): string {
  if (connectionId === BUILT_IN_CONNECTION) return t('conversions.builtIn')
  return connectionName ?? t('conversions.removedConnection')
}

function creditsOf({ connectionId, usedCredits, estimatedCredits }: JobView): string {
  if (connectionId === BUILT_IN_CONNECTION) return ''
  return usedCredits === null ? `~${formatCount(estimatedCredits)}` : formatCount(usedCredits)
}

/** How a conversion stands, in words. */
export function stateOf(conversion: JobView, t: TFunction): string {
  const { state, status, percentage } = conversion
  if (isForgotten(conversion)) return t('conversions.states.forgotten')
  if (state === 'preparing') return ''
  if (state !== 'accepted') return t(`conversions.states.${state}`)
  return `${formatStatus(t, status)} ${t('app.percent', { percent: Math.round(percentage) })}`
}

/** The mark of how a conversion stands, with the words as its name. */
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
