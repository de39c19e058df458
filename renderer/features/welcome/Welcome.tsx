import { BookOpen, CircleHelp, FileAudio, FolderOpen, Play, Settings } from 'lucide-react'
import type { CommandId } from '../../../shared/commands/commands.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { openExample } from '../../actions/projects.ts'
import { FindButton } from '../../fields/FindButton.tsx'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { DeletedDrafts } from './DeletedDrafts.tsx'
import { ExampleCard } from './ExampleCard.tsx'
import { NaturalVoicesHint } from './NaturalVoicesHint.tsx'
import { Recents } from './Recents.tsx'
import { StartBox } from './StartBox.tsx'
import styles from './Welcome.module.css'

/** The first screen: begin a story, go on with one, or listen to an example. */
export function Welcome() {
  const { t } = useTranslation()
  const app = useApp()
  const recents = useAppState((state) => state.recents)
  const examples = useAppState((state) => state.examples)
  const run = (id: CommandId) => () => {
    runCommand(app, id)
  }
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <img src="./icon.svg" alt="" width={22} height={22} />
        <b>{t('app.name')}</b>
        <span className={styles.space} />
        <FindButton />
        <span className={styles.space} />
        <IconButton
          label={t('commands.settings')}
          tip={commandTip(app, 'settings')}
          onPress={run('settings')}
        >
          <Settings size={16} />
        </IconButton>
        <IconButton
          label={t('commands.shortcuts')}
          tip={commandTip(app, 'shortcuts')}
          onPress={run('shortcuts')}
        >
          <CircleHelp size={16} />
        </IconButton>
      </header>
      <main className={styles.column}>
        <h1>{t('app.welcomeTitle')}</h1>
        <div className={styles.start}>
          <StartBox />
          <NaturalVoicesHint />
        </div>
        {recents.length === 0
          ? examples.map((example) => <ExampleCard key={example.id} example={example} />)
          : null}
        <section aria-labelledby="recents-heading">
          <div className={styles.head}>
            <h2 id="recents-heading">{t('app.recentHeading')}</h2>
            <Button tone="quiet" icon={<FolderOpen size={15} />} onPress={run('openStory')}>
              {t('app.open')}
            </Button>
            <Button tone="quiet" icon={<FileAudio size={15} />} onPress={run('documents')}>
              {t('commands.documents')}
            </Button>
          </div>
          {recents.length === 0 ? (
            <p className={styles.empty}>{t('app.noRecents')}</p>
          ) : (
            <Recents recents={recents} />
          )}
        </section>
        {(recents.length === 0 ? [] : examples).map((example) => (
          <p key={example.id} className={styles.example}>
            <BookOpen size={16} aria-hidden="true" />
            <span>{t('app.exampleHeading')}</span>
            <button
              type="button"
              className={styles.link}
              title={example.description}
              dir="auto"
              onClick={() => {
                openExample(app, example.id).catch(app.report)
              }}
            >
              <Play size={12} fill="currentColor" aria-hidden="true" />
              {example.title}
            </button>
          </p>
        ))}
        <DeletedDrafts />
      </main>
    </div>
  )
}
