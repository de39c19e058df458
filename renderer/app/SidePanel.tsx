import { PanelLeftClose } from 'lucide-react'
import { runCommand, shownKeys } from '../actions/commands.ts'
import { Cast } from '../features/cast/Cast.tsx'
import { LexiconSection } from '../features/lexicon/LexiconSection.tsx'
import { MusicSection } from '../features/music/MusicSection.tsx'
import { Outline } from '../features/outline/Outline.tsx'
import { VibesSection } from '../features/vibes/VibesSection.tsx'
import { useApp } from '../hooks/app.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Kbd } from '../ui/Kbd.tsx'
import styles from './SidePanel.module.css'

/** Chapters, cast, vibes, the lexicon and music, at the left, in sections that fold. */
export function SidePanel() {
  const { t } = useTranslation()
  const app = useApp()
  const keys = shownKeys(app, 'toggleOutline')
  return (
    <aside
      className={styles.side}
      data-region="outline"
      tabIndex={-1}
      aria-label={t('app.outline')}
      role="region"
    >
      <div className={styles.sections}>
        <Outline />
        <Cast />
        <VibesSection />
        <LexiconSection />
        <MusicSection />
      </div>
      <button
        type="button"
        className={styles.fold}
        onClick={() => {
          runCommand(app, 'toggleOutline')
        }}
      >
        <PanelLeftClose size={16} aria-hidden="true" />
        <span className={styles.word}>{t('app.foldPanel')}</span>
        {keys === undefined ? null : <Kbd>{keys}</Kbd>}
      </button>
    </aside>
  )
}
