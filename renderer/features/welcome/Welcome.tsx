import { BookOpen, FileAudio, FilePlus2, FolderOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '../../actions/commands.ts'
import { openExample } from '../../actions/projects.ts'
import { useAppState, useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { DeletedDrafts } from './DeletedDrafts.tsx'
import { RecentRow } from './RecentRow.tsx'
import styles from './Welcome.module.css'

/** The first screen: start, open, go on, or listen to an example. */
export function Welcome() {
  const { t } = useTranslation()
  const world = useWorld()
  const recents = useAppState((state) => state.recents)
  const examples = useAppState((state) => state.examples)
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <img src="./icon.svg" alt="" width={56} height={56} />
        <h1>{t('app.welcomeTitle')}</h1>
        <p className={styles.lead}>{t('app.welcomeText')}</p>
        <div className={styles.buttons}>
          <Button
            tone="primary"
            icon={<FilePlus2 size={16} />}
            onPress={() => {
              runCommand(world, 'newStory')
            }}
          >
            {t('commands.newStory')}
          </Button>
          <Button
            icon={<FolderOpen size={16} />}
            onPress={() => {
              runCommand(world, 'openStory')
            }}
          >
            {t('app.open')}
          </Button>
          <Button
            icon={<FileAudio size={16} />}
            onPress={() => {
              runCommand(world, 'documents')
            }}
          >
            {t('commands.documents')}
          </Button>
        </div>
        <section aria-labelledby="examples-heading">
          <h2 id="examples-heading">{t('app.exampleHeading')}</h2>
          <ul>
            {examples.map((example) => (
              <li key={example.id}>
                <button
                  type="button"
                  className={styles.card}
                  onClick={() => {
                    openExample(world, example.id).catch(world.report)
                  }}
                >
                  <BookOpen size={20} aria-hidden="true" />
                  <span>
                    <b>{example.title}</b>
                    <small>{example.description}</small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="recents-heading">
          <h2 id="recents-heading">{t('app.recentHeading')}</h2>
          {recents.length === 0 ? <p className={styles.empty}>{t('app.noRecents')}</p> : null}
          <ul>
            {recents.map((recent) => (
              <RecentRow key={recent.id} recent={recent} />
            ))}
          </ul>
        </section>
        <DeletedDrafts />
      </div>
    </main>
  )
}
