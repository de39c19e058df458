import type { TFunction } from 'i18next'
import { ListFilter, Plus, X } from 'lucide-react'
import { memo } from 'react'
import { Button as AriaButton, Tag, TagGroup, TagList } from 'react-aria-components'
import {
  blocksOf,
  findChapter,
  findCharacter,
  sectionsOf,
  titleBesideNumber,
} from '../../../shared/story/selectors.ts'
import { BLOCK_MARKS } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { chooseShown, setFilter, toggleCondition } from '../../actions/choosing.ts'
import { focusRegion } from '../../actions/panels.ts'
import { useApp } from '../../hooks/app.ts'
import {
  useBlockStates,
  useDeferredStory,
  useEditor,
  useLayout,
  useOrderedStory,
  useSession,
  useStory,
} from '../../hooks/session.ts'
import { formatClock, formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import {
  type BlockCondition,
  characterBlocksOf,
  conditionKey,
  FILTER_STATES,
  hasCondition,
  narratedSpeechOf,
  NO_FILTER,
} from '../../stores/blockFilter.ts'
import { type BlockState, stateCountsOf } from '../../stores/blockState.ts'
import { Button } from '../../ui/Button.tsx'
import { Later } from '../../ui/Later.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { openFilters } from '../../stores/editorStore.ts'
import chapterStyles from './ChapterHeading.module.css'
import { ChapterFacts, ChapterHeading } from './ChapterHeading.tsx'
import styles from './SubBar.module.css'
import { headingOf, type ScriptRow, type ScriptScroll, sectionInView, useScrolled } from './rows.ts'

interface SubBarProps {
  /** The rows that the script shows. */
  readonly rows: readonly ScriptRow[]
  readonly scroll: ScriptScroll
}

/** The bar above the script: the chapter in view, the filter, and a button that adds a block. */
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
  const { chapter, number, blocks, isFirst, isOnly, storyTitle } = useStory((story) => {
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
    // The heading of a chapter that opens the story is shown only here.
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

/** A menu of conditions that filter the script, and, if blocks have changed, a button that shows them. */
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

// The conditions of the script's filter: their names, and how many blocks of a story meet each.

interface CountedCondition {
  readonly condition: BlockCondition
  readonly count: number
}

/** The name of a condition. A removed character or chapter is named like none. */
function conditionName(t: TFunction, story: Story, condition: BlockCondition): string {
  switch (condition.kind) {
    case 'state':
      return t(`units.blockState.${condition.state}`)
    case 'mark':
      return t(`notes.marks.${condition.mark}`)
    case 'notes':
      return t('script.filter.notes')
    case 'narratedSpeech':
      return t('script.filter.narratedSpeech')
    case 'character':
      return findCharacter(story, condition.characterId)?.name ?? t('script.noCharacter')
    case 'chapter':
      return findChapter(story, condition.chapterId)?.title ?? t('app.opening')
    case 'blocks':
      return condition.name
  }
}

/** Whether the name of a condition is user text. */
function isNameWritten(condition: BlockCondition): boolean {
  return condition.kind === 'character'
    ? condition.characterId !== null
    : condition.kind === 'chapter' || condition.kind === 'blocks'
}

/** The conditions for filtering the blocks of a story, with the number of blocks that meet each: grouped by kind, characters in cast order. */
function conditionsOf(
  story: Story,
  counts: Readonly<Record<BlockState['kind'], number>>,
): readonly CountedCondition[] {
  const blocks = blocksOf(story)
  const narrated = narratedSpeechOf(story).size
  const spoken = characterBlocksOf(story)
  const sections = sectionsOf(story)
  const noted = blocks.filter(({ notes }) => notes !== '').length
  return [
    ...FILTER_STATES.map((state) => ({ condition: { kind: 'state', state } as const, count: counts[state] })),
    ...BLOCK_MARKS.map((mark) => ({
      condition: { kind: 'mark', mark } as const,
      count: blocks.filter((block) => block.mark === mark).length,
    })),
    { condition: { kind: 'notes' }, count: noted },
    ...(narrated === 0 ? [] : [{ condition: { kind: 'narratedSpeech' } as const, count: narrated }]),
    ...[...story.cast.map(({ id }) => id), null].flatMap((characterId) => {
      const count = spoken.get(characterId)?.length ?? 0
      return count === 0 ? [] : [{ condition: { kind: 'character', characterId } as const, count }]
    }),
    ...(sections.length < 2
      ? []
      : sections.map((section) => ({
          condition: { kind: 'chapter', chapterId: section.chapter?.id ?? null } as const,
          count: section.blocks.length,
        }))),
  ]
}

/** “12 of 60 blocks”. */
function shownOf(t: TFunction, shown: number, story: Story): string {
  return t('script.filter.of', {
    formatted: formatCount(shown),
    total: formatCount(blocksOf(story).length),
  })
}

/** The filter of the script: a removable chip for each condition. Nothing without a filter. */
export function FilterChips({ shown }: { readonly shown: number }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const filter = useEditor((state) => state.filter)
  if (filter.length === 0) return null
  return (
    <div className={styles.filterChipsBar}>
      <TagGroup
        className={styles.group ?? ''}
        aria-label={t('script.filter.chips')}
        onRemove={(keys) => {
          const removed = filter.find((condition) => keys.has(conditionKey(condition)))
          if (removed === undefined) return
          toggleCondition(session, removed)
          if (filter.length === 1) focusRegion('script')
        }}
      >
        <TagList className={styles.chips ?? ''}>
          {filter.map((condition) => {
            const name = conditionName(t, story, condition)
            return (
              <Tag
                key={conditionKey(condition)}
                id={conditionKey(condition)}
                textValue={name}
                className={styles.chip ?? ''}
              >
                <span {...(isNameWritten(condition) && { dir: 'auto' })}>{name}</span>
                <AriaButton
                  slot="remove"
                  className={styles.remove ?? ''}
                  aria-label={t('script.filter.remove', { name })}
                >
                  <X size={12} />
                </AriaButton>
              </Tag>
            )
          })}
        </TagList>
      </TagGroup>
      <span className={styles.filterChipsCount}>{shownOf(t, shown, story)}</span>
      <Button size="small" tone="quiet" isDisabled={shown === 0} onPress={() => chooseShown(session)}>
        {t('script.filter.selectAll')}
      </Button>
      <Button
        size="small"
        tone="quiet"
        onPress={() => {
          setFilter(session, NO_FILTER)
          focusRegion('script')
        }}
      >
        {t('script.filter.clear')}
      </Button>
    </div>
  )
}
