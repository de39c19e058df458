import { Meter } from 'react-aria-components'
import type { Ledger } from '../../../shared/ipc/ledgerContract.ts'
import { useSpending } from '../../hooks/useSpending.ts'
import { useStoryIfOpen } from '../../hooks/session.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './CapMeters.module.css'

/** From so much of a cap on, its bar warns. */
const WARNS_FROM = 0.9

/** How much of the caps is used: of today's, and of the open story's. */
export function CapMeters({ ledger }: { readonly ledger: Ledger }) {
  const { t } = useTranslation()
  const title = useStoryIfOpen(({ story }) => story.info.title) ?? ''
  const names = { today: t('conversions.ledger.today'), story: title === '' ? t('app.untitled') : title }
  const meters = useSpending(ledger).toReversed()
  return meters.map(({ on, cap, spent }) =>
    cap === null ? null : (
      <Meter
        key={on}
        className={styles.meter ?? ''}
        aria-label={names[on]}
        value={Math.min(spent, cap)}
        maxValue={Math.max(1, cap)}
        valueLabel={t('conversions.ledger.usedOf', { used: formatCount(spent), cap: formatCount(cap) })}
        data-warns={spent >= cap * WARNS_FROM || undefined}
      >
        {({ valueText, percentage }) => (
          <>
            <span className={styles.words}>
              <b dir="auto">{names[on]}</b>
              <span>{valueText}</span>
            </span>
            <span data-track className={styles.track}>
              <i style={{ width: `${percentage}%` }} />
            </span>
          </>
        )}
      </Meter>
    ),
  )
}
