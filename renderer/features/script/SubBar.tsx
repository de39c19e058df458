import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { useLayout, useStory, useWorld } from '../../hooks/world.ts'
import { formatClock } from '../../i18n/format.ts'
import { ChapterFacts, ChapterHeading } from './ChapterHeading.tsx'
import chapterStyles from './ChapterHeading.module.css'
import { FilterMenu } from './FilterMenu.tsx'
import styles from './SubBar.module.css'

interface SubBarProps {
  /** Index of the section of the story that is at the top of the script. */
  readonly section: number
}

/** The bar above the script: the chapter that is in view, the filter, and a button that adds a block. */
export function SubBar({ section }: SubBarProps) {
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
}

function Place({ section: index }: SubBarProps) {
  const { t } = useTranslation()
  const story = useStory()
  const { totalMs } = useLayout()
  const sections = sectionsOf(story)
  const section = sections[index] ?? sections[0]
  if (section?.chapter) {
    const heading = { chapter: section.chapter, number: section.number, blocks: section.blocks.length }
    // The heading of a chapter that opens the story stands here only.
    if (sections[0] === section) return <ChapterHeading key={section.chapter.id} heading={heading} />
    return (
      <>
        <h2 className={styles.title} dir="auto" title={section.chapter.title}>
          {section.chapter.title}
        </h2>
        <ChapterFacts heading={heading} />
      </>
    )
  }
  const blocks = section?.blocks.length ?? 0
  return (
    <>
      <h2 className={styles.title} dir="auto" title={story.info.title}>
        {sections.length > 1 ? t('app.opening') : story.info.title}
      </h2>
      <span className={chapterStyles.facts}>
        {sections.length > 1
          ? t('units.blocks', { count: blocks })
          : t('script.storyFacts', {
              blocks: t('units.blocks', { count: blocks }),
              length: formatClock(totalMs),
            })}
      </span>
    </>
  )
}
