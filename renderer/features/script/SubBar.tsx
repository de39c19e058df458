import { Plus } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { useLayout, useOfStory, useWorld } from '../../hooks/world.ts'
import { formatClock } from '../../i18n/format.ts'
import { ChapterFacts, ChapterHeading } from './ChapterHeading.tsx'
import chapterStyles from './ChapterHeading.module.css'
import { FilterMenu } from './FilterMenu.tsx'
import { headingOf } from './rows.ts'
import styles from './SubBar.module.css'

interface SubBarProps {
  /** Index of the section of the story that is at the top of the script. */
  readonly section: number
}

/** The bar above the script: the chapter that is in view, the filter, and a button that adds a block. */
export const SubBar = memo(function SubBar({ section }: SubBarProps) {
  const { t } = useTranslation()
  const world = useWorld()
  return (
    <div className={styles.bar}>
      <div className={styles.place}>
        <Place section={section} />
      </div>
      <FilterMenu />
      <button
        type="button"
        className={styles.button}
        aria-label={t('commands.addBlock')}
        title={commandTip(world, 'addBlock')}
        onClick={() => runCommand(world, 'addBlock')}
      >
        <Plus size={14} />
        <span>{t('script.block')}</span>
      </button>
    </div>
  )
})

function Place({ section: index }: SubBarProps) {
  const { t } = useTranslation()
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
          {chapter.title}
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
