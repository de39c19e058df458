import { Coins } from 'lucide-react'
import { isLocked } from '../../../shared/story/locks.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { useBlockStates, useDeferredStory, useEditor, useIsFree } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { countStates } from '../../stores/blockState.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import styles from './Inspector.module.css'

/** What a change of how the selected blocks are spoken does to their audio, and what making it again costs. */
export function IfChanged() {
  const { t } = useTranslation()
  const story = useDeferredStory()
  const states = useBlockStates()
  const selection = useEditor((state) => state.selection)
  const isFree = useIsFree()
  const { ready, changed, notMade, locked } = countStates(
    selection.map((id) => states.get(id)).filter((state) => state !== undefined),
  )
  const credits = selection.reduce((sum, id) => {
    const block = findBlock(story, id)
    return block === undefined || isLocked(block) ? sum : sum + blockCharacters(story, block)
  }, 0)
  return (
    <section className={styles.ifChanged} aria-label={t('inspector.ifChanged')}>
      <h3 className={styles.title}>{t('inspector.ifChanged')}</h3>
      <ul>
        {ready === 0 ? null : (
          <li>
            <StateMark state="ready" word={t('units.blockState.ready')} />
            {t('inspector.goesStale', { count: ready })}
          </li>
        )}
        {changed === 0 ? null : (
          <li>
            <StateMark state="changed" word={t('units.blockState.changed')} />
            {t('inspector.isStale', { count: changed })}
          </li>
        )}
        {notMade === 0 ? null : (
          <li>
            <StateMark state="notMade" word={t('units.blockState.notMade')} />
            {t('inspector.isNotMade', { count: notMade })}
          </li>
        )}
        {locked === 0 ? null : (
          <li>
            <StateMark state="locked" word={t('units.blockState.locked')} />
            {t('inspector.isLocked', { count: locked })}
          </li>
        )}
        <li>
          <Coins size={13} aria-hidden="true" />
          {isFree
            ? t('inspector.makingFree')
            : t('inspector.makingCosts', { price: t('units.estimate', { count: credits }) })}
        </li>
      </ul>
    </section>
  )
}
