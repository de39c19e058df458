import { Meter } from 'react-aria-components'
import type { Ledger } from '../../../shared/ipc/ledgerContract.ts'
import { useAppState, useStoryState, useWorld } from '../../hooks/world.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './CapMeters.module.css'
import { dayOf } from '../../i18n/format.ts'

/** From so much of a cap on, its bar warns. */
const WARNS_FROM = 0.9

/** How much of the caps is used: of today's, and of the open story's. */
export function CapMeters({ ledger }: { readonly ledger: Ledger }) {
  const { t } = useTranslation()
  const world = useWorld()
  const { creditsPerDay, creditsPerStory } = useAppState((state) => state.settings)
  const storyId = useStoryState((state) => state.open?.story.info.id)
  const title = useStoryState((state) => state.open?.story.info.title ?? '')
  const today = dayOf(world.now())
  const used = (lines: Ledger['days'], key: string | undefined) =>
    lines.find((line) => line.key === key)?.charged ?? 0
  const meters = [
    { id: 'day', name: t('conversions.ledger.today'), cap: creditsPerDay, charged: used(ledger.days, today) },
    {
      id: 'story',
      name: title === '' ? t('app.untitled') : title,
      cap: storyId === undefined ? null : creditsPerStory,
      charged: used(ledger.stories, storyId),
    },
  ]
  return meters.map(({ id, name, cap, charged }) =>
    cap === null ? null : (
      <Meter
        key={id}
        className={styles.meter ?? ''}
        aria-label={name}
        value={Math.min(charged, cap)}
        maxValue={Math.max(1, cap)}
        valueLabel={t('conversions.ledger.usedOf', { used: formatCount(charged), cap: formatCount(cap) })}
        data-warns={charged >= cap * WARNS_FROM || undefined}
      >
        {({ valueText, percentage }) => (
          <>
            <span className={styles.words}>
              <b dir="auto">{name}</b>
              <span>{valueText}</span>
            </span>
            <span className={styles.track}>
              <i style={{ width: `${percentage}%` }} />
            </span>
          </>
        )}
      </Meter>
    ),
  )
}
