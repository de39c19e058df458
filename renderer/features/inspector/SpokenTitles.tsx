import { speakTitles } from '../../../shared/story/castCommands.ts'
import { useOfStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { SwitchField } from '../../ui/SwitchField.tsx'
import styles from './Inspector.module.css'

/** Whether the titles of the story's chapters are spoken. */
export function SpokenTitles() {
  const { t } = useTranslation()
  const session = useSession()
  const isOn = useOfStory((story) => story.info.speaksTitles)
  return (
    <section className={styles.rules} aria-label={t('inspector.titles.speak')}>
      <SwitchField
        label={t('inspector.titles.speak')}
        isOn={isOn}
        onChange={(speaks) => {
          session.edit('edits.speakTitles', speakTitles(storyOf(session), speaks))
        }}
      />
      <p className={styles.empty}>{t('inspector.titles.about')}</p>
    </section>
  )
}
