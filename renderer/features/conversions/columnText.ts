/** The texts of the columns in the table of conversions. */
import type { TFunction } from 'i18next'
import type { VoiceView } from '../../../shared/ipc/views.ts'
import { isForgotten } from '../../../shared/jobs/job.ts'
import type { JobView } from '../../../shared/jobs/jobView.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { formatClockTenths, formatCount, formatStatus, formatTimeOfDay } from '../../i18n/format.ts'
import type { ColumnId } from './columns.ts'

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
