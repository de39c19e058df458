import { History } from 'lucide-react'
import { setFilter } from '../../actions/choosing.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { useApp, useViewState } from '../../hooks/app.ts'
import { useBlockStates, useCounts, useEditor, useLayout, useSession } from '../../hooks/session.ts'
import { formatClock } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { conditionOfState, NO_FILTER, hasCondition } from '../../stores/blockFilter.ts'
import { stateCountsOf } from '../../stores/blockState.ts'
import { Later } from '../../ui/Later.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { News } from './News.tsx'
import styles from './StatusBar.module.css'

/** Counts at the left; progress and messages at the right. A small window has no room for counts, and shows progress beside the transport. */
export function StatusBar() {
  const { t } = useTranslation()
  const app = useApp()
  const isSmall = useViewState((state) => state.windowSize === 'small')
  return (
    <footer className={styles.bar} data-region="status" tabIndex={-1} aria-label={t('app.statusBar')}>
      {isSmall ? null : (
        <Later>
          <Counts />
        </Later>
      )}
      <News part={isSmall ? 'messages' : 'all'} />
      {isSmall ? null : (
        <button
          type="button"
          className={styles.link}
          title={commandTip(app, 'conversions')}
          onClick={() => {
            runCommand(app, 'conversions')
          }}
        >
          <History size={14} aria-hidden="true" />
          {t('conversions.open')}
        </button>
      )}
    </footer>
  )
}

/** In order of display. A state that no block has is left out. */
const COUNTED = ['ready', 'locked', 'changed', 'notMade', 'making', 'waiting', 'failed', 'tooLong'] as const

function Counts() {
  const { t } = useTranslation()
  const { blocks, words } = useCounts()
  const { totalMs } = useLayout()
  const counts = stateCountsOf(useBlockStates())
  const session = useSession()
  const shown = useEditor((state) => state.filter)
  return (
    <div className={styles.counts}>
      <span>
        {[
          t('units.blocks', { count: blocks }),
          formatClock(totalMs),
          ...(words === 0 ? [] : [t('app.aboutWords', { words: t('units.words', { count: words }) })]),
        ].join(' · ')}
      </span>
      {COUNTED.filter((state) => counts[state] > 0).map((state) => {
        const mark = (
          <StateMark
            key={state}
            state={state}
            word={t(`app.states.${state}`, { count: counts[state] })}
            showsWord
          />
        )
        const condition = conditionOfState(state)
        if (condition === null) return mark
        const isShown = hasCondition(shown, condition)
        return (
          <button
            key={state}
            type="button"
            className={styles.link}
            aria-pressed={isShown}
            onClick={() => {
              setFilter(session, isShown ? NO_FILTER : [condition])
            }}
          >
            {mark}
          </button>
        )
      })}
    </div>
  )
}
