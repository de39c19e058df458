import { I18nProvider } from 'react-aria-components'
import { useEffect } from 'react'
import { useStoryIfOpen } from '../hooks/session.ts'
import { localeFormats } from '../i18n/format.ts'
import { Welcome } from '../features/welcome/Welcome.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Dialogs } from './Dialogs.tsx'
import { Editor } from './Editor.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { FileDrop } from './FileDrop.tsx'
import { OpenStory } from './OpenStory.tsx'
import { News } from '../features/status/News.tsx'
import styles from './App.module.css'

/** The whole window: the welcome screen, or the editor with an open story. */
export function App() {
  useTranslation() // redraws when the language changes
  return (
    <ErrorBoundary>
      <I18nProvider locale={localeFormats().locale}>
        <OpenStory>
          <Contents />
          <Dialogs />
        </OpenStory>
        <FileDrop />
        <div id="announcements" aria-live="polite" className="visually-hidden" data-live-announcer />
      </I18nProvider>
    </ErrorBoundary>
  )
}

function Contents() {
  useWindowTitle()
  const storyId = useStoryIfOpen(({ story }) => story.info.id)
  // The key gives each story its own scroll positions.
  if (storyId !== undefined) return <Editor key={storyId} />
  return (
    <div className={styles.start}>
      <Welcome />
      <News />
    </div>
  )
}

const APP = 'Fabula'

/** Names the open story in the title of the tab or window, to distinguish several, also for screen readers. */
export function useWindowTitle(): void {
  const { t } = useTranslation()
  const title = useStoryIfOpen(({ story }) => story.info.title)
  useEffect(() => {
    document.title = title === undefined ? APP : `${title.trim() || t('app.untitled')} – ${APP}`
  }, [title, t])
}
