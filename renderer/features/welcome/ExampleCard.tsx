import { Play } from 'lucide-react'
import type { Example } from '../../../shared/ipc/views.ts'
import { openExample } from '../../actions/projects.ts'
import { useApp } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { coverColor } from '../../ui/titleCover.ts'
import { DecorWave } from './DecorWave.tsx'
import recentStyles from './Recents.module.css'
import styles from './Welcome.module.css'

/** An example to open and hear, for who has no story yet: the whole card opens it. */
export function ExampleCard({ example }: { readonly example: Example }) {
  const { t } = useTranslation()
  const app = useApp()
  const { id, title, description } = example
  return (
    <div className={`${recentStyles.item} ${styles.card}`}>
      <span className={recentStyles.cover} style={coverColor(title)} aria-hidden="true">
        <span dir="auto">{title}</span>
      </span>
      <div className={recentStyles.words}>
        <span className={styles.quiet}>{t('app.exampleHeading')}</span>
        <button
          type="button"
          className={styles.whole}
          dir="auto"
          onClick={() => {
            openExample(app, id).catch(app.report)
          }}
        >
          {title}
        </button>
        <p dir="auto">{description}</p>
        <span className={styles.sample} aria-hidden="true">
          <span className={styles.round}>
            <Play size={13} fill="currentColor" />
          </span>
          <DecorWave />
        </span>
      </div>
    </div>
  )
}
