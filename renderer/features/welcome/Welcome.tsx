import { BookOpen, FileAudio, FilePlus2, FolderOpen, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Recent } from '../../../shared/ipc/views.ts'
import { runCommand } from '../../actions/commands.ts'
import { openExample, openRecent } from '../../actions/projects.ts'
import { useAppState, useWorld } from '../../hooks/world.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
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
      </div>
    </main>
  )
}

function RecentRow({ recent }: { recent: Recent }) {
  const { t } = useTranslation()
  const world = useWorld()
  const title = recent.title === '' ? t('app.untitled') : recent.title
  const where = recent.exists ? (recent.location ?? t('app.draft')) : t('app.fileGone')
  return (
    <li className={styles.recent}>
      <button
        type="button"
        className={styles.row}
        disabled={!recent.exists}
        onClick={() => {
          openRecent(world, recent.id).catch(world.report)
        }}
      >
        <b>{title}</b>
        <small>{where}</small>
        <time dateTime={new Date(recent.openedAtMs).toISOString()}>
          {new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(
            recent.openedAtMs,
          )}
        </time>
      </button>
      <IconButton
        label={t('app.forgetRecent', { title })}
        onPress={() => {
          world.bridge
            .call('recents:forget', { recentId: recent.id })
            .then((recents) => {
              world.app.setState({ recents })
            })
            .catch(world.report)
        }}
      >
        <X size={15} />
      </IconButton>
    </li>
  )
}
