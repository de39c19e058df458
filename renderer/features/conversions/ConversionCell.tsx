import type { TFunction } from 'i18next'
import { Archive, CircleHelp, CircleX } from 'lucide-react'
import type { ColumnProps } from 'react-aria-components'
import type { VoiceView } from '../../../shared/ipc/views.ts'
import { isForgotten } from '../../../shared/jobs/job.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { useAppState } from '../../hooks/app.ts'
import { formatClockTenths, formatCount, formatStatus, formatTimeOfDay } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { StateMark } from '../../ui/StateMark.tsx'
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

// The texts of the columns in the table of conversions.

/** The text of a column for a conversion. */
export function textOf(
  column: Exclude<ColumnId, 'state'>,
  conversion: JobView,
  voices: readonly VoiceView[],
  t: TFunction,
): string {
  const { createdAtMs, durationMs, storyTitle, endpoint } = conversion
  switch (column) {
    case 'sent':
      return formatTimeOfDay(createdAtMs)
    case 'words':
      return wordsOf(conversion)
    case 'story':
      return endpoint === 'document' ? t('conversions.documents') : storyTitle
    case 'voice':
      return voiceOf(conversion, voices)
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

/** The words that were sent; the story's title if they are not known. */
export function wordsOf({ input, storyTitle }: JobView): string {
  return input === '' ? storyTitle : input
}

/** The name of the voice that speaks a conversion, or its id if no service lists it now; empty if it is not known. */
export function voiceOf({ voiceId }: JobView, voices: readonly VoiceView[]): string {
  return voices.find(({ id }) => id === voiceId)?.name ?? voiceId ?? ''
}

export function serviceOf({ connectionId, connectionName }: JobView, t: TFunction): string {
  if (connectionId === BUILT_IN_CONNECTION) return t('conversions.builtIn')
  return connectionName ?? t('conversions.removedConnection')
}

function creditsOf({ connectionId, usedCredits, estimatedCredits }: JobView): string {
  if (connectionId === BUILT_IN_CONNECTION) return ''
  return usedCredits === null ? `~${formatCount(estimatedCredits)}` : formatCount(usedCredits)
}

/** The state of a conversion, in words. */
export function stateOf(conversion: JobView, t: TFunction): string {
  const { state, status, percentage } = conversion
  if (isForgotten(conversion)) return t('conversions.states.forgotten')
  if (state === 'preparing') return ''
  if (state !== 'accepted') return t(`conversions.states.${state}`)
  return `${formatStatus(t, status)} ${t('app.percent', { percent: Math.round(percentage) })}`
}

// The columns of the table of conversions, in order.

/** A column of a fixed width, in px: without its own minimum width, a column is at least 75 px wide. */
const fixed = (width: number) => ({ width, minWidth: width })

/** The columns fit in a window of 1024 px. */
export const COLUMN_WIDTHS = {
  state: fixed(64),
  sent: fixed(84),
  words: { width: '1fr', minWidth: 160 },
  story: fixed(160),
  voice: fixed(104),
  kind: fixed(140),
  service: fixed(124),
  length: fixed(72),
  credits: fixed(84),
} as const satisfies Readonly<Record<string, Pick<ColumnProps, 'width' | 'minWidth'>>>

export type ColumnId = keyof typeof COLUMN_WIDTHS
export const COLUMN_IDS = Object.keys(COLUMN_WIDTHS) as readonly ColumnId[] // an object literal has exactly these keys
