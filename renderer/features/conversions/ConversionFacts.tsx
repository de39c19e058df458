import type { JobView } from '../../../shared/jobs/jobView.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { useAppState } from '../../hooks/app.ts'
import { formatClockTenths, formatCount, formatTime } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { serviceOf, voiceOf } from './columnText.ts'
import styles from './ConversionDetails.module.css'

/** What is known of a conversion, as names with values. */
export function ConversionFacts({ conversion }: { readonly conversion: JobView }) {
  const { t } = useTranslation()
  const voices = useAppState((state) => state.voices)
  const { connectionId, usedCredits, estimatedCredits, source, durationMs, uuid, endpoint } = conversion
  const isFree = connectionId === BUILT_IN_CONNECTION
  const story = endpoint === 'document' ? '' : conversion.storyTitle
  const facts = [
    [
      'story',
      conversion.isStoryThere ? story : [story, t('conversions.storyGone')].filter(Boolean).join(', '),
    ],
    ['voice', voiceOf(conversion, voices)],
    ['kind', t(`conversions.kinds.${endpoint}`)],
    ['service', serviceOf(conversion, t)],
    ['estimate', isFree ? '' : formatCount(estimatedCredits)],
    ['used', isFree || usedCredits === null ? '' : formatCount(usedCredits)],
    ['length', durationMs === null ? '' : formatClockTenths(durationMs)],
    ['source', source === null ? '' : t(`conversions.sources.${source}`)],
    ['sent', formatTime(conversion.createdAtMs)],
    ['updated', formatTime(conversion.updatedAtMs)],
    ['number', uuid ?? ''],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([id, value]) =>
        value === '' ? null : (
          <div key={id}>
            <dt>{t(`conversions.facts.${id}`)}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
