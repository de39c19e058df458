import { Plus, ListFilter } from 'lucide-react'
import { memo } from 'react'
import { titleBesideNumber } from '../../../shared/story/chapterTitles.ts'
import { sectionsOf, blocksOf } from '../../../shared/story/selectors.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { setFilter, toggleCondition } from '../../actions/filtering.ts'
import { useApp } from '../../hooks/app.ts'
import {
  useLayout,
  useOfStory,
  useOrderedStory,
  useBlockStates,
  useDeferredStory,
  useEditor,
  useSession,
} from '../../hooks/session.ts'
import { formatClock, formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { conditionKey, hasCondition, NO_FILTER, type BlockCondition } from '../../stores/blockFilter.ts'
import { stateCountsOf } from '../../stores/blockState.ts'
import { Later } from '../../ui/Later.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { openFilters } from '../../stores/editorStore.ts'
import chapterStyles from './ChapterHeading.module.css'
import { ChapterFacts, ChapterHeading } from './ChapterHeading.tsx'
import styles from './SubBar.module.css'
import { conditionName, conditionsOf, isNameWritten } from './conditions.ts'
import { headingOf, type ScriptRow } from './rows.ts'
import { sectionInView, useScrolled, type ScriptScroll } from './scriptScroll.ts'

interface SubBarProps {
  /** The rows that the script shows. */
  readonly rows: readonly ScriptRow[]
  readonly scroll: ScriptScroll
}

/** The bar above the script: the chapter that is in view, the filter, and a button that adds a block. */
export const SubBar = memo(function SubBar(props: SubBarProps) {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <div className={styles.bar}>
      <div className={styles.place}>
        <Place {...props} />
      </div>
      <Later>
        <FilterMenu />
      </Later>
      <button
        type="button"
        className={styles.button}
        aria-label={t('commands.addBlock')}
        title={commandTip(app, 'addBlock')}
        onClick={() => runCommand(app, 'addBlock')}
      >
        <Plus size={14} />
        <span>{t('script.block')}</span>
      </button>
    </div>
  )
})

function Place({ rows, scroll }: SubBarProps) {
  const { t } = useTranslation()
  const story = useOrderedStory()
  const index = useScrolled(scroll, (list) => sectionInView(list, rows, sectionsOf(story)))
  const { chapter, number, blocks, isFirst, isOnly, storyTitle } = useOfStory((story) => {
    const sections = sectionsOf(story)
    const section = sections[index] ?? sections[0]
    return {
      chapter: section?.chapter ?? null,
      number: section?.number ?? 0,
      blocks: section?.blocks.length ?? 0,
      isFirst: sections[0] === section,
      isOnly: sections.length < 2,
      storyTitle: story.info.title,
    }
  })
  if (chapter !== null) {
    const heading = headingOf(chapter, number, blocks)
    // The heading of a chapter that opens the story stands here only.
    if (isFirst) return <ChapterHeading key={chapter.id} heading={heading} />
    return (
      <>
        <h2 className={styles.title} dir="auto" title={chapter.title}>
          {titleBesideNumber(chapter.title, number)}
        </h2>
        <ChapterFacts heading={heading} />
      </>
    )
  }
  return (
    <>
      <h2 className={styles.title} dir="auto" title={storyTitle}>
        {isOnly ? storyTitle : t('app.opening')}
      </h2>
      <span className={chapterStyles.facts}>
        {isOnly ? <StoryFacts blocks={blocks} /> : t('units.blocks', { count: blocks })}
      </span>
    </>
  )
}

function StoryFacts({ blocks }: { readonly blocks: number }) {
  const { t } = useTranslation()
  const { totalMs } = useLayout()
  return t('script.storyFacts', {
    blocks: t('units.blocks', { count: blocks }),
    length: formatClock(totalMs),
  })
}

const CHANGED: BlockCondition = { kind: 'state', state: 'changed' }

/** Chooses which blocks the script shows, by several conditions at once; and, where blocks have changed, a button that shows them. */
function FilterMenu() {
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
        onOpenChange={(isNowOpen) => openFilters(session.editor, isNowOpen)}
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
