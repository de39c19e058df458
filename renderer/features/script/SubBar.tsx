import { Plus } from 'lucide-react'
import { memo } from 'react'
import { titleBesideNumber } from '../../../shared/story/chapterTitles.ts'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { useApp } from '../../hooks/app.ts'
import { useLayout, useOfStory, useOrderedStory } from '../../hooks/session.ts'
import { formatClock } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Later } from '../../ui/Later.tsx'
import { ChapterFacts, ChapterHeading } from './ChapterHeading.tsx'
import chapterStyles from './ChapterHeading.module.css'
import { FilterMenu } from './FilterMenu.tsx'
import { headingOf } from './rows.ts'
import type { ScriptRow } from './rows.ts'
import { sectionInView, useScrolled } from './scriptScroll.ts'
import type { ScriptScroll } from './scriptScroll.ts'
import styles from './SubBar.module.css'

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
