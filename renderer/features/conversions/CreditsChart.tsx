import type { CSSProperties } from 'react'
import { Button } from 'react-aria-components'
import { DAYS_WITH_STORIES } from '../../../shared/ipc/ledgerContract.ts'
import type { Ledger } from '../../../shared/ipc/ledgerContract.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { formatCount, formatDay, formatShort } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Tip } from '../../ui/Button.tsx'
import styles from './CreditsChart.module.css'
import { dayOf } from '../../i18n/format.ts'

interface CreditsChartProps {
  readonly ledger: Ledger
  readonly onDay: (day: string) => void
}

/** The credits of the last days as bars. A bar tells its stories where it is pointed at or focused, and shows its day in the table. */
export function CreditsChart({ ledger, onDay }: CreditsChartProps) {
  const { t } = useTranslation()
  const cap = useAppState((state) => state.settings.creditsPerDay)
  const app = useApp()
  const days = lastDays(app.now(), DAYS_WITH_STORIES).map((day) => ({
    day,
    charged: ledger.days.find(({ key }) => key === day)?.charged ?? 0,
    stories: ledger.storiesByDay.filter((story) => story.day === day),
  }))
  if (days.every(({ charged }) => charged === 0))
    return <p>{t('conversions.ledger.noneLately', { count: DAYS_WITH_STORIES })}</p>
  const most = Math.max(1, ...days.map(({ charged }) => charged), cap ?? 0)
  return (
    <section aria-label={t('conversions.ledger.days')} className={styles.box}>
      {[most, most / 2].map((credits) => (
        <div key={credits} className={styles.scale} style={shareOf(credits, most)} aria-hidden="true">
          <span>{formatCount(Math.round(credits))}</span>
        </div>
      ))}
      {cap === null ? null : (
        <div className={styles.cap} style={shareOf(cap, most)} aria-hidden="true">
          <span>{t('conversions.ledger.capOfDay', { credits: formatCount(cap) })}</span>
        </div>
      )}
      <ol className={styles.chart}>
        {days.map(({ day, charged, stories }) => {
          const credits = t('units.credits', { count: charged, formatted: formatCount(charged) })
          const name = t('conversions.ledger.ofDay', { day: formatDay(day), credits })
          const parts = stories.map((story) => `${story.title}: ${formatCount(story.charged)}`)
          return (
            <li key={day}>
              <Tip text={[name, ...parts].join('\n')}>
                <Button
                  className={styles.day ?? ''}
                  aria-label={name}
                  onPress={() => {
                    onDay(day)
                  }}
                >
                  <i className={styles.bar} style={shareOf(charged, most)}>
                    {charged === 0 ? null : <b aria-hidden="true">{formatShort(charged)}</b>}
                  </i>
                  <span>{Number(day.slice(-2))}</span>
                </Button>
              </Tip>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function shareOf(credits: number, most: number): CSSProperties {
  return { '--share': `${(100 * credits) / most}%` } as CSSProperties // a custom property is no CSSProperties key
}

/** The names of the last days, as YYYY-MM-DD, today last. */
function lastDays(nowMs: number, count: number): readonly string[] {
  const today = new Date(nowMs)
  return Array.from({ length: count }, (_, index) =>
    dayOf(
      new Date(today.getFullYear(), today.getMonth(), today.getDate() - (count - 1 - index), 12).getTime(),
    ),
  )
}
