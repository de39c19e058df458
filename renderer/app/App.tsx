import { I18nProvider } from 'react-aria-components'
import { useWindowTitle } from '../hooks/windowTitle.ts'
import { useStoryState } from '../hooks/world.ts'
import { localeFormats } from '../i18n/locale.ts'
import { Welcome } from '../features/welcome/Welcome.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { DeferredStory } from './DeferredStory.tsx'
import { Dialogs } from './Dialogs.tsx'
import { Editor } from './Editor.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { FileDrop } from './FileDrop.tsx'
import { News } from '../features/status/News.tsx'
import styles from './App.module.css'

/** The whole window: the welcome screen, or the editor with an open story. */
export function App() {
  useTranslation() // draws again where the language changes
  useWindowTitle()
  const storyId = useStoryState((state) => state.open?.story.info.id)
  return (
    <ErrorBoundary>
      <I18nProvider locale={localeFormats().locale}>
        <DeferredStory>
          {/* The key has each story begin with its own scroll positions. */}
          {storyId === undefined ? (
            <div className={styles.start}>
              <Welcome />
              <News />
            </div>
          ) : (
            <Editor key={storyId} />
          )}
          <Dialogs />
        </DeferredStory>
        <FileDrop />
        <div id="announcements" aria-live="polite" className="visually-hidden" data-live-announcer />
      </I18nProvider>
    </ErrorBoundary>
  )
}
