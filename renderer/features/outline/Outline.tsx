import { useTranslation } from 'react-i18next'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { revealBlock } from '../../actions/editing.ts'
import { formatClock } from '../../i18n/format.ts'
import { useDeferredStory, useLayout, useViewState, useWorld } from '../../hooks/world.ts'
import styles from './Outline.module.css'

/** The chapters with their lengths; choosing one goes there. */
export function Outline() {
  const { t } = useTranslation()
  const world = useWorld()
  const story = useDeferredStory()
  const { chapters } = useLayout()
  const chosen = useViewState((state) => state.selection.at(-1))
  const sections = sectionsOf(story)
  if (!sections.some((section) => section.chapter !== null)) {
    return <p className={styles.empty}>{t('app.outlineEmpty')}</p>
  }
  return (
    <nav aria-label={t('app.chapters')}>
      <ul className={styles.list}>
        {sections.map((section, index) => {
          const span = chapters[index]
          const first = section.blocks[0]
          const isCurrent = section.blocks.some((block) => block.id === chosen)
          return (
            <li key={section.chapter?.id ?? 'opening'}>
              <button
                type="button"
                className={styles.chapter}
                aria-current={isCurrent ? 'true' : undefined}
                onClick={() => {
                  if (first !== undefined) revealBlock(world, first.id, false, true)
                  world.player.seek(span?.startMs ?? 0)
                }}
              >
                <span>
                  {section.chapter === null
                    ? t('app.opening')
                    : t('app.chapterN', { number: section.number, title: section.chapter.title })}
                </span>
                <small>{formatClock((span?.endMs ?? 0) - (span?.startMs ?? 0))}</small>
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
