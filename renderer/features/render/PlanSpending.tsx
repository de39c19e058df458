import { useId } from 'react'
import { runCommand } from '../../actions/commands.ts'
import { useApp } from '../../hooks/app.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import type { Spent } from '../../hooks/useSpending.ts'
import styles from './RenderPlan.module.css'

/** What was spent, and what this render adds to it, beside the caps. */
export function PlanSpending({
  spending,
  credits,
}: {
  readonly spending: readonly Spent[]
  readonly credits: number
}) {
  const { t } = useTranslation()
  const app = useApp()
  const headId = useId()
  return (
    <section aria-labelledby={headId} className={styles.part}>
      <div className={styles.partHead}>
        <h3 id={headId}>{t('render.spending')}</h3>
        <Button tone="quiet" size="small" onPress={() => runCommand(app, 'settings')}>
          {t('render.changeCaps')}
        </Button>
      </div>
      {spending.map(({ on, spent, cap }) => {
        const [now, after] = [formatCount(spent), formatCount(spent + credits)]
        const isOver = cap !== null && spent + credits > cap
        const share = (count: number) => `${Math.min(100, (count / Math.max(1, cap ?? 0)) * 100)}%`
        return (
          <div key={on} className={styles.spent} data-over={isOver || undefined}>
            <b>{t(`render.on.${on}`)}</b>
            <span>
              {cap === null
                ? t('render.nowAfter', { now, after })
                : t('render.nowAfterOf', { now, after, cap: formatCount(cap) })}
            </span>
            {cap === null ? null : (
              <span data-track aria-hidden="true" className={styles.track}>
                <i className={styles.after} style={{ width: share(spent + credits) }} />
                <i style={{ width: share(spent) }} />
              </span>
            )}
          </div>
        )
      })}
    </section>
  )
}
