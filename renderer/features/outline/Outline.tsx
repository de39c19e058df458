import { Plus } from 'lucide-react'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { addChapter } from '../../actions/editing.ts'
import { useSection } from '../../hooks/panels.ts'
import { useOfStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { Chapters } from './Chapters.tsx'
import styles from './Outline.module.css'

/** The chapters of the story, as a section of the left panel. */
export function Outline() {
  const { t } = useTranslation()
  const session = useSession()
  const count = useOfStory((story) => sectionsOf(story).at(-1)?.number ?? 0)
  return (
    <Section
      title={t('app.outline')}
      count={count}
      {...useSection('outline')}
      action={
        <IconButton
          label={t('app.addChapterLast')}
          size="small"
          onPress={() => {
            addChapter(session, t('script.newChapter'), 'end')
          }}
        >
          <Plus size={16} />
        </IconButton>
      }
    >
      {count === 0 ? <p className={styles.empty}>{t('app.outlineEmpty')}</p> : <Chapters />}
    </Section>
  )
}
