import { ListFilter } from 'lucide-react'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { setFilter, toggleCondition } from '../../actions/filtering.ts'
import { useBlockStates, useDeferredStory, useEditor, useSession } from '../../hooks/session.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { stateCountsOf } from '../../stores/blockState.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { conditionKey, hasCondition, NO_FILTER } from '../../stores/blockFilter.ts'
import type { BlockCondition } from '../../stores/blockFilter.ts'
import { conditionName, conditionsOf, isNameWritten } from './conditions.ts'
import styles from './SubBar.module.css'

const CHANGED: BlockCondition = { kind: 'state', state: 'changed' }

/** Chooses which blocks the script shows, by several conditions at once; and, where blocks have changed, a button that shows them. */
export function FilterMenu() {
  const { t } = useTranslation()
  const session = useSession()
  const filter = useEditor((state) => state.filter)
  const isOpen = useEditor((state) => state.isFilterOpen)
  const story = useDeferredStory()
  const counts = stateCountsOf(useBlockStates())
  const conditions = isOpen ? conditionsOf(story, counts) : []
  const isChanged = hasCondition(filter, CHANGED)
  const [first] = filter
  const name =
    first === undefined
      ? t('script.filter.all')
      : filter.length === 1
        ? conditionName(t, story, first)
        : t('script.filter.count', { count: filter.length })
  return (
    <>
      <MenuButton
        label={t('script.filter.label', { name })}
        className={styles.button}
        isOn={filter.length > 0}
        isOpen={isOpen}
        onOpenChange={(isFilterOpen) => session.editor.setState({ isFilterOpen })}
        choose="several"
        entries={[
          {
            id: 'all',
            label: t('script.filter.all'),
            shortcut: formatCount(blocksOf(story).length),
            isChosen: filter.length === 0,
            onAction: () => setFilter(session, NO_FILTER),
          },
          ...conditions.map(({ condition, count }, index) => {
            const isChosen = hasCondition(filter, condition)
            return {
              id: conditionKey(condition),
              label: conditionName(t, story, condition),
              isWritten: isNameWritten(condition),
              shortcut: formatCount(count),
              isChosen,
              isDisabled: count === 0 && !isChosen,
              startsGroup: conditions[index - 1]?.condition.kind !== condition.kind,
              onAction: () => toggleCondition(session, condition),
            }
          }),
        ]}
      >
        <ListFilter size={14} />
        <span>{name}</span>
      </MenuButton>
      {counts.changed === 0 && !isChanged ? null : (
        <button
          type="button"
          className={styles.button}
          aria-pressed={isChanged}
          onClick={() => toggleCondition(session, CHANGED)}
        >
          <StateMark state="changed" word={t('app.states.changed', { count: counts.changed })} showsWord />
        </button>
      )}
    </>
  )
}
